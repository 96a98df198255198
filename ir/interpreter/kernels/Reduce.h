// Reductions, and the order in which they combine.
//
// Order. The n elements that are reduced into one result are numbered row-major over the reduced dims. Up to 16 are
// folded left to right; a longer run is split after its first 2^k elements, the largest power of two below n, and the
// two halves' values are combined. The initial value is the left operand of the last step: f(init, tree). Every
// element is combined in the result's element type, rounded at each step. A balanced tree is one of the schedules
// the specification allows, and keeps sums in narrow types from stalling. (The specification also allows the initial
// value to be used several times, and XLA does: programs whose initial value is no identity mean different things
// there.)
#pragma once

#include "ir/interpreter/kernels/Common.h"

namespace lockstep::interp {

/// Inputs have equal shapes; one scalar initial value per input, whose type is the result's.
Results reduce(llvm::ArrayRef<Tensor> inputs, llvm::ArrayRef<Tensor> inits, llvm::ArrayRef<int64_t> dims,
               const Combiner &combiner);

/// Elementwise left fold of tensors of equal type in the order given: ((t0 f t1) f t2) ... What all_reduce and
/// reduce_scatter compute from the operands of a group's members, lowest position first.
Result foldInOrder(llvm::ArrayRef<Tensor> operands, const Combiner &combiner);

} // namespace lockstep::interp
