// reduce_window and select_and_scatter.
#include "ir/interpreter/kernels/Window.h"
#include "ir/interpreter/kernels/Compare.h"
#include "ir/interpreter/kernels/Fold.h"
#include "ir/interpreter/kernels/Reduce.h"
#include "ir/interpreter/kernels/Shape.h"

namespace lockstep::interp {
namespace {

size_t at(int64_t dim) { return static_cast<size_t>(dim); }

/// A window with all vectors present and the extents that follow.
struct Windows {
  WindowDims dims;
  Shape paddedShape; // after base dilation and padding
  Shape counts;      // number of windows
};

llvm::Expected<Windows> complete(llvm::StringRef op, const Shape &shape, WindowDims dims) {
  size_t order = shape.size();
  for (Dims *values : {&dims.strides, &dims.baseDilations, &dims.windowDilations})
    if (values->empty())
      values->assign(order, 1);
  if (dims.sizes.empty())
    dims.sizes.assign(order, 1);
  if (dims.padding.empty())
    dims.padding.assign(order, {0, 0});
  for (size_t found : {dims.sizes.size(), dims.strides.size(), dims.baseDilations.size(), dims.windowDilations.size(),
                       dims.padding.size()})
    if (llvm::Error error = requireLength(op, "entries per window attribute", found, order))
      return error;
  Windows windows;
  for (size_t i = 0; i < order; ++i) {
    if (dims.sizes[i] < 1 || dims.strides[i] < 1 || dims.baseDilations[i] < 1 || dims.windowDilations[i] < 1)
      return operatorError(op, "expected positive window sizes, strides and dilations in dim " + std::to_string(i));
    int64_t dilated = shape[i] == 0 ? 0 : (shape[i] - 1) * dims.baseDilations[i] + 1;
    int64_t padded = dims.padding[i].first + dilated + dims.padding[i].second;
    int64_t span = (dims.sizes[i] - 1) * dims.windowDilations[i] + 1;
    if (padded < 0)
      return operatorError(op, "negative padding leaves dim " + std::to_string(i) + " with extent " +
                                   std::to_string(padded));
    windows.paddedShape.push_back(padded);
    windows.counts.push_back(padded == 0 || span > padded ? 0 : (padded - span) / dims.strides[i] + 1);
  }
  windows.dims = std::move(dims);
  return windows;
}

Result padded(const Tensor &x, const Tensor &value, const WindowDims &dims) {
  Dims low, high, interior;
  for (size_t i = 0; i < dims.padding.size(); ++i) {
    low.push_back(dims.padding[i].first);
    high.push_back(dims.padding[i].second);
    interior.push_back(dims.baseDilations[i] - 1);
  }
  return pad(x, value, low, high, interior);
}

/// [window positions, windows]: row r holds element r of every window.
Tensor windowRows(const Tensor &x, const Windows &windows) {
  const WindowDims &dims = windows.dims;
  int64_t rows = elementCount(dims.sizes), columns = elementCount(windows.counts);
  Tensor out(x.type(), {rows, columns}, x.inF64Mode());
  if (out.size() == 0)
    return out;
  Dims strides = stridesOf(x.shape()), steps = strides;
  for (size_t i = 0; i < steps.size(); ++i)
    steps[i] *= dims.strides[i];
  size_t width = bytesPerElement(x.storage());
  Dims position(dims.sizes.size(), 0), target = stridesOf(windows.counts);
  std::byte *to = out.mutableBytes();
  do {
    int64_t offset = 0;
    for (size_t i = 0; i < position.size(); ++i)
      offset += position[i] * dims.windowDilations[i] * strides[i];
    copyStrided(windows.counts, to, target, x.bytes() + at(offset) * width, steps, width);
    to += at(columns) * width;
  } while (next(position, dims.sizes));
  return out;
}

} // namespace

Results reduceWindow(llvm::ArrayRef<Tensor> inputs, llvm::ArrayRef<Tensor> inits, const WindowDims &window,
                     const Combiner &combiner) {
  if (inputs.empty())
    return operatorError("reduce_window", "expected at least one operand, found none");
  if (llvm::Error error = requireLength("reduce_window", "initial values", inits.size(), inputs.size()))
    return error;
  llvm::Expected<Windows> windows = complete("reduce_window", inputs[0].shape(), window);
  if (!windows)
    return windows.takeError();
  std::vector<Tensor> rows;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].shape() != inputs[0].shape())
      return operatorError("reduce_window", "expected operands of equal shape, found " + inputs[0].typeString() +
                                                " and " + inputs[i].typeString());
    Result wide = padded(inputs[i], inits[i], windows->dims);
    if (!wide)
      return wide.takeError();
    rows.push_back(windowRows(*wide, *windows));
  }
  Results outs = reduce(rows, inits, {0}, combiner);
  if (!outs)
    return outs;
  for (Tensor &out : *outs)
    out = out.reshaped(windows->counts);
  return outs;
}

namespace {

/// The operand element that each window prefers; -1 for a window without any.
llvm::Expected<Dims> selected(const Tensor &operand, const Windows &windows, const Comparator &select) {
  llvm::Expected<ElementOrder> prefers = ElementOrder::make("select_and_scatter", {operand}, select);
  if (!prefers)
    return prefers.takeError();
  Dims strides = stridesOf(operand.shape()), chosen;
  Dims position(windows.counts.size(), 0);
  do {
    int64_t best = -1;
    Dims offset(position.size(), 0);
    do {
      int64_t flat = 0;
      for (size_t i = 0; i < position.size() && flat >= 0; ++i) {
        int64_t index = position[i] * windows.dims.strides[i] + offset[i] - windows.dims.padding[i].first;
        flat = index < 0 || index >= operand.shape()[i] ? -1 : flat + index * strides[i];
      }
      if (flat < 0)
        continue;
      llvm::Expected<bool> keeps = best < 0 ? llvm::Expected<bool>(false) : prefers->holds(best, flat);
      if (!keeps)
        return keeps.takeError();
      if (!*keeps)
        best = flat;
    } while (next(offset, windows.dims.sizes));
    chosen.push_back(best);
  } while (next(position, windows.counts));
  return chosen;
}

} // namespace

Result selectAndScatter(const Tensor &operand, const Tensor &source, const Tensor &init, const WindowDims &window,
                        const Comparator &select, const Combiner &scatter) {
  const char *op = "select_and_scatter";
  if (!window.baseDilations.empty() || !window.windowDilations.empty())
    return operatorError(op, "expected a window without dilation");
  llvm::Expected<Windows> windows = complete(op, operand.shape(), window);
  if (!windows)
    return windows.takeError();
  if (source.shape() != windows->counts || source.type() != init.type() || source.storage() != init.storage() ||
      init.order() != 0)
    return operatorError(op, "expected a source with one element per window, of the initial value's type, found " +
                                 source.typeString() + " and " + init.typeString());
  Result out = broadcastInDim(init, {}, operand.shape());
  if (!out || source.size() == 0)
    return out;
  llvm::Expected<Dims> places = selected(operand, *windows, select);
  if (!places)
    return places.takeError();
  for (size_t i = 0; i < places->size(); ++i) {
    if ((*places)[i] < 0)
      continue;
    Tensor current = out->element((*places)[i]), update = source.element(static_cast<int64_t>(i));
    Result value = foldInOrder({current, update}, scatter);
    if (!value)
      return value;
    out->setElement((*places)[i], *value);
  }
  return out;
}

} // namespace lockstep::interp
