// The `plan` dialect: attributes and operators.
#pragma once

#include "ir/sdy/SdyOps.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ir/plan/PlanDialect.h.inc"
#include "ir/plan/PlanEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "ir/plan/PlanAttributes.h.inc"

#define GET_OP_CLASSES
#include "ir/plan/PlanOps.h.inc"

namespace lockstep::plan {

/// The attribute that declares the order of a reduction, on all_reduce and reduce_scatter.
inline constexpr llvm::StringLiteral kOrderName = "plan.order";

/// The step that a function consists of; null when it is no plan of stages.
StepOp stepOf(mlir::func::FuncOp main);

} // namespace lockstep::plan
