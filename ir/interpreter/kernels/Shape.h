// Operators that move elements to statically known places.
#pragma once

#include "ir/interpreter/kernels/Common.h"

namespace lockstep::interp {

/// Dim i of the operand becomes dim dims[i] of the result; extents of one are repeated.
Result broadcastInDim(const Tensor &x, llvm::ArrayRef<int64_t> dims, const Shape &shape);
/// Both operands at the shape that CHLO's broadcast_* operators give them: dims of the operand of lower order stand at
/// `dims` of the other (without `dims`: at its last ones), and extents of one are repeated.
llvm::Expected<std::pair<Tensor, Tensor>> broadcastTogether(const Tensor &a, const Tensor &b,
                                                            const std::optional<Dims> &dims = std::nullopt);
Result reshape(const Tensor &x, const Shape &shape);
/// Dim i of the result is dim permutation[i] of the operand.
Result transpose(const Tensor &x, llvm::ArrayRef<int64_t> permutation);
Result reverse(const Tensor &x, llvm::ArrayRef<int64_t> dims);
Result slice(const Tensor &x, llvm::ArrayRef<int64_t> starts, llvm::ArrayRef<int64_t> limits,
             llvm::ArrayRef<int64_t> strides);
/// Negative low / high cut elements off; interior is applied first.
Result pad(const Tensor &x, const Tensor &value, llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> high,
           llvm::ArrayRef<int64_t> interior);
Result concatenate(llvm::ArrayRef<Tensor> inputs, int64_t dim);

} // namespace lockstep::interp
