// Which values may a value have been computed from, across calls, loops, branches and manual computations.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace lockstep::verifier {

class Dataflow {
public:
  explicit Dataflow(mlir::ModuleOp module);

  /// The values a value is made from directly. An operator with regions that it executes stands for what its regions
  /// return, so the walk goes inside; block arguments lead to what enters the block. Empty for arguments of main.
  llvm::SmallVector<mlir::Value, 4> sources(mlir::Value value) const;

  /// The calls of a function; empty for @main.
  llvm::ArrayRef<mlir::Operation *> callersOf(mlir::func::FuncOp function) const;

  /// True when the value only passes on what its region or callee returns.
  static bool isTransparent(mlir::Operation *operation);

private:
  llvm::StringMap<mlir::func::FuncOp> functions;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Operation *, 2>> callers;

  static llvm::SmallVector<mlir::Value, 4> sourcesOfMessage(mlir::Operation *receive);
  llvm::SmallVector<mlir::Value, 4> sourcesOfArgument(mlir::BlockArgument argument) const;
};

} // namespace lockstep::verifier
