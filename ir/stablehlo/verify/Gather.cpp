// Constraints of gather, dynamic_gather and scatter, which share most of their structure.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/stablehlo/verify/Checks.h"
#include "ir/stablehlo/verify/Window.h"

using namespace mlir;

namespace lockstep::stablehlo {

/// Sizes of the batch: the indices' shape without the dimension that holds the index vectors.
static SmallVector<int64_t> batchSizes(Sizes indices, int64_t indexVectorDim) {
  SmallVector<int64_t> sizes(indices);
  if (indexVectorDim < static_cast<int64_t>(sizes.size()))
    sizes.erase(sizes.begin() + indexVectorDim);
  return sizes;
}

static int64_t indexVectorSize(Sizes indices, int64_t indexVectorDim) {
  return indexVectorDim < static_cast<int64_t>(indices.size()) ? indices[indexVectorDim] : 1;
}

static LogicalResult checkBatchedDims(Operation *op, unsigned number, StringRef name, Sizes operand, Sizes operandDims,
                                      Sizes indices, Sizes indicesDims) {
  for (auto [operandDim, indicesDim] : llvm::zip(operandDims, indicesDims))
    if (!compatibleSizes(operand[operandDim], indices[indicesDim]))
      return expected(op, number) << name << " dimension " << operandDim << " of size " << indices[indicesDim]
                                  << ", as batching dimension " << indicesDim << " of the indices, found "
                                  << operand[operandDim];
  return success();
}

LogicalResult GatherOp::verify() {
  auto numbers = getDimensionNumbers();
  Sizes operand = shapeOf(getOperand()), indices = shapeOf(getStartIndices()), sizes = getSliceSizes();
  Sizes offset = numbers.getOffsetDims(), collapsed = numbers.getCollapsedSliceDims();
  Sizes operandBatch = numbers.getOperandBatchingDims(), indicesBatch = numbers.getStartIndicesBatchingDims();
  int64_t rank = operand.size(), vectorDim = numbers.getIndexVectorDim();
  if (failed(checkRank(*this, 1, "operand", rank, offset.size() + collapsed.size() + operandBatch.size())) ||
      failed(checkRange(*this, 2, "index_vector_dim", vectorDim, 0, indices.size() + 1)))
    return failure();
  int64_t vectorSize = indexVectorSize(indices, vectorDim);
  int64_t resultRank = batchSizes(indices, vectorDim).size() + offset.size();
  if (!ShapedType::isDynamic(vectorSize) &&
      failed(checkCount(*this, 3, "start_index_map", numbers.getStartIndexMap().size(), vectorSize)))
    return failure();
  if (failed(checkUnique(*this, 4, "offset_dims", offset)) || failed(checkSorted(*this, 4, "offset_dims", offset)) ||
      failed(checkDims(*this, 5, "offset_dims", offset, resultRank)) ||
      failed(checkUnique(*this, 6, "collapsed_slice_dims and operand_batching_dims", collapsed, operandBatch)) ||
      failed(checkSorted(*this, 7, "collapsed_slice_dims", collapsed)) ||
      failed(checkDims(*this, 8, "collapsed_slice_dims", collapsed, rank)) ||
      failed(checkSorted(*this, 10, "operand_batching_dims", operandBatch)) ||
      failed(checkDims(*this, 11, "operand_batching_dims", operandBatch, rank)) ||
      failed(checkUnique(*this, 13, "start_indices_batching_dims", indicesBatch)) ||
      failed(checkDims(*this, 14, "start_indices_batching_dims", indicesBatch, indices.size())))
    return failure();
  if (llvm::is_contained(indicesBatch, vectorDim))
    return expected(*this, 15) << "start_indices_batching_dims without index_vector_dim, found " << vectorDim;
  if (failed(checkCount(*this, 16, "start_indices_batching_dims", indicesBatch.size(), operandBatch.size())) ||
      failed(checkBatchedDims(*this, 17, "operand", operand, operandBatch, indices, indicesBatch)) ||
      failed(checkUnique(*this, 18, "start_index_map and operand_batching_dims", numbers.getStartIndexMap(),
                         operandBatch)) ||
      failed(checkDims(*this, 19, "start_index_map", numbers.getStartIndexMap(), rank)) ||
      failed(checkCount(*this, 20, "slice_sizes", sizes.size(), rank)))
    return failure();
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (size < 0 || (!ShapedType::isDynamic(operand[dim]) && size > operand[dim]))
      return expected(*this, 21) << "slice_sizes[" << dim << "] from 0 to " << operand[dim] << ", found " << size;
  for (auto [number, dims] : {std::pair(9u, collapsed), std::pair(12u, operandBatch)})
    for (int64_t dim : dims)
      if (sizes[dim] > 1)
        return expected(*this, number) << "slice_sizes[" << dim << "] at most 1, found " << sizes[dim];
  if (failed(checkShape(*this, 22, "result", shapeOf(getResult()), gatherShape(numbers, indices, sizes))))
    return failure();
  return checkElement(*this, 23, "result", elementOf(getResult()), elementOf(getOperand()));
}

LogicalResult DynamicGatherOp::verify() {
  auto numbers = getDimensionNumbers();
  Sizes indices = shapeOf(getStartIndices());
  Sizes offset = numbers.getOffsetDims(), collapsed = numbers.getCollapsedSliceDims();
  int64_t rank = rankOf(getOperand()), vectorDim = numbers.getIndexVectorDim();
  int64_t sliced = offset.size() + collapsed.size() + numbers.getOperandBatchingDims().size();
  if (failed(checkRank(*this, 1, "operand", rank, sliced)) ||
      failed(checkRange(*this, 2, "index_vector_dim", vectorDim, 0, indices.size() + 1)))
    return failure();
  int64_t vectorSize = indexVectorSize(indices, vectorDim);
  int64_t resultRank = batchSizes(indices, vectorDim).size() + offset.size();
  if (!ShapedType::isDynamic(vectorSize) &&
      failed(checkCount(*this, 3, "start_index_map", numbers.getStartIndexMap().size(), vectorSize)))
    return failure();
  if (failed(checkUnique(*this, 4, "offset_dims", offset)) || failed(checkSorted(*this, 4, "offset_dims", offset)) ||
      failed(checkDims(*this, 5, "offset_dims", offset, resultRank)) ||
      failed(checkUnique(*this, 6, "collapsed_slice_dims", collapsed)) ||
      failed(checkSorted(*this, 6, "collapsed_slice_dims", collapsed)) ||
      failed(checkDims(*this, 7, "collapsed_slice_dims", collapsed, rank)) ||
      failed(checkUnique(*this, 9, "start_index_map", numbers.getStartIndexMap())) ||
      failed(checkDims(*this, 10, "start_index_map", numbers.getStartIndexMap(), rank)) ||
      failed(checkShape(*this, 11, "slice_sizes", shapeOf(getSliceSizes()), rank)) ||
      failed(checkRank(*this, 13, "result", rankOf(getResult()), resultRank)))
    return failure();
  return checkElement(*this, 14, "result", elementOf(getResult()), elementOf(getOperand()));
}

//===-- Scatter ------------------------------------------------------------------------------------------------===//

/// C7 to C22: the dimension numbers against the ranks.
static LogicalResult checkScatterNumbers(ScatterOp op, Sizes input, Sizes indices, int64_t updateRank) {
  auto numbers = op.getScatterDimensionNumbers();
  Sizes window = numbers.getUpdateWindowDims(), inserted = numbers.getInsertedWindowDims();
  Sizes inputBatch = numbers.getInputBatchingDims(), indicesBatch = numbers.getScatterIndicesBatchingDims();
  Sizes scatterDims = numbers.getScatterDimsToOperandDims();
  int64_t rank = input.size(), vectorDim = numbers.getIndexVectorDim();
  if (failed(checkUnique(op, 7, "update_window_dims", window)) ||
      failed(checkSorted(op, 7, "update_window_dims", window)) ||
      failed(checkDims(op, 8, "update_window_dims", window, updateRank)) ||
      failed(checkUnique(op, 9, "inserted_window_dims and input_batching_dims", inserted, inputBatch)) ||
      failed(checkSorted(op, 10, "inserted_window_dims", inserted)) ||
      failed(checkDims(op, 11, "inserted_window_dims", inserted, rank)) ||
      failed(checkSorted(op, 12, "input_batching_dims", inputBatch)) ||
      failed(checkDims(op, 13, "input_batching_dims", inputBatch, rank)) ||
      failed(checkUnique(op, 14, "scatter_indices_batching_dims", indicesBatch)) ||
      failed(checkDims(op, 15, "scatter_indices_batching_dims", indicesBatch, indices.size())))
    return failure();
  if (llvm::is_contained(indicesBatch, vectorDim))
    return expected(op, 16) << "scatter_indices_batching_dims without index_vector_dim, found " << vectorDim;
  if (failed(checkCount(op, 17, "scatter_indices_batching_dims", indicesBatch.size(), inputBatch.size())) ||
      failed(checkBatchedDims(op, 18, "inputs", input, inputBatch, indices, indicesBatch)) ||
      failed(checkRange(op, 22, "index_vector_dim", vectorDim, 0, indices.size() + 1)))
    return failure();
  int64_t vectorSize = indexVectorSize(indices, vectorDim);
  if (!ShapedType::isDynamic(vectorSize) &&
      failed(checkCount(op, 19, "scatter_dims_to_operand_dims", scatterDims.size(), vectorSize)))
    return failure();
  if (failed(checkUnique(op, 20, "scatter_dims_to_operand_dims and input_batching_dims", scatterDims, inputBatch)))
    return failure();
  return checkDims(op, 21, "scatter_dims_to_operand_dims", scatterDims, rank);
}

/// C4: batch sizes of the updates are those of the indices, window sizes at most those of the input.
static LogicalResult checkUpdateShape(ScatterOp op, Sizes input, Sizes indices, Sizes update) {
  auto numbers = op.getScatterDimensionNumbers();
  SmallVector<int64_t> batch = batchSizes(indices, numbers.getIndexVectorDim()), window;
  for (auto [dim, size] : llvm::enumerate(input))
    if (!llvm::is_contained(numbers.getInsertedWindowDims(), static_cast<int64_t>(dim)) &&
        !llvm::is_contained(numbers.getInputBatchingDims(), static_cast<int64_t>(dim)))
      window.push_back(size);
  if (update.size() != batch.size() + window.size())
    return expected(op, 4) << "updates of rank " << batch.size() + window.size() << ", found " << update.size();
  size_t nextBatch = 0, nextWindow = 0;
  for (auto [dim, size] : llvm::enumerate(update)) {
    bool isWindow = llvm::is_contained(numbers.getUpdateWindowDims(), static_cast<int64_t>(dim));
    int64_t wanted = isWindow ? window[nextWindow++] : batch[nextBatch++];
    if (compatibleSizes(size, wanted) || (isWindow && size <= wanted))
      continue;
    return expected(op, 4) << "dimension " << dim << " of updates " << (isWindow ? "at most " : "of size ") << wanted
                           << ", found " << size;
  }
  return success();
}

LogicalResult ScatterOp::verify() {
  if (getInputs().empty() || getNumOperands() % 2 == 0 || getNumResults() != getInputs().size())
    return expected(*this, 5) << "as many inputs as updates and results and at least one, found "
                              << getNumOperands() - 1 << " inputs and updates and " << getNumResults() << " results";
  Sizes input = shapeOf(getInputs().front()), update = shapeOf(getUpdates().front());
  Sizes indices = shapeOf(getScatterIndices());
  auto numbers = getScatterDimensionNumbers();
  for (Value other : getInputs())
    if (failed(checkShape(*this, 1, "every input", shapeOf(other), input)))
      return failure();
  int64_t covered = numbers.getUpdateWindowDims().size() + numbers.getInsertedWindowDims().size() +
                    numbers.getInputBatchingDims().size();
  if (failed(checkRank(*this, 2, "inputs", input.size(), covered)))
    return failure();
  for (auto [other, value] : llvm::zip(getUpdates(), getInputs()))
    if (failed(checkShape(*this, 3, "every update", shapeOf(other), update)) ||
        failed(checkElement(*this, 6, "updates", elementOf(other), elementOf(value))))
      return failure();
  if (failed(checkScatterNumbers(*this, input, indices, update.size())) ||
      failed(checkUpdateShape(*this, input, indices, update)))
    return failure();
  for (Value result : getResults())
    if (failed(checkShape(*this, 24, "every result", shapeOf(result), input)))
      return failure();
  return success();
}

LogicalResult ScatterOp::verifyRegions() {
  auto elements = checkReducer(*this, 23, "update_computation", getUpdateComputation(), getInputs());
  if (failed(elements))
    return failure();
  for (auto [result, element] : llvm::zip(getResults(), *elements))
    if (failed(checkElement(*this, 25, "result", elementOf(result), element)))
      return failure();
  return success();
}

} // namespace lockstep::stablehlo
