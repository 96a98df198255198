// Attributes of operators as plain values.
#pragma once

#include "ir/interpreter/evaluate/Table.h"
#include "ir/interpreter/kernels/Common.h"
#include "ir/interpreter/machine/Plan.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace lockstep::interp {

/// The tensor of a constant, in any of the forms in which MLIR holds elements, with the call's reading of literals.
/// Its type is that of the call's first result.
Result constantTensor(mlir::ElementsAttr value, const Call &call);

inline Dims dims(llvm::ArrayRef<int64_t> values) { return {values.begin(), values.end()}; }
inline Dims dims(std::optional<llvm::ArrayRef<int64_t>> values) { return values ? dims(*values) : Dims(); }

/// A tensor of n x 2 integers (padding), row by row. Null gives none.
std::vector<std::pair<int64_t, int64_t>> pairs(mlir::DenseIntElementsAttr attribute);
inline std::vector<std::pair<int64_t, int64_t>> pairs(std::optional<mlir::DenseIntElementsAttr> attribute) {
  return attribute ? pairs(*attribute) : std::vector<std::pair<int64_t, int64_t>>();
}

/// The tensors of a call from position `first`, `count` of them.
Tensors operandsOf(const Call &call, size_t first, size_t count);

} // namespace lockstep::interp
