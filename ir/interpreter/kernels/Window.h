// Operators over sliding windows.
#pragma once

#include "ir/interpreter/kernels/Common.h"
#include "ir/interpreter/kernels/Sort.h"

namespace lockstep::interp {

/// Pads with the initial values, then reduces each window in the order of Reduce.h.
Results reduceWindow(llvm::ArrayRef<Tensor> inputs, llvm::ArrayRef<Tensor> inits, const WindowDims &window,
                     const Combiner &combiner);

/// In each window of the operand the element that `select` prefers (it keeps the first operand where the predicate
/// holds) gets the source element combined into it, starting from `init`; source elements in row-major order.
Result selectAndScatter(const Tensor &operand, const Tensor &source, const Tensor &init, const WindowDims &window,
                        const Comparator &select, const Combiner &scatter);

} // namespace lockstep::interp
