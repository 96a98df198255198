// Which operators carry addends to addends: where a partial sum may be used before it is complete.
#pragma once

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace lockstep::verifier {

/// Elements are only moved, copied, cut or put together; none is computed.
bool isMovement(mlir::Operation *operation);

/// Operators that add up over elements, so that pieces of their operands give addends of their result.
bool isContraction(mlir::Operation *operation);

/// With operand `index` a partial sum, is the result again one? `isPartial` says which other operands are.
bool keepsPartialSums(mlir::Operation *operation, unsigned index,
                      llvm::function_ref<bool(mlir::Value)> isPartial);

} // namespace lockstep::verifier
