// What the verifiers share. Every message carries the number of the constraint in the specification and says what was
// expected and what was found: "'stablehlo.slice' op C3: expected limit_indices[1] at most 3, found 5".
#pragma once

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/SymbolTable.h"

#include <optional>

namespace lockstep::stablehlo {

using Sizes = llvm::ArrayRef<int64_t>;

/// Starts the error of constraint `number`: "C3: expected ".
mlir::InFlightDiagnostic expected(mlir::Operation *op, unsigned number);

//===-- Types --------------------------------------------------------------------------------------------------===//

/// Equal, but a dynamic dimension or a bound may stand for any size.
bool compatible(mlir::Type first, mlir::Type second);
bool compatibleShapes(Sizes first, Sizes second);
bool compatibleSizes(int64_t first, int64_t second);

/// The same kind (boolean, integer of one signedness, floating-point, complex) and at most as many bits.
bool promotable(mlir::Type from, mlir::Type to);
/// Both boolean, both integer, both floating-point or both complex.
bool sameKind(mlir::Type first, mlir::Type second);

mlir::RankedTensorType tensorOf(mlir::Value value);
mlir::Type elementOf(mlir::Value value);
Sizes shapeOf(mlir::Value value);
inline int64_t rankOf(mlir::Value value) { return shapeOf(value).size(); }

/// Of two compatible types the one that knows more.
mlir::Type commonType(mlir::Value lhs, mlir::Value rhs);

/// Operands and result of one type (C1 of the elementwise operators).
llvm::LogicalResult verifySameTypes(mlir::Operation *op);

llvm::LogicalResult checkType(mlir::Operation *op, unsigned number, llvm::StringRef name, mlir::Type found,
                              mlir::Type wanted);
llvm::LogicalResult checkElement(mlir::Operation *op, unsigned number, llvm::StringRef name, mlir::Type found,
                                 mlir::Type wanted);
llvm::LogicalResult checkShape(mlir::Operation *op, unsigned number, llvm::StringRef name, Sizes found, Sizes wanted);
llvm::LogicalResult checkRank(mlir::Operation *op, unsigned number, llvm::StringRef name, int64_t found,
                              int64_t wanted);

//===-- Lists of dimensions ------------------------------------------------------------------------------------===//

/// low <= value < high.
llvm::LogicalResult checkRange(mlir::Operation *op, unsigned number, const llvm::Twine &name, int64_t value,
                               int64_t low, int64_t high);
/// Each in [0, rank).
llvm::LogicalResult checkDims(mlir::Operation *op, unsigned number, llvm::StringRef name, Sizes dims, int64_t rank);
llvm::LogicalResult checkUnique(mlir::Operation *op, unsigned number, llvm::StringRef name, Sizes dims);
/// No entry of `more` in `dims`, and none twice in either.
llvm::LogicalResult checkUnique(mlir::Operation *op, unsigned number, llvm::StringRef name, Sizes dims, Sizes more);
llvm::LogicalResult checkSorted(mlir::Operation *op, unsigned number, llvm::StringRef name, Sizes dims);
llvm::LogicalResult checkCount(mlir::Operation *op, unsigned number, llvm::StringRef name, int64_t found,
                               int64_t wanted);
llvm::LogicalResult checkAtLeast(mlir::Operation *op, unsigned number, llvm::StringRef name, Sizes values,
                                 int64_t least);
/// A dense attribute of `rows` pairs.
llvm::LogicalResult checkPairs(mlir::Operation *op, unsigned number, llvm::StringRef name,
                               std::optional<mlir::DenseIntElementsAttr> pairs, int64_t rows);

//===-- Computations -------------------------------------------------------------------------------------------===//

/// Argument types of the block are scalars of `elements`, in order; the region returns scalars of `results`.
llvm::LogicalResult checkComputation(mlir::Operation *op, unsigned number, llvm::StringRef name, mlir::Region &region,
                                     llvm::ArrayRef<mlir::Type> elements, llvm::ArrayRef<mlir::Type> results);
/// A reducer (tensor<E0>, .., tensor<E0>, ..) -> (tensor<E0>, ..) with input elements promotable to E. Gives E.
mlir::FailureOr<llvm::SmallVector<mlir::Type>> checkReducer(mlir::Operation *op, unsigned number,
                                                            llvm::StringRef name, mlir::Region &region,
                                                            mlir::ValueRange inputs);
/// The types a region returns; empty without terminator.
mlir::TypeRange returnedTypes(mlir::Region &region);

} // namespace lockstep::stablehlo
