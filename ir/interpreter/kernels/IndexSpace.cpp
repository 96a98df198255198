#include "ir/interpreter/kernels/IndexSpace.h"
#include "ir/interpreter/kernels/Support.h"

namespace lockstep::interp {
namespace {

size_t at(int64_t dim) { return static_cast<size_t>(dim); }

llvm::Error checkIndices(llvm::StringRef op, const Tensor &indices, const GatherDims &dims) {
  if (!isInteger(indices.type()))
    return operatorError(op, "expected integer indices, found " + indices.typeString());
  if (dims.indexVectorDim < 0 || dims.indexVectorDim > indices.order())
    return operatorError(op, "expected index_vector_dim in 0 to " + std::to_string(indices.order()) + ", found " +
                                 std::to_string(dims.indexVectorDim));
  int64_t vector = dims.indexVectorDim < indices.order() ? indices.shape()[at(dims.indexVectorDim)] : 1;
  if (llvm::Error error = requireLength(op, "operand dims of the index vector", dims.startIndexMap.size(), at(vector)))
    return error;
  if (llvm::is_contained(dims.startIndicesBatchingDims, dims.indexVectorDim))
    return operatorError(op, "expected index_vector_dim not to be a batching dim");
  return requireDims(op, "batching dims of the indices", dims.startIndicesBatchingDims, indices.order());
}

llvm::Error checkOperand(llvm::StringRef op, const Tensor &operand, const Tensor &indices, const GatherDims &dims) {
  Dims dropped = dims.collapsedSliceDims;
  dropped.insert(dropped.end(), dims.operandBatchingDims.begin(), dims.operandBatchingDims.end());
  if (llvm::Error error = requireDims(op, "collapsed and batching dims", dropped, operand.order()))
    return error;
  if (llvm::Error error =
          requireLength(op, "window dims", dims.offsetDims.size(), at(operand.order()) - dropped.size()))
    return error;
  if (llvm::Error error = requireDims(op, "operand dims of the index vector", dims.startIndexMap, operand.order()))
    return error;
  if (llvm::Error error = requireLength(op, "batching dims of the indices", dims.startIndicesBatchingDims.size(),
                                        dims.operandBatchingDims.size()))
    return error;
  for (size_t i = 0; i < dims.operandBatchingDims.size(); ++i)
    if (operand.shape()[at(dims.operandBatchingDims[i])] != indices.shape()[at(dims.startIndicesBatchingDims[i])])
      return operatorError(op, "expected batching dims of equal extent in " + operand.typeString() + " and " +
                                   indices.typeString());
  return llvm::Error::success();
}

} // namespace

llvm::Expected<IndexSpace> IndexSpace::make(llvm::StringRef operation, const Tensor &operand, const Tensor &indices,
                                            const GatherDims &dims) {
  if (llvm::Error error = checkIndices(operation, indices, dims))
    return error;
  if (llvm::Error error = checkOperand(operation, operand, indices, dims))
    return error;
  IndexSpace space;
  space.startIndexMap = dims.startIndexMap;
  Dims strides = stridesOf(indices.shape());
  if (dims.indexVectorDim < indices.order())
    space.vectorStride = strides[at(dims.indexVectorDim)];
  for (int64_t i = 0; i < indices.order(); ++i) {
    if (i == dims.indexVectorDim)
      continue;
    auto batching = llvm::find(dims.startIndicesBatchingDims, i);
    if (batching != dims.startIndicesBatchingDims.end())
      space.batching.emplace_back(space.batchShape.size(),
                                  dims.operandBatchingDims[at(batching - dims.startIndicesBatchingDims.begin())]);
    space.batchShape.push_back(indices.shape()[at(i)]);
    space.batchStrides.push_back(strides[at(i)]);
  }
  for (int64_t i = 0; i < operand.order(); ++i)
    if (!llvm::is_contained(dims.collapsedSliceDims, i) && !llvm::is_contained(dims.operandBatchingDims, i))
      space.keptDims.push_back(i);
  auto windowOrder = static_cast<int64_t>(space.batchShape.size() + space.keptDims.size());
  if (llvm::Error error = requireDims(operation, "window dims", dims.offsetDims, windowOrder))
    return error;
  for (int64_t i = 0; i < windowOrder; ++i)
    if (!llvm::is_contained(dims.offsetDims, i))
      space.batchPlaces.push_back(i);
  return space;
}

void IndexSpace::startOf(const Tensor &indices, llvm::ArrayRef<int64_t> position, Dims &start) const {
  std::fill(start.begin(), start.end(), 0);
  int64_t flat = 0;
  for (size_t i = 0; i < position.size(); ++i)
    flat += position[i] * batchStrides[i];
  for (size_t i = 0; i < startIndexMap.size(); ++i)
    start[at(startIndexMap[i])] = indexAt(indices, flat + static_cast<int64_t>(i) * vectorStride);
  for (auto [batchDim, operandDim] : batching)
    start[operandDim] = position[batchDim];
}

} // namespace lockstep::interp
