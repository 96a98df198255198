#include "verifier/normalize/Expander.h"

#include <algorithm>

namespace lockstep::verifier::engine {

static constexpr size_t kMostTerms = 600;
static constexpr int64_t kMostFactors = 8;

bool Expander::pay(size_t products) {
  if (products > left || n.fuelUsed > fuelEnd || !n.spend(products)) {
    gaveUp = true;
    return false;
  }
  left -= products;
  return true;
}

Comb Expander::times(Comb x, Comb y) {
  if (x == s.one || y == s.zero)
    return y;
  if (y == s.one || x == s.zero)
    return x;
  size_t products = s[x].terms.size() * s[y].terms.size();
  if (products > 4 * kMostTerms)
    gaveUp = true;
  if (gaveUp || !pay(products))
    return s.zero;
  Comb z = n.mulDistributed(x, y);
  gaveUp |= s[z].terms.size() > kMostTerms;
  return gaveUp ? s.zero : z;
}

namespace {

/// [w > at] or [w = at].
struct Condition {
  Factor factor;
  Comb w;
  Q at;
  bool equality;
};

} // namespace

/// Of several conditions on one value the strictest is left, or the product is 0.
Comb Expander::conditions(Comb x) {
  Vec<Comb> parts;
  bool changed = false;
  for (const Term &term : s[x].terms) {
    Vec<Condition, 4> found;
    Vec<Factor> kept;
    bool zero = false;
    for (const Factor &f : s[term.mono].factors) {
      const FnNode &fn = s.fnOf(f.atom);
      bool known = fn.boolean && fn.kind == FnKind::Scalar;
      llvm::StringRef name = known ? s.text(Symbol{fn.name}) : "";
      if (name != "is-positive" && name != "is-zero") {
        kept.push_back(f);
        continue;
      }
      Comb w = n.argumentOf(f.atom);
      Q at = kZero;
      for (const Term &part : s[w].terms)
        if (part.mono == s.unit)
          at = s.q.neg(part.coef);
      Condition here{f, n.add(w, n.number(at)), at, name == "is-zero"};
      auto same = llvm::find_if(found, [&](const Condition &other) { return other.w == here.w; });
      if (same == found.end()) {
        found.push_back(here);
        continue;
      }
      changed = true;
      if (!here.equality && !same->equality) {
        if (s.q.less(same->at, here.at))
          *same = here;
      } else if (here.equality && same->equality) {
        zero = true; // different numbers
      } else {
        const Condition &equal = here.equality ? here : *same, &greater = here.equality ? *same : here;
        zero |= !s.q.less(greater.at, equal.at);
        *same = Condition(equal);
      }
    }
    for (const Condition &condition : found)
      kept.push_back(condition.factor);
    if (!zero)
      parts.push_back(n.monoComb(s.mono(kept), term.coef));
  }
  return changed ? n.add(parts) : x;
}

/// Guards that exclude each other, and an index that is multiplied by something: the index is a sum, too.
Comb Expander::tidy(Comb x) {
  Vec<Comb> parts;
  bool changed = false;
  for (const Term &term : s[x].terms) {
    Comb part = n.monoComb(term.mono, term.coef);
    if (s[term.mono].hasGuard)
      part = n.contextual(term.coef, term.mono);
    for (const Factor &f : s[term.mono].factors) {
      if (s.fnOf(f.atom).kind != FnKind::Index || f.exp != kOne || s[term.mono].factors.size() < 2)
        continue;
      const IxNode &e = s[s[f.atom].args[0]];
      if (e.terms.size() + (e.c != 0) < 2)
        continue;
      Vec<Factor> rest;
      for (const Factor &g : s[term.mono].factors)
        if (g.atom != f.atom)
          rest.push_back(g);
      Comb others = n.monoComb(s.mono(rest), term.coef);
      Vec<Comb> pieces{n.scale(others, s.q.integer(e.c))};
      for (const IxTerm &t : e.terms)
        pieces.push_back(n.mulDistributed(others, n.scale(n.fromIndex(s.ix(0, IxTerm{t.atom, 1})), s.q.integer(t.k))));
      part = n.add(pieces);
      break;
    }
    changed |= part != n.monoComb(term.mono, term.coef);
    parts.push_back(part);
  }
  return conditions(changed ? n.add(parts) : x);
}

Comb Expander::expand(Comb x, unsigned depth) {
  if (n.isNumber(x) || !pay(0))
    return x;
  auto [it, isNew] = memo.try_emplace({x, depth}, x);
  if (!isNew)
    return it->second;
  Vec<Comb> parts;
  for (const Term &term : s[x].terms) {
    parts.push_back(product(term, depth));
    if (gaveUp)
      return s.zero;
  }
  Comb y = squaresOfSines(n.add(parts));
  gaveUp |= s[y].terms.size() > kMostTerms;
  return memo[{x, depth}] = y;
}

Comb Expander::product(const Term &term, unsigned depth) {
  Vec<Factor> plain;
  Vec<Comb> opened;
  for (const Factor &f : s[term.mono].factors) {
    Comb y = s.fnOf(f.atom).bodies.empty() ? n.single(f.atom, f.exp) : factor(f, depth);
    if (gaveUp || y == s.zero)
      return s.zero;
    if (y == n.single(f.atom, f.exp))
      plain.push_back(f);
    else
      opened.push_back(y);
  }
  Comb r = n.monoComb(s.mono(plain), term.coef);
  for (Comb y : opened)
    r = times(r, y);
  return tidy(r);
}

Comb Expander::power(Comb x, Q exponent) {
  if (exponent == kOne)
    return x;
  int64_t whole;
  if (s[x].terms.size() > 1 && s.q.toInt(exponent, whole) && whole > 0 && whole <= kMostFactors) {
    Comb r = x;
    for (int64_t k = 1; k < whole; ++k)
      r = times(r, x);
    return r;
  }
  if (auto condition = caseOf(x))
    return byCases(*condition, x, [&](Span<Comb> side) { return power(side[0], exponent); });
  int64_t ignored;
  return n.power(fraction(x, !s.q.toInt(exponent, ignored)), exponent);
}

/// x as one fraction, numerator * product of the least powers that its terms hold; only positive factors may leave a
/// root or a logarithm.
Comb Expander::fraction(Comb x, bool positiveOnly) {
  if (s[x].terms.size() < 2)
    return x;
  std::map<Atom, Q> least;
  for (const Term &term : s[x].terms)
    for (const Factor &f : s[term.mono].factors)
      if (s.q.sign(f.exp) < 0 && (!positiveOnly || s.fnOf(f.atom).sign == Sign::Positive))
        if (auto [it, isNew] = least.try_emplace(f.atom, f.exp); s.q.less(f.exp, it->second))
          it->second = f.exp;
  if (least.empty())
    return x;
  Vec<Factor> divisor, inverse;
  for (const auto &[atom, exp] : least) {
    divisor.push_back({atom, s.q.neg(exp)});
    inverse.push_back({atom, exp});
  }
  Vec<Comb> parts;
  for (const Term &term : s[x].terms) {
    Comb r = s.one;
    Vec<Factor> plain;
    for (const Factor &f : s[n.mulMono(term.mono, s.mono(divisor), false)].factors) {
      int64_t whole = s.q.floorOf(f.exp);
      bool opens = s.fnOf(f.atom).kind == FnKind::Combination && least.count(f.atom) && whole > 0;
      if (Q rest = opens ? s.q.sub(f.exp, s.q.integer(whole)) : f.exp; rest != kZero)
        plain.push_back({f.atom, rest});
      if (opens)
        r = times(r, power(n.bodyAt(f.atom), s.q.integer(whole)));
    }
    parts.push_back(times(r, n.monoComb(s.mono(plain), term.coef)));
  }
  return gaveUp ? x : n.mul(n.add(parts), n.monoComb(s.mono(inverse)));
}

/// A sum is additive in its body, so that the terms of the body are summed apart.
Comb Expander::overVariables(Atom a, unsigned depth) {
  std::optional<Normalizer::Opened> opened = n.open(a);
  if (!opened)
    return n.single(a);
  Comb body = expand(opened->body, depth - 1);
  if (gaveUp || body == opened->body)
    return n.single(a);
  FnKind kind = s.fnOf(a).kind;
  if (kind != FnKind::Sum)
    return n.extremum(kind, opened->vars, body);
  Vec<Comb> parts;
  for (const Term &term : s[body].terms)
    if (pay(1))
      parts.push_back(total(opened->vars, term));
  return gaveUp || parts.empty() ? s.zero : n.add(parts);
}

/// The sum over vars of a term. An inner sum over a triangle is opened, so that either of its sides may come first.
Comb Expander::total(Vec<Var> vars, const Term &term) {
  Vec<Factor> rest;
  std::optional<Normalizer::Opened> inner;
  Vec<Var, 16> sorted(vars.begin(), vars.end());
  std::sort(sorted.begin(), sorted.end());
  for (const Factor &f : s[term.mono].factors) {
    const AtomNode &atom = s[f.atom];
    const FnNode &fn = s[atom.fn];
    bool triangle = false;
    if (!inner && f.exp == kOne && fn.kind == FnKind::Sum)
      for (unsigned k = fn.pairs - fn.bound; k < fn.pairs; ++k)
        triangle |= intersects(s[n.sub(atom.args[fn.params + 2 * k + 1], atom.args[fn.params + 2 * k])].vars, sorted);
    if (triangle)
      inner = n.open(f.atom);
    if (!triangle || !inner)
      rest.push_back(f);
  }
  if (!inner)
    return n.sum(vars, n.monoComb(term.mono, term.coef));
  vars.append(inner->vars.begin(), inner->vars.end());
  Comb body = tidy(times(n.monoComb(s.mono(rest), term.coef), inner->body));
  Vec<Comb> parts;
  for (const Term &part : s[body].terms)
    parts.push_back(total(vars, part));
  return gaveUp || parts.empty() ? s.zero : n.add(parts);
}

bool Expander::holdsMaskConstant(Comb x) const {
  for (const Term &term : s[x].terms)
    for (const Factor &f : s[term.mono].factors)
      if (FnKind kind = s.fnOf(f.atom).kind; kind == FnKind::Huge || kind == FnKind::Infinity)
        return true;
  return false;
}

Comb Expander::factor(const Factor &f, unsigned depth) {
  const FnNode &fn = s.fnOf(f.atom);
  if (depth == 0)
    return n.single(f.atom, f.exp);
  switch (fn.kind) {
  case FnKind::Combination: return power(expand(n.bodyAt(f.atom), depth - 1), f.exp);
  case FnKind::Sum: case FnKind::Maximum: case FnKind::Minimum: return power(overVariables(f.atom, depth), f.exp);
  case FnKind::Exp:
    // One factor of e^(h m - h): alone it would be read as a mask, which the whole exponent is not.
    if (holdsMaskConstant(n.argumentOf(f.atom)))
      return n.single(f.atom, f.exp);
    return exp(n.scale(expand(n.argumentOf(f.atom), depth - 1), f.exp));
  case FnKind::Scalar: {
    Vec<Comb> xs;
    for (unsigned i = 0; i < fn.bodies.size(); ++i)
      xs.push_back(expand(n.argumentOf(f.atom, i), depth - 1));
    return gaveUp ? s.zero : power(function(s.text(Symbol{fn.name}), s[f.atom].fn, xs), f.exp);
  }
  default: return n.single(f.atom, f.exp);
  }
}

} // namespace lockstep::verifier::engine
