// Sum rules on the digits of summed variables: fuse proportional ones, rotate, split under floors, and eliminate
// variables that occur in few factors first.
#include "verifier/normalize/SumBuilder.h"

#include <algorithm>
#include <numeric>

namespace lockstep::verifier::engine {

/// a and k are the digits of one variable when a's factor is extent(k) times k's wherever they occur.
static bool areDigits(Normalizer &n, Span<Ix> occurrences, Var a, Var k) {
  int64_t radix = n.s.extent(k);
  bool some = false;
  for (Ix e : occurrences) {
    int64_t ca = n.coefficient(e, a), ck = n.coefficient(e, k);
    if (ca == 0 && ck == 0)
      continue;
    if (ca != radix * ck)
      return false;
    some = true;
  }
  return some;
}

SumBuilder::Result SumBuilder::fuse(Problem &p) {
  if (p.vars.size() < 2)
    return std::nullopt;
  Comb x = product(p);
  Vec<Ix, 32> where = occurrences(x, p.sorted());
  for (Var a : p.vars)
    for (Var k : p.vars) {
      if (a == k || !areDigits(n, where, a, k))
        continue;
      n.count(Rule::SumFuse);
      Var fused = s.freeVar({0, s.extent(a) * s.extent(k) - 1});
      Substitution by;
      by.set(a, s.zeroIx);
      by.set(k, s.varIx(fused));
      by.normalize();
      Vec<Var> vars = replace(replace(p.vars, a, {}), k, fused);
      Comb y = n.substitute(x, by);
      if (n.recording()) {
        Ix digits = n.add(n.scale(s.varIx(a), s.extent(k)), s.varIx(k));
        n.trace->record(Step(Rule::SumFuse).map(fused, digits).from(sideOf(p)).to(Side::sum(vars, y)));
      }
      return sum(vars, y, p.closed);
    }
  return std::nullopt;
}

static bool underFloor(const Store &s, Span<Ix> occurrences, Var v) {
  for (Ix e : occurrences)
    for (const IxTerm &term : s[e].terms)
      if (s[term.atom].kind == IxKind::Floor && contains(s[term.atom].vars, v))
        return true;
  return false;
}

/// floor((+-v + free) / extent(v)): u = (+-v + free) mod extent(v) runs over the same values and needs no floor.
SumBuilder::Result SumBuilder::rotate(Problem &p) {
  Comb x = product(p);
  for (Ix e : occurrences(x, p.sorted()))
    for (const IxTerm &term : s[e].terms) {
      const IxAtomNode &atom = s[term.atom];
      if (atom.kind != IxKind::Floor)
        continue;
      for (Var v : p.vars) {
        int64_t k = n.coefficient(atom.index(), v);
        Ix free = n.without(atom.index(), v);
        if (atom.divisor != s.extent(v) || std::abs(k) != 1 || contains(s[free].vars, v))
          continue;
        Var u = s.freeVar({0, s.extent(v) - 1});
        Ix value = n.mod(n.scale(n.sub(s.varIx(u), free), k), s.extent(v));
        Comb y = substituteVar(x, v, value);
        if (underFloor(s, occurrences(y, u), u))
          continue;
        n.count(Rule::SumRotate);
        Vec<Var> vars = replace(p.vars, v, u);
        if (n.recording())
          n.trace->record(Step(Rule::SumRotate).map(v, value).from(sideOf(p)).to(Side::sum(vars, y)));
        return sum(vars, y, p.closed);
      }
    }
  return std::nullopt;
}

SumBuilder::Result SumBuilder::split(Problem &p) {
  Comb x = product(p);
  Vec<Var> vars = p.vars;
  bool changed = false;
  for (unsigned round = 0; round < 20; ++round) {
    Vec<Var, 16> sorted(vars.begin(), vars.end());
    std::sort(sorted.begin(), sorted.end());
    std::optional<Var> best;
    int64_t bestDivisor = 0;
    for (Ix e : occurrences(x, sorted))
      for (const IxTerm &term : s[e].terms) {
        const IxAtomNode &atom = s[term.atom];
        if (atom.kind != IxKind::Floor)
          continue;
        for (Var v : vars) {
          int64_t k = n.coefficient(atom.index(), v);
          if (k == 0)
            continue;
          int64_t d = atom.divisor / std::gcd(atom.divisor, std::abs(k));
          if (d > 1 && d < s.extent(v) && s.extent(v) % d == 0 && (!best || d < bestDivisor))
            best = v, bestDivisor = d;
        }
      }
    if (!best)
      break;
    n.count(Rule::SumSplit);
    changed = true;
    Var high = s.freeVar({0, s.extent(*best) / bestDivisor - 1}), low = s.freeVar({0, bestDivisor - 1});
    Ix value = n.add(n.scale(s.varIx(high), bestDivisor), s.varIx(low));
    Step step(Rule::SumSplit);
    step.map(*best, value).from(Side::sum(vars, x));
    x = substituteVar(x, *best, value);
    vars = replace(vars, *best, {high, low});
    if (n.recording())
      n.trace->record(step.to(Side::sum(vars, x)));
  }
  if (!changed)
    return std::nullopt;
  return sum(vars, x, p.closed);
}

/// Sum first over a variable that not every factor has: distributivity. Guards do not count, they come and go with
/// the ranges of one tile.
SumBuilder::Result SumBuilder::eliminate(Problem &p) {
  if (p.factors.size() < 2 || p.vars.size() < 2)
    return std::nullopt;
  size_t total = 0;
  for (const Factor &f : p.factors)
    total += s.fnOf(f.atom).kind != FnKind::AtLeast;
  using Key = std::pair<size_t, std::vector<std::pair<uint32_t, uint32_t>>>;
  std::optional<Var> best;
  Key bestKey;
  for (Var v : p.vars) {
    Key key{0, {}};
    for (const Factor &f : p.factors)
      if (s.fnOf(f.atom).kind != FnKind::AtLeast && occurs(f, v)) {
        ++key.first;
        key.second.push_back({s[f.atom].fn.v, f.exp.v});
      }
    if (key.first >= total)
      continue;
    std::sort(key.second.begin(), key.second.end());
    if (!best || key < bestKey)
      best = v, bestKey = key;
  }
  if (!best)
    return std::nullopt;
  n.count(Rule::SumEliminate);
  Vec<Factor> with, without;
  for (const Factor &f : p.factors)
    (occurs(f, *best) ? with : without).push_back(f);
  Comb inner = mono({*best}, kOne, s.mono(with), true);
  Comb rest = n.monoComb(s.mono(without), p.coef);
  Vec<Var> others = replace(p.vars, *best, {});
  Comb outer = n.mul(rest, inner);
  if (n.recording())
    n.trace->record(Step(Rule::SumEliminate).from(sideOf(p)).to(Side::sum(others, outer)));
  return sum(others, outer, true);
}

} // namespace lockstep::verifier::engine
