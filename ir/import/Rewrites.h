// The single rewrites of prepare(). Private to ir/import.
#pragma once

#include "ir/import/Program.h"

namespace lockstep::rewrites {

/// Makes sdy.manual_computation out of legacy forms, over the mesh.
llvm::Error legacyToManual(mlir::ModuleOp module, const Mesh &mesh);
/// Replaces calls to functions with a body, everywhere; gives up after that many copied operators.
llvm::Error inlineCalls(mlir::ModuleOp module, size_t mostOperators);
/// Makes func.call of plan.call, the number of the micro-batch being a constant.
void plainCalls(mlir::ModuleOp module);
/// Replaces hints by their operands.
void dropHints(mlir::ModuleOp module);
/// Erases functions that @main does not reach.
void dropUnreachable(mlir::ModuleOp module);

} // namespace lockstep::rewrites
