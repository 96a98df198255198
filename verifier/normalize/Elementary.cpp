// Functions of one element expressed by few of them: exponentials, logarithms, sines and cosines of single angles, and
// the predicates [z > 0] and [z = 0].
#include "verifier/normalize/Expander.h"

namespace lockstep::verifier::engine {

static constexpr unsigned kMostCases = 6;   // nested distinctions
static constexpr size_t kMostAngles = 4;    // summands of one angle
static constexpr int64_t kMostMultiple = 12; // of one angle

static std::optional<Atom> loneAtom(const Store &s, Comb x) {
  const CombNode &node = s[x];
  if (node.terms.size() != 1 || node.terms[0].coef != kOne || s[node.terms[0].mono].factors.size() != 1)
    return std::nullopt;
  const Factor &f = s[node.terms[0].mono].factors[0];
  return f.exp == kOne ? std::optional(f.atom) : std::nullopt;
}

/// A condition that multiplies terms of x.
std::optional<Atom> Expander::caseOf(Span<Comb> xs) {
  if (cases >= kMostCases)
    return std::nullopt;
  for (Comb x : xs)
    for (const Term &term : s[x].terms)
      for (const Factor &f : s[term.mono].factors) {
        const FnNode &fn = s.fnOf(f.atom);
        if (fn.boolean && (fn.isGuard() || fn.kind == FnKind::Scalar || fn.kind == FnKind::Input))
          return f.atom;
      }
  return std::nullopt;
}

/// x where the condition holds, or does not: its factor is 1 or 0, as is that of the opposite guard.
Comb Expander::where(Comb x, Atom condition, bool holds) {
  std::optional<Atom> opposite;
  if (s.fnOf(condition).kind == FnKind::AtLeast)
    opposite = loneAtom(s, n.logicalNot(n.single(condition)));
  Vec<Term> terms;
  for (const Term &term : s[x].terms) {
    Vec<Factor> kept;
    bool zero = false;
    for (const Factor &f : s[term.mono].factors)
      if (f.atom == condition)
        zero |= !holds;
      else if (opposite && f.atom == *opposite)
        zero |= holds;
      else
        kept.push_back(f);
    if (!zero)
      terms.push_back({s.mono(kept), term.coef});
  }
  return n.make(terms);
}

/// f(x) = [c] f(x where c) + [not c] f(x where not c)
Comb Expander::byCases(Atom condition, Span<Comb> xs, llvm::function_ref<Comb(Span<Comb>)> f) {
  ++cases;
  Vec<Comb> sides[2];
  for (bool holds : {false, true})
    for (Comb x : xs)
      sides[holds].push_back(where(x, condition, holds));
  Comb c = n.single(condition);
  Comb result = n.add(times(c, f(sides[1])), times(n.logicalNot(c), f(sides[0])));
  --cases;
  return gaveUp ? s.zero : result;
}

Comb Expander::exp(Comb x) {
  if (gaveUp)
    return s.zero;
  if (auto condition = caseOf(x); condition && s.fnOf(*condition).kind == FnKind::Scalar)
    return byCases(*condition, x, [&](Span<Comb> side) { return exp(side[0]); });
  // e^(k log a) = a^k
  Comb r = s.one;
  Vec<Term> rest;
  for (const Term &term : s[x].terms) {
    auto atom = loneAtom(s, n.monoComb(term.mono));
    bool isLog = atom && s.fnOf(*atom).kind == FnKind::Scalar && s.text(Symbol{s.fnOf(*atom).name}) == "log";
    Comb base = isLog ? n.argumentOf(*atom) : s.zero;
    if (isLog && !n.isNumber(base))
      r = times(r, power(base, term.coef));
    else
      rest.push_back(term);
  }
  return times(r, n.exp(s.comb(rest)));
}

/// log of a product of positive factors, after a common denominator was taken out.
Comb Expander::log(Comb x) {
  if (n.isNumber(x) && s.q.sign(n.numberOf(x)) > 0) {
    Vec<Comb> parts;
    for (const auto &[prime, k] : s.q.primePowers(n.numberOf(x)))
      parts.push_back(n.scale(n.scalar("log", {n.number(prime)}), s.q.integer(k)));
    return parts.empty() ? s.zero : n.add(parts);
  }
  auto [c, m] = n.fold(fraction(x, true));
  bool splits = s.q.sign(c) > 0 && m != s.unit;
  for (const Factor &f : s[m].factors)
    splits &= s.fnOf(f.atom).sign == Sign::Positive;
  if (!splits)
    return n.log(n.monoComb(m, c));
  Vec<Comb> parts{log(n.number(c))};
  for (const Factor &f : s[m].factors)
    parts.push_back(n.scale(n.log(n.single(f.atom)), f.exp));
  return n.add(parts);
}

/// [z > 0] and [z = 0] of a value without content: positive factors do not matter, odd powers are single ones.
Comb Expander::predicate(llvm::StringRef name, Comb x) {
  if (auto condition = caseOf(x))
    return byCases(*condition, x, [&](Span<Comb> side) { return predicate(name, side[0]); });
  if (name == "is-nonnegative")
    return n.add(predicate("is-positive", x), predicate("is-zero", x));
  auto [c, m] = n.fold(fraction(x, false));
  int sign = s.q.sign(c);
  Mono z = s.unit;
  for (const Factor &f : s[m].factors) {
    if (s.fnOf(f.atom).sign == Sign::Positive)
      continue;
    auto [num, den] = s.q.parts(f.exp);
    bool odd = den == 1 && num % 2 != 0, even = den == 1 && num % 2 == 0 && num > 0;
    Q e = odd || name == "is-zero" ? kOne : even ? s.q.integer(2) : f.exp;
    if (s.q.sign(f.exp) > 0 || name != "is-zero")
      z = n.mulMono(z, s.mono(Factor{f.atom, e}));
  }
  if (sign == 0 || z == s.unit) {
    bool holds = name == "is-zero" ? sign == 0 : sign > 0;
    return holds ? s.one : s.zero;
  }
  // Two powers of e: the greater one has the greater exponent.
  Comb rest = n.monoComb(z);
  if (s[z].factors.size() == 1 && s.fnOf(s[z].factors[0].atom).kind == FnKind::Combination) {
    Comb body = n.bodyAt(s[z].factors[0].atom);
    Span<Term> terms = s[body].terms;
    if (terms.size() == 2 && s.q.add(terms[0].coef, terms[1].coef) == kZero) {
      Comb exponent = s.zero;
      bool powers = true;
      for (int side : {0, 1})
        for (const Factor &f : s[terms[side].mono].factors) {
          powers &= s.fnOf(f.atom).kind == FnKind::Exp;
          if (powers)
            exponent = n.add(exponent, n.scale(n.argumentOf(f.atom), side == 0 ? f.exp : s.q.neg(f.exp)));
        }
      if (powers)
        return predicate(name, n.scale(exponent, s.q.mul(c, terms[0].coef)));
    }
  }
  // [w + a > 0] with the first monomial of w positive: conditions on one w can be compared.
  if (s[z].factors.size() == 1 && s.fnOf(s[z].factors[0].atom).kind == FnKind::Combination) {
    rest = n.bodyAt(s[z].factors[0].atom);
    for (const Term &term : s[rest].terms)
      if (term.mono != s.unit) {
        sign = s.q.sign(term.coef) < 0 ? -sign : sign;
        rest = n.scale(rest, s.q.inverse(term.coef));
        break;
      }
  }
  Normalizer::ScalarTraits traits;
  traits.boolean = true;
  Comb zero = n.scalar("is-zero", {rest}, traits);
  if (name == "is-zero")
    return zero;
  Comb positive = n.scalar("is-positive", {rest}, traits);
  return sign > 0 ? positive : n.add({s.one, n.neg(positive), n.neg(zero)});
}

/// The sine or cosine of one angle: a multiple of the unit of its monomial.
std::optional<Comb> Expander::sineOf(bool cosine, const Term &angle) {
  auto [it, isNew] = angleUnit.try_emplace(angle.mono, s.q.sign(angle.coef) < 0 ? s.q.neg(angle.coef) : angle.coef);
  auto [multiple, parts] = s.q.parts(s.q.div(angle.coef, it->second));
  if (parts == 0 || parts > kMostMultiple || std::abs(multiple) > kMostMultiple)
    return std::nullopt;
  if (parts > 1) { // everything is done again with the common unit
    it->second = s.q.div(it->second, s.q.integer(parts));
    angleUnitChanged = true;
    return s.zero;
  }
  Comb unit = n.monoComb(angle.mono, it->second);
  Comb c = n.function("cos", unit), sn = n.function("sin", unit);
  Comb nowC = s.one, nowS = s.zero; // of 0, 1, 2, .. units
  for (int64_t i = 0; i < std::abs(multiple); ++i) {
    Comb nextC = n.sub(times(nowC, c), times(nowS, sn)), nextS = n.add(times(nowS, c), times(nowC, sn));
    nowC = squaresOfSines(nextC), nowS = squaresOfSines(nextS);
  }
  return cosine ? nowC : multiple < 0 ? n.neg(nowS) : nowS;
}

std::optional<Comb> Expander::sineOf(bool cosine, Comb x) {
  Span<Term> terms = s[x].terms;
  if (terms.empty())
    return cosine ? s.one : s.zero;
  if (terms.size() > kMostAngles || n.isNumber(x))
    return std::nullopt;
  Term first = terms[0];
  Comb rest = s.comb(terms.drop_front());
  std::optional<Comb> c = sineOf(true, first), sn = sineOf(false, first);
  if (!c || !sn || rest == s.zero)
    return cosine ? c : sn;
  std::optional<Comb> restC = sineOf(true, rest), restS = sineOf(false, rest);
  if (!restC || !restS)
    return std::nullopt;
  return cosine ? n.sub(times(*c, *restC), times(*sn, *restS)) : n.add(times(*sn, *restC), times(*c, *restS));
}

Comb Expander::function(llvm::StringRef name, Fn fn, Span<Comb> xs) {
  if (gaveUp)
    return s.zero;
  if (auto condition = caseOf(xs))
    return byCases(*condition, xs, [&](Span<Comb> sides) { return function(name, fn, sides); });
  Comb x = xs.empty() ? s.zero : xs[0];
  Q two = s.q.integer(2);
  if (name == "tanh") // 1 - 2 / (1 + e^2x)
    return n.sub(s.one, n.scale(power(n.add(s.one, exp(n.scale(x, two))), kMinusOne), two));
  if (name == "sinh" || name == "cosh") {
    Comb e = exp(x), inverse = exp(n.neg(x));
    return n.scale(name == "sinh" ? n.sub(e, inverse) : n.add(e, inverse), kHalf);
  }
  if (name == "abs") { // (2 [x > 0] - 1) x
    Comb sign = n.add(n.scale(predicate("is-positive", x), two), n.number(-1));
    return times(sign, x);
  }
  if (name == "sign")
    return n.add({n.scale(predicate("is-positive", x), two), predicate("is-zero", x), n.number(-1)});
  if (name == "max" || name == "min") { // max(x, y) = y + [x - y > 0] (x - y)
    Comb difference = n.sub(x, xs[1]);
    Comb excess = times(predicate("is-positive", difference), difference);
    return name == "max" ? n.add(xs[1], excess) : n.sub(x, excess);
  }
  if (name == "is-positive" || name == "is-zero" || name == "is-nonnegative")
    return predicate(name, x);
  if (name == "log")
    return log(x);
  if (name == "power" && n.signOf(x) == Sign::Positive)
    return exp(times(xs[1], log(x)));
  if (name == "sin" || name == "cos")
    if (std::optional<Comb> y = sineOf(name == "cos", x))
      return *y;
  if (name == "tan")
    if (std::optional<Comb> sn = sineOf(false, x), c = sineOf(true, x); sn && c)
      return times(*sn, power(*c, kMinusOne));
  return n.rebuildScalar(fn, xs);
}

} // namespace lockstep::verifier::engine
