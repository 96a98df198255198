#include "verifier/normalize/Abstraction.h"

#include <algorithm>

namespace lockstep::verifier::engine {

static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
  return hash ^ hash >> 31;
}

static uint64_t maskOf(Normalizer &n, Ix e, VarList bound);

static uint64_t maskOf(Normalizer &n, const IxAtomNode &atom, VarList bound) {
  if (atom.kind == IxKind::Var)
    return 1;
  if (atom.kind == IxKind::Floor)
    return mix(mix(2, maskOf(n, atom.index(), bound)), uint64_t(atom.divisor));
  uint64_t hash = 3;
  for (const Term &term : n.s[atom.data()].terms)
    hash += mix(n.s[term.mono].shape, term.coef.v);
  return hash;
}

static uint64_t maskOf(Normalizer &n, Ix e, VarList bound) {
  const IxNode &node = n.s[e];
  if (node.isConst())
    return mix(11, uint64_t(node.c));
  if (!intersects(node.vars, bound))
    return 12;
  uint64_t hash = 13;
  bool free = false;
  for (const IxTerm &term : node.terms) {
    const IxAtomNode &atom = n.s[term.atom];
    if (intersects(atom.vars, bound))
      hash += mix(maskOf(n, atom, bound), uint64_t(term.k)); // a sum: the order of terms is not canonical
    else
      free = true;
  }
  return mix(hash, free ? 17 : mix(19, uint64_t(node.c)));
}

/// One word per argument, and their permutation.
static std::vector<uint64_t> masksOf(Normalizer &n, const FnNode &fn, Span<Ix> args, VarList bound) {
  std::vector<uint64_t> masks;
  for (size_t i = 0; i < args.size(); ++i) {
    bool isEnd = i >= fn.params;
    // Whole pairs without bound variables become parameters whatever their values.
    size_t partner = isEnd ? fn.params + ((i - fn.params) ^ 1) : i;
    bool isPair = isEnd && !intersects(n.s[args[i]].vars, bound) && !intersects(n.s[args[partner]].vars, bound);
    masks.push_back(isPair ? 29 : maskOf(n, args[i], bound));
  }
  return masks;
}

Vec<Occurrence, 2> variantsOf(Normalizer &n, const Factor &f, VarList bound) {
  const AtomNode &atom = n.s[f.atom];
  const FnNode &fn = n.s[atom.fn];
  Vec<Occurrence, 2> best;
  Vec<Ix> args(atom.args.begin(), atom.args.end());
  if (fn.symmetries.empty()) {
    best.push_back({atom.fn, args, f.exp});
    return best;
  }
  std::vector<uint64_t> least;
  for (const std::vector<uint32_t> &permutation : fn.symmetries) {
    for (size_t i = 0; i < permutation.size(); ++i)
      args[i] = atom.args[permutation[i]];
    std::vector<uint64_t> masks = masksOf(n, fn, args, bound);
    if (!best.empty() && least < masks)
      continue;
    if (best.empty() || masks < least) {
      best.clear();
      least = masks;
    }
    if (!llvm::any_of(best, [&](const Occurrence &o) { return o.args == args; }))
      best.push_back({atom.fn, args, f.exp});
  }
  return best;
}

FactorKey keyOf(Normalizer &n, const Factor &f, VarList bound) {
  const AtomNode &atom = n.s[f.atom];
  const FnNode &fn = n.s[atom.fn];
  Occurrence first = fn.symmetries.empty() ? Occurrence{atom.fn, Vec<Ix>(atom.args.begin(), atom.args.end()), f.exp}
                                           : variantsOf(n, f, bound).front();
  uint64_t mask = 23;
  for (uint64_t word : masksOf(n, fn, first.args, bound))
    mask = mix(mask, word);
  // Guards come last: the first occurrence of a variable should be in data, where its direction is certain.
  return {fn.isGuard() ? atom.fn.v | 0x80000000u : atom.fn.v, f.exp.v, mask};
}

MonoKey keyOf(Normalizer &n, const Term &term, VarList bound) {
  MonoKey key;
  for (const Factor &f : n.s[term.mono].factors)
    key.first.push_back(keyOf(n, f, bound));
  std::sort(key.first.begin(), key.first.end());
  key.second = term.coef.v;
  return key;
}

static bool shorterFirst(const MonoKey &a, const MonoKey &b) {
  return a.first.size() != b.first.size() ? a.first.size() < b.first.size() : a < b;
}

/// Orders of 0..count-1 (already sorted by key) that permute within ties only.
static std::vector<std::vector<uint32_t>> tieOrders(Normalizer &n, const std::vector<uint32_t> &groupSizes) {
  size_t total = 1;
  for (uint32_t size : groupSizes)
    for (uint32_t k = 2; k <= size && total <= kTieCap; ++k)
      total *= k;
  std::vector<std::vector<uint32_t>> result(1);
  if (total > kTieCap)
    n.count(Rule::TiesCut);
  uint32_t base = 0;
  for (uint32_t size : groupSizes) {
    std::vector<uint32_t> group(size);
    for (uint32_t i = 0; i < size; ++i)
      group[i] = base + i;
    base += size;
    std::vector<std::vector<uint32_t>> extended;
    do {
      for (const std::vector<uint32_t> &prefix : result) {
        extended.push_back(prefix);
        extended.back().insert(extended.back().end(), group.begin(), group.end());
      }
    } while (total <= kTieCap && std::next_permutation(group.begin(), group.end()));
    result.swap(extended);
  }
  return result;
}

template <typename T, typename Key>
static std::vector<uint32_t> groupsOf(const std::vector<std::pair<Key, T>> &sorted) {
  std::vector<uint32_t> sizes;
  for (size_t i = 0; i < sorted.size(); ++i)
    if (i > 0 && sorted[i].first == sorted[i - 1].first)
      ++sizes.back();
    else
      sizes.push_back(1);
  return sizes;
}

/// Calls `visit` with every way to choose one item of each list; the choice in the first list changes slowest.
template <typename List, typename Chosen, typename Visit>
static void choices(const std::vector<List> &lists, const std::vector<uint32_t> &order, Chosen &chosen, Visit visit) {
  std::vector<uint32_t> digits(order.size(), 0);
  for (;;) {
    for (size_t i = 0; i < order.size(); ++i)
      chosen[i] = &lists[order[i]][digits[i]];
    visit();
    size_t i = order.size();
    while (i > 0 && ++digits[i - 1] == lists[order[i - 1]].size())
      digits[--i] = 0;
    if (i == 0)
      return;
  }
}

std::vector<FactorOrder> orders(Normalizer &n, Span<Factor> factors, VarList bound) {
  std::vector<std::pair<FactorKey, Factor>> sorted;
  for (const Factor &f : factors)
    sorted.push_back({keyOf(n, f, bound), f});
  stableSort(sorted, [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<Vec<Occurrence, 2>> variants;
  size_t product = 1;
  for (const auto &[key, f] : sorted) {
    variants.push_back(variantsOf(n, f, bound));
    product = std::min(product * variants.back().size(), kTieCap + 1);
  }
  std::vector<std::vector<uint32_t>> permutations = tieOrders(n, groupsOf(sorted));
  if (product * permutations.size() > 4 * kTieCap) {
    n.count(Rule::TiesCut);
    for (Vec<Occurrence, 2> &list : variants)
      list.resize(1);
  }
  std::vector<FactorOrder> result;
  Vec<const Occurrence *, 4> chosen(sorted.size());
  for (const std::vector<uint32_t> &order : permutations)
    choices(variants, order, chosen, [&] {
      result.emplace_back();
      for (const Occurrence *f : chosen)
        result.back().push_back(*f);
    });
  return result;
}

std::shared_ptr<const OrderedMono> Normalizer::orderedMono(Mono m) {
  std::shared_ptr<const OrderedMono> &slot = orderedMonos[m];
  if (!slot) {
    auto made = std::make_shared<OrderedMono>();
    made->key = keyOf(*this, Term{m, kOne}, {}).first;
    made->orders = orders(*this, s[m].factors, {});
    slot = std::move(made);
  }
  return slot;
}

void forEachOrder(Normalizer &n, Comb x, llvm::function_ref<void(const TermOrder &)> visit) {
  struct Item {
    std::shared_ptr<const OrderedMono> mono;
    Q coef;
  };
  std::vector<Item> items;
  for (const Term &term : n.s[x].terms)
    items.push_back({n.orderedMono(term.mono), term.coef});
  auto sameKey = [](const Item &a, const Item &b) { return a.coef == b.coef && a.mono->key == b.mono->key; };
  stableSort(items, [](const Item &a, const Item &b) {
    const auto &x = a.mono->key, &y = b.mono->key;
    if (x.size() != y.size())
      return x.size() < y.size();
    return x != y ? x < y : a.coef.v < b.coef.v;
  });
  std::vector<Span<FactorOrder>> inner;
  std::vector<uint32_t> groups;
  size_t total = 1;
  for (size_t i = 0; i < items.size(); ++i) {
    inner.push_back(items[i].mono->orders);
    total = std::min(total * inner.back().size(), kTieCap + 1);
    if (i > 0 && sameKey(items[i - 1], items[i]))
      ++groups.back();
    else
      groups.push_back(1);
  }
  std::vector<std::vector<uint32_t>> outer = tieOrders(n, groups);
  if (total > kTieCap || outer.size() * total > 4 * kTieCap) {
    for (Span<FactorOrder> &list : inner)
      list = list.take_front(1);
    n.count(Rule::TiesCut);
  }
  // Long sums have one order as a rule: nothing is copied for each.
  TermOrder terms(items.size());
  Vec<const FactorOrder *, 8> chosen(items.size());
  for (const std::vector<uint32_t> &order : outer)
    choices(inner, order, chosen, [&] {
      for (size_t i = 0; i < order.size(); ++i)
        terms[i] = {items[order[i]].coef, chosen[i]};
      visit(terms);
    });
}

Ix Abstraction::parameter(Ix e) {
  for (unsigned i = 0; i < params.size(); ++i)
    if (params[i] == e)
      return n.s.varIx(n.s.param(i));
  params.push_back(e);
  return n.s.varIx(n.s.param(params.size() - 1));
}

Ix Abstraction::boundIx(Var v) {
  unsigned i = 0;
  while (i < bounds.size() && bounds[i] != v)
    ++i;
  if (i == bounds.size())
    bounds.push_back(v);
  return n.s.varIx(n.s.bound(i));
}

Ix Abstraction::index(Ix e) {
  const IxNode &node = n.s[e];
  if (node.isConst())
    return e;
  if (!intersects(node.vars, bound))
    return parameter(e);
  struct Part {
    uint64_t kind, size, k, mask;
    IxTerm term;
  };
  Vec<Part> inside;
  Vec<IxTerm> free;
  for (const IxTerm &term : node.terms) {
    const IxAtomNode &atom = n.s[term.atom];
    if (intersects(atom.vars, bound))
      inside.push_back({uint64_t(atom.kind != IxKind::Var), uint64_t(-std::abs(term.k)), uint64_t(term.k),
                        maskOf(n, atom, bound), term});
    else
      free.push_back(term);
  }
  stableSort(inside, [](const Part &a, const Part &b) {
    return std::tie(a.kind, a.size, a.k, a.mask) < std::tie(b.kind, b.size, b.k, b.mask);
  });
  Ix result = free.empty() ? n.constant(node.c) : parameter(n.s.ix(node.c, free));
  for (const Part &part : inside) {
    const IxAtomNode &atom = n.s[part.term.atom];
    Ix x;
    if (atom.kind == IxKind::Var)
      x = boundIx(atom.var());
    else if (atom.kind == IxKind::Floor)
      x = n.s.ix(0, IxTerm{n.s.floorAtom(index(atom.index()), atom.divisor), 1});
    else
      x = n.s.ix(0, IxTerm{n.s.dataAtom(comb(atom.data())), 1});
    result = n.add(result, n.scale(x, part.term.k));
  }
  return result;
}

Atom Abstraction::atom(Fn function, Span<Ix> given) {
  const FnNode &fn = n.s[function];
  Vec<Ix> args;
  for (unsigned i = 0; i < fn.params; ++i)
    args.push_back(index(given[i]));
  for (unsigned k = 0; k < fn.pairs; ++k) {
    Ix lo = given[fn.params + 2 * k], hi = given[fn.params + 2 * k + 1];
    if (intersects(n.s[lo].vars, bound) || intersects(n.s[hi].vars, bound)) {
      args.push_back(index(lo));
      args.push_back(index(hi));
      continue;
    }
    DomainPair pair{lo, hi, fn.pairExtent[k]};
    unsigned number = llvm::find(pairs, pair) - pairs.begin();
    if (number == pairs.size())
      pairs.push_back(pair);
    args.push_back(n.s.varIx(n.s.domain(2 * number)));
    args.push_back(n.s.varIx(n.s.domain(2 * number + 1)));
  }
  return n.s.atom(function, args);
}

Comb Abstraction::comb(Comb x) {
  std::vector<std::pair<MonoKey, Term>> sorted;
  for (const Term &term : n.s[x].terms)
    sorted.push_back({keyOf(n, term, bound), term});
  stableSort(sorted, [](const auto &a, const auto &b) { return shorterFirst(a.first, b.first); });
  Vec<Term> terms;
  for (const auto &[key, term] : sorted) {
    Vec<std::pair<FactorKey, Factor>> factors;
    for (const Factor &f : n.s[term.mono].factors)
      factors.push_back({keyOf(n, f, bound), f});
    stableSort(factors, [](const auto &a, const auto &b) { return a.first < b.first; });
    Vec<Factor> out;
    for (const auto &[factorKey, f] : factors)
      out.push_back({atom(variantsOf(n, f, bound).front()), f.exp});
    terms.push_back({n.s.mono(out), term.coef});
  }
  return n.s.comb(terms);
}

Vec<Ix> Abstraction::arguments() const {
  Vec<Ix> args(params.begin(), params.end());
  for (const DomainPair &pair : pairs) {
    args.push_back(pair.lo);
    args.push_back(pair.hi);
  }
  return args;
}

} // namespace lockstep::verifier::engine
