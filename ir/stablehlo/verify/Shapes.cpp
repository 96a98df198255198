#include "ir/stablehlo/verify/Shapes.h"

#include "llvm/Support/MathExtras.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"

#include <limits>

using namespace mlir;

namespace lockstep::stablehlo {

static int64_t saturated(bool negative) {
  // The smallest number means "dynamic"; stay clear of it.
  return negative ? std::numeric_limits<int64_t>::min() + 1 : std::numeric_limits<int64_t>::max();
}

int64_t addSizes(int64_t first, int64_t second) {
  if (ShapedType::isDynamic(first) || ShapedType::isDynamic(second))
    return ShapedType::kDynamic;
  int64_t sum = 0;
  return llvm::AddOverflow(first, second, sum) || ShapedType::isDynamic(sum) ? saturated(first < 0) : sum;
}

int64_t multiplySizes(int64_t first, int64_t second) {
  if (ShapedType::isDynamic(first) || ShapedType::isDynamic(second))
    return ShapedType::kDynamic;
  int64_t product = 0;
  return llvm::MulOverflow(first, second, product) || ShapedType::isDynamic(product)
             ? saturated((first < 0) != (second < 0))
             : product;
}

std::optional<int64_t> elementCount(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape) {
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    count = multiplySizes(count, size);
  }
  return count;
}

int64_t sliceSize(int64_t start, int64_t limit, int64_t stride) {
  int64_t extent = limit - start;
  return extent == 0 ? 0 : (extent - 1) / stride + 1;
}

int64_t paddedSize(int64_t size, int64_t low, int64_t high, int64_t interior) {
  if (ShapedType::isDynamic(size))
    return size;
  int64_t holes = multiplySizes(std::max<int64_t>(size - 1, 0), interior);
  return addSizes(addSizes(addSizes(size, low), high), holes);
}

} // namespace lockstep::stablehlo
