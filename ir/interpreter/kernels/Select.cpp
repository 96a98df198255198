// Comparison, selection, clamping and map.
#include "ir/interpreter/kernels/Compare.h"
#include "ir/interpreter/kernels/Elementwise.h"
#include "ir/interpreter/kernels/Shape.h"
#include "ir/interpreter/kernels/Support.h"

#include <bit>

namespace lockstep::interp {
namespace {

template <typename T, typename F> Tensor compareWith(const Tensor &a, const Tensor &b, F f) {
  Tensor out(ElementType::I1, a.shape());
  zipValues<T, uint8_t>(a, b, out, [f](T v, T w) -> uint8_t { return f(v, w); });
  return out;
}

template <typename T> Tensor compareValues(const Tensor &a, const Tensor &b, Direction direction) {
  switch (direction) {
  case Direction::EQ:
    return compareWith<T>(a, b, [](T v, T w) { return v == w; });
  case Direction::NE:
    return compareWith<T>(a, b, [](T v, T w) { return v != w; });
  case Direction::GE:
    return compareWith<T>(a, b, [](T v, T w) { return v >= w; });
  case Direction::GT:
    return compareWith<T>(a, b, [](T v, T w) { return v > w; });
  case Direction::LE:
    return compareWith<T>(a, b, [](T v, T w) { return v <= w; });
  case Direction::LT:
    return compareWith<T>(a, b, [](T v, T w) { return v < w; });
  }
  return Tensor();
}

bool holdsComplex(Direction direction, std::complex<double> a, std::complex<double> b) {
  bool less = a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
  bool greater = a.real() > b.real() || (a.real() == b.real() && a.imag() > b.imag());
  switch (direction) {
  case Direction::EQ:
    return a == b;
  case Direction::NE:
    return a != b;
  case Direction::GE:
    return greater || a == b;
  case Direction::GT:
    return greater;
  case Direction::LE:
    return less || a == b;
  case Direction::LT:
    return less;
  }
  return false;
}

Tensor compareComplex(const Tensor &a, const Tensor &b, Direction direction) {
  std::vector<std::complex<double>> left = toComplexes(a), right = toComplexes(b);
  Tensor out(ElementType::I1, a.shape());
  auto to = out.data<uint8_t>();
  for (size_t i = 0; i < left.size(); ++i)
    to[i] = holdsComplex(direction, left[i], right[i]);
  return out;
}

Result toShapeOf(const Tensor &x, const Tensor &model) {
  return x.order() == 0 && model.order() != 0 ? broadcastInDim(x, {}, model.shape()) : Result(x);
}

template <typename T> void selectValues(const Tensor &p, const Tensor &a, const Tensor &b, std::byte *out) {
  auto predicate = p.values<uint8_t>();
  const T *onTrue = reinterpret_cast<const T *>(a.bytes());
  const T *onFalse = reinterpret_cast<const T *>(b.bytes());
  T *to = reinterpret_cast<T *>(out);
  for (size_t i = 0; i < predicate.size(); ++i)
    to[i] = predicate[i] ? onTrue[i] : onFalse[i];
}

} // namespace

Tensor totalOrderKeys(const Tensor &x) {
  Tensor keys(ElementType::I64, x.shape());
  if (x.storage() == Storage::F64)
    mapValues<double, int64_t>(x, keys, [](double v) {
      auto bits = std::bit_cast<int64_t>(v);
      return bits < 0 ? bits ^ INT64_MAX : bits;
    });
  else
    mapValues<float, int64_t>(x, keys, [](float v) -> int64_t {
      auto bits = std::bit_cast<int32_t>(v);
      return bits < 0 ? bits ^ INT32_MAX : bits;
    });
  return keys;
}

Result compare(const Tensor &a, const Tensor &b, Direction direction, CompareType type) {
  if (llvm::Error error = requireSameType("compare", a, b))
    return error;
  if (type == CompareType::TotalOrder && isFloat(a.type()))
    return compareValues<int64_t>(totalOrderKeys(a), totalOrderKeys(b), direction);
  switch (a.storage()) {
  case Storage::F32:
    return compareValues<float>(a, b, direction);
  case Storage::F64:
    return compareValues<double>(a, b, direction);
  case Storage::Bool:
    return compareValues<uint8_t>(a, b, direction);
  case Storage::I64:
    return compareValues<int64_t>(a, b, direction);
  case Storage::U64:
    return compareValues<uint64_t>(a, b, direction);
  default:
    return compareComplex(a, b, direction);
  }
}

Result clamp(const Tensor &min, const Tensor &operand, const Tensor &max) {
  Result low = toShapeOf(min, operand);
  if (!low)
    return low.takeError();
  Result high = toShapeOf(max, operand);
  if (!high)
    return high.takeError();
  Result raised = maximum(operand, *low);
  return raised ? minimum(*raised, *high) : raised.takeError();
}

Result select(const Tensor &predicate, const Tensor &onTrue, const Tensor &onFalse) {
  if (llvm::Error error = requireSameType("select", onTrue, onFalse))
    return error;
  if (!isBoolean(predicate.type()) || (predicate.order() != 0 && predicate.shape() != onTrue.shape()))
    return operatorError("select", "expected an i1 predicate, a scalar or of the shape of " + onTrue.typeString() +
                                       ", found " + predicate.typeString());
  if (predicate.order() == 0)
    return predicate.values<uint8_t>()[0] ? onTrue : onFalse;
  Tensor out = emptyLike(onTrue);
  switch (bytesPerElement(out.storage())) {
  case 1:
    selectValues<uint8_t>(predicate, onTrue, onFalse, out.mutableBytes());
    break;
  case 4:
    selectValues<uint32_t>(predicate, onTrue, onFalse, out.mutableBytes());
    break;
  case 8:
    selectValues<uint64_t>(predicate, onTrue, onFalse, out.mutableBytes());
    break;
  default:
    selectValues<Wide>(predicate, onTrue, onFalse, out.mutableBytes());
  }
  return out;
}

Results map(llvm::ArrayRef<Tensor> inputs, const ScalarFunction &function) {
  if (inputs.empty())
    return operatorError("map", "expected at least one operand, found none");
  for (const Tensor &input : inputs)
    if (input.shape() != inputs[0].shape())
      return operatorError("map", "expected operands of equal shape, found " + inputs[0].typeString() + " and " +
                                      input.typeString());
  std::vector<Tensor> outs;
  std::vector<Tensor> scalars(inputs.size());
  // Without elements the function runs once on zeros, to learn the result types.
  bool none = inputs[0].size() == 0;
  for (int64_t i = 0; i < std::max<int64_t>(inputs[0].size(), 1); ++i) {
    for (size_t k = 0; k < inputs.size(); ++k)
      scalars[k] = none ? Tensor(inputs[k].type(), {}, inputs[k].inF64Mode()) : inputs[k].element(i);
    Results values = function(scalars);
    if (!values)
      return values.takeError();
    for (size_t k = outs.size(); k < values->size(); ++k)
      outs.emplace_back((*values)[k].type(), inputs[0].shape(), (*values)[k].inF64Mode());
    for (size_t k = 0; k < values->size() && !none; ++k)
      outs[k].setElement(i, (*values)[k]);
  }
  return outs;
}

} // namespace lockstep::interp
