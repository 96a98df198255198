// gather, as the specification writes it: each position of the batch dims of the result names a start, clamped so that
// the slice lies inside; the slice fills the offset dims.
#include "ir/interpreter/kernels/IndexSpace.h"
#include "ir/interpreter/kernels/Support.h"

#include <algorithm>

namespace lockstep::interp {
namespace {

size_t at(int64_t dim) { return static_cast<size_t>(dim); }

llvm::Error checkSizes(const Tensor &operand, const IndexSpace &space, llvm::ArrayRef<int64_t> sizes) {
  if (llvm::Error error = requireLength("gather", "slice sizes", sizes.size(), operand.shape().size()))
    return error;
  for (size_t i = 0; i < sizes.size(); ++i) {
    bool kept = llvm::is_contained(space.keptDims, static_cast<int64_t>(i));
    int64_t most = kept ? operand.shape()[i] : std::min<int64_t>(operand.shape()[i], 1);
    if (sizes[i] < 0 || sizes[i] > most)
      return operatorError("gather", "expected a slice size of at most " + std::to_string(most) + " in dim " +
                                         std::to_string(i) + " of " + operand.typeString() + ", found " +
                                         std::to_string(sizes[i]));
  }
  return llvm::Error::success();
}

Shape resultShape(const IndexSpace &space, const GatherDims &dims, llvm::ArrayRef<int64_t> sizes) {
  Shape shape(space.batchShape.size() + space.keptDims.size());
  for (size_t i = 0; i < space.batchPlaces.size(); ++i)
    shape[at(space.batchPlaces[i])] = space.batchShape[i];
  for (size_t i = 0; i < space.keptDims.size(); ++i)
    shape[at(dims.offsetDims[i])] = sizes[at(space.keptDims[i])];
  return shape;
}

} // namespace

Result gather(const Tensor &operand, const Tensor &startIndices, const GatherDims &dims,
              llvm::ArrayRef<int64_t> sliceSizes) {
  llvm::Expected<IndexSpace> space = IndexSpace::make("gather", operand, startIndices, dims);
  if (!space)
    return space.takeError();
  if (llvm::Error error = checkSizes(operand, *space, sliceSizes))
    return error;
  Shape shape = resultShape(*space, dims, sliceSizes);
  if (llvm::Error error = requireShape("gather", shape))
    return error;
  Tensor out(operand.type(), shape, operand.inF64Mode());
  if (out.size() == 0)
    return out;
  if (llvm::is_contained(sliceSizes, 0)) // only a collapsed dim can be: there is no element to take
    return operatorError("gather", "expected slice sizes of 1 in collapsed dims, found " + toString(sliceSizes));

  Dims outStrides = stridesOf(out.shape()), operandStrides = stridesOf(operand.shape());
  Shape sliceShape;
  Dims from, to;
  for (size_t i = 0; i < space->keptDims.size(); ++i) {
    sliceShape.push_back(sliceSizes[at(space->keptDims[i])]);
    from.push_back(operandStrides[at(space->keptDims[i])]);
    to.push_back(outStrides[at(dims.offsetDims[i])]);
  }
  size_t width = bytesPerElement(operand.storage());
  std::byte *target = out.mutableBytes();
  Dims position(space->batchShape.size(), 0), start(operand.shape().size());
  do {
    space->startOf(startIndices, position, start);
    int64_t source = 0, place = 0;
    for (size_t i = 0; i < start.size(); ++i)
      source += std::clamp<int64_t>(start[i], 0, operand.shape()[i] - sliceSizes[i]) * operandStrides[i];
    for (size_t i = 0; i < position.size(); ++i)
      place += position[i] * outStrides[at(space->batchPlaces[i])];
    copyStrided(sliceShape, target + at(place) * width, to, operand.bytes() + at(source) * width, from, width);
  } while (next(position, space->batchShape));
  return out;
}

} // namespace lockstep::interp
