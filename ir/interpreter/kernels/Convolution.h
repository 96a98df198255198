// Convolution; sums as dot products (Dot.h).
#pragma once

#include "ir/interpreter/kernels/Common.h"

namespace lockstep::interp {

struct ConvDims {
  int64_t inputBatch = 0, inputFeature = 0;
  Dims inputSpatial;
  int64_t kernelInputFeature = 0, kernelOutputFeature = 0;
  Dims kernelSpatial;
  int64_t outputBatch = 0, outputFeature = 0;
  Dims outputSpatial;
};

/// Per spatial dim; empty vectors mean ones (padding: zeros, reversal: false).
struct ConvWindow {
  Dims strides, lhsDilation, rhsDilation;
  std::vector<std::pair<int64_t, int64_t>> padding;
  std::vector<bool> reversal;
};

Result convolution(const Tensor &lhs, const Tensor &rhs, const ConvDims &dims, const ConvWindow &window,
                   int64_t featureGroups, int64_t batchGroups, ElementType resultType);

} // namespace lockstep::interp
