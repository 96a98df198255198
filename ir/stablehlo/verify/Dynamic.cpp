// Constraints of the operators with shapes as operands, and of random numbers.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/stablehlo/verify/Checks.h"
#include "ir/stablehlo/verify/Shapes.h"

using namespace mlir;

namespace lockstep::stablehlo {

/// A one-dimensional operand with one number per dimension.
static LogicalResult checkPerDimension(Operation *op, unsigned number, StringRef name, Value value, int64_t rank) {
  return checkShape(op, number, name, shapeOf(value), rank);
}

LogicalResult DynamicBroadcastInDimOp::verify() {
  Sizes dims = getBroadcastDimensions(), operand = shapeOf(getOperand()), result = shapeOf(getResult());
  int64_t rank = operand.size();
  if (failed(checkElement(*this, 1, "result", elementOf(getResult()), elementOf(getOperand()))) ||
      failed(checkCount(*this, 2, "broadcast_dimensions", dims.size(), rank)) ||
      failed(checkDims(*this, 3, "broadcast_dimensions", dims, result.size())) ||
      failed(checkUnique(*this, 4, "broadcast_dimensions", dims)))
    return failure();
  for (auto [dim, size] : llvm::enumerate(operand))
    if (size != 1 && !compatibleSizes(size, result[dims[dim]]))
      return expected(*this, 5) << "dimension " << dim << " of operand to be 1 or " << result[dims[dim]] << ", found "
                                << size;
  Sizes expanding = getKnownExpandingDimensions().value_or(Sizes());
  Sizes fixed = getKnownNonexpandingDimensions().value_or(Sizes());
  if (failed(checkPerDimension(*this, 7, "output_dimensions", getOutputDimensions(), result.size())) ||
      failed(checkUnique(*this, 8, "the known dimensions", expanding, fixed)) ||
      failed(checkDims(*this, 9, "known_expanding_dimensions", expanding, rank)))
    return failure();
  return checkDims(*this, 10, "known_nonexpanding_dimensions", fixed, rank);
}

LogicalResult DynamicIotaOp::verify() {
  int64_t rank = rankOf(getResult());
  if (failed(checkRange(*this, 1, "iota_dimension", getIotaDimension(), 0, rank)))
    return failure();
  return checkPerDimension(*this, 2, "output_shape", getOutputShape(), rank);
}

LogicalResult DynamicReshapeOp::verify() {
  if (failed(checkElement(*this, 1, "result", elementOf(getResult()), elementOf(getOperand()))))
    return failure();
  auto from = elementCount(shapeOf(getOperand())), to = elementCount(shapeOf(getResult()));
  if (from && to && *from != *to)
    return expected(*this, 2) << "a result of " << *from << " elements, found " << *to;
  return checkPerDimension(*this, 4, "output_shape", getOutputShape(), rankOf(getResult()));
}

LogicalResult RealDynamicSliceOp::verify() {
  int64_t rank = rankOf(getOperand());
  if (failed(checkElement(*this, 1, "result", elementOf(getResult()), elementOf(getOperand()))) ||
      failed(checkRank(*this, 1, "result", rankOf(getResult()), rank)) ||
      failed(checkPerDimension(*this, 2, "start_indices", getStartIndices(), rank)) ||
      failed(checkPerDimension(*this, 2, "limit_indices", getLimitIndices(), rank)))
    return failure();
  return checkPerDimension(*this, 2, "strides", getStrides(), rank);
}

LogicalResult DynamicPadOp::verify() {
  int64_t rank = rankOf(getOperand());
  if (failed(checkElement(*this, 1, "padding_value", elementOf(getPaddingValue()), elementOf(getOperand()))) ||
      failed(checkRank(*this, 1, "padding_value", rankOf(getPaddingValue()), 0)) ||
      failed(checkElement(*this, 1, "result", elementOf(getResult()), elementOf(getOperand()))) ||
      failed(checkPerDimension(*this, 2, "edge_padding_low", getEdgePaddingLow(), rank)) ||
      failed(checkPerDimension(*this, 2, "edge_padding_high", getEdgePaddingHigh(), rank)) ||
      failed(checkPerDimension(*this, 2, "interior_padding", getInteriorPadding(), rank)))
    return failure();
  return checkRank(*this, 4, "result", rankOf(getResult()), rank);
}

LogicalResult GetDimensionSizeOp::verify() {
  if (failed(checkRange(*this, 1, "dimension", getDimension(), 0, rankOf(getOperand()))))
    return failure();
  return checkRank(*this, 2, "result", rankOf(getResult()), 0);
}

LogicalResult SetDimensionSizeOp::verify() {
  int64_t dim = getDimension();
  if (failed(checkRange(*this, 1, "dimension", dim, 0, rankOf(getOperand()))) ||
      failed(checkRank(*this, 2, "size", rankOf(getSize()), 0)) ||
      failed(checkElement(*this, 3, "result", elementOf(getResult()), elementOf(getOperand()))))
    return failure();
  SmallVector<int64_t> shape(shapeOf(getOperand()));
  shape[dim] = ShapedType::kDynamic;
  return checkShape(*this, 3, "result", shapeOf(getResult()), shape);
}

//===-- Random numbers -----------------------------------------------------------------------------------------===//

LogicalResult RngOp::verify() {
  if (failed(checkElement(*this, 1, "b", elementOf(getB()), elementOf(getA()))) ||
      failed(checkElement(*this, 1, "result", elementOf(getResult()), elementOf(getA()))) ||
      failed(checkRank(*this, 1, "a", rankOf(getA()), 0)) || failed(checkRank(*this, 1, "b", rankOf(getB()), 0)))
    return failure();
  if (getRngDistribution() == RngDistribution::NORMAL && !isFp(elementOf(getA())))
    return expected(*this, 2) << "a floating-point type for NORMAL, found " << elementOf(getA());
  return checkPerDimension(*this, 3, "shape", getShape(), rankOf(getResult()));
}

LogicalResult RngBitGeneratorOp::verify() {
  if (failed(checkType(*this, 1, "output_state", getOutputState().getType(), getInitialState().getType())))
    return failure();
  RngAlgorithm algorithm = getRngAlgorithm();
  auto count = elementCount(shapeOf(getInitialState()));
  bool fits = algorithm == RngAlgorithm::DEFAULT || !count || *count == 2 ||
              (algorithm == RngAlgorithm::PHILOX && *count == 3);
  if (!fits || (algorithm != RngAlgorithm::DEFAULT && rankOf(getInitialState()) != 1))
    return expected(*this, 2) << "an initial_state of 2 " << (algorithm == RngAlgorithm::PHILOX ? "or 3 " : "")
                              << "elements for " << stringifyRngAlgorithm(algorithm) << ", found "
                              << getInitialState().getType();
  return success();
}

} // namespace lockstep::stablehlo
