// Largest and smallest values over index variables. Idempotence is not used: digits are fused and nested extrema
// flattened as in sums, so that the maximum of the ranks' maxima is the maximum over all.
#include "verifier/normalize/Abstraction.h"

#include <algorithm>

namespace lockstep::verifier::engine {

static void occurrences(const Store &s, Comb x, VarList vars, Vec<Ix, 32> &out);

static void occurrences(const Store &s, Ix e, VarList vars, Vec<Ix, 32> &out) {
  if (!intersects(s[e].vars, vars))
    return;
  out.push_back(e);
  for (const IxTerm &term : s[e].terms) {
    const IxAtomNode &atom = s[term.atom];
    if (atom.kind == IxKind::Floor)
      occurrences(s, atom.index(), vars, out);
    if (atom.kind == IxKind::Data)
      occurrences(s, atom.data(), vars, out);
  }
}

static void occurrences(const Store &s, Comb x, VarList vars, Vec<Ix, 32> &out) {
  for (const Term &term : s[x].terms)
    for (const Factor &f : s[term.mono].factors)
      for (Ix arg : s[f.atom].args)
        occurrences(s, arg, vars, out);
}

/// Two digits of one variable become that variable.
static bool fuseOnce(Normalizer &n, FnKind kind, Vec<Var> &vars, Comb &x) {
  Vec<Var, 16> sorted(vars.begin(), vars.end());
  std::sort(sorted.begin(), sorted.end());
  Vec<Ix, 32> where;
  occurrences(n.s, x, sorted, where);
  for (Var a : vars)
    for (Var k : vars) {
      bool digits = a != k;
      int64_t radix = n.s.extent(k);
      for (Ix e : where)
        digits &= n.coefficient(e, a) == radix * n.coefficient(e, k);
      if (!digits)
        continue;
      Var fused = n.s.freeVar({0, n.s.extent(a) * radix - 1});
      Substitution by;
      by.set(a, n.s.zeroIx);
      by.set(k, n.s.varIx(fused));
      by.normalize();
      Step step(Rule::SumFuse);
      step.before = Side::extremum(kind, vars, x);
      x = n.substitute(x, by);
      llvm::erase_if(vars, [&](Var v) { return v == a || v == k; });
      vars.push_back(fused);
      if (n.recording())
        n.trace->record(step.map(fused, n.add(n.scale(n.s.varIx(a), radix), n.s.varIx(k))).to(Side::extremum(kind, vars, x)));
      return true;
    }
  return false;
}

Comb Normalizer::extremum(FnKind kind, Span<Var> all, Comb x) {
  if (!spend())
    return unique();
  Deeper deeper(*this);
  Vec<Var> vars;
  Substitution units;
  for (Var v : all)
    if (contains(s[x].vars, v)) {
      if (s.extent(v) == 1)
        units.set(v, s.zeroIx);
      else
        vars.push_back(v);
    }
  units.normalize();
  x = substitute(x, units);
  llvm::erase_if(vars, [&](Var v) { return !contains(s[x].vars, v); });
  if (vars.empty())
    return x;
  const CombNode &node = s[x];
  if (node.terms.size() == 1 && node.terms[0].coef == kOne && s[node.terms[0].mono].factors.size() == 1) {
    const Factor &f = s[node.terms[0].mono].factors[0];
    if (f.exp == kOne && s.fnOf(f.atom).kind == kind) {
      bool constantLengths = true;
      const AtomNode &atom = s[f.atom];
      for (unsigned i = atom.args.size() - 2 * s[atom.fn].bound; i < atom.args.size(); i += 2)
        constantLengths &= s[sub(atom.args[i + 1], atom.args[i])].isConst();
      std::optional<Opened> opened = constantLengths ? open(f.atom) : std::nullopt;
      if (opened) {
        count(Rule::MaxFlatten);
        Vec<Var> outer = vars;
        vars.append(opened->vars.begin(), opened->vars.end());
        if (recording())
          trace->record(Step(Rule::MaxFlatten).from(Side::extremum(kind, outer, x)).to(Side::extremum(kind, vars, opened->body)));
        return extremum(kind, vars, opened->body);
      }
    }
  }
  while (vars.size() > 1 && fuseOnce(*this, kind, vars, x))
    ;
  Vec<Var, 16> bound(vars.begin(), vars.end());
  std::sort(bound.begin(), bound.end());
  // Base every variable at its first occurrence with factor +-1.
  std::map<Var, Ix> offsets;
  std::vector<std::pair<MonoKey, Term>> ordered;
  for (const Term &term : s[x].terms)
    ordered.push_back({engine::keyOf(*this, term, bound), term});
  stableSort(ordered, [](const auto &a, const auto &b) { return a.first < b.first; });
  for (const auto &[key, term] : ordered)
    for (FactorOrder order = orders(*this, s[term.mono].factors, bound).front(); const Occurrence &f : order)
      for (Ix e : f.args) {
        Vec<Var, 4> here;
        for (Var v : bound)
          if (coefficient(e, v) != 0)
            here.push_back(v);
        if (here.size() != 1 || offsets.count(here[0]) || std::abs(coefficient(e, here[0])) != 1)
          continue;
        Ix free = without(e, here[0]);
        if (!intersects(s[free].vars, bound))
          offsets[here[0]] = scale(free, coefficient(e, here[0]));
      }
  // The shifted variable has another range than the old one; it gets none, so that shifting decides nothing.
  Substitution rebase;
  std::map<Var, Var> original;
  Vec<Var, 16> shiftedVars;
  for (Var v : bound) {
    auto offset = offsets.find(v);
    Var w = offset == offsets.end() || offset->second == s.zeroIx ? v : s.freeVar(Range());
    if (w != v)
      rebase.set(v, sub(s.varIx(w), offset->second));
    original[w] = v;
    shiftedVars.push_back(w);
  }
  std::sort(shiftedVars.begin(), shiftedVars.end());
  rebase.normalize();
  // The body is taken as written: its guards must not be decided by ranges that the shifted variables do not have.
  Abstraction abstraction(*this, shiftedVars);
  Vec<Term> shifted;
  for (const Term &term : s[x].terms) {
    Vec<Factor> factors;
    for (const Factor &f : s[term.mono].factors) {
      Vec<Ix> args;
      for (Ix arg : s[f.atom].args)
        args.push_back(substitute(arg, rebase));
      factors.push_back({s.atom(s[f.atom].fn, args), f.exp});
    }
    shifted.push_back({s.mono(factors), term.coef});
  }
  Comb body = abstraction.comb(s.comb(shifted));
  uint32_t count = uint32_t(abstraction.bounds.size());
  Store::FnKey key{kind, 0, uint32_t(abstraction.params.size()), uint32_t(abstraction.pairs.size()) + count, count};
  key.bodies.push_back(body);
  Vec<Ix> args = abstraction.arguments();
  for (Var w : abstraction.bounds) {
    Var v = original[w];
    auto it = offsets.find(v);
    Ix lo = it == offsets.end() ? s.zeroIx : it->second;
    args.push_back(lo);
    args.push_back(plus(lo, s.extent(v)));
  }
  Fn fn = intern(key, signOf(body));
  if (isBoolean(body) && rangeOf(body) == Range{0, 1})
    s.edit(fn).boolean = true;
  Comb result = single(s.atom(fn, args));
  if (recording())
    trace->record(Step(Rule::SumName).from(Side::extremum(kind, bound, x)).to(Side::of(result)));
  return result;
}

} // namespace lockstep::verifier::engine
