#include "ir/stablehlo/verify/Window.h"

#include "ir/stablehlo/verify/Shapes.h"

using namespace mlir;

namespace lockstep::stablehlo {

int64_t WindowDim::outputSize(int64_t inputSize) const {
  if (ShapedType::isDynamic(inputSize))
    return inputSize;
  auto dilated = [](int64_t count, int64_t dilation) {
    return count == 0 ? 0 : addSizes(multiplySizes(count - 1, dilation), 1);
  };
  int64_t input = addSizes(addSizes(dilated(inputSize, baseDilation), padLow), padHigh);
  int64_t span = dilated(size, windowDilation);
  return input <= 0 || span > input ? 0 : (input - span) / stride + 1;
}

Window::Window(ArrayRef<int64_t> sizes, List strides, std::optional<DenseIntElementsAttr> padding, List baseDilations,
               List windowDilations) {
  SmallVector<int64_t> pads;
  if (padding)
    llvm::append_range(pads, padding->getValues<int64_t>());
  auto at = [](const List &list, size_t dim, int64_t fallback) {
    return list && dim < list->size() ? (*list)[dim] : fallback;
  };
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    WindowDim &each = windowDims.emplace_back();
    each.size = size;
    each.stride = at(strides, dim, 1);
    each.baseDilation = at(baseDilations, dim, 1);
    each.windowDilation = at(windowDilations, dim, 1);
    if (2 * dim + 1 < pads.size()) {
      each.padLow = pads[2 * dim];
      each.padHigh = pads[2 * dim + 1];
    }
  }
}

SmallVector<int64_t> Window::outputShape(ArrayRef<int64_t> inputShape) const {
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::zip(windowDims, inputShape))
    shape.push_back(dim.outputSize(size));
  return shape;
}

SmallVector<int64_t> gatherShape(GatherDimensionNumbersAttr numbers, ArrayRef<int64_t> indicesShape,
                                 ArrayRef<int64_t> sliceSizes) {
  SmallVector<int64_t> batch(indicesShape), offset;
  if (numbers.getIndexVectorDim() < static_cast<int64_t>(batch.size()))
    batch.erase(batch.begin() + numbers.getIndexVectorDim());
  for (auto [dim, size] : llvm::enumerate(sliceSizes)) {
    int64_t operandDim = dim;
    if (!llvm::is_contained(numbers.getCollapsedSliceDims(), operandDim) &&
        !llvm::is_contained(numbers.getOperandBatchingDims(), operandDim))
      offset.push_back(size);
  }
  SmallVector<int64_t> shape;
  size_t nextBatch = 0, nextOffset = 0;
  for (int64_t dim = 0, rank = batch.size() + offset.size(); dim < rank; ++dim) {
    bool isOffset = llvm::is_contained(numbers.getOffsetDims(), dim);
    shape.push_back(isOffset ? offset[nextOffset++] : batch[nextBatch++]);
  }
  return shape;
}

} // namespace lockstep::stablehlo
