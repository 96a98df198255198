// Operators whose places come from index tensors.
#pragma once

#include "ir/interpreter/kernels/Common.h"

namespace lockstep::interp {

/// `starts`: one integer scalar per dim, clamped so that the slice lies inside.
Result dynamicSlice(const Tensor &x, llvm::ArrayRef<Tensor> starts, llvm::ArrayRef<int64_t> sizes);
/// A buffer that nobody else holds is updated in place: move `x` in where it is not needed any more.
Result dynamicUpdateSlice(Tensor x, const Tensor &update, llvm::ArrayRef<Tensor> starts);

struct GatherDims {
  Dims offsetDims, collapsedSliceDims, operandBatchingDims, startIndicesBatchingDims, startIndexMap;
  int64_t indexVectorDim = 0;
};
/// Start indices are clamped so that each slice lies inside the operand.
Result gather(const Tensor &operand, const Tensor &startIndices, const GatherDims &dims,
              llvm::ArrayRef<int64_t> sliceSizes);

struct ScatterDims {
  Dims updateWindowDims, insertedWindowDims, inputBatchingDims, scatterIndicesBatchingDims, scatterDimsToOperandDims;
  int64_t indexVectorDim = 0;
};
/// Updates are applied in row-major order of the update tensor; an update element whose place lies outside is dropped.
/// The combiner gets (current values, updates).
Results scatter(llvm::ArrayRef<Tensor> inputs, const Tensor &indices, llvm::ArrayRef<Tensor> updates,
                const ScatterDims &dims, const Combiner &combiner);

} // namespace lockstep::interp
