// reduce_window and select_and_scatter.
#include "ir/interpreter/kernels/Window.h"
#include "ir/interpreter/kernels/Compare.h"
#include "ir/interpreter/kernels/Convert.h"
#include "ir/interpreter/kernels/Fold.h"
#include "ir/interpreter/kernels/Reduce.h"
#include "ir/interpreter/kernels/Shape.h"

#include <algorithm>

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
  for (const Dims &amounts : {dims.sizes, dims.strides, dims.baseDilations, dims.windowDilations})
    if (llvm::Error error = requireModest(op, "window attributes", amounts))
      return error;
  if (llvm::Error error = requireShape(op, dims.sizes))
    return error;
  Windows windows;
  for (size_t i = 0; i < order; ++i) {
    if (dims.sizes[i] < 1 || dims.strides[i] < 1 || dims.baseDilations[i] < 1 || dims.windowDilations[i] < 1)
      return operatorError(op, "expected positive window sizes, strides and dilations in dim " + std::to_string(i));
    if (llvm::Error error = requireModest(op, "padding", {dims.padding[i].first, dims.padding[i].second}))
      return error;
    for (const Shape &dilatedShape :
         {Shape{shape[i], dims.baseDilations[i]}, Shape{dims.sizes[i], dims.windowDilations[i]}})
      if (llvm::Error error = requireShape(op, dilatedShape))
        return error;
    int64_t dilated = shape[i] == 0 ? 0 : (shape[i] - 1) * dims.baseDilations[i] + 1;
    int64_t padded = dims.padding[i].first + dilated + dims.padding[i].second;
    int64_t span = (dims.sizes[i] - 1) * dims.windowDilations[i] + 1;
    if (padded < 0)
      return operatorError(op, "negative padding leaves dim " + std::to_string(i) + " with extent " +
                                   std::to_string(padded));
    windows.paddedShape.push_back(padded);
    windows.counts.push_back(padded == 0 || span > padded ? 0 : (padded - span) / dims.strides[i] + 1);
  }
  if (llvm::Error error = requireShape(op, windows.counts))
    return error;
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

/// Windows [first, first + count) along dim `dim`, all windows of the other dims.
struct Piece {
  size_t dim;
  int64_t first, count;
};

/// [window positions, windows]: row r holds element r of every window of the piece.
Tensor windowRows(const Tensor &x, const Windows &windows, const Piece &piece) {
  const WindowDims &dims = windows.dims;
  Shape counts = windows.counts;
  Dims strides = stridesOf(x.shape()), steps = strides;
  for (size_t i = 0; i < steps.size(); ++i)
    steps[i] *= dims.strides[i];
  int64_t offset = 0;
  if (!counts.empty()) {
    counts[piece.dim] = piece.count;
    offset = piece.first * steps[piece.dim];
  }
  int64_t columns = elementCount(counts);
  Tensor out(x.type(), {elementCount(dims.sizes), columns}, x.inF64Mode());
  if (out.size() == 0)
    return out;
  size_t width = bytesPerElement(x.storage());
  Dims position(dims.sizes.size(), 0), target = stridesOf(counts);
  std::byte *to = out.mutableBytes();
  do {
    int64_t place = offset;
    for (size_t i = 0; i < position.size(); ++i)
      place += position[i] * dims.windowDilations[i] * strides[i];
    copyStrided(counts, to, target, x.bytes() + at(place) * width, steps, width);
    to += at(columns) * width;
  } while (next(position, dims.sizes));
  return out;
}

/// Cuts the windows along their longest dim so that the rows of a piece stay in memory (a cumulative sum has as many
/// positions as windows).
std::vector<Piece> piecesOf(const Windows &windows) {
  if (windows.counts.empty() || elementCount(windows.counts) == 0)
    return {{0, 0, windows.counts.empty() ? 0 : windows.counts[0]}};
  constexpr int64_t kElements = int64_t{1} << 22;
  auto longest = std::max_element(windows.counts.begin(), windows.counts.end());
  int64_t each = elementCount(windows.counts) / *longest;
  int64_t perWindow = std::min(elementCount(windows.dims.sizes), kElements) * std::min(each, kElements);
  int64_t step = std::max<int64_t>(1, kElements / perWindow);
  std::vector<Piece> pieces;
  for (int64_t first = 0; first < *longest; first += step)
    pieces.push_back({at(longest - windows.counts.begin()), first, std::min(step, *longest - first)});
  return pieces;
}

Results reducePiece(llvm::ArrayRef<Tensor> wide, llvm::ArrayRef<Tensor> inits, const Windows &windows,
                    const Piece &piece, const Combiner &combiner) {
  std::vector<Tensor> rows;
  for (const Tensor &x : wide)
    rows.push_back(windowRows(x, windows, piece));
  Results outs = reduce(rows, inits, {0}, combiner);
  if (!outs)
    return outs;
  Shape shape = windows.counts;
  if (!shape.empty())
    shape[piece.dim] = piece.count;
  for (Tensor &out : *outs)
    out = out.reshaped(shape);
  return outs;
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
  std::vector<Tensor> wide;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].shape() != inputs[0].shape())
      return operatorError("reduce_window", "expected operands of equal shape, found " + inputs[0].typeString() +
                                                " and " + inputs[i].typeString());
    Result typed = convert(inputs[i], inits[i].type(), inits[i].inF64Mode());
    Result value = typed ? padded(*typed, inits[i], windows->dims) : std::move(typed);
    if (!value)
      return value.takeError();
    wide.push_back(*value);
  }
  std::vector<std::vector<Tensor>> parts(inputs.size());
  std::vector<Piece> pieces = piecesOf(*windows);
  for (const Piece &piece : pieces) {
    Results outs = reducePiece(wide, inits, *windows, piece, combiner);
    if (!outs)
      return outs;
    for (size_t i = 0; i < outs->size(); ++i)
      parts[i].push_back((*outs)[i]);
  }
  std::vector<Tensor> results;
  for (const std::vector<Tensor> &part : parts) {
    Result whole = part.size() == 1 ? Result(part[0]) : concatenate(part, static_cast<int64_t>(pieces[0].dim));
    if (!whole)
      return whole.takeError();
    results.push_back(*whole);
  }
  return results;
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
