// Sums and products of values. A product with a combination of several terms names that combination (Named.cpp);
// products of 0/1 values are multiplied out instead.
#include "verifier/normalize/Normalizer.h"

#include <algorithm>

namespace lockstep::verifier::engine {

bool Normalizer::isNumber(Comb x) const {
  const CombNode &node = s[x];
  return node.isZero() || (node.terms.size() == 1 && node.terms[0].mono == s.unit);
}

Q Normalizer::numberOf(Comb x) const { return s[x].isZero() ? kZero : s[x].terms[0].coef; }

Comb Normalizer::make(Span<Term> terms) {
  Comb x = s.comb(terms);
  unsigned indices = 0;
  bool constant = false;
  for (const Term &term : s[x].terms) {
    indices += s[term.mono].isIndex;
    constant |= term.mono == s.unit;
  }
  return indices > 1 || (indices == 1 && constant) ? canonicalIndex(x) : x;
}

Comb Normalizer::add(Span<Comb> xs) {
  Vec<Term> terms;
  for (Comb x : xs)
    terms.append(s[x].terms.begin(), s[x].terms.end());
  spend(1 + terms.size() / 8);
  Comb sum = make(terms);
  return mergeDomains(mergeGuards(sum));
}

Comb Normalizer::scale(Comb x, Q k) {
  if (k == kOne || x == s.zero)
    return x;
  if (k == kZero)
    return s.zero;
  Vec<Term> terms;
  for (const Term &term : s[x].terms)
    terms.push_back({term.mono, s.q.mul(term.coef, k)});
  return make(terms);
}

Mono Normalizer::mulMono(Mono a, Mono b, bool record) {
  if (a == s.unit)
    return b;
  if (b == s.unit)
    return a;
  Span<Factor> x = s[a].factors, y = s[b].factors;
  Vec<Factor> out;
  size_t i = 0, j = 0;
  while (i < x.size() || j < y.size()) {
    if (j == y.size() || (i < x.size() && x[i].atom < y[j].atom)) {
      out.push_back(x[i++]);
    } else if (i == x.size() || y[j].atom < x[i].atom) {
      out.push_back(y[j++]);
    } else {
      const FnNode &fn = s.fnOf(x[i].atom);
      Q e = s.q.add(x[i].exp, y[j].exp);
      if (fn.boolean && s.q.sign(e) > 0)
        e = kOne;
      if (record && fn.sign != Sign::Positive && s.q.sign(x[i].exp) != s.q.sign(y[j].exp))
        recordCancelled(x[i].atom);
      out.push_back({x[i].atom, e});
      ++i, ++j;
    }
  }
  return s.mono(out);
}

Comb Normalizer::mulDistributed(Comb x, Comb y) {
  if (x == s.zero || y == s.zero)
    return s.zero;
  if (x == s.one)
    return y;
  if (y == s.one)
    return x;
  spend(s[x].terms.size() * s[y].terms.size());
  Vec<Term> terms;
  for (const Term &a : s[x].terms)
    for (const Term &b : s[y].terms)
      terms.push_back({mulMono(a.mono, b.mono), s.q.mul(a.coef, b.coef)});
  return mergeDomains(mergeGuards(make(terms)));
}

/// A short list of guarded pieces, into which another guard is multiplied.
static bool isPieces(const Store &s, Comb x) {
  return s[x].terms.size() <= 4 && llvm::all_of(s[x].terms, [&](const Term &term) { return s[term.mono].hasGuard; });
}

Comb Normalizer::asFactor(Comb x) { return isBoolean(x) || isPieces(s, x) ? x : named(x); }

Comb Normalizer::mul(Comb x, Comb y) {
  if (x == s.zero || y == s.zero)
    return s.zero;
  if (isNumber(x))
    return scale(y, numberOf(x));
  if (isNumber(y))
    return scale(x, numberOf(y));
  Comb result = mulNow(x, y);
  if (recording())
    trace->record(Step(Rule::Product).from(Side::product(x, y)).to(Side::of(result)));
  return result;
}

Comb Normalizer::mulNow(Comb x, Comb y) {
  if (!spend())
    return s.zero;
  size_t nx = s[x].terms.size(), ny = s[y].terms.size();
  bool booleans = isBoolean(x) && isBoolean(y);
  // A guard goes into a short list of guarded pieces, so that contradictory pieces vanish.
  bool pieces = (nx == 1 && isBoolean(x) && ny > 1 && isPieces(s, y)) || (ny == 1 && isBoolean(y) && nx > 1 && isPieces(s, x));
  if ((booleans && nx * ny <= 64) || pieces) {
    Vec<Comb> products;
    for (const Term &a : s[x].terms)
      for (const Term &b : s[y].terms)
        products.push_back(contextual(s.q.mul(a.coef, b.coef), mulMono(a.mono, b.mono)));
    return add(products);
  }
  auto [cx, mx] = fold(x);
  auto [cy, my] = fold(y);
  return contextual(s.q.mul(cx, cy), mulMono(mx, my));
}

Comb Normalizer::guarded(Comb guard, Comb x) {
  if (guard == s.one)
    return x;
  if (guard == s.zero || x == s.zero)
    return s.zero;
  bool pieces = false;
  for (const Term &term : s[x].terms)
    pieces |= s[term.mono].hasGuard || s[term.mono].isIndex;
  Vec<Comb> products;
  if (s[x].terms.size() > 1 && (pieces || s[x].terms.size() * s[guard].terms.size() <= 6)) {
    // Pieces that lie wholly inside or outside of the guard stay as they are: a stack that a loop fills has one a step.
    Vec<Term> whole;
    for (const Term &term : s[x].terms) {
      Context known = contextOf(term.mono);
      for (const Term &g : s[guard].terms) {
        std::optional<bool> decided = known.empty() ? std::nullopt : decideProduct(g.mono, known);
        Q c = s.q.mul(g.coef, term.coef);
        if (decided && recording())
          trace->record(Step(Rule::GuardContext)
                            .from(Side::product(c, s[mulMono(g.mono, term.mono)].factors))
                            .to(Side::of(*decided ? monoComb(term.mono, c) : s.zero)));
        if (decided == false)
          continue;
        if (decided == true)
          whole.push_back({term.mono, c});
        else
          products.push_back(contextual(c, mulMono(g.mono, term.mono)));
      }
    }
    if (!whole.empty())
      products.push_back(s.comb(whole));
    return add(products);
  }
  auto [c, m] = fold(x);
  for (const Term &g : s[guard].terms)
    products.push_back(contextual(s.q.mul(g.coef, c), mulMono(g.mono, m)));
  return add(products);
}

Comb Normalizer::select(Comb guard, Comb x, Comb y) {
  if (guard == s.one || x == y)
    return x;
  if (guard == s.zero)
    return y;
  return add(guarded(guard, x), guarded(logicalNot(guard), y));
}

/// Exponents of primes are kept between 0 and 1, whole powers go to the coefficient.
Mono Normalizer::normalizePrimes(Q &c, Mono m) {
  bool needed = false;
  for (const Factor &f : s[m].factors)
    needed |= s.fnOf(f.atom).kind == FnKind::Prime && (s.q.sign(f.exp) < 0 || !s.q.less(f.exp, kOne));
  if (!needed)
    return m;
  Vec<Factor> out;
  for (Factor f : s[m].factors) {
    if (s.fnOf(f.atom).kind == FnKind::Prime) {
      int64_t whole = s.q.floorOf(f.exp);
      c = s.q.mul(c, s.q.power(Q{s.fnOf(f.atom).name}, whole));
      f.exp = s.q.sub(f.exp, s.q.integer(whole));
    }
    out.push_back(f);
  }
  return s.mono(out);
}

Comb Normalizer::contextual(Q c, Mono m) {
  Comb result = contextualNow(c, m);
  if (recording() && s[m].hasGuard)
    trace->record(Step(Rule::GuardContext).from(Side::product(c, s[m].factors)).to(Side::of(result)));
  return result;
}

Comb Normalizer::contextualNow(Q c, Mono m) {
  m = normalizePrimes(c, m);
  if (!s[m].hasGuard || !spend())
    return monoComb(m, c);
  // Contradictory guards, and guards that follow from another one.
  Span<Factor> factors = s[m].factors;
  Vec<Factor> kept;
  Context known = contextOf(m);
  for (size_t i = 0; i < factors.size(); ++i) {
    const FnNode &fn = s.fnOf(factors[i].atom);
    if (!fn.isGuard()) {
      kept.push_back(factors[i]);
      continue;
    }
    Context others;
    for (const Known &fact : known)
      if (fact.e != s[factors[i].atom].args[0] || fact.equality != (fn.kind == FnKind::Equal))
        others.push_back(fact);
    std::optional<bool> decided = decide(single(factors[i].atom), others);
    if (decided && !*decided)
      return s.zero;
    if (!decided)
      kept.push_back(factors[i]);
    else
      known = others; // two guards never justify each other: a dropped one is no longer a reason
  }
  if (kept.size() != factors.size())
    m = s.mono(kept);
  if (std::optional<Comb> rewritten = contextualFloors(c, m))
    return *rewritten;
  // Functions with guards inside that this context decides.
  Vec<Factor> plain, hits;
  for (const Factor &f : s[m].factors) {
    const FnNode &fn = s.fnOf(f.atom);
    (!fn.isGuard() && !guardsOf(s[f.atom].fn).empty() && decidesSome(f.atom, known) ? hits : plain).push_back(f);
  }
  if (!hits.empty()) {
    Comb r = monoComb(s.mono(plain), c);
    for (const Factor &f : hits) {
      Comb y = specialised(f.atom, known);
      if (y == s.zero && s.q.sign(f.exp) > 0)
        return s.zero;
      r = mulDistributed(r, named(power(y, f.exp)));
    }
    count(Rule::GuardContext);
    if (s[r].terms.size() != 1)
      return r;
    Term only = s[r].terms[0];
    return only.mono == m ? r : contextual(only.coef, only.mono);
  }
  return s[m].hasData ? contextualData(c, m) : monoComb(m, c);
}

} // namespace lockstep::verifier::engine
