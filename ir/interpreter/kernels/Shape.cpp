// Operators that move elements to statically known places: all are strided copies.
#include "ir/interpreter/kernels/Shape.h"
#include "ir/interpreter/kernels/Support.h"

#include <numeric>

namespace lockstep::interp {
namespace {

size_t at(int64_t dim) { return static_cast<size_t>(dim); }

/// Copies out of `x` from element `offset` on.
Tensor gatherStrided(const Tensor &x, const Shape &shape, int64_t offset, const Dims &strides) {
  Tensor out(x.type(), shape, x.inF64Mode());
  size_t width = bytesPerElement(x.storage());
  if (out.size() != 0)
    copyStrided(shape, out.mutableBytes(), stridesOf(shape), x.bytes() + offset * static_cast<int64_t>(width), strides,
                width);
  return out;
}

/// How one dim is padded: the operand's range that survives, and where its first element lands.
struct PaddedDim {
  int64_t extent, first, count, landing;
};

PaddedDim padDim(int64_t extent, int64_t low, int64_t high, int64_t interior) {
  int64_t step = interior + 1;
  int64_t spread = extent == 0 ? 0 : (extent - 1) * step + 1;
  PaddedDim dim{low + spread + high, 0, 0, 0};
  // Element i lands at low + i * step and survives inside [0, result extent).
  dim.first = low >= 0 ? 0 : (-low + step - 1) / step;
  dim.landing = low + dim.first * step;
  int64_t room = dim.extent - dim.landing;
  dim.count = room <= 0 ? 0 : std::min(extent - dim.first, (room + step - 1) / step);
  dim.count = std::max<int64_t>(dim.count, 0);
  return dim;
}

} // namespace

Result broadcastInDim(const Tensor &x, llvm::ArrayRef<int64_t> dims, const Shape &shape) {
  if (llvm::Error error = requireLength("broadcast_in_dim", "dims", dims.size(), x.shape().size()))
    return error;
  if (llvm::Error error = requireDims("broadcast_in_dim", "dims", dims, static_cast<int64_t>(shape.size())))
    return error;
  if (llvm::Error error = requireShape("broadcast_in_dim", shape))
    return error;
  Dims own = stridesOf(x.shape());
  Dims strides(shape.size(), 0);
  for (size_t i = 0; i < dims.size(); ++i) {
    int64_t extent = x.shape()[i], wanted = shape[at(dims[i])];
    if (extent != wanted && extent != 1)
      return operatorError("broadcast_in_dim", "expected dim " + std::to_string(i) + " of " + x.typeString() +
                                                   " to have extent " + std::to_string(wanted) + " or 1");
    strides[at(dims[i])] = extent == 1 ? 0 : own[i];
  }
  return gatherStrided(x, shape, 0, strides);
}

llvm::Expected<std::pair<Tensor, Tensor>> broadcastTogether(const Tensor &a, const Tensor &b,
                                                            const std::optional<Dims> &dims) {
  const Tensor &narrow = a.order() < b.order() ? a : b, &wide = a.order() < b.order() ? b : a;
  Dims places(narrow.shape().size()), all(wide.shape().size());
  std::iota(all.begin(), all.end(), 0);
  std::iota(places.begin(), places.end(), wide.order() - narrow.order());
  if (dims)
    places = *dims;
  if (llvm::Error error = requireLength("broadcast", "broadcast_dimensions", places.size(), narrow.shape().size()))
    return error;
  if (llvm::Error error = requireDims("broadcast", "broadcast_dimensions", places, wide.order()))
    return error;
  Shape shape = wide.shape();
  for (size_t i = 0; i < places.size(); ++i)
    if (shape[at(places[i])] == 1)
      shape[at(places[i])] = narrow.shape()[i];
  Result spreadNarrow = broadcastInDim(narrow, places, shape);
  if (!spreadNarrow)
    return spreadNarrow.takeError();
  Result spreadWide = broadcastInDim(wide, all, shape);
  if (!spreadWide)
    return spreadWide.takeError();
  if (&narrow == &a)
    return std::pair(*spreadNarrow, *spreadWide);
  return std::pair(*spreadWide, *spreadNarrow);
}

Result reshape(const Tensor &x, const Shape &shape) {
  if (llvm::Error error = requireShape("reshape", shape))
    return error;
  if (elementCount(shape) != x.size())
    return operatorError("reshape",
                         "expected " + std::to_string(x.size()) + " elements, found shape " + toString(shape));
  return x.reshaped(shape);
}

Result transpose(const Tensor &x, llvm::ArrayRef<int64_t> permutation) {
  if (llvm::Error error =
          requireLength("transpose", "entries of the permutation", permutation.size(), x.shape().size()))
    return error;
  if (llvm::Error error = requireDims("transpose", "the permutation", permutation, x.order()))
    return error;
  Dims own = stridesOf(x.shape());
  Dims strides;
  Shape shape;
  for (int64_t dim : permutation) {
    strides.push_back(own[at(dim)]);
    shape.push_back(x.shape()[at(dim)]);
  }
  return gatherStrided(x, shape, 0, strides);
}

Result reverse(const Tensor &x, llvm::ArrayRef<int64_t> dims) {
  if (llvm::Error error = requireDims("reverse", "dims", dims, x.order()))
    return error;
  Dims strides = stridesOf(x.shape());
  int64_t offset = 0;
  for (int64_t dim : dims) {
    offset += (x.shape()[at(dim)] - 1) * strides[at(dim)];
    strides[at(dim)] = -strides[at(dim)];
  }
  return gatherStrided(x, x.shape(), offset, strides);
}

Result slice(const Tensor &x, llvm::ArrayRef<int64_t> starts, llvm::ArrayRef<int64_t> limits,
             llvm::ArrayRef<int64_t> strides) {
  for (size_t found : {starts.size(), limits.size(), strides.size()})
    if (llvm::Error error = requireLength("slice", "starts, limits and strides each", found, x.shape().size()))
      return error;
  if (llvm::Error error = requireModest("slice", "strides", strides))
    return error;
  Dims steps = stridesOf(x.shape());
  Shape shape;
  int64_t offset = 0;
  for (size_t i = 0; i < starts.size(); ++i) {
    if (starts[i] < 0 || limits[i] < starts[i] || limits[i] > x.shape()[i] || strides[i] < 1)
      return operatorError("slice", "expected 0 <= start <= limit <= extent and a positive stride in dim " +
                                        std::to_string(i) + " of " + x.typeString() + ", found " +
                                        std::to_string(starts[i]) + ":" + std::to_string(limits[i]) + ":" +
                                        std::to_string(strides[i]));
    shape.push_back((limits[i] - starts[i] + strides[i] - 1) / strides[i]);
    offset += starts[i] * steps[i];
    steps[i] *= strides[i];
  }
  return gatherStrided(x, shape, offset, steps);
}

Result pad(const Tensor &x, const Tensor &value, llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> high,
           llvm::ArrayRef<int64_t> interior) {
  for (size_t found : {low.size(), high.size(), interior.size()})
    if (llvm::Error error = requireLength("pad", "low, high and interior amounts each", found, x.shape().size()))
      return error;
  for (llvm::ArrayRef<int64_t> amounts : {low, high, interior})
    if (llvm::Error error = requireModest("pad", "amounts", amounts))
      return error;
  if (value.order() != 0 || value.type() != x.type() || value.storage() != x.storage())
    return operatorError("pad",
                         "expected a scalar of the operand's type " + x.typeString() + ", found " + value.typeString());
  Shape shape, kept;
  Dims own = stridesOf(x.shape());
  std::vector<PaddedDim> dims;
  for (size_t i = 0; i < low.size(); ++i) {
    if (interior[i] < 0)
      return operatorError("pad", "expected interior amounts of at least 0, found " + std::to_string(interior[i]));
    if (llvm::Error error = requireShape("pad", {x.shape()[i], interior[i] + 1}))
      return error;
    dims.push_back(padDim(x.shape()[i], low[i], high[i], interior[i]));
    if (dims.back().extent < 0)
      return operatorError("pad", "negative amounts leave dim " + std::to_string(i) + " of " + x.typeString() +
                                      " with extent " + std::to_string(dims.back().extent));
    shape.push_back(dims.back().extent);
    kept.push_back(dims.back().count);
  }
  if (llvm::Error error = requireShape("pad", shape))
    return error;
  Tensor out = gatherStrided(value, shape, 0, Dims(shape.size(), 0));
  if (out.size() == 0 || elementCount(kept) == 0)
    return out;
  Dims target = stridesOf(shape);
  int64_t from = 0, to = 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    from += dims[i].first * own[i];
    to += dims[i].landing * target[i];
    target[i] *= interior[i] + 1;
  }
  auto width = static_cast<int64_t>(bytesPerElement(x.storage()));
  copyStrided(kept, out.mutableBytes() + to * width, target, x.bytes() + from * width, own, static_cast<size_t>(width));
  return out;
}

Result concatenate(llvm::ArrayRef<Tensor> inputs, int64_t dim) {
  if (inputs.empty())
    return operatorError("concatenate", "expected at least one operand, found none");
  const Tensor &first = inputs[0];
  if (llvm::Error error = requireDims("concatenate", "the dim", {dim}, first.order()))
    return error;
  Shape shape = first.shape();
  shape[at(dim)] = 0;
  for (const Tensor &input : inputs) {
    Shape rest = input.shape();
    bool fits = input.type() == first.type() && input.storage() == first.storage() && input.order() == first.order();
    int64_t extent = fits ? std::exchange(rest[at(dim)], first.shape()[at(dim)]) : 0;
    if (!fits || rest != first.shape())
      return operatorError("concatenate", "expected operands that differ in dim " + std::to_string(dim) +
                                              " only, found " + first.typeString() + " and " + input.typeString());
    shape[at(dim)] += extent;
  }
  if (llvm::Error error = requireShape("concatenate", shape))
    return error;
  Tensor out(first.type(), shape, first.inF64Mode());
  if (out.size() == 0)
    return out;
  Dims target = stridesOf(shape);
  size_t width = bytesPerElement(first.storage());
  std::byte *to = out.mutableBytes();
  for (const Tensor &input : inputs) {
    if (input.size() != 0)
      copyStrided(input.shape(), to, target, input.bytes(), stridesOf(input.shape()), width);
    to += static_cast<size_t>(input.shape()[at(dim)] * target[at(dim)]) * width;
  }
  return out;
}

} // namespace lockstep::interp
