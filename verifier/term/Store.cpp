#include "verifier/term/Store.h"

#include <algorithm>

namespace lockstep::verifier::engine {

bool contains(VarList vars, Var var) { return std::binary_search(vars.begin(), vars.end(), var); }

bool intersects(VarList a, VarList b) {
  if (a.empty() || b.empty() || a.back() < b.front() || b.back() < a.front())
    return false;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j])
      return true;
    a[i] < b[j] ? ++i : ++j;
  }
  return false;
}

bool includes(VarList all, VarList some) { return std::includes(all.begin(), all.end(), some.begin(), some.end()); }

static int64_t saturate(__int128 x) {
  return x <= -__int128(kInfinite) ? -kInfinite : x >= __int128(kInfinite) ? kInfinite : int64_t(x);
}

Range operator+(Range a, Range b) {
  int64_t lo = a.lo <= -kInfinite || b.lo <= -kInfinite ? -kInfinite : saturate(__int128(a.lo) + b.lo);
  int64_t hi = a.hi >= kInfinite || b.hi >= kInfinite ? kInfinite : saturate(__int128(a.hi) + b.hi);
  return {lo, hi};
}

static int64_t scaleBound(int64_t bound, int64_t k) {
  if (k == 0)
    return 0;
  if (bound <= -kInfinite || bound >= kInfinite)
    return (bound > 0) == (k > 0) ? kInfinite : -kInfinite;
  return saturate(__int128(bound) * k);
}

Range scaled(Range a, int64_t k) {
  int64_t x = scaleBound(a.lo, k), y = scaleBound(a.hi, k);
  return {std::min(x, y), std::max(x, y)};
}

Range product(Range a, Range b) {
  Range x = scaled(a, b.lo), y = scaled(a, b.hi);
  return {std::min(x.lo, y.lo), std::max(x.hi, y.hi)};
}

int64_t floorDivide(int64_t a, int64_t b) {
  int64_t q = a / b;
  return a % b != 0 && a < 0 ? q - 1 : q;
}

Store::Store() {
  zeroIx = ix(0);
  unit = mono({});
  zero = comb({});
  one = comb(Term{unit, kOne});
}

template <typename T> Span<T> Store::copy(Span<T> items) {
  T *to = memory.Allocate<T>(items.size() + 1);
  std::uninitialized_copy(items.begin(), items.end(), to);
  return Span<T>(to, items.size());
}

VarList Store::keep(Vec<Var, 16> &list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return copy(VarList(list));
}

Var Store::freeVar(Range range, llvm::StringRef name) {
  uint32_t id = vars.size();
  vars.push({VarKind::Free, id, range, name.empty() ? "u" + std::to_string(id) : name.str()});
  return {id};
}

Var Store::bodyVar(VarKind kind, unsigned i) {
  std::vector<Var> &list = kind == VarKind::Param ? params : kind == VarKind::Domain ? domains : bounds;
  const char *letter = kind == VarKind::Param ? "P" : kind == VarKind::Domain ? "D" : "B";
  while (list.size() <= i) {
    uint32_t number = static_cast<uint32_t>(list.size());
    list.push_back({vars.push({kind, number, {}, letter + std::to_string(number)})});
  }
  return list[i];
}

Ix Store::ix(int64_t c, Span<IxTerm> terms) {
  Vec<IxTerm> sorted(terms.begin(), terms.end());
  std::sort(sorted.begin(), sorted.end(), [](const IxTerm &a, const IxTerm &b) { return a.atom < b.atom; });
  Vec<IxTerm> merged;
  for (const IxTerm &term : sorted) {
    if (!merged.empty() && merged.back().atom == term.atom)
      merged.back().k += term.k;
    else
      merged.push_back(term);
    if (merged.back().k == 0)
      merged.pop_back();
  }
  Vec<uint32_t, 32> key{uint32_t(c), uint32_t(uint64_t(c) >> 32)};
  for (const IxTerm &term : merged) {
    key.push_back(term.atom.v);
    key.push_back(uint32_t(term.k));
    key.push_back(uint32_t(uint64_t(term.k) >> 32));
  }
  bool isNew;
  uint32_t id = ixKeys.intern(key, isNew);
  if (!isNew)
    return {id};
  IxNode node;
  node.c = c;
  node.terms = copy(Span<IxTerm>(merged));
  Vec<Var, 16> used;
  for (const IxTerm &term : merged) {
    const IxAtomNode &atom = indexAtoms[term.atom.v];
    used.append(atom.vars.begin(), atom.vars.end());
    node.hasData |= atom.hasData;
  }
  node.vars = keep(used);
  if (merged.empty())
    node.ranged = true, node.range = {c, c};
  indices.push(node);
  return {id};
}

void Store::setRange(Ix x, Range range) {
  indices[x.v].ranged = true;
  indices[x.v].range = range;
}

IxAtom Store::varAtom(Var var) {
  bool isNew;
  uint32_t id = ixAtomKeys.intern({0u, var.v}, isNew);
  if (isNew)
    indexAtoms.push({IxKind::Var, var.v, 1, copy(VarList(var)), false});
  return {id};
}

IxAtom Store::floorAtom(Ix index, int64_t divisor) {
  bool isNew;
  uint32_t id = ixAtomKeys.intern({1u, index.v, uint32_t(divisor), uint32_t(uint64_t(divisor) >> 32)}, isNew);
  if (isNew)
    indexAtoms.push({IxKind::Floor, index.v, divisor, indices[index.v].vars, indices[index.v].hasData});
  return {id};
}

IxAtom Store::dataAtom(Comb data) {
  bool isNew;
  uint32_t id = ixAtomKeys.intern({2u, data.v}, isNew);
  if (isNew)
    indexAtoms.push({IxKind::Data, data.v, 1, combs[data.v].vars, true});
  return {id};
}

Fn Store::fn(const FnKey &key, bool &isNew) {
  Vec<uint32_t, 32> words{uint32_t(key.kind), key.name,  key.params,
                          key.pairs,          key.bound, uint32_t(key.statics.size())};
  words.append(key.statics.begin(), key.statics.end());
  Vec<uint32_t, 4> bodies;
  for (Comb body : key.bodies)
    bodies.push_back(body.v);
  words.append(bodies.begin(), bodies.end());
  uint32_t id = fnKeys.intern(words, isNew);
  if (!isNew)
    return {id};
  FnNode node;
  node.kind = key.kind;
  node.name = key.name;
  node.params = key.params;
  node.pairs = key.pairs;
  node.bound = key.bound;
  node.statics = copy(Span<uint32_t>(key.statics));
  node.bodies = copy(Span<uint32_t>(bodies));
  fns.push(std::move(node));
  return {id};
}

Symbol Store::symbol(llvm::StringRef text) {
  auto [it, isNew] = symbolIds.try_emplace(text.str(), static_cast<uint32_t>(symbols.size()));
  if (isNew)
    symbols.push_back(text.str());
  return {it->second};
}

Atom Store::atom(Fn fn, Span<Ix> args) {
  Vec<uint32_t, 24> key{fn.v};
  for (Ix arg : args)
    key.push_back(arg.v);
  if (!fns[fn.v].symmetries.empty()) {
    Vec<uint32_t, 24> least = key, other = key;
    for (const std::vector<uint32_t> &permutation : fns[fn.v].symmetries) {
      for (size_t i = 0; i < permutation.size(); ++i)
        other[i + 1] = args[permutation[i]].v;
      if (std::lexicographical_compare(other.begin(), other.end(), least.begin(), least.end()))
        least = other;
    }
    key = least;
  }
  bool isNew;
  uint32_t id = atomKeys.intern(key, isNew);
  if (!isNew)
    return {id};
  AtomNode node;
  node.fn = fn;
  Vec<Ix> ordered;
  Vec<Var, 16> used;
  for (size_t i = 1; i < key.size(); ++i) {
    ordered.push_back({key[i]});
    const IxNode &arg = indices[key[i]];
    used.append(arg.vars.begin(), arg.vars.end());
    node.hasData |= arg.hasData;
  }
  node.args = copy(Span<Ix>(ordered));
  node.vars = keep(used);
  atoms.push(node);
  return {id};
}

Mono Store::mono(Span<Factor> factors) {
  Vec<Factor> sorted;
  for (const Factor &factor : factors)
    if (factor.exp != kZero)
      sorted.push_back(factor);
  std::sort(sorted.begin(), sorted.end(), [](const Factor &a, const Factor &b) { return a.atom < b.atom; });
  Vec<uint32_t, 32> key;
  for (const Factor &factor : sorted) {
    key.push_back(factor.atom.v);
    key.push_back(factor.exp.v);
  }
  bool isNew;
  uint32_t id = monoKeys.intern(key, isNew);
  if (!isNew)
    return {id};
  MonoNode node;
  node.factors = copy(Span<Factor>(sorted));
  node.isBoolean = true;
  Vec<Var, 16> used;
  for (const Factor &factor : sorted) {
    const AtomNode &atom = atoms[factor.atom.v];
    const FnNode &fn = fns[atom.fn.v];
    used.append(atom.vars.begin(), atom.vars.end());
    node.hasData |= atom.hasData;
    node.hasGuard |= fn.isGuard();
    node.hasPairs |= fn.pairs > 0;
    node.isBoolean &= fn.boolean;
    node.hasInfinity |= fn.kind == FnKind::Infinity || fn.kind == FnKind::NotANumber || fn.hasInfinity;
    // A sum of mixed words does not depend on the order of the factors.
    node.shape += (atom.fn.v * 0x9E3779B1u ^ factor.exp.v * 0x85EBCA6Bu) * 0xC2B2AE35u;
  }
  node.isIndex = sorted.size() == 1 && sorted[0].exp == kOne && fnOf(sorted[0].atom).kind == FnKind::Index;
  node.vars = keep(used);
  monos.push(node);
  return {id};
}

Comb Store::comb(Span<Term> terms) {
  Vec<Term> sorted(terms.begin(), terms.end());
  std::sort(sorted.begin(), sorted.end(), [](const Term &a, const Term &b) { return a.mono < b.mono; });
  Vec<Term> merged;
  for (size_t i = 0; i < sorted.size();) {
    Term term = sorted[i];
    for (++i; i < sorted.size() && sorted[i].mono == term.mono; ++i)
      term.coef = q.add(term.coef, sorted[i].coef);
    if (term.coef != kZero)
      merged.push_back(term);
  }
  Vec<uint32_t, 32> key;
  for (const Term &term : merged) {
    key.push_back(term.mono.v);
    key.push_back(term.coef.v);
  }
  bool isNew;
  uint32_t id = combKeys.intern(key, isNew);
  if (!isNew)
    return {id};
  CombNode node;
  node.terms = copy(Span<Term>(merged));
  Vec<Var, 16> used;
  for (const Term &term : merged) {
    const MonoNode &mono = monos[term.mono.v];
    used.append(mono.vars.begin(), mono.vars.end());
    node.hasGuard |= mono.hasGuard;
    node.hasData |= mono.hasData;
  }
  node.vars = keep(used);
  combs.push(node);
  return {id};
}

} // namespace lockstep::verifier::engine
