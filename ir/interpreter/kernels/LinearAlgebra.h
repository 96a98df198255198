// Dense factorizations and solves on the last two dims, batched over the others. Real and complex.
#pragma once

#include "ir/interpreter/kernels/Common.h"

namespace lockstep::interp {

/// The other triangle of the result is zero. A matrix that is not positive definite gives NaN from the failing column.
Result cholesky(const Tensor &a, bool lower);

enum class TransposeA : uint8_t { No, Transpose, Adjoint };
/// op(a) x = b, or x op(a) = b when not leftSide. Only the named triangle of `a` is read.
Result triangularSolve(const Tensor &a, const Tensor &b, bool leftSide, bool lower, bool unitDiagonal,
                       TransposeA transposeA);

} // namespace lockstep::interp
