// The order of the sum rules.
#include "verifier/normalize/SumBuilder.h"

#include <algorithm>

namespace lockstep::verifier::engine {

Comb Normalizer::sum(Span<Var> vars, Comb x, bool closed) { return SumBuilder(*this).sum(vars, x, closed); }

Comb SumBuilder::sum(Span<Var> vars, Comb x, bool closed) {
  if (x == s.zero || vars.empty())
    return x;
  Normalizer::Deeper deeper(n);
  Vec<Comb> parts;
  for (const Term &term : s[x].terms)
    parts.push_back(mono(Vec<Var>(vars.begin(), vars.end()), term.coef, term.mono, closed));
  return parts.size() == 1 ? parts[0] : n.add(parts);
}

Comb SumBuilder::mono(Vec<Var> vars, Q coef, Mono m, bool closed) {
  Vec<uint32_t, 32> key{m.v, closed};
  for (Var v : vars)
    key.push_back(v.v);
  if (const Comb *known = n.summedMemo.find(key))
    return n.scale(*known, coef);
  Comb result = build(std::move(vars), m, closed);
  if (!n.exhausted())
    n.summedMemo.set(key, result);
  return n.scale(result, coef);
}

Comb SumBuilder::build(Vec<Var> vars, Mono m, bool closed) {
  if (!n.spend())
    return n.unique();
  Q coef = kOne;
  Problem p;
  Q before = coef;
  p.closed = closed;
  p.order.assign(vars.begin(), vars.end());
  std::sort(p.order.begin(), p.order.end());
  Vec<Factor> outside;
  Vec<Var, 16> used;
  for (const Factor &f : s[m].factors) {
    VarList inside = s[f.atom].vars;
    if (intersects(inside, p.order)) {
      p.factors.push_back(f);
      used.append(inside.begin(), inside.end());
    } else {
      outside.push_back(f);
    }
  }
  std::sort(used.begin(), used.end());
  Substitution units;
  bool hasUnit = false;
  Vec<Var> occurring;
  for (Var v : vars) {
    if (!std::binary_search(used.begin(), used.end(), v)) {
      n.count(Rule::SumUnused);
      coef = s.q.mul(coef, s.q.integer(s.extent(v)));
      continue;
    }
    occurring.push_back(v);
    if (s.extent(v) == 1) {
      units.set(v, s.zeroIx);
      hasUnit = true;
    } else {
      p.vars.push_back(v);
    }
  }
  if (n.recording() && occurring.size() < vars.size())
    n.trace->record(Step(Rule::SumUnused).from(Side::sum(vars, before, s[m].factors)).to(Side::sum(occurring, coef, s[m].factors)));
  Comb outer = n.monoComb(s.mono(outside));
  if (hasUnit) {
    units.normalize();
    Comb body = n.substitute(n.monoComb(s.mono(p.factors), coef), units);
    return n.mulDistributed(outer, sum(p.vars, body, closed));
  }
  if (p.vars.empty())
    return n.mulDistributed(outer, n.monoComb(s.mono(p.factors), coef));
  p.coef = coef;
  p.order.assign(p.vars.begin(), p.vars.end());
  std::sort(p.order.begin(), p.order.end());
  Comb inner = solve(p);
  // A guard outside must not be repeated in every term of a long result.
  if (s[inner].terms.size() > 1 && s[outer].hasGuard)
    inner = n.named(inner);
  return n.mulDistributed(outer, inner);
}

Comb SumBuilder::solve(Problem &p) {
  using RuleFn = Result (SumBuilder::*)(Problem &);
  static constexpr RuleFn rules[] = {&SumBuilder::telescope,    &SumBuilder::solveEquality, &SumBuilder::solveBlock,
                                     &SumBuilder::shrink,       &SumBuilder::cutAtGuards,   &SumBuilder::openLone,
                                     &SumBuilder::openProduct,  &SumBuilder::fuse,          &SumBuilder::rotate,
                                     &SumBuilder::split,        &SumBuilder::eliminate};
  for (RuleFn rule : rules)
    if (Result result = (this->*rule)(p))
      return *result;
  return internSum(p);
}

Comb SumBuilder::product(const Problem &p, const Factor *without, const Factor *without2) {
  Vec<Factor> kept;
  for (const Factor &f : p.factors)
    if (&f != without && &f != without2)
      kept.push_back(f);
  return n.monoComb(s.mono(kept), p.coef);
}

Comb SumBuilder::substituteVar(Comb x, Var v, Ix by) {
  Substitution one;
  one.set(v, by);
  return n.substitute(x, one);
}

Comb SumBuilder::withGuard(Comb guard, Comb x) {
  if (guard == s.one)
    return x;
  Vec<Comb> parts;
  for (const Term &g : s[guard].terms)
    for (const Term &term : s[x].terms)
      parts.push_back(n.contextual(s.q.mul(g.coef, term.coef), n.mulMono(g.mono, term.mono)));
  return parts.size() == 1 ? parts[0] : n.add(parts);
}

Vec<Var> SumBuilder::replace(Span<Var> vars, Var v, Span<Var> by) {
  Vec<Var> out;
  for (Var w : vars)
    if (w != v)
      out.push_back(w);
    else
      out.append(by.begin(), by.end());
  return out;
}

SumBuilder::Part SumBuilder::restrict(Problem &p, Var v, int64_t lo, int64_t hi) {
  if (lo == hi)
    return {replace(p.vars, v, {}), substituteVar(product(p), v, n.constant(lo))};
  Var u = s.freeVar({0, hi - lo});
  return {replace(p.vars, v, u), substituteVar(product(p), v, n.plus(s.varIx(u), lo))};
}

static void collect(const Store &s, Ix e, VarList vars, Vec<Ix, 32> &out) {
  if (!intersects(s[e].vars, vars))
    return;
  out.push_back(e);
  for (const IxTerm &term : s[e].terms) {
    const IxAtomNode &atom = s[term.atom];
    if (atom.kind == IxKind::Floor)
      collect(s, atom.index(), vars, out);
    if (atom.kind == IxKind::Data)
      for (const Term &part : s[atom.data()].terms)
        for (const Factor &f : s[part.mono].factors)
          for (Ix arg : s[f.atom].args)
            collect(s, arg, vars, out);
  }
}

Vec<Ix, 32> SumBuilder::occurrences(Comb x, VarList vars) {
  Vec<Ix, 32> out;
  for (const Term &term : s[x].terms)
    for (const Factor &f : s[term.mono].factors)
      for (Ix arg : s[f.atom].args)
        collect(s, arg, vars, out);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

VarList SumBuilder::lengthVars(Atom a, Vec<Var, 16> &out) {
  const AtomNode &atom = s[a];
  const FnNode &fn = s[atom.fn];
  for (unsigned k = fn.pairs - fn.bound; k < fn.pairs; ++k) {
    Ix length = n.sub(atom.args[fn.params + 2 * k + 1], atom.args[fn.params + 2 * k]);
    out.append(s[length].vars.begin(), s[length].vars.end());
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

} // namespace lockstep::verifier::engine
