// Constraints of sort and torch_index_select.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/stablehlo/verify/Checks.h"

using namespace mlir;

namespace lockstep::stablehlo {

LogicalResult SortOp::verify() {
  if (getInputs().empty())
    return expected(*this, 1) << "at least one input, found none";
  if (failed(checkCount(*this, 2, "results", getNumResults(), getInputs().size())))
    return failure();
  Sizes shape = shapeOf(getInputs().front());
  for (auto [input, result] : llvm::zip(getInputs(), getResults()))
    if (failed(checkType(*this, 2, "result", result.getType(), input.getType())) ||
        failed(checkShape(*this, 3, "every input", shapeOf(input), shape)))
      return failure();
  int64_t rank = shape.size();
  return checkRange(*this, 4, "dimension", static_cast<int64_t>(getDimension()), -rank, rank);
}

LogicalResult SortOp::verifyRegions() {
  SmallVector<Type> elements;
  for (Value input : getInputs())
    elements.append({elementOf(input), elementOf(input)});
  return checkComputation(*this, 5, "comparator", getComparator(), elements, {IntegerType::get(getContext(), 1)});
}

// Not in the specification: `dim` of operand is replaced by the dimensions of index behind the batch dimensions.
LogicalResult TorchIndexSelectOp::verify() {
  Sizes operand = shapeOf(getOperand()), index = shapeOf(getIndex());
  int64_t dim = getDim(), batch = getBatchDims();
  if (failed(checkRange(*this, 1, "dim", dim, 0, operand.size())) ||
      failed(checkRange(*this, 2, "batch_dims", batch, 0, std::min<int64_t>(dim, index.size()) + 1)) ||
      failed(checkShape(*this, 3, "the batch of index", index.take_front(batch), operand.take_front(batch))) ||
      failed(checkElement(*this, 4, "result", elementOf(getResult()), elementOf(getOperand()))))
    return failure();
  SmallVector<int64_t> shape(operand.take_front(dim));
  llvm::append_range(shape, index.drop_front(batch));
  llvm::append_range(shape, operand.drop_front(dim + 1));
  return checkShape(*this, 5, "result", shapeOf(getResult()), shape);
}

} // namespace lockstep::stablehlo
