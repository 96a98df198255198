// Index expressions: integer affine forms with floors; `mod` is written with floor. Ranges decide when a floor is
// known; variables never leave their ranges, so what is decided here holds under every later substitution.
#include "verifier/normalize/Normalizer.h"

#include <algorithm>
#include <numeric>

namespace lockstep::verifier::engine {

Ix Normalizer::add(Ix a, Ix b) {
  const IxNode &x = s[a], &y = s[b];
  if (x.isConst() && x.c == 0)
    return b;
  if (y.isConst() && y.c == 0)
    return a;
  Vec<IxTerm> terms(x.terms.begin(), x.terms.end());
  terms.append(y.terms.begin(), y.terms.end());
  return s.ix(checkedAdd(x.c, y.c), terms);
}

Ix Normalizer::plus(Ix a, int64_t c) { return c == 0 ? a : s.ix(checkedAdd(s[a].c, c), s[a].terms); }

Ix Normalizer::scale(Ix a, int64_t k) {
  if (k == 1)
    return a;
  if (k == 0)
    return s.zeroIx;
  Vec<IxTerm> terms(s[a].terms.begin(), s[a].terms.end());
  for (IxTerm &term : terms)
    term.k = checkedMul(term.k, k);
  return s.ix(checkedMul(s[a].c, k), terms);
}

int64_t Normalizer::coefficient(Ix a, Var var) const {
  for (const IxTerm &term : s[a].terms)
    if (s[term.atom].kind == IxKind::Var && s[term.atom].var() == var)
      return term.k;
  return 0;
}

Ix Normalizer::without(Ix a, Var var) {
  Vec<IxTerm> terms;
  for (const IxTerm &term : s[a].terms)
    if (s[term.atom].kind != IxKind::Var || s[term.atom].var() != var)
      terms.push_back(term);
  return s.ix(s[a].c, terms);
}

std::optional<Ix> Normalizer::solvedFor(Ix a, Var var) {
  int64_t k = coefficient(a, var);
  Ix rest = without(a, var);
  if (std::abs(k) != 1 || contains(s[rest].vars, var))
    return std::nullopt;
  return scale(rest, -k);
}

static Range floored(Range r, int64_t d) {
  return {r.lo <= -kInfinite ? -kInfinite : floorDivide(r.lo, d), r.hi >= kInfinite ? kInfinite : floorDivide(r.hi, d)};
}

Range Normalizer::range(Ix a, unsigned nested) {
  if (s[a].ranged)
    return s[a].range;
  Range result{s[a].c, s[a].c};
  for (const IxTerm &term : s[a].terms) {
    const IxAtomNode &atom = s[term.atom];
    Range r = atom.kind == IxKind::Var     ? s[atom.var()].range
              : atom.kind == IxKind::Floor ? floored(range(atom.index()), atom.divisor)
                                           : rangeOf(atom.data());
    result = result + scaled(r, term.k);
  }
  // m * (x - d * floor(x / d)) lies in [0, m * (d - 1)]: better than the two ranges apart.
  for (const IxTerm &term : s[a].terms) {
    const IxAtomNode &atom = s[term.atom];
    if (nested >= 3 || atom.kind != IxKind::Floor || term.k % atom.divisor != 0)
      continue;
    int64_t m = -term.k / atom.divisor;
    Ix rest = sub(sub(a, scale(atom.index(), m)), s.ix(0, IxTerm{term.atom, term.k}));
    if (s[rest].terms.size() >= s[a].terms.size())
      continue;
    Range better = range(rest, nested + 1) + scaled(Range{0, atom.divisor - 1}, m);
    result = {std::max(result.lo, better.lo), std::min(result.hi, better.hi)};
  }
  if (nested == 0)
    s.setRange(a, result);
  return result;
}

Range Normalizer::rangeOfSum(Ix a, Ix b, int sign) {
  constexpr int64_t kSmall = int64_t(1) << 40;
  const IxNode &x = s[a], &y = s[b];
  auto isPlain = [&](const IxTerm &term) { return s[term.atom].kind == IxKind::Var && std::abs(term.k) < kSmall; };
  if (std::abs(x.c) >= kSmall || std::abs(y.c) >= kSmall || !llvm::all_of(x.terms, isPlain) || !llvm::all_of(y.terms, isPlain))
    return range(sign > 0 ? add(a, b) : sub(a, b));
  Range result{x.c + sign * y.c, x.c + sign * y.c};
  auto take = [&](IxAtom atom, int64_t k) {
    if (k != 0)
      result = result + scaled(s[s[atom].var()].range, k);
  };
  size_t i = 0, j = 0;
  while (i < x.terms.size() || j < y.terms.size()) {
    if (j == y.terms.size() || (i < x.terms.size() && x.terms[i].atom < y.terms[j].atom)) {
      take(x.terms[i].atom, x.terms[i].k);
      ++i;
    } else if (i == x.terms.size() || y.terms[j].atom < x.terms[i].atom) {
      take(y.terms[j].atom, sign * y.terms[j].k);
      ++j;
    } else {
      take(x.terms[i].atom, x.terms[i].k + sign * y.terms[j].k);
      ++i, ++j;
    }
  }
  return result;
}

/// Terms of a whose factor is a multiple of g, divided by g; the others go to `small`.
static void splitTerms(Span<IxTerm> terms, int64_t g, Vec<IxTerm> &big, Vec<IxTerm> &small) {
  for (const IxTerm &term : terms)
    if (term.k % g == 0)
      big.push_back({term.atom, term.k / g});
    else
      small.push_back(term);
}

static Vec<int64_t> descendingFactors(Span<IxTerm> terms) {
  Vec<int64_t> factors;
  for (const IxTerm &term : terms)
    factors.push_back(std::abs(term.k));
  std::sort(factors.begin(), factors.end(), std::greater<>());
  factors.erase(std::unique(factors.begin(), factors.end()), factors.end());
  return factors;
}

Ix Normalizer::floorDiv(Ix a, int64_t d) {
  if (d == 1)
    return a;
  Ix result = reducedFloor(a, d);
  if (recording() && !s[a].isConst())
    trace->record(Step(Rule::Floor).from(Side::at(Side::Shape::Floor, a, d)).to(Side::at(Side::Shape::Index, result)));
  return result;
}

Ix Normalizer::reducedFloor(Ix a, int64_t d) {
  Vec<IxTerm> whole, rest;
  splitTerms(s[a].terms, d, whole, rest);
  int64_t wholeC = floorDivide(s[a].c, d), restC = s[a].c - wholeC * d;
  Ix quotient = s.ix(wholeC, whole), r = s.ix(restC, rest);
  Range bounds = range(r);
  if (bounds.isFinite() && floorDivide(bounds.lo, d) == floorDivide(bounds.hi, d))
    return plus(quotient, floorDivide(bounds.lo, d));
  // Low digits: r = g * x + small with 0 <= small < g and g | d.
  for (int64_t g : descendingFactors(rest)) {
    if (g <= 1 || d % g != 0)
      continue;
    Vec<IxTerm> big, small;
    splitTerms(rest, g, big, small);
    for (int64_t c : {restC % g, restC}) {
      Range low = range(s.ix(c, small));
      if (low.lo >= 0 && low.hi < g && (restC - c) % g == 0)
        return add(quotient, floorDiv(s.ix((restC - c) / g, big), d / g));
    }
  }
  int64_t g = d;
  for (const IxTerm &term : rest)
    g = std::gcd(g, term.k);
  if (g > 1) {
    Vec<IxTerm> big, small;
    splitTerms(rest, g, big, small);
    return add(quotient, floorDiv(s.ix(floorDivide(restC, g), big), d / g));
  }
  if (rest.size() == 1 && rest[0].k == 1 && s[rest[0].atom].kind == IxKind::Floor) {
    const IxAtomNode &inner = s[rest[0].atom];
    return add(quotient, floorDiv(plus(inner.index(), checkedMul(restC, inner.divisor)), checkedMul(inner.divisor, d)));
  }
  return add(quotient, s.ix(0, IxTerm{s.floorAtom(r, d), 1}));
}

} // namespace lockstep::verifier::engine
