// What the verifiers share. Messages name the constraint by the number it has in the specification.
#pragma once

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/SymbolTable.h"

namespace lockstep::stablehlo {

/// Equal, but a dynamic dimension or a bound may stand for any size.
bool compatible(mlir::Type first, mlir::Type second);
bool compatibleShapes(llvm::ArrayRef<int64_t> first, llvm::ArrayRef<int64_t> second);
bool compatibleSizes(int64_t first, int64_t second);

/// Operands and results of one type, up to dynamic dimensions (C1 of the elementwise operators).
llvm::LogicalResult verifySameTypes(mlir::Operation *op);

/// Of two compatible types the one that knows more.
mlir::Type commonType(mlir::Value lhs, mlir::Value rhs);

/// A mesh named by `replica_groups` exists.
llvm::LogicalResult verifyMeshSymbol(mlir::Operation *op, mlir::SymbolTableCollection &symbols);

} // namespace lockstep::stablehlo
