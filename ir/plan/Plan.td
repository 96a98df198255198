// The `plan` dialect: a step as one program per stage, with messages between stages. docs/plan.md tells how it is read.
#ifndef LOCKSTEP_IR_PLAN_PLAN
#define LOCKSTEP_IR_PLAN_PLAN

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Plan_Dialect : Dialect {
  let name = "plan";
  let cppNamespace = "::lockstep::plan";
  let summary = "Training steps as one program per stage";
  let useDefaultAttributePrinterParser = 1;
  // `plan.order` is checked wherever it is attached.
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

include "ir/plan/PlanAttributes.td"
include "ir/plan/PlanOps.td"

#endif
