// What gather and scatter share: how positions of the index tensor name places in the operand.
//
//   index tensor   [batch dims..., index vector]      position in the batch dims -> start in the operand
//   window side    [batch dims and offset dims mixed]  the gather's result, or the scatter's updates
//   operand        [kept dims, collapsed dims, batching dims]; a slice walks the kept dims, one offset dim each
#pragma once

#include "ir/interpreter/kernels/Index.h"

namespace lockstep::interp {

struct IndexSpace {
  Shape batchShape; // extents of the index tensor without the index vector
  Dims keptDims;    // of the operand, in order
  Dims batchPlaces; // dim of the window side for each batch dim

  static llvm::Expected<IndexSpace> make(llvm::StringRef operation, const Tensor &operand, const Tensor &indices,
                                         const GatherDims &dims);

  /// The start in the operand that a batch position names, as the indices say (not clamped).
  void startOf(const Tensor &indices, llvm::ArrayRef<int64_t> position, Dims &start) const;

private:
  Dims batchStrides; // of the index tensor
  int64_t vectorStride = 0;
  Dims startIndexMap;
  std::vector<std::pair<size_t, size_t>> batching; // (batch dim, operand dim)
};

} // namespace lockstep::interp
