// Floors under guards: where 64 <= x < 128 holds, floor(x / 64) is 1, and where 64 r <= x < 64 r + 64 it is r. Flat
// buffers cut into chunks are full of such floors; without them the pieces of one tensor are the tensor again.
#include "verifier/normalize/Normalizer.h"

#include <algorithm>

namespace lockstep::verifier::engine {

bool Normalizer::hasFloor(Ix e) const {
  for (const IxTerm &term : s[e].terms)
    if (s[term.atom].kind == IxKind::Floor)
      return true;
  return false;
}

/// Bounds of e where the facts hold, each fact used alone.
Range Normalizer::rangeUnder(Ix e, const Context &known) {
  Range r = range(e);
  for (const Known &fact : known) {
    if (!intersects(s[e].vars, s[fact.e].vars))
      continue;
    Range below = range(sub(e, fact.e)), above = range(add(e, fact.e)); // fact.e >= 0
    r.lo = std::max(r.lo, below.lo);
    r.hi = std::min(r.hi, above.hi);
    if (fact.equality) {
      r.lo = std::max(r.lo, above.lo);
      r.hi = std::min(r.hi, below.hi);
    }
  }
  return r;
}

/// floor(x / d) where the facts hold, when they determine it.
std::optional<Ix> Normalizer::floorUnder(Ix x, int64_t d, const Context &known) {
  auto quotient = [&](Ix rest) -> std::optional<int64_t> {
    Range r = rangeUnder(rest, known);
    if (!r.isFinite() || r.lo > r.hi || floorDivide(r.lo, d) != floorDivide(r.hi, d))
      return std::nullopt;
    return floorDivide(r.lo, d);
  };
  if (auto k = quotient(x))
    return constant(*k);
  // x - d y is bounded by a fact e >= 0 or e = 0 that says so: e = x - d y + c, or the other way round.
  for (const Known &fact : known)
    for (int64_t sign : {1, -1}) {
      Ix multiple = sub(x, scale(fact.e, sign));
      Vec<IxTerm> terms;
      bool divides = true;
      for (const IxTerm &term : s[multiple].terms) {
        divides &= term.k % d == 0 && s[term.atom].kind != IxKind::Floor; // or one floor would give rise to the next
        terms.push_back({term.atom, term.k / d});
      }
      if (!divides || terms.empty())
        continue;
      Ix y = s.ix(0, terms);
      if (auto k = quotient(sub(x, scale(y, d))))
        return plus(y, *k);
    }
  return std::nullopt;
}

Ix Normalizer::floorsUnder(Ix a, const Context &known) {
  if (!hasFloor(a))
    return a;
  Ix result = constant(s[a].c);
  for (const IxTerm &term : s[a].terms) {
    const IxAtomNode &atom = s[term.atom];
    Ix value = s.ix(0, IxTerm{term.atom, 1});
    if (atom.kind == IxKind::Floor) {
      int64_t d = atom.divisor;
      Ix inner = floorsUnder(atom.index(), known);
      std::optional<Ix> known_ = floorUnder(inner, d, known);
      value = known_ ? *known_ : floorDiv(inner, d);
    }
    result = add(result, scale(value, term.k));
  }
  return result;
}

/// Rewrites the floors of every factor by what the guards of the monomial (other than itself) say about them.
std::optional<Comb> Normalizer::contextualFloors(Q c, Mono m) {
  bool some = false;
  for (const Factor &f : s[m].factors)
    for (Ix arg : s[f.atom].args)
      some |= hasFloor(arg);
  if (!some)
    return std::nullopt;
  Context all = contextOf(m);
  for (const Factor &f : s[m].factors) {
    const FnNode &fn = s.fnOf(f.atom);
    Context others = all;
    if (fn.isGuard())
      llvm::erase_if(others, [&](const Known &fact) {
        return fact.e == s[f.atom].args[0] && fact.equality == (fn.kind == FnKind::Equal);
      });
    Vec<Ix> args;
    bool changed = false;
    for (Ix arg : s[f.atom].args) {
      args.push_back(floorsUnder(arg, others));
      changed |= args.back() != arg;
    }
    if (!changed)
      continue;
    // One factor at a time: what justified this step may be rewritten by the next one.
    count(Rule::FloorContext);
    Vec<Factor> rest;
    for (const Factor &g : s[m].factors)
      if (g.atom != f.atom)
        rest.push_back(g);
    Comb y = instance(s[f.atom].fn, args);
    Comb r = mulDistributed(monoComb(s.mono(rest), c), f.exp == kOne ? y : named(power(y, f.exp)));
    if (recording())
      trace->record(Step(Rule::FloorContext).from(Side::product(c, s[m].factors)).to(Side::of(r)));
    Vec<Comb> parts;
    for (const Term &term : s[r].terms)
      parts.push_back(contextual(term.coef, term.mono));
    return parts.size() == 1 ? parts[0] : add(parts);
  }
  return std::nullopt;
}

} // namespace lockstep::verifier::engine
