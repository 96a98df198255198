// The logical function as a graph: calls inlined, loops and branches nested, optimization barriers split per operand.
#pragma once

#include "lowering/graph/Graph.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Error.h"

namespace lockstep::lowering {

/// Errors (InputError, with the operation's place): an operator that has no meaning in a one-device step, types that are
/// not ranked static tensors, recursion, a region that reads values around it where that is not understood.
llvm::Expected<Graph> buildGraph(mlir::func::FuncOp main);

/// The constant of the result of an operator that only moves elements, given its operands.
std::optional<double> splatOf(const Op &op);

/// InputError at the operation's place in the file or in the user's source.
llvm::Error errorAt(mlir::Operation *op, llvm::StringRef code, const llvm::Twine &message);

} // namespace lockstep::lowering
