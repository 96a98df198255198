// Interning a sum that no rule simplifies: guards on one variable become ends of its domain, every variable is based
// at its first occurrence (so that the sum over a tile is an instance of the sum over the whole), and the body gets
// its canonical order.
#include "verifier/normalize/SumBuilder.h"

#include <algorithm>
#include <map>

namespace lockstep::verifier::engine {

namespace {

struct SumCandidate {
  Vec<uint32_t, 32> key;
  Comb body;
  Vec<Ix> params;
  Vec<DomainPair, 4> pairs;
  Vec<Var> bounds;
  Vec<std::pair<Ix, Ix>, 4> domains; // per bound variable
  Vec<std::pair<Var, Ix>, 4> places; // per bound variable: the summed one and its offset
};

/// sum over v of [v <= F] f is the sum over [0, F + 1), provided 1 <= F + 1 <= extent for all values of the free
/// variables: domains are never empty and never leave the range, so adjacent ones may be joined.
void takeEnds(Normalizer &n, Vec<Factor> &factors, VarList vars, Ends &ends) {
  Store &s = n.s;
  Vec<Factor> sorted = factors;
  stableSort(sorted, [&](const Factor &a, const Factor &b) { return keyOf(n, a, vars) < keyOf(n, b, vars); });
  for (const Factor &f : sorted) {
    if (s.fnOf(f.atom).kind != FnKind::AtLeast)
      continue;
    Ix e = s[f.atom].args[0];
    std::optional<Var> v;
    unsigned touched = 0;
    for (const IxTerm &term : s[e].terms)
      if (intersects(s[term.atom].vars, vars)) {
        ++touched;
        if (s[term.atom].kind == IxKind::Var && std::abs(term.k) == 1)
          v = s[term.atom].var();
      }
    if (touched != 1 || !v || ends.lo.count(*v) || ends.hi.count(*v))
      continue;
    bool elsewhere = llvm::any_of(factors, [&](const Factor &g) { return g.atom != f.atom && contains(s[g.atom].vars, *v); });
    if (!elsewhere)
      continue;
    Ix free = n.without(e, *v);
    if (n.coefficient(e, *v) < 0) {
      Ix hi = n.plus(free, 1);
      if (!within(n.range(hi), {1, s.extent(*v)}))
        continue;
      ends.hi[*v] = hi;
    } else {
      Ix lo = n.scale(free, -1);
      if (!within(n.range(lo), {0, s.extent(*v) - 1}))
        continue;
      ends.lo[*v] = lo;
    }
    n.count(Rule::SumEnd);
    llvm::erase_if(factors, [&](const Factor &g) { return g.atom == f.atom; });
  }
}

/// e / k when k divides everything.
std::optional<Ix> divided(Store &s, Ix e, int64_t k) {
  Vec<IxTerm> terms;
  for (const IxTerm &term : s[e].terms) {
    if (term.k % k != 0)
      return std::nullopt;
    terms.push_back({term.atom, term.k / k});
  }
  if (s[e].c % k != 0)
    return std::nullopt;
  return s.ix(s[e].c / k, terms);
}

/// The offset of v in k floor((v + f) / d) + free = k floor((v + f + d free / k) / d), and v.
std::optional<std::pair<Var, Ix>> offsetUnderFloor(Normalizer &n, const IxTerm &term, Ix free, VarList vars) {
  Store &s = n.s;
  const IxAtomNode &atom = s[term.atom];
  if (atom.kind != IxKind::Floor)
    return std::nullopt;
  std::optional<Var> v;
  for (const IxTerm &inner : s[atom.index()].terms)
    if (intersects(s[inner.atom].vars, vars)) {
      if (v || inner.k != 1 || s[inner.atom].kind != IxKind::Var)
        return std::nullopt;
      v = s[inner.atom].var();
    }
  std::optional<Ix> whole = divided(s, free, term.k);
  if (!v || !whole)
    return std::nullopt;
  return std::pair(*v, n.add(n.without(atom.index(), *v), n.scale(*whole, atom.divisor)));
}

/// The offset of every variable: k v + free = k (v + free / k) at its first occurrence alone, else at the first floor
/// that holds it alone, else what fits at its first occurrence with others.
std::map<Var, Ix> offsetsOf(Normalizer &n, const FactorOrder &order, VarList vars) {
  Store &s = n.s;
  std::map<Var, Ix> offsets;
  auto boundTerms = [&](Ix e) {
    Vec<IxTerm> out;
    for (const IxTerm &term : s[e].terms)
      if (intersects(s[term.atom].vars, vars))
        out.push_back(term);
    return out;
  };
  for (const Occurrence &f : order)
    for (Ix e : f.args) {
      Vec<IxTerm> bound = boundTerms(e);
      if (bound.size() != 1 || s[bound[0].atom].kind != IxKind::Var || offsets.count(s[bound[0].atom].var()))
        continue;
      Var v = s[bound[0].atom].var();
      if (auto offset = divided(s, n.without(e, v), bound[0].k))
        offsets[v] = *offset;
    }
  for (const Occurrence &f : order)
    for (Ix e : f.args) {
      Vec<IxTerm> bound = boundTerms(e);
      if (bound.size() == 1)
        if (auto found = offsetUnderFloor(n, bound[0], n.sub(e, s.ix(0, bound[0])), vars))
          offsets.insert(*found);
    }
  for (const Occurrence &f : order)
    for (Ix e : f.args) {
      Vec<IxTerm> bound = boundTerms(e);
      stableSort(bound, [](const IxTerm &a, const IxTerm &b) { return std::abs(a.k) > std::abs(b.k); });
      Vec<IxTerm> freeTerms;
      for (const IxTerm &term : s[e].terms)
        if (!intersects(s[term.atom].vars, vars))
          freeTerms.push_back(term);
      Ix free = s.ix(s[e].c, freeTerms);
      for (const IxTerm &term : bound)
        if (s[term.atom].kind == IxKind::Var && offsets.count(s[term.atom].var()))
          free = n.sub(free, n.scale(offsets[s[term.atom].var()], term.k));
      for (const IxTerm &term : bound) {
        if (s[term.atom].kind != IxKind::Var || offsets.count(s[term.atom].var()))
          continue;
        Vec<IxTerm> fitting;
        for (const IxTerm &part : s[free].terms)
          if (part.k % term.k == 0)
            fitting.push_back({part.atom, part.k / term.k});
        Ix offset = s.ix(s[free].c % term.k == 0 ? s[free].c / term.k : 0, fitting);
        offsets[s[term.atom].var()] = offset;
        free = n.sub(free, n.scale(offset, term.k));
      }
    }
  for (Var v : vars)
    offsets.try_emplace(v, s.zeroIx);
  return offsets;
}

SumCandidate candidate(Normalizer &n, const FactorOrder &order, VarList vars, const Ends &ends) {
  Store &s = n.s;
  std::map<Var, Ix> offsets = offsetsOf(n, order, vars);
  // The shifted variable has another range than the old one; it gets none, so that shifting decides nothing.
  Substitution rebase;
  std::map<Var, Var> original;
  Vec<Var, 16> bound;
  for (Var v : vars) {
    Var w = offsets[v] == s.zeroIx ? v : s.freeVar(Range());
    if (w != v)
      rebase.set(v, n.sub(s.varIx(w), offsets[v]));
    original[w] = v;
    bound.push_back(w);
  }
  std::sort(bound.begin(), bound.end());
  rebase.normalize();
  if (!rebase.empty())
    n.count(Rule::SumRebase);
  Abstraction abstraction(n, bound);
  SumCandidate out;
  Vec<Factor> factors;
  for (const Occurrence &f : order) {
    Vec<Ix> args;
    for (Ix arg : f.args)
      args.push_back(n.substitute(arg, rebase));
    factors.push_back({abstraction.atom(f.fn, args), f.exp});
    out.key.push_back(factors.back().atom.v);
    out.key.push_back(f.exp.v);
  }
  Mono product = s.unit;
  for (const Factor &f : factors)
    product = n.mulMono(product, s.mono(f), false);
  out.body = n.monoComb(product);
  out.params = abstraction.params;
  out.pairs = abstraction.pairs;
  for (Var w : abstraction.bounds)
    out.bounds.push_back(original[w]);
  for (Var v : out.bounds) {
    auto lo = ends.lo.find(v), hi = ends.hi.find(v);
    out.places.push_back({v, offsets[v]});
    out.domains.push_back({n.add(offsets[v], lo == ends.lo.end() ? s.zeroIx : lo->second),
                           n.add(offsets[v], hi == ends.hi.end() ? n.constant(s.extent(v)) : hi->second)});
  }
  return out;
}

template <typename T> bool positions(const T &base, const T &other, uint32_t offset, uint32_t stride, std::vector<uint32_t> &out) {
  for (const auto &item : other) {
    auto it = std::find(base.begin(), base.end(), item);
    if (it == base.end())
      return false;
    for (uint32_t i = 0; i < stride; ++i)
      out.push_back(offset + stride * uint32_t(it - base.begin()) + i);
  }
  return true;
}

void recordSymmetries(Normalizer &n, Fn fn, const std::vector<SumCandidate> &same) {
  FnNode &node = n.s.edit(fn);
  if (same.size() < 2 || !node.symmetries.empty())
    return;
  const SumCandidate &base = same[0];
  uint32_t own = node.params + 2 * (node.pairs - node.bound);
  for (const SumCandidate &other : same) {
    std::vector<uint32_t> permutation;
    if (positions(base.params, other.params, 0, 1, permutation) &&
        positions(base.pairs, other.pairs, node.params, 2, permutation) &&
        positions(base.bounds, other.bounds, own, 2, permutation) &&
        std::find(node.symmetries.begin(), node.symmetries.end(), permutation) == node.symmetries.end())
      node.symmetries.push_back(permutation);
  }
  if (node.symmetries.size() < 2)
    node.symmetries.clear();
  else
    n.forgetOrders();
}

} // namespace

/// Every end lies within the range of its variable and leaves a value: 1 <= hi <= extent, 0 <= lo < extent.
void SumBuilder::recordName(const Problem &p, const Ends &ends, Atom name, Span<std::pair<Var, Ix>> places) {
  Step step(ends.lo.empty() && ends.hi.empty() ? Rule::SumName : Rule::SumEnd);
  for (const auto &[v, hi] : ends.hi)
    step.needsAtLeast(n.plus(hi, -1)).needsAtLeast(n.plus(n.scale(hi, -1), s.extent(v)));
  for (const auto &[v, lo] : ends.lo)
    step.needsAtLeast(lo).needsAtLeast(n.plus(n.scale(lo, -1), s.extent(v) - 1));
  for (unsigned k = 0; k < places.size(); ++k)
    step.map(s.bound(k), n.add(s.varIx(places[k].first), places[k].second));
  n.trace->record(step.from(Side::sum(p.vars, kOne, p.factors)).to(Side::atom(name)));
}

Comb SumBuilder::internSum(Problem &p) {
  Vec<Factor> factors = p.factors;
  Ends ends;
  takeEnds(n, factors, p.sorted(), ends);
  std::vector<SumCandidate> best;
  for (const FactorOrder &order : orders(n, factors, p.sorted())) {
    SumCandidate c = candidate(n, order, p.sorted(), ends);
    if (!best.empty() && best[0].key < c.key)
      continue;
    if (!best.empty() && c.key < best[0].key)
      best.clear();
    best.push_back(std::move(c));
  }
  const SumCandidate &chosen = best[0];
  Store::FnKey key{FnKind::Sum, 0, uint32_t(chosen.params.size()), uint32_t(chosen.pairs.size() + chosen.bounds.size()),
                   uint32_t(chosen.bounds.size())};
  key.bodies.push_back(chosen.body);
  Fn fn = n.intern(key, n.signOf(chosen.body));
  recordSymmetries(n, fn, best);
  Vec<Ix> args(chosen.params.begin(), chosen.params.end());
  for (const DomainPair &pair : chosen.pairs) {
    args.push_back(pair.lo);
    args.push_back(pair.hi);
  }
  for (const auto &[lo, hi] : chosen.domains) {
    args.push_back(lo);
    args.push_back(hi);
  }
  Atom atom = s.atom(fn, args);
  if (n.recording()) {
    // A symmetry may have given the domains another order: then nothing is said about places.
    bool sameOrder = std::equal(args.begin(), args.end(), s[atom].args.begin());
    recordName(p, ends, atom, sameOrder ? Span<std::pair<Var, Ix>>(chosen.places) : Span<std::pair<Var, Ix>>());
  }
  return n.monoComb(s.mono(Factor{atom, kOne}), p.coef);
}

} // namespace lockstep::verifier::engine
