// Laying global tensors over the devices of a mesh, and putting the pieces together again. Free of MLIR.
#pragma once

#include "ir/core/Sharding.h"
#include "ir/interpreter/Interpreter.h"
#include "ir/interpreter/Tensor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <vector>

namespace lockstep::interp {

/// Copies a block out of a tensor / over a part of a tensor. The block must lie inside.
Tensor cutBlock(const Tensor &tensor, llvm::ArrayRef<int64_t> offset, const Shape &shape);
void pasteBlock(Tensor &tensor, llvm::ArrayRef<int64_t> offset, const Tensor &block);

/// Every device holds the whole tensor.
bool cutsNothing(const Sharding &sharding);

/// The piece of a global tensor that a device holds. Over unreduced axes, where the pieces are addends, the devices at
/// coordinate 0 of these axes hold the value and the others zeros: one of the many ways to write a sum.
/// Fails when the extents do not divide, or when an axis is unknown or used twice.
llvm::Expected<Tensor> cutPiece(const Tensor &global, const Mesh &mesh, const Sharding &sharding, int64_t device);

/// Pieces put together.
struct Assembled {
  Tensor global;
  std::optional<Disagreement> disagreement; // the first one, in order of devices; its `result` is not set
};

/// `pieces[i]` is what `devices[i]` (ascending) holds. Devices with the same coordinates on all axes that cut or are
/// unreduced are replicas; the lowest device's piece counts. Pieces over unreduced axes are added in the order of
/// their index on these axes.
llvm::Expected<Assembled> assemble(llvm::ArrayRef<Tensor> pieces, llvm::ArrayRef<int64_t> devices, const Mesh &mesh,
                                   const Sharding &sharding);

/// First element where two tensors of equal type and shape have different bits.
std::optional<int64_t> firstDifference(const Tensor &a, const Tensor &b);

} // namespace lockstep::interp
