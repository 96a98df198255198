// Constraints of reduce, reduce_window, select_and_scatter and map.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/stablehlo/verify/Checks.h"
#include "ir/stablehlo/verify/Window.h"

#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace lockstep::stablehlo {

//===-- What reduce and reduce_window share --------------------------------------------------------------------===//

static LogicalResult checkCounts(Operation *op, unsigned number) {
  unsigned operands = op->getNumOperands();
  if (operands > 0 && operands % 2 == 0 && op->getNumResults() == operands / 2)
    return success();
  return expected(op, number) << "as many inputs as init values and results and at least one, found " << operands
                              << " operands and " << op->getNumResults() << " results";
}

/// Init values are scalars of the input's element type, or of the wider type the body accumulates in.
static LogicalResult checkInits(Operation *op, unsigned number, ValueRange inputs, ValueRange inits) {
  for (auto [input, init] : llvm::zip(inputs, inits))
    if (rankOf(init) != 0 || !promotable(elementOf(input), elementOf(init)))
      return expected(op, number) << "init_values of type " << RankedTensorType::get({}, elementOf(input))
                                  << ", found " << init.getType();
  return success();
}

static LogicalResult checkReducedElements(Operation *op, unsigned body, unsigned result, Region &region,
                                          ValueRange inputs, ValueRange inits, unsigned init) {
  auto elements = checkReducer(op, body, "body", region, inputs);
  if (failed(elements))
    return failure();
  for (auto [index, element] : llvm::enumerate(*elements)) {
    if (elementOf(inits[index]) != elementOf(inputs[index]) &&
        failed(checkElement(op, init, "init_values", elementOf(inits[index]), element)))
      return failure();
    if (failed(checkElement(op, result, "result", elementOf(op->getResult(index)), element)))
      return failure();
  }
  return success();
}

//===-- Reduce -------------------------------------------------------------------------------------------------===//

LogicalResult ReduceOp::verify() {
  if (failed(checkCounts(*this, 3)))
    return failure();
  Sizes shape = shapeOf(getInputs().front());
  for (Value input : getInputs())
    if (failed(checkShape(*this, 1, "every input", shapeOf(input), shape)))
      return failure();
  if (failed(checkInits(*this, 2, getInputs(), getInitValues())) ||
      failed(checkDims(*this, 4, "dimensions", getDimensions(), shape.size())) ||
      failed(checkUnique(*this, 5, "dimensions", getDimensions())))
    return failure();
  SmallVector<int64_t> reduced;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (!llvm::is_contained(getDimensions(), static_cast<int64_t>(dim)))
      reduced.push_back(size);
  for (Value result : getResults())
    if (failed(checkShape(*this, 7, "result", shapeOf(result), reduced)))
      return failure();
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  return checkReducedElements(*this, 6, 8, getBody(), getInputs(), getInitValues(), 2);
}

//===-- Reduce window ------------------------------------------------------------------------------------------===//

static LogicalResult checkWindowList(Operation *op, unsigned count, StringRef name,
                                     std::optional<ArrayRef<int64_t>> values, int64_t rank) {
  if (!values)
    return success();
  return failure(failed(checkCount(op, count, name, values->size(), rank)) ||
                 failed(checkAtLeast(op, count + 1, name, *values, 1)));
}

LogicalResult ReduceWindowOp::verify() {
  if (failed(checkCounts(*this, 1)))
    return failure();
  Sizes shape = shapeOf(getInputs().front());
  int64_t rank = shape.size();
  for (Value input : getInputs())
    if (failed(checkShape(*this, 2, "every input", shapeOf(input), shape)))
      return failure();
  if (failed(checkInits(*this, 3, getInputs(), getInitValues())) ||
      failed(checkWindowList(*this, 4, "window_dimensions", getWindowDimensions(), rank)) ||
      failed(checkWindowList(*this, 6, "window_strides", getWindowStrides(), rank)) ||
      failed(checkWindowList(*this, 8, "base_dilations", getBaseDilations(), rank)) ||
      failed(checkWindowList(*this, 10, "window_dilations", getWindowDilations(), rank)) ||
      failed(checkPairs(*this, 12, "padding", getPadding(), rank)))
    return failure();
  Window window(getWindowDimensions(), getWindowStrides(), getPadding(), getBaseDilations(), getWindowDilations());
  SmallVector<int64_t> counts = window.outputShape(shape);
  for (Value result : getResults())
    if (failed(checkShape(*this, 15, "result", shapeOf(result), counts)))
      return failure();
  return success();
}

LogicalResult ReduceWindowOp::verifyRegions() {
  return checkReducedElements(*this, 13, 16, getBody(), getInputs(), getInitValues(), 3);
}

//===-- Select and scatter -------------------------------------------------------------------------------------===//

LogicalResult SelectAndScatterOp::verify() {
  Sizes shape = shapeOf(getOperand());
  int64_t rank = shape.size();
  if (failed(checkElement(*this, 1, "source", elementOf(getSource()), elementOf(getOperand()))) ||
      failed(checkRank(*this, 3, "init_value", rankOf(getInitValue()), 0)) ||
      failed(checkElement(*this, 3, "init_value", elementOf(getInitValue()), elementOf(getOperand()))) ||
      failed(checkWindowList(*this, 4, "window_dimensions", getWindowDimensions(), rank)) ||
      failed(checkWindowList(*this, 6, "window_strides", getWindowStrides(), rank)) ||
      failed(checkPairs(*this, 8, "padding", getPadding(), rank)))
    return failure();
  SmallVector<int64_t> ones(rank, 1);
  Window window(getWindowDimensions().value_or(Sizes(ones)), getWindowStrides(), getPadding(), {}, {});
  if (failed(checkShape(*this, 2, "source", shapeOf(getSource()), window.outputShape(shape))))
    return failure();
  return checkShape(*this, 11, "result", shapeOf(getResult()), shape);
}

LogicalResult SelectAndScatterOp::verifyRegions() {
  Type element = elementOf(getOperand());
  if (failed(checkComputation(*this, 9, "select", getSelect(), {element, element}, {IntegerType::get(getContext(), 1)})))
    return failure();
  auto elements = checkReducer(*this, 10, "scatter", getScatter(), getOperand());
  if (failed(elements))
    return failure();
  return checkElement(*this, 12, "result", elementOf(getResult()), elements->front());
}

//===-- Map ----------------------------------------------------------------------------------------------------===//

LogicalResult MapOp::verify() {
  if (getInputs().empty())
    return expected(*this, 2) << "at least one input, found none";
  Sizes shape = shapeOf(getResult());
  for (Value input : getInputs())
    if (failed(checkShape(*this, 1, "every input", shapeOf(input), shape)))
      return failure();
  if (!llvm::equal(getDimensions(), llvm::seq<int64_t>(shape.size())))
    return expected(*this, 3) << "dimensions to be 0 to " << shape.size() << " in order, found " << getDimensions();
  return success();
}

LogicalResult MapOp::verifyRegions() {
  auto elements = llvm::map_to_vector(getInputs(), [](Value input) { return elementOf(input); });
  return checkComputation(*this, 4, "computation", getComputation(), elements, {elementOf(getResult())});
}

} // namespace lockstep::stablehlo
