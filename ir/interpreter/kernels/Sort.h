// Sorting.
#pragma once

#include "ir/interpreter/kernels/Common.h"
#include "ir/interpreter/kernels/Elementwise.h"

namespace lockstep::interp {

/// A recognised comparator: element `operand` of the two tuples compared as given.
struct Comparison {
  size_t operand = 0;
  Direction direction = Direction::LT;
  CompareType type = CompareType::Default;
};

/// A region of 2n scalars (of each operand the left, then the right element: l0 r0 l1 r1 ...) to one i1 scalar.
/// Exactly one member is used: the comparison if there is one.
struct Comparator {
  std::optional<Comparison> comparison;
  ScalarFunction function;

  Comparator(Comparison comparison) : comparison(comparison) {}
  Comparator(ScalarFunction function) : function(std::move(function)) {}
};

/// Merge sort along `dim`, stable whatever `isStable` says. Any comparator gives a permutation, also one that is not an
/// order.
Results sort(llvm::ArrayRef<Tensor> inputs, int64_t dim, const Comparator &lessThan);

} // namespace lockstep::interp
