// Dot products.
//
// Accumulation. Floating-point products and their sum are computed in f64, contracted dims in row-major order (as
// listed), and the sum is rounded once to the result type. The product of two f32 values is exact in f64, so
// the f32 result is the exactly rounded sum but for cancellation beyond 2^29. Integers wrap at the result's width.
#pragma once

#include "ir/interpreter/kernels/Common.h"

namespace lockstep::interp {

struct DotDims {
  Dims lhsBatch, rhsBatch, lhsContracting, rhsContracting;
};

/// The `algorithm` attribute: operands are split into that many components of the precision type, and only the
/// `primitiveOperations` most significant products of components are summed. Ignored in f64 mode.
struct DotAlgorithm {
  ElementType lhsPrecision = ElementType::F32, rhsPrecision = ElementType::F32, accumulation = ElementType::F32;
  int64_t lhsComponents = 1, rhsComponents = 1, primitiveOperations = 1;
};

Result dotGeneral(const Tensor &lhs, const Tensor &rhs, const DotDims &dims, ElementType resultType,
                  const std::optional<DotAlgorithm> &algorithm = std::nullopt);

/// chlo.ragged_dot: `groupSizes` (one dim) cuts the ragged dim of the left operand into consecutive groups.
///  * ragged dim free:        each group of rows times its own matrix of `rhs` (its group dim); rows behind the last
///  group
///                            are zero
///  * ragged dim contracted:  one product per group, stacked as the first dim of the result
///  * ragged dim batching:    an ordinary product
struct RaggedDotDims {
  DotDims dot;
  Dims lhsRagged, rhsGroup;
};
Result raggedDot(const Tensor &lhs, const Tensor &rhs, const Tensor &groupSizes, const RaggedDotDims &dims,
                 ElementType resultType);

} // namespace lockstep::interp
