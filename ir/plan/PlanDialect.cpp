// Registration of the dialect, and the check of `plan.order` wherever it is attached.
#include "ir/plan/PlanOps.h"

#include "ir/dialects/StrictProperties.h"
#include "ir/stablehlo/StablehloOps.h"

#include "ir/plan/PlanDialect.cpp.inc"

namespace lockstep::plan {

void PlanDialect::initialize() {
  registerAttributes();
  addStrictOperations<
#define GET_OP_LIST
#include "ir/plan/PlanOps.cpp.inc"
      >(*this);
}

mlir::LogicalResult PlanDialect::verifyOperationAttribute(mlir::Operation *op, mlir::NamedAttribute attribute) {
  if (attribute.getName() != kOrderName)
    return op->emitOpError() << "has the attribute " << attribute.getName() << ", which the dialect plan does not know";
  if (!llvm::isa<OrderAttr>(attribute.getValue()))
    return op->emitOpError() << "expected #plan.order<...> for 'plan.order', found " << attribute.getValue();
  if (!llvm::isa<stablehlo::AllReduceOp, stablehlo::ReduceScatterOp>(op))
    return op->emitOpError() << "is no reduction between devices and has no order";
  return mlir::success();
}

} // namespace lockstep::plan
