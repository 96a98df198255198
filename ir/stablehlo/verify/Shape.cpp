// Constraints of constants and of the operators that move elements.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/stablehlo/verify/Checks.h"
#include "ir/stablehlo/verify/Shapes.h"

#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace lockstep::stablehlo {

LogicalResult ConstantOp::verify() {
  return checkType(*this, 1, "result", getType(), getValue().getType());
}

LogicalResult IotaOp::verify() {
  return checkRange(*this, 1, "iota_dimension", getIotaDimension(), 0, rankOf(getOutput()));
}

LogicalResult BroadcastOp::verify() {
  if (failed(checkAtLeast(*this, 1, "broadcast_sizes", getBroadcastSizes(), 0)) ||
      failed(checkElement(*this, 2, "result", elementOf(getResult()), elementOf(getOperand()))))
    return failure();
  SmallVector<int64_t> shape(getBroadcastSizes());
  llvm::append_range(shape, shapeOf(getOperand()));
  return checkShape(*this, 3, "result", shapeOf(getResult()), shape);
}

LogicalResult BroadcastInDimOp::verify() {
  Sizes dims = getBroadcastDimensions(), operand = shapeOf(getOperand()), result = shapeOf(getResult());
  if (failed(checkElement(*this, 1, "result", elementOf(getResult()), elementOf(getOperand()))) ||
      failed(checkCount(*this, 2, "broadcast_dimensions", dims.size(), operand.size())) ||
      failed(checkDims(*this, 3, "broadcast_dimensions", dims, result.size())) ||
      failed(checkUnique(*this, 4, "broadcast_dimensions", dims)))
    return failure();
  for (auto [dim, size] : llvm::enumerate(operand))
    if (size != 1 && !compatibleSizes(size, result[dims[dim]]))
      return expected(*this, 5) << "dimension " << dim << " of operand to be 1 or " << result[dims[dim]]
                                << ", the size of result dimension " << dims[dim] << ", found " << size;
  return success();
}

LogicalResult ReshapeOp::verify() {
  if (failed(checkElement(*this, 1, "result", elementOf(getResult()), elementOf(getOperand()))))
    return failure();
  auto from = elementCount(shapeOf(getOperand())), to = elementCount(shapeOf(getResult()));
  if (from && to && *from != *to)
    return expected(*this, 2) << "a result of " << *from << " elements, found " << *to;
  return success();
}

LogicalResult TransposeOp::verify() {
  Sizes permutation = getPermutation(), operand = shapeOf(getOperand());
  if (failed(checkElement(*this, 1, "result", elementOf(getResult()), elementOf(getOperand()))) ||
      failed(checkCount(*this, 2, "permutation", permutation.size(), operand.size())) ||
      failed(checkDims(*this, 2, "permutation", permutation, operand.size())) ||
      failed(checkUnique(*this, 2, "permutation", permutation)))
    return failure();
  auto shape = llvm::map_to_vector(permutation, [&](int64_t dim) { return operand[dim]; });
  return checkShape(*this, 3, "result", shapeOf(getResult()), shape);
}

LogicalResult ReverseOp::verify() {
  if (failed(verifySameTypes(*this)) || failed(checkUnique(*this, 2, "dimensions", getDimensions())))
    return failure();
  return checkDims(*this, 3, "dimensions", getDimensions(), rankOf(getOperand()));
}

LogicalResult SliceOp::verify() {
  Sizes operand = shapeOf(getOperand()), starts = getStartIndices(), limits = getLimitIndices(), strides = getStrides();
  int64_t rank = operand.size();
  if (failed(checkElement(*this, 1, "result", elementOf(getResult()), elementOf(getOperand()))) ||
      failed(checkCount(*this, 2, "start_indices", starts.size(), rank)) ||
      failed(checkCount(*this, 2, "limit_indices", limits.size(), rank)) ||
      failed(checkCount(*this, 2, "strides", strides.size(), rank)) ||
      failed(checkAtLeast(*this, 3, "start_indices", starts, 0)) || failed(checkAtLeast(*this, 4, "strides", strides, 1)))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (starts[dim] > limits[dim])
      return expected(*this, 3) << "start_indices[" << dim << "] at most limit " << limits[dim] << ", found "
                                << starts[dim];
    if (!ShapedType::isDynamic(operand[dim]) && limits[dim] > operand[dim])
      return expected(*this, 3) << "limit_indices[" << dim << "] at most " << operand[dim] << ", found " << limits[dim];
    shape.push_back(sliceSize(starts[dim], limits[dim], strides[dim]));
  }
  return checkShape(*this, 5, "result", shapeOf(getResult()), shape);
}

static LogicalResult checkStarts(Operation *op, unsigned count, unsigned type, ValueRange starts, int64_t rank) {
  if (failed(checkCount(op, count, "start_indices", starts.size(), rank)))
    return failure();
  for (auto [index, start] : llvm::enumerate(starts)) {
    if (rankOf(start) != 0)
      return expected(op, type) << "start_indices[" << index << "] to be a scalar, found " << start.getType();
    if (start.getType() != starts.front().getType())
      return expected(op, type) << "start_indices of one type " << starts.front().getType() << ", found "
                                << start.getType();
  }
  return success();
}

LogicalResult DynamicSliceOp::verify() {
  Sizes operand = shapeOf(getOperand()), sizes = getSliceSizes();
  if (failed(checkElement(*this, 1, "result", elementOf(getResult()), elementOf(getOperand()))) ||
      failed(checkCount(*this, 2, "slice_sizes", sizes.size(), operand.size())) ||
      failed(checkStarts(*this, 2, 3, getStartIndices(), operand.size())))
    return failure();
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (size < 0 || (!ShapedType::isDynamic(operand[dim]) && size > operand[dim]))
      return expected(*this, 4) << "slice_sizes[" << dim << "] from 0 to " << operand[dim] << ", found " << size;
  return checkShape(*this, 5, "result", shapeOf(getResult()), sizes);
}

LogicalResult DynamicUpdateSliceOp::verify() {
  Sizes operand = shapeOf(getOperand()), update = shapeOf(getUpdate());
  if (failed(checkType(*this, 1, "result", getType(), getOperand().getType())) ||
      failed(checkElement(*this, 2, "update", elementOf(getUpdate()), elementOf(getOperand()))) ||
      failed(checkRank(*this, 3, "update", update.size(), operand.size())) ||
      failed(checkStarts(*this, 4, 5, getStartIndices(), operand.size())))
    return failure();
  for (auto [dim, size] : llvm::enumerate(update))
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(operand[dim]) && size > operand[dim])
      return expected(*this, 6) << "dimension " << dim << " of update at most " << operand[dim] << ", found " << size;
  return success();
}

LogicalResult PadOp::verify() {
  Sizes operand = shapeOf(getOperand()), low = getEdgePaddingLow(), high = getEdgePaddingHigh(),
        interior = getInteriorPadding();
  int64_t rank = operand.size();
  if (failed(checkElement(*this, 1, "padding_value", elementOf(getPaddingValue()), elementOf(getOperand()))) ||
      failed(checkElement(*this, 1, "result", elementOf(getResult()), elementOf(getOperand()))) ||
      failed(checkRank(*this, 1, "padding_value", rankOf(getPaddingValue()), 0)) ||
      failed(checkCount(*this, 2, "edge_padding_low", low.size(), rank)) ||
      failed(checkCount(*this, 2, "edge_padding_high", high.size(), rank)) ||
      failed(checkCount(*this, 2, "interior_padding", interior.size(), rank)) ||
      failed(checkAtLeast(*this, 3, "interior_padding", interior, 0)))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < rank; ++dim) {
    shape.push_back(paddedSize(operand[dim], low[dim], high[dim], interior[dim]));
    if (!ShapedType::isDynamic(shape[dim]) && shape[dim] < 0)
      return expected(*this, 4) << "padding that leaves dimension " << dim << " a size of at least 0, found "
                                << shape[dim];
  }
  return checkShape(*this, 4, "result", shapeOf(getResult()), shape);
}

LogicalResult ConcatenateOp::verify() {
  if (getInputs().empty())
    return expected(*this, 3) << "at least one input, found none";
  Value first = getInputs().front();
  int64_t rank = rankOf(first), dim = getDimension(), total = 0;
  if (failed(checkRange(*this, 4, "dimension", dim, 0, rank)))
    return failure();
  SmallVector<int64_t> shape(shapeOf(first));
  for (auto [index, input] : llvm::enumerate(getInputs())) {
    std::string name = ("inputs[" + Twine(index) + "]").str();
    SmallVector<int64_t> wanted(shape);
    if (failed(checkElement(*this, 1, name, elementOf(input), elementOf(first))) ||
        failed(checkRank(*this, 2, name, rankOf(input), rank)))
      return failure();
    wanted[dim] = shapeOf(input)[dim];
    if (failed(checkShape(*this, 2, name, shapeOf(input), wanted)))
      return failure();
    total = addSizes(total, shapeOf(input)[dim]);
  }
  shape[dim] = total;
  if (failed(checkElement(*this, 5, "result", elementOf(getResult()), elementOf(first))))
    return failure();
  return checkShape(*this, 6, "result", shapeOf(getResult()), shape);
}

} // namespace lockstep::stablehlo
