#include "ir/interpreter/kernels/Index.h"
#include "ir/interpreter/kernels/Support.h"

#include <algorithm>

namespace lockstep::interp {
namespace {

/// The flat element at which a box of `sizes` starts once its start is clamped into `shape`.
llvm::Expected<int64_t> clampedStart(llvm::StringRef operation, const Shape &shape, llvm::ArrayRef<Tensor> starts,
                                     llvm::ArrayRef<int64_t> sizes) {
  if (llvm::Error error = requireLength(operation, "start indices", starts.size(), shape.size()))
    return error;
  if (llvm::Error error = requireLength(operation, "sizes", sizes.size(), shape.size()))
    return error;
  Dims strides = stridesOf(shape);
  int64_t flat = 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (starts[i].order() != 0 || !isInteger(starts[i].type()))
      return operatorError(operation, "expected integer scalars as start indices, found " + starts[i].typeString());
    if (sizes[i] < 0 || sizes[i] > shape[i])
      return operatorError(operation, "expected a size of at most " + std::to_string(shape[i]) + " in dim " +
                                          std::to_string(i) + ", found " + std::to_string(sizes[i]));
    flat += std::clamp<int64_t>(indexAt(starts[i], 0), 0, shape[i] - sizes[i]) * strides[i];
  }
  return flat;
}

} // namespace

Result dynamicSlice(const Tensor &x, llvm::ArrayRef<Tensor> starts, llvm::ArrayRef<int64_t> sizes) {
  llvm::Expected<int64_t> start = clampedStart("dynamic_slice", x.shape(), starts, sizes);
  if (!start)
    return start.takeError();
  Tensor out(x.type(), sizes.vec(), x.inF64Mode());
  size_t width = bytesPerElement(x.storage());
  if (out.size() != 0)
    copyStrided(out.shape(), out.mutableBytes(), stridesOf(out.shape()),
                x.bytes() + static_cast<size_t>(*start) * width, stridesOf(x.shape()), width);
  return out;
}

Result dynamicUpdateSlice(Tensor x, const Tensor &update, llvm::ArrayRef<Tensor> starts) {
  if (x.type() != update.type() || x.storage() != update.storage() || x.order() != update.order())
    return operatorError("dynamic_update_slice", "expected an update of the type and order of " + x.typeString() +
                                                     ", found " + update.typeString());
  llvm::Expected<int64_t> start = clampedStart("dynamic_update_slice", x.shape(), starts, update.shape());
  if (!start)
    return start.takeError();
  size_t width = bytesPerElement(x.storage());
  if (update.size() != 0)
    copyStrided(update.shape(), x.mutableBytes() + static_cast<size_t>(*start) * width, stridesOf(x.shape()),
                update.bytes(), stridesOf(update.shape()), width);
  return x;
}

} // namespace lockstep::interp
