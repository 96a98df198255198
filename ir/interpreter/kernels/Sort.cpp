#include "ir/interpreter/kernels/Sort.h"
#include "ir/interpreter/kernels/Compare.h"
#include "ir/interpreter/kernels/Support.h"

#include <algorithm>
#include <numeric>

namespace lockstep::interp {
namespace {

size_t at(int64_t dim) { return static_cast<size_t>(dim); }

template <typename T> bool holdsFor(T a, T b, Direction direction) {
  switch (direction) {
  case Direction::EQ:
    return a == b;
  case Direction::NE:
    return a != b;
  case Direction::GE:
    return a >= b;
  case Direction::GT:
    return a > b;
  case Direction::LE:
    return a <= b;
  case Direction::LT:
    return a < b;
  }
  return false;
}

/// Merges two neighbouring runs; takes from the right one only what is strictly before, which makes the sort stable and
/// its running time independent of what the comparator answers.
llvm::Error merge(const ElementOrder &lessThan, const Dims &from, Dims &to, size_t begin, size_t middle, size_t end) {
  size_t left = begin, right = middle;
  for (size_t i = begin; i < end; ++i) {
    bool takeRight = left == middle;
    if (left < middle && right < end) {
      llvm::Expected<bool> before = lessThan.holds(from[right], from[left]);
      if (!before)
        return before.takeError();
      takeRight = *before;
    }
    to[i] = takeRight ? from[right++] : from[left++];
  }
  return llvm::Error::success();
}

llvm::Error mergeSort(const ElementOrder &lessThan, Dims &places) {
  Dims other(places.size());
  for (size_t run = 1; run < places.size(); run *= 2) {
    for (size_t begin = 0; begin < places.size(); begin += 2 * run) {
      size_t middle = std::min(begin + run, places.size()), end = std::min(begin + 2 * run, places.size());
      if (llvm::Error error = merge(lessThan, places, other, begin, middle, end))
        return error;
    }
    std::swap(places, other);
  }
  return llvm::Error::success();
}

} // namespace

llvm::Expected<ElementOrder> ElementOrder::make(llvm::StringRef operation, llvm::ArrayRef<Tensor> operands,
                                                const Comparator &comparator) {
  ElementOrder order;
  order.operation = operation.str();
  if (!comparator.comparison) {
    order.operands = operands.vec();
    order.function = &comparator.function;
    return order;
  }
  const Comparison &comparison = *comparator.comparison;
  if (comparison.operand >= operands.size())
    return operatorError(operation, "expected a comparison of one of " + std::to_string(operands.size()) +
                                        " operands, found number " + std::to_string(comparison.operand));
  const Tensor &x = operands[comparison.operand];
  if (isComplex(x.type()))
    return unsupportedType(operation, x);
  bool total = comparison.type == CompareType::TotalOrder && isFloat(x.type());
  order.operands = {total ? totalOrderKeys(x) : x};
  order.direction = comparison.direction;
  return order;
}

llvm::Expected<bool> ElementOrder::holds(int64_t left, int64_t right) const {
  if (!function) {
    const Tensor &x = operands.front();
    if (x.storage() == Storage::I64)
      return holdsFor(x.values<int64_t>()[at(left)], x.values<int64_t>()[at(right)], direction);
    if (x.storage() == Storage::U64)
      return holdsFor(x.values<uint64_t>()[at(left)], x.values<uint64_t>()[at(right)], direction);
    return holdsFor(x.real(left), x.real(right), direction);
  }
  std::vector<Tensor> scalars;
  for (const Tensor &operand : operands) {
    scalars.push_back(operand.element(left));
    scalars.push_back(operand.element(right));
  }
  Results answer = (*function)(scalars);
  if (!answer)
    return answer.takeError();
  if (answer->size() != 1 || !isBoolean(answer->front().type()) || answer->front().size() != 1)
    return operatorError(operation, "expected the region to return one tensor<i1>");
  return answer->front().values<uint8_t>()[0] != 0;
}

Results sort(llvm::ArrayRef<Tensor> inputs, int64_t dim, const Comparator &lessThan) {
  if (inputs.empty())
    return operatorError("sort", "expected at least one operand, found none");
  for (const Tensor &input : inputs)
    if (input.shape() != inputs[0].shape())
      return operatorError("sort", "expected operands of equal shape, found " + inputs[0].typeString() + " and " +
                                       input.typeString());
  if (llvm::Error error = requireDims("sort", "the dim", {dim}, inputs[0].order()))
    return error;
  llvm::Expected<ElementOrder> order = ElementOrder::make("sort", inputs, lessThan);
  if (!order)
    return order.takeError();
  std::vector<Tensor> outs = inputs.vec();
  if (inputs[0].size() == 0)
    return outs;
  Shape lines = inputs[0].shape();
  int64_t extent = std::exchange(lines[at(dim)], 1);
  Dims strides = stridesOf(inputs[0].shape()), position(lines.size(), 0);
  do {
    int64_t first = std::inner_product(position.begin(), position.end(), strides.begin(), int64_t{0});
    Dims places(at(extent));
    for (int64_t i = 0; i < extent; ++i)
      places[at(i)] = first + i * strides[at(dim)];
    if (llvm::Error error = mergeSort(*order, places))
      return error;
    for (size_t k = 0; k < outs.size(); ++k) {
      size_t width = bytesPerElement(outs[k].storage());
      std::byte *to = outs[k].mutableBytes();
      for (int64_t i = 0; i < extent; ++i)
        std::memcpy(to + at(first + i * strides[at(dim)]) * width, inputs[k].bytes() + at(places[at(i)]) * width,
                    width);
    }
  } while (next(position, lines));
  return outs;
}

} // namespace lockstep::interp
