// Registration of the dialect, and the checks of `sdy.sharding` wherever it is attached.
#include "ir/sdy/SdyOps.h"

#include "ir/dialects/StrictProperties.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include "ir/sdy/SdyDialect.cpp.inc"

using llvm::Twine;
using mlir::failure;
using mlir::LogicalResult;
using mlir::NamedAttribute;
using mlir::Operation;
using mlir::success;

namespace lockstep::sdy {

void SdyDialect::initialize() {
  registerAttributes();
  addStrictOperations<
#define GET_OP_LIST
#include "ir/sdy/SdyOps.cpp.inc"
      >(*this);
}

namespace {

LogicalResult verifyOn(Operation *op, TensorShardingAttr sharding, mlir::Type type, const Twine &what) {
  return sharding.verifyForType(
      type, sharding.getMesh(op), [&] { return op->emitOpError(); }, what);
}

LogicalResult verifyBoundary(Operation *op, NamedAttribute attribute, mlir::Type type, const Twine &what) {
  if (attribute.getName() != kShardingName)
    return success();
  auto sharding = llvm::dyn_cast<TensorShardingAttr>(attribute.getValue());
  if (!sharding)
    return op->emitOpError() << what << ": expected #sdy.sharding<...> for 'sdy.sharding', found "
                             << attribute.getValue();
  return verifyOn(op, sharding, type, what);
}

LogicalResult verifyRule(Operation *op, NamedAttribute attribute) {
  auto rule = llvm::dyn_cast<OpShardingRuleAttr>(attribute.getValue());
  if (!rule)
    return op->emitOpError() << "expected #sdy.op_sharding_rule<...> for 'sdy.sharding_rule', found "
                             << attribute.getValue();
  if (rule.getOperandMappings().size() != op->getNumOperands() || rule.getResultMappings().size() != op->getNumResults())
    return op->emitOpError() << "sharding rule is for " << rule.getOperandMappings().size() << " operands and "
                             << rule.getResultMappings().size() << " results, the operator has " << op->getNumOperands()
                             << " and " << op->getNumResults();
  return success();
}

} // namespace

LogicalResult SdyDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() == kShardingRuleName)
    return verifyRule(op, attribute);
  if (attribute.getName() != kShardingName)
    return success();
  auto perValue = llvm::dyn_cast<TensorShardingPerValueAttr>(attribute.getValue());
  if (!perValue) {
    // A single sharding stands on operators without results and on functions' call sites.
    if (llvm::isa<TensorShardingAttr>(attribute.getValue()))
      return success();
    return op->emitOpError() << "expected #sdy.sharding_per_value<...> for 'sdy.sharding', found "
                             << attribute.getValue();
  }
  // An operator without results may carry one sharding that places its execution.
  if (op->getNumResults() == 0 && perValue.size() == 1)
    return success();
  if (perValue.size() != op->getNumResults())
    return op->emitOpError() << "has " << op->getNumResults() << " results and " << perValue.size() << " shardings";
  for (auto [index, sharding] : llvm::enumerate(perValue.getShardings()))
    if (failed(verifyOn(op, sharding, op->getResult(index).getType(), "sharding of result " + Twine(index))))
      return failure();
  return success();
}

LogicalResult SdyDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned argument, NamedAttribute attribute) {
  auto function = llvm::dyn_cast<mlir::FunctionOpInterface>(op);
  if (!function || argument >= function.getNumArguments())
    return success();
  return verifyBoundary(op, attribute, function.getArgumentTypes()[argument],
                        "sharding of argument " + Twine(argument));
}

LogicalResult SdyDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned result,
                                                      NamedAttribute attribute) {
  auto function = llvm::dyn_cast<mlir::FunctionOpInterface>(op);
  if (!function || result >= function.getNumResults())
    return success();
  return verifyBoundary(op, attribute, function.getResultTypes()[result], "sharding of result " + Twine(result));
}

} // namespace lockstep::sdy
