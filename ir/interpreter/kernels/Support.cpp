#include "ir/interpreter/kernels/Support.h"

#include <algorithm>

namespace lockstep::interp {

Tensor emptyLike(const Tensor &x) { return Tensor(x.type(), x.shape(), x.inF64Mode()); }
Tensor emptyOf(ElementType type, const Tensor &x) { return Tensor(type, x.shape(), x.inF64Mode()); }

void settle(ElementType type, Storage storage, std::byte *values, size_t count) {
  switch (storage) {
  case Storage::F32:
    return roundInPlace(type, {reinterpret_cast<float *>(values), count});
  case Storage::I64: {
    if (type == ElementType::I64)
      return;
    unsigned unused = 64 - bitWidth(type);
    auto *at = reinterpret_cast<int64_t *>(values);
    for (size_t i = 0; i < count; ++i)
      at[i] = static_cast<int64_t>(static_cast<uint64_t>(at[i]) << unused) >> unused;
    return;
  }
  case Storage::U64: {
    uint64_t mask = ~uint64_t{0} >> (64 - bitWidth(type));
    auto *at = reinterpret_cast<uint64_t *>(values);
    for (size_t i = 0; i < count; ++i)
      at[i] &= mask;
    return;
  }
  default:
    return;
  }
}

std::string toString(llvm::ArrayRef<int64_t> values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i)
    text += (i ? ", " : "") + std::to_string(values[i]);
  return text + "]";
}

llvm::Error requireSameType(llvm::StringRef operation, const Tensor &a, const Tensor &b) {
  if (a.type() != b.type() || a.shape() != b.shape())
    return operatorError(operation,
                         "expected operands of equal type, found " + a.typeString() + " and " + b.typeString());
  if (a.storage() != b.storage())
    return operatorError(operation, "expected both operands in f64 mode, found only one");
  return llvm::Error::success();
}

llvm::Error unsupportedType(llvm::StringRef operation, const Tensor &x) {
  return operatorError(operation, "not defined on elements of type " + std::string(name(x.type())));
}

llvm::Error requireDims(llvm::StringRef operation, llvm::StringRef what, llvm::ArrayRef<int64_t> dims, int64_t order) {
  std::vector<bool> seen(static_cast<size_t>(order));
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= order)
      return operatorError(operation, "expected " + what.str() + " in 0 to " + std::to_string(order - 1) + ", found " +
                                          std::to_string(dim));
    if (seen[static_cast<size_t>(dim)])
      return operatorError(operation, "expected each of " + what.str() + " once, found " + toString(dims));
    seen[static_cast<size_t>(dim)] = true;
  }
  return llvm::Error::success();
}

llvm::Error requireLength(llvm::StringRef operation, llvm::StringRef what, size_t found, size_t expected) {
  if (found == expected)
    return llvm::Error::success();
  return operatorError(operation,
                       "expected " + std::to_string(expected) + " " + what.str() + ", found " + std::to_string(found));
}

llvm::Error requireModest(llvm::StringRef operation, llvm::StringRef what, llvm::ArrayRef<int64_t> amounts) {
  for (int64_t amount : amounts)
    if (amount < -kMaxElements || amount > kMaxElements)
      return operatorError(operation, "expected " + what.str() + " of at most " + std::to_string(kMaxElements) +
                                          ", found " + std::to_string(amount));
  return llvm::Error::success();
}

Dims stridesOf(const Shape &shape) {
  Dims strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  return strides;
}

int64_t indexAt(const Tensor &indices, int64_t flat) {
  if (indices.storage() != Storage::U64)
    return indices.integer(flat);
  return static_cast<int64_t>(std::min<uint64_t>(indices.values<uint64_t>()[static_cast<size_t>(flat)], INT64_MAX));
}

bool next(Dims &position, const Shape &shape) {
  for (size_t i = shape.size(); i-- > 0;) {
    if (++position[i] < shape[i])
      return true;
    position[i] = 0;
  }
  return false;
}

namespace {

/// A box with dims of extent one dropped and dims that are walked as one merged.
struct Box {
  Shape shape;
  Dims to, from;
};

Box simplify(const Shape &shape, llvm::ArrayRef<int64_t> to, llvm::ArrayRef<int64_t> from) {
  Box box;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1)
      continue;
    bool merges = !box.shape.empty() && box.to.back() == to[i] * shape[i] && box.from.back() == from[i] * shape[i];
    if (!merges) {
      box.shape.push_back(shape[i]);
      box.to.push_back(to[i]);
      box.from.push_back(from[i]);
      continue;
    }
    box.shape.back() *= shape[i];
    box.to.back() = to[i];
    box.from.back() = from[i];
  }
  return box;
}

template <typename T> void copyRow(T *to, int64_t toStride, const T *from, int64_t fromStride, int64_t count) {
  if (toStride == 1 && fromStride == 1) {
    std::memcpy(to, from, static_cast<size_t>(count) * sizeof(T));
  } else if (toStride == 1 && fromStride == 0) {
    std::fill(to, to + count, *from);
  } else {
    for (int64_t i = 0; i < count; ++i)
      to[i * toStride] = from[i * fromStride];
  }
}

template <typename T> void copyBox(const Box &box, size_t dim, T *to, const T *from) {
  if (dim + 1 == box.shape.size())
    return copyRow(to, box.to[dim], from, box.from[dim], box.shape[dim]);
  for (int64_t i = 0; i < box.shape[dim]; ++i)
    copyBox(box, dim + 1, to + i * box.to[dim], from + i * box.from[dim]);
}

template <typename T> void copyTyped(const Box &box, std::byte *to, const std::byte *from) {
  auto *target = reinterpret_cast<T *>(to);
  const auto *source = reinterpret_cast<const T *>(from);
  if (box.shape.empty())
    *target = *source;
  else
    copyBox(box, 0, target, source);
}

} // namespace

void copyStrided(const Shape &shape, std::byte *to, llvm::ArrayRef<int64_t> toStrides, const std::byte *from,
                 llvm::ArrayRef<int64_t> fromStrides, size_t width) {
  if (elementCount(shape) == 0)
    return;
  Box box = simplify(shape, toStrides, fromStrides);
  switch (width) {
  case 1:
    return copyTyped<uint8_t>(box, to, from);
  case 4:
    return copyTyped<uint32_t>(box, to, from);
  case 8:
    return copyTyped<uint64_t>(box, to, from);
  default:
    return copyTyped<Wide>(box, to, from);
  }
}

std::vector<double> toDoubles(const Tensor &x) {
  if (x.storage() == Storage::F64) {
    auto from = x.values<double>();
    return {from.begin(), from.end()};
  }
  if (x.storage() == Storage::F32) {
    auto from = x.values<float>();
    return {from.begin(), from.end()};
  }
  std::vector<double> values(static_cast<size_t>(x.size()));
  for (int64_t i = 0; i < x.size(); ++i)
    values[static_cast<size_t>(i)] = x.real(i);
  return values;
}

std::vector<std::complex<double>> toComplexes(const Tensor &x) {
  std::vector<std::complex<double>> values(static_cast<size_t>(x.size()));
  for (size_t i = 0; i < values.size(); ++i) {
    if (x.storage() == Storage::C64)
      values[i] = {x.values<float>()[2 * i], x.values<float>()[2 * i + 1]};
    else if (x.storage() == Storage::C128)
      values[i] = {x.values<double>()[2 * i], x.values<double>()[2 * i + 1]};
    else
      values[i] = x.real(static_cast<int64_t>(i));
  }
  return values;
}

void store(Tensor &out, llvm::ArrayRef<double> values) {
  if (out.storage() == Storage::F64) {
    std::copy(values.begin(), values.end(), out.data<double>().begin());
    return;
  }
  auto to = out.data<float>();
  bool narrow = out.type() != ElementType::F32;
  for (size_t i = 0; i < values.size(); ++i)
    to[i] = static_cast<float>(narrow ? roundTo(out.type(), values[i]) : values[i]);
}

void store(Tensor &out, llvm::ArrayRef<std::complex<double>> values) {
  auto put = [&](auto to) {
    using T = typename decltype(to)::value_type;
    for (size_t i = 0; i < values.size(); ++i) {
      to[2 * i] = static_cast<T>(values[i].real());
      to[2 * i + 1] = static_cast<T>(values[i].imag());
    }
  };
  if (out.storage() == Storage::C64)
    put(out.data<float>());
  else
    put(out.data<double>());
}

Result mapReal(llvm::StringRef operation, const Tensor &x, double (*f)(double)) {
  if (!isFloat(x.type()))
    return unsupportedType(operation, x);
  Tensor out = emptyLike(x);
  ElementType type = x.type();
  if (x.storage() == Storage::F64)
    mapValues<double>(x, out, f);
  else if (type == ElementType::F32)
    mapValues<float>(x, out, [f](float v) { return static_cast<float>(f(v)); });
  else
    mapValues<float>(x, out, [f, type](float v) { return static_cast<float>(roundTo(type, f(v))); });
  return out;
}

Result zipReal(llvm::StringRef operation, const Tensor &a, const Tensor &b, double (*f)(double, double)) {
  if (llvm::Error error = requireSameType(operation, a, b))
    return error;
  if (!isFloat(a.type()))
    return unsupportedType(operation, a);
  Tensor out = emptyLike(a);
  ElementType type = a.type();
  if (a.storage() == Storage::F64)
    zipValues<double>(a, b, out, f);
  else
    zipValues<float>(a, b, out, [f, type](float v, float w) { return static_cast<float>(roundTo(type, f(v, w))); });
  return out;
}

Result mapRealOrComplex(llvm::StringRef operation, const Tensor &x, double (*f)(double), ComplexFunction g) {
  if (!isComplex(x.type()))
    return mapReal(operation, x, f);
  std::vector<std::complex<double>> values = toComplexes(x);
  for (std::complex<double> &value : values)
    value = g(value);
  Tensor out = emptyLike(x);
  store(out, values);
  return out;
}

} // namespace lockstep::interp
