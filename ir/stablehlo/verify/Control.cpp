// Constraints of control flow, tuples and opaque calls.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/stablehlo/verify/Checks.h"

#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace lockstep::stablehlo {

//===-- Regions ------------------------------------------------------------------------------------------------===//

static LogicalResult checkNoArguments(Operation *op, unsigned number, Region &branch) {
  unsigned count = branch.getNumArguments();
  if (count == 0)
    return success();
  return expected(op, number) << "branches without arguments, found " << count;
}

static LogicalResult checkTypes(Operation *op, unsigned number, StringRef name, TypeRange found, TypeRange wanted) {
  if (failed(checkCount(op, number, name, found.size(), wanted.size())))
    return failure();
  for (auto [index, pair] : llvm::enumerate(llvm::zip(found, wanted)))
    if (!compatible(std::get<0>(pair), std::get<1>(pair)))
      return expected(op, number) << name << '[' << index << "] of type " << std::get<1>(pair) << ", found "
                                  << std::get<0>(pair);
  return success();
}

LogicalResult IfOp::verifyRegions() {
  if (failed(checkNoArguments(*this, 1, getTrueBranch())) || failed(checkNoArguments(*this, 1, getFalseBranch())) ||
      failed(checkTypes(*this, 2, "results of false_branch", returnedTypes(getFalseBranch()),
                        returnedTypes(getTrueBranch()))))
    return failure();
  return checkTypes(*this, 3, "results", getResultTypes(), returnedTypes(getTrueBranch()));
}

LogicalResult CaseOp::verifyRegions() {
  if (getBranches().empty())
    return expected(*this, 1) << "at least one branch, found none";
  TypeRange first = returnedTypes(getBranches().front());
  for (auto [index, branch] : llvm::enumerate(getBranches())) {
    std::string name = ("results of branch " + Twine(index)).str();
    if (failed(checkNoArguments(*this, 2, branch)) || failed(checkTypes(*this, 3, name, returnedTypes(branch), first)))
      return failure();
  }
  return checkTypes(*this, 4, "results", getResultTypes(), first);
}

LogicalResult WhileOp::verifyRegions() {
  TypeRange types = getOperandTypes();
  TypeRange condition = returnedTypes(getCond());
  if (failed(checkTypes(*this, 1, "arguments of cond", getCond().getArgumentTypes(), types)))
    return failure();
  auto scalar = condition.size() == 1 ? dyn_cast<RankedTensorType>(condition.front()) : RankedTensorType();
  if (!scalar || scalar.getRank() != 0 || !isPred(scalar.getElementType())) {
    auto error = expected(*this, 1) << "cond to return tensor<i1>, found (";
    llvm::interleaveComma(condition, error);
    return error << ")";
  }
  if (failed(checkTypes(*this, 2, "arguments of body", getBody().getArgumentTypes(), types)) ||
      failed(checkTypes(*this, 2, "results of body", returnedTypes(getBody()), types)))
    return failure();
  return checkTypes(*this, 3, "results", getResultTypes(), types);
}

LogicalResult OptimizationBarrierOp::verify() {
  return checkTypes(*this, 1, "results", getResultTypes(), getOperandTypes());
}

//===-- Tuples -------------------------------------------------------------------------------------------------===//

LogicalResult TupleOp::verify() {
  return checkTypes(*this, 1, "elements", cast<TupleType>(getType()).getTypes(), getOperandTypes());
}

LogicalResult GetTupleElementOp::verify() {
  auto tuple = cast<TupleType>(getOperand().getType());
  int64_t index = static_cast<int32_t>(getIndex());
  if (failed(checkRange(*this, 1, "index", index, 0, tuple.size())))
    return failure();
  return checkType(*this, 2, "result", getType(), tuple.getType(index));
}

//===-- Opaque calls -------------------------------------------------------------------------------------------===//

static LogicalResult checkLayouts(Operation *op, StringRef name, std::optional<ArrayAttr> layouts, TypeRange types) {
  if (!layouts)
    return success();
  if (layouts->size() != types.size())
    return op->emitOpError() << "expected " << types.size() << " entries in " << name << ", found " << layouts->size();
  for (auto [attribute, type] : llvm::zip(*layouts, types)) {
    auto layout = llvm::to_vector(cast<DenseIntElementsAttr>(attribute).getValues<int64_t>());
    auto tensor = dyn_cast<RankedTensorType>(type);
    int64_t rank = tensor ? tensor.getRank() : 0;
    SmallVector<int64_t> sorted(layout);
    llvm::sort(sorted);
    if (!llvm::equal(sorted, llvm::seq<int64_t>(rank)))
      return op->emitOpError() << "expected " << name << " to permute the " << rank << " dimensions of " << type
                               << ", found " << attribute;
  }
  return success();
}

LogicalResult CustomCallOp::verify() {
  if (getOperandLayouts().has_value() != getResultLayouts().has_value())
    return emitOpError() << "expected operand_layouts and result_layouts together";
  // A result that is one tuple has the layouts of its elements.
  auto tuple = getNumResults() == 1 ? dyn_cast<TupleType>(getResult(0).getType()) : TupleType();
  TypeRange results = tuple ? tuple.getTypes() : TypeRange(getResultTypes());
  if (failed(checkLayouts(*this, "operand_layouts", getOperandLayouts(), getOperandTypes())) ||
      failed(checkLayouts(*this, "result_layouts", getResultLayouts(), results)))
    return failure();
  for (Attribute alias : getOutputOperandAliases()) {
    int64_t operand = cast<OutputOperandAliasAttr>(alias).getOperandIndex();
    if (operand < 0 || operand >= static_cast<int64_t>(getNumOperands()))
      return emitOpError() << "expected output_operand_aliases to name an operand below " << getNumOperands()
                           << ", found " << operand;
  }
  return success();
}

LogicalResult CompositeOp::verify() {
  auto [space, name] = getName().split('.');
  if (space.empty() || name.empty())
    return expected(*this, 1) << "name to be a namespace and an operator, found \"" << getName() << '"';
  return success();
}

} // namespace lockstep::stablehlo
