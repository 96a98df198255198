// Changes of element type.
#include "ir/interpreter/kernels/Convert.h"
#include "ir/interpreter/kernels/Support.h"

#include <bit>
#include <cmath>
#include <limits>

namespace lockstep::interp {
namespace {

/// An integer as a double that rounds to every narrower format as the integer itself would: what f64 cannot hold is
/// kept as an odd last bit (f64 as the target is the caller's concern).
template <typename T> double stickyDouble(T value) {
  double nearest = static_cast<double>(value);
  // The upper end converts to 2^63 or 2^64, which T does not hold.
  bool tooBig = nearest >= std::ldexp(1.0, std::numeric_limits<T>::digits);
  if (!tooBig && static_cast<T>(nearest) == value)
    return nearest;
  bool above = tooBig || static_cast<T>(nearest) > value;
  double truncated = above == (nearest > 0) ? std::nextafter(nearest, 0.0) : nearest;
  return std::bit_cast<double>(std::bit_cast<uint64_t>(truncated) | 1);
}

struct Saturation {
  double low, high; // exclusive bounds of what converts by truncation
  int64_t lowest;
  uint64_t highest;
};

Saturation saturationOf(ElementType type) {
  int bits = static_cast<int>(bitWidth(type));
  if (isUnsigned(type))
    return {-1.0, std::ldexp(1.0, bits), 0, ~uint64_t{0} >> (64 - bits)};
  int64_t lowest = static_cast<int64_t>(~uint64_t{0} << (bits - 1));
  return {bits == 64 ? std::nextafter(-0x1p63, -INFINITY) : static_cast<double>(lowest) - 1.0,
          std::ldexp(1.0, bits - 1), lowest, ~uint64_t{0} >> (65 - bits)};
}

template <typename T> T truncate(double value, const Saturation &range) {
  if (std::isnan(value))
    return 0;
  if (value <= range.low)
    return static_cast<T>(range.lowest);
  return value >= range.high ? static_cast<T>(range.highest) : static_cast<T>(value);
}

template <typename T> void toFloats(const Tensor &x, Tensor &out) {
  ElementType type = out.type();
  if (out.storage() == Storage::F64)
    mapValues<T, double>(x, out, [](T v) { return static_cast<double>(v); });
  else if (type == ElementType::F32)
    mapValues<T, float>(x, out, [](T v) { return static_cast<float>(v); });
  else if constexpr (std::is_same_v<T, int64_t> || std::is_same_v<T, uint64_t>)
    mapValues<T, float>(x, out, [type](T v) { return static_cast<float>(roundTo(type, stickyDouble(v))); });
  else if constexpr (std::is_same_v<T, double>)
    mapValues<T, float>(x, out, [type](T v) { return static_cast<float>(roundTo(type, v)); });
  else {
    mapValues<T, float>(x, out, [](T v) { return static_cast<float>(v); });
    settle(out);
  }
}

template <typename T> void toIntegers(const Tensor &x, Tensor &out) {
  if constexpr (std::is_floating_point_v<T>) {
    Saturation range = saturationOf(out.type());
    if (out.storage() == Storage::I64)
      mapValues<T, int64_t>(x, out, [&](T v) { return truncate<int64_t>(v, range); });
    else
      mapValues<T, uint64_t>(x, out, [&](T v) { return truncate<uint64_t>(v, range); });
  } else {
    mapValues<T, uint64_t>(x, out, [](T v) { return static_cast<uint64_t>(v); });
    settle(out);
  }
}

template <typename T> Tensor convertFrom(const Tensor &x, ElementType type, bool f64Mode) {
  Tensor out(type, x.shape(), f64Mode);
  if (isBoolean(type))
    mapValues<T, uint8_t>(x, out, [](T v) -> uint8_t { return v != 0; });
  else if (isInteger(type))
    toIntegers<T>(x, out);
  else
    toFloats<T>(x, out);
  return out;
}

Tensor realPart(const Tensor &x) {
  Tensor out(x.type() == ElementType::C64 ? ElementType::F32 : ElementType::F64, x.shape(), x.inF64Mode());
  size_t width = bytesPerElement(out.storage());
  if (x.size() != 0)
    copyStrided({x.size()}, out.mutableBytes(), {1}, x.bytes(), {2}, width);
  return out;
}

Result toComplex(const Tensor &x, ElementType type, bool f64Mode) {
  Tensor out(type, x.shape(), f64Mode);
  store(out, toComplexes(x));
  return out;
}

Tensor complexIsNonZero(const Tensor &x) {
  std::vector<std::complex<double>> values = toComplexes(x);
  Tensor out(ElementType::I1, x.shape());
  auto to = out.data<uint8_t>();
  for (size_t i = 0; i < values.size(); ++i)
    to[i] = values[i] != 0.0;
  return out;
}

/// The specification rounds the mantissa first, then lets what does not fit into fewer exponent bits become infinite or
/// zero: there are no subnormals unless the exponent field keeps its width.
double reduced(const FloatFormat &format, bool fewerExponents, double value) {
  if (!fewerExponents || value == 0 || !std::isfinite(value))
    return roundToFormat(format, value);
  double mantissa = roundToFormat({11, format.mantissaBits, 1023, Specials::Ieee}, value);
  if (std::fabs(mantissa) < std::ldexp(1.0, format.smallestExponent()))
    return std::copysign(0.0, value);
  return roundToFormat(format, mantissa);
}

/// One element's code, and back. 128 bits hold every type.
Wide codeOf(const Tensor &x, int64_t i, const std::vector<std::byte> &bytes) {
  unsigned width = byteWidth(x.type());
  Wide code{0, 0};
  std::memcpy(&code, bytes.data() + static_cast<size_t>(i) * width, width);
  return code;
}

Wide bitsFrom(Wide code, unsigned shift, unsigned count) {
  Wide out{shift >= 64 ? code.high >> (shift - 64) : code.low >> shift, shift == 0 ? code.high : 0};
  if (count <= 64)
    out = {out.low & (~uint64_t{0} >> (64 - count)), 0};
  return out;
}

void putBits(Wide &code, Wide bits, unsigned shift) {
  if (shift >= 64)
    code.high |= bits.low << (shift - 64);
  else
    code = {code.low | bits.low << shift, code.high | bits.high};
}

} // namespace

Result convert(const Tensor &x, ElementType type, bool f64Mode) {
  if (x.type() == type && x.storage() == storageOf(type, f64Mode))
    return x;
  if (isComplex(type))
    return toComplex(x, type, f64Mode);
  switch (x.storage()) {
  case Storage::F32:
    return convertFrom<float>(x, type, f64Mode);
  case Storage::F64:
    return convertFrom<double>(x, type, f64Mode);
  case Storage::Bool:
    return convertFrom<uint8_t>(x, type, f64Mode);
  case Storage::I64:
    return convertFrom<int64_t>(x, type, f64Mode);
  case Storage::U64:
    return convertFrom<uint64_t>(x, type, f64Mode);
  default:
    return isBoolean(type) ? Result(complexIsNonZero(x)) : convert(realPart(x), type, f64Mode);
  }
}

Result bitcastConvert(const Tensor &x, ElementType type, bool f64Mode) {
  if (isComplex(x.type()) != isComplex(type))
    return operatorError("bitcast_convert", "expected both types or neither to be complex, found " +
                                                std::string(name(x.type())) + " and " + std::string(name(type)));
  unsigned from = bitWidth(x.type()), to = bitWidth(type);
  Shape shape = x.shape();
  if (to < from) {
    shape.push_back(from / to);
  } else if (to > from) {
    if (shape.empty() || shape.back() != to / from)
      return operatorError("bitcast_convert", "expected the last dim of " + x.typeString() + " to have extent " +
                                                  std::to_string(to / from));
    shape.pop_back();
  }
  std::vector<std::byte> source = x.toBytes();
  unsigned width = byteWidth(type), step = std::min(from, to);
  int64_t count = elementCount(shape), perWide = std::max(from, to) / step;
  std::vector<std::byte> target(static_cast<size_t>(count) * width);
  for (int64_t i = 0; i < count; ++i) {
    Wide code{0, 0};
    if (to <= from)
      code = bitsFrom(codeOf(x, i / perWide, source), static_cast<unsigned>(i % perWide) * step, step);
    else
      for (int64_t k = 0; k < perWide; ++k)
        putBits(code, codeOf(x, i * perWide + k, source), static_cast<unsigned>(k) * step);
    std::memcpy(target.data() + static_cast<size_t>(i) * width, &code, width);
  }
  return Tensor::fromBytes(type, shape, target, f64Mode);
}

Result reducePrecision(const Tensor &x, int64_t exponentBits, int64_t mantissaBits) {
  if (!isFloat(x.type()))
    return unsupportedType("reduce_precision", x);
  if (exponentBits < 1 || exponentBits > 11 || mantissaBits < 0 || mantissaBits > 52)
    return operatorError("reduce_precision", "expected 1 to 11 exponent bits and 0 to 52 mantissa bits, found " +
                                                 std::to_string(exponentBits) + " and " + std::to_string(mantissaBits));
  if (x.inF64Mode())
    return x;
  FloatFormat own = formatOf(x.type());
  FloatFormat format{static_cast<int>(std::min<int64_t>(exponentBits, own.exponentBits)),
                     static_cast<int>(std::min<int64_t>(mantissaBits, own.mantissaBits)), 0, Specials::Ieee};
  format.bias = (1 << (format.exponentBits - 1)) - 1;
  Tensor out = emptyLike(x);
  for (int64_t i = 0; i < x.size(); ++i)
    out.setReal(i, reduced(format, format.exponentBits < own.exponentBits, x.real(i)));
  return out;
}

} // namespace lockstep::interp
