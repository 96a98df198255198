// Random small terms: products of argument elements at affine, divided and data-dependent indices, and guards.
#pragma once

#include "verifier/normalize/Normalizer.h"
#include "verifier/term/Evaluate.h"

#include <random>

namespace lockstep::verifier::engine {

class RandomTerms {
public:
  RandomTerms(Normalizer &n, uint32_t seed) : n(n), random(seed) {}

  int64_t number(int64_t lo, int64_t hi) { return std::uniform_int_distribution<int64_t>(lo, hi)(random); }
  bool chance(int percent) { return number(1, 100) <= percent; }
  Var variable(int64_t extent) { return n.s.freeVar({0, extent - 1}); }
  /// Argument `i` with `order` dims; arguments from 8 on hold integers of [0, 5].
  Comb element(uint32_t argument, Span<Ix> index) {
    Fn fn = n.intern({FnKind::Input, argument, uint32_t(index.size())}, Sign::Unknown);
    if (argument >= 8) {
      FnNode &node = n.s.edit(fn);
      node.isInteger = true;
      node.range = {0, 5};
    }
    return n.single(n.s.atom(fn, index));
  }
  Ix affine(Span<Var> vars) {
    Ix e = n.constant(number(-2, 3));
    for (Var v : vars)
      if (chance(60))
        e = n.add(e, n.scale(n.s.varIx(v), number(-2, 3)));
    return e;
  }
  Ix index(Span<Var> vars) {
    Ix e = affine(vars);
    if (chance(25))
      e = chance(50) ? n.floorDiv(e, number(2, 4)) : n.mod(e, number(2, 4));
    if (chance(10))
      e = n.add(e, n.toIndex(element(8, affine(vars))));
    return e;
  }
  Comb guard(Span<Var> vars) {
    Ix e = chance(15) ? index(vars) : affine(vars);
    return chance(70) ? n.guardAtLeast(e) : n.guardEqual(e);
  }
  Comb product(Span<Var> vars) {
    Comb x = n.number(n.s.q.make(number(1, 5), number(1, 3)));
    for (int64_t k = number(1, 3); k > 0; --k)
      x = n.mul(x, element(number(0, 3), {index(vars), index(vars)}));
    if (chance(20))
      x = n.mul(x, n.add(element(1, {index(vars), index(vars)}), element(2, {index(vars), n.constant(1)})));
    if (chance(40))
      x = n.guarded(guard(vars), x);
    return x;
  }
  Comb sumOfProducts(Span<Var> vars, int64_t most) {
    Comb x = n.s.zero;
    for (int64_t k = number(1, most); k > 0; --k)
      x = n.add(x, product(vars));
    return x;
  }

private:
  Normalizer &n;
  std::mt19937 random;
};

/// Some fixed numbers for arguments: positive, irregular, integers for arguments from 8 on.
inline double sampleInput(uint32_t argument, Span<int64_t> index) {
  uint64_t hash = argument * 0x9E3779B97F4A7C15ull + 77;
  for (int64_t i : index)
    hash = (hash ^ uint64_t(i + 1000)) * 0xBF58476D1CE4E5B9ull, hash ^= hash >> 31;
  return argument >= 8 ? double(hash % 6) : 0.25 + double(hash % 1000) / 1000;
}

} // namespace lockstep::verifier::engine
