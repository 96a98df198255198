// Result shapes as plain numbers. Sums and products that do not fit 64 bits saturate, so that no input overflows.
#pragma once

#include "mlir/Support/LLVM.h"

#include <cstdint>
#include <optional>

namespace lockstep::stablehlo {

/// value + value * ..., saturated; arguments and result may be ShapedType::kDynamic.
int64_t addSizes(int64_t first, int64_t second);
int64_t multiplySizes(int64_t first, int64_t second);

/// Number of elements, nullopt if a dimension is dynamic.
std::optional<int64_t> elementCount(llvm::ArrayRef<int64_t> shape);

/// (limit - start) / stride rounded up, for 0 <= start <= limit and stride > 0.
int64_t sliceSize(int64_t start, int64_t limit, int64_t stride);
/// size + low + high + max(size - 1, 0) * interior; may be negative.
int64_t paddedSize(int64_t size, int64_t low, int64_t high, int64_t interior);

} // namespace lockstep::stablehlo
