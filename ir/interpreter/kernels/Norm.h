// Batch normalization, composed of elementwise operators as the specification writes it.
#pragma once

#include "ir/interpreter/kernels/Common.h"

namespace lockstep::interp {

Result batchNormInference(const Tensor &operand, const Tensor &scale, const Tensor &offset, const Tensor &mean,
                          const Tensor &variance, double epsilon, int64_t featureDim);
/// Returns (output, batch mean, batch variance).
Results batchNormTraining(const Tensor &operand, const Tensor &scale, const Tensor &offset, double epsilon,
                          int64_t featureDim);
/// Returns gradients of (operand, scale, offset).
Results batchNormGrad(const Tensor &operand, const Tensor &scale, const Tensor &mean, const Tensor &variance,
                      const Tensor &gradOutput, double epsilon, int64_t featureDim);

} // namespace lockstep::interp
