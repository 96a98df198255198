// Integers are both values (combinations) and index expressions. A combination holds its affine integer part as one
// monomial q * Index(e) with e primitive; constants join e when they are multiples of q.
#include "verifier/normalize/Normalizer.h"

#include <numeric>

namespace lockstep::verifier::engine {

static bool isAtLeastOf(const Store &s, const Factor &f) { return s.fnOf(f.atom).kind == FnKind::AtLeast; }

/// Bounds that guards of a monomial put on the value `data` that is multiplied by them.
static Range guardBounds(const Store &s, Mono m, Comb data) {
  Range r;
  for (const Factor &f : s[m].factors) {
    if (!isAtLeastOf(s, f))
      continue;
    const IxNode &e = s[s[f.atom].args[0]];
    if (e.terms.size() != 1 || s[e.terms[0].atom].kind != IxKind::Data || s[e.terms[0].atom].data() != data)
      continue;
    if (e.terms[0].k == 1)
      r.lo = std::max(r.lo, -e.c);
    else if (e.terms[0].k == -1)
      r.hi = std::min(r.hi, e.c);
  }
  return r;
}

/// Whether two monomials can never both be non-zero because of guards [e >= 0] and [-1 - e >= 0].
static bool exclude(Normalizer &n, Mono a, Mono b) {
  for (const Factor &f : n.s[a].factors)
    for (const Factor &g : n.s[b].factors)
      if (isAtLeastOf(n.s, f) && isAtLeastOf(n.s, g) &&
          n.range(n.add(n.s[f.atom].args[0], n.s[g.atom].args[0])).hi < 0)
        return true;
  return false;
}

Range Normalizer::rangeOf(Comb x) {
  Vec<Range> ranges;
  bool allGuarded = s[x].terms.size() > 1;
  for (const Term &term : s[x].terms) {
    Range r{1, 1};
    for (const Factor &f : s[term.mono].factors) {
      const FnNode &fn = s.fnOf(f.atom);
      if (fn.boolean)
        r = product(r, {0, 1});
      else if (fn.kind == FnKind::Index && f.exp == kOne)
        r = product(r, range(s[f.atom].args[0]));
      else if (fn.isInteger && f.exp == kOne) {
        Range bounds = guardBounds(s, term.mono, single(f.atom));
        bounds = {std::max(bounds.lo, fn.range.lo), std::min(bounds.hi, fn.range.hi)};
        r = product(r, bounds.lo <= bounds.hi ? bounds : fn.range);
      } else if (fn.kind == FnKind::Sum && f.exp == kOne) {
        Range terms = rangeOf(fn.body());
        const AtomNode &atom = s[f.atom];
        for (unsigned k = fn.pairs - fn.bound; k < fn.pairs; ++k) {
          Ix length = sub(atom.args[fn.params + 2 * k + 1], atom.args[fn.params + 2 * k]);
          terms = product(terms, {0, range(length).hi});
        }
        r = product(r, terms);
      } else
        return {};
    }
    int64_t k;
    if (!s.q.toInt(term.coef, k))
      return {};
    ranges.push_back(scaled(r, k));
    allGuarded &= s[term.mono].hasGuard;
  }
  bool disjoint = allGuarded && ranges.size() <= 8;
  for (size_t i = 0; disjoint && i < ranges.size(); ++i)
    for (size_t j = 0; disjoint && j < i; ++j)
      disjoint = exclude(*this, s[x].terms[i].mono, s[x].terms[j].mono);
  Range total{0, 0};
  for (const Range &r : ranges)
    total = disjoint ? Range{std::min(total.lo, r.lo), std::max(total.hi, r.hi)} : total + r;
  return total;
}

Comb Normalizer::fromIndex(Ix a) {
  const IxNode &e = s[a];
  if (e.isConst())
    return number(e.c);
  Fn index = intern({FnKind::Index, 0, 1}, Sign::Unknown);
  return canonicalIndex(single(s.atom(index, a)));
}

/// Greatest q > 0 such that all given rationals are integer multiples of it; kZero when numbers are too large.
static Q content(Rationals &q, const std::map<IxAtom, Q> &terms) {
  int64_t lcm = 1, gcd = 0;
  for (const auto &[atom, k] : terms) {
    auto [n, d] = q.parts(k);
    if (d == 0 || d > (int64_t(1) << 30) || lcm > (int64_t(1) << 30))
      return kZero;
    lcm = std::lcm(lcm, d);
  }
  for (const auto &[atom, k] : terms) {
    int64_t whole;
    if (!q.toInt(q.mul(k, q.integer(lcm)), whole))
      return kZero;
    gcd = std::gcd(gcd, whole);
  }
  return q.make(gcd, lcm);
}

Comb Normalizer::canonicalIndex(Comb x) {
  std::map<IxAtom, Q> linear;
  Q constantPart = kZero;
  Vec<Term> others;
  Vec<Term> work(s[x].terms.begin(), s[x].terms.end());
  for (size_t i = 0; i < work.size(); ++i) {
    Term term = work[i];
    if (term.mono == s.unit) {
      constantPart = s.q.add(constantPart, term.coef);
      continue;
    }
    if (!s[term.mono].isIndex) {
      others.push_back(term);
      continue;
    }
    const IxNode &e = s[s[s[term.mono].factors[0].atom].args[0]];
    constantPart = s.q.add(constantPart, s.q.mul(term.coef, s.q.integer(e.c)));
    for (const IxTerm &part : e.terms) {
      Q k = s.q.mul(term.coef, s.q.integer(part.k));
      if (s[part.atom].kind == IxKind::Data)
        for (const Term &inner : s[s[part.atom].data()].terms)
          work.push_back({inner.mono, s.q.mul(inner.coef, k)});
      else {
        Q &slot = linear.try_emplace(part.atom, kZero).first->second;
        slot = s.q.add(slot, k);
        if (slot == kZero)
          linear.erase(part.atom);
      }
    }
  }
  if (!linear.empty()) {
    Q unitQ = content(s.q, linear);
    if (unitQ == kZero)
      return x;
    Vec<IxTerm> terms;
    for (const auto &[atom, k] : linear) {
      int64_t whole = 0;
      s.q.toInt(s.q.div(k, unitQ), whole);
      terms.push_back({atom, whole});
    }
    int64_t c = 0;
    if (s.q.toInt(s.q.div(constantPart, unitQ), c))
      constantPart = kZero;
    else
      c = 0;
    Fn index = intern({FnKind::Index, 0, 1}, Sign::Unknown);
    others.push_back({s.mono(Factor{s.atom(index, s.ix(c, terms)), kOne}), unitQ});
  }
  if (constantPart != kZero)
    others.push_back({s.unit, constantPart});
  return s.comb(others);
}

Ix Normalizer::toIndex(Comb x) {
  Ix e = s.zeroIx;
  Vec<Term> rest;
  for (const Term &term : s[x].terms) {
    int64_t k;
    if (!s.q.toInt(term.coef, k)) {
      rest.push_back(term);
    } else if (term.mono == s.unit) {
      e = plus(e, k);
    } else if (s[term.mono].isIndex) {
      e = add(e, scale(s[s[term.mono].factors[0].atom].args[0], k));
    } else if (s[term.mono].factors.size() == 1 && s[term.mono].factors[0].exp == kOne && !s[term.mono].hasGuard) {
      e = add(e, s.ix(0, IxTerm{s.dataAtom(monoComb(term.mono)), k}));
    } else {
      rest.push_back(term);
    }
  }
  if (!rest.empty())
    e = add(e, s.ix(0, IxTerm{s.dataAtom(s.comb(rest)), 1}));
  return e;
}

} // namespace lockstep::verifier::engine
