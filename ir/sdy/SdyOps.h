// The `sdy` dialect: attributes and operators.
#pragma once

#include "ir/stablehlo/interfaces/MeshDefinition.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ir/sdy/SdyDialect.h.inc"
#include "ir/sdy/SdyEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "ir/sdy/SdyAttributes.h.inc"

#define GET_OP_CLASSES
#include "ir/sdy/SdyOps.h.inc"

namespace lockstep::sdy {

/// Attribute names under which shardings are attached to functions' arguments and results and to any operator.
inline constexpr llvm::StringLiteral kShardingName = "sdy.sharding";
inline constexpr llvm::StringLiteral kShardingRuleName = "sdy.sharding_rule";

} // namespace lockstep::sdy
