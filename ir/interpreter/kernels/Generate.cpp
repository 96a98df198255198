#include "ir/interpreter/kernels/Generate.h"
#include "ir/interpreter/kernels/Support.h"

namespace lockstep::interp {
namespace {

template <typename T, typename F>
Result fill(ElementType type, const Shape &shape, llvm::ArrayRef<T> values, bool f64Mode, F put) {
  if (llvm::Error error = requireShape("constant", shape))
    return error;
  Tensor out(type, shape, f64Mode);
  if (static_cast<int64_t>(values.size()) != out.size() && values.size() != 1)
    return operatorError("constant", "expected " + std::to_string(out.size()) + " values or one, found " +
                                         std::to_string(values.size()));
  if (out.size() == 0)
    return out;
  for (size_t i = 0; i < values.size(); ++i)
    put(out, static_cast<int64_t>(i), values[i]);
  if (values.size() == 1)
    copyStrided({out.size()}, out.mutableBytes(), {1}, out.element(0).bytes(), {0}, bytesPerElement(out.storage()));
  return out;
}

} // namespace

Result iota(ElementType type, const Shape &shape, int64_t dim, bool f64Mode) {
  if (dim < 0 || dim >= static_cast<int64_t>(shape.size()))
    return operatorError("iota", "expected a dim of the result, found " + std::to_string(dim));
  if (llvm::Error error = requireShape("iota", shape))
    return error;
  Tensor counts(type, {shape[static_cast<size_t>(dim)]}, f64Mode);
  for (int64_t i = 0; i < counts.size(); ++i)
    counts.setInteger(i, i);
  Tensor out(type, shape, f64Mode);
  Dims strides(shape.size(), 0);
  strides[static_cast<size_t>(dim)] = 1;
  copyStrided(shape, out.mutableBytes(), stridesOf(shape), counts.bytes(), strides, bytesPerElement(out.storage()));
  return out;
}

Result constantOfReals(ElementType type, const Shape &shape, llvm::ArrayRef<double> values, bool f64Mode) {
  return fill(type, shape, values, f64Mode, [](Tensor &out, int64_t i, double value) { out.setReal(i, value); });
}

Result constantOfIntegers(ElementType type, const Shape &shape, llvm::ArrayRef<int64_t> values, bool f64Mode) {
  return fill(type, shape, values, f64Mode, [](Tensor &out, int64_t i, int64_t value) { out.setInteger(i, value); });
}

Result constantOfComplex(ElementType type, const Shape &shape, llvm::ArrayRef<std::pair<double, double>> values,
                         bool f64Mode) {
  if (!isComplex(type))
    return operatorError("constant", "expected a complex type, found " + std::string(name(type)));
  return fill(type, shape, values, f64Mode, [](Tensor &out, int64_t i, std::pair<double, double> value) {
    size_t at = 2 * static_cast<size_t>(i);
    if (out.storage() == Storage::C64) {
      out.data<float>()[at] = static_cast<float>(value.first);
      out.data<float>()[at + 1] = static_cast<float>(value.second);
    } else {
      out.data<double>()[at] = value.first;
      out.data<double>()[at + 1] = value.second;
    }
  });
}

Tensor scalarReal(ElementType type, double value, bool f64Mode) {
  Tensor out(type, {}, f64Mode);
  out.setReal(0, value);
  return out;
}

Tensor scalarInteger(ElementType type, int64_t value, bool f64Mode) {
  Tensor out(type, {}, f64Mode);
  out.setInteger(0, value);
  return out;
}

} // namespace lockstep::interp
