// Elementwise operators of one operand.
#include "ir/interpreter/kernels/Elementwise.h"
#include "ir/interpreter/kernels/Support.h"

#include <bit>
#include <cmath>

namespace lockstep::interp {
namespace {

using Complex = std::complex<double>;

/// A function that is exact or correctly rounded in the storage's own type, for float and double.
template <typename F> Result mapExact(llvm::StringRef operation, const Tensor &x, F f) {
  if (!isFloat(x.type()))
    return unsupportedType(operation, x);
  Tensor out = emptyLike(x);
  if (x.storage() == Storage::F64)
    mapValues<double>(x, out, f);
  else
    mapValues<float>(x, out, f);
  settle(out);
  return out;
}

template <typename F> Result mapComplex(const Tensor &x, F f) {
  std::vector<Complex> values = toComplexes(x);
  for (Complex &value : values)
    value = f(value);
  Tensor out = emptyLike(x);
  store(out, values);
  return out;
}

/// A function of the two's complement code, for integers of either sign.
template <typename F> Result mapBits(llvm::StringRef operation, const Tensor &x, F f) {
  if (!isInteger(x.type()))
    return unsupportedType(operation, x);
  Tensor out = emptyLike(x);
  uint64_t mask = ~uint64_t{0} >> (64 - bitWidth(x.type()));
  mapValues<uint64_t>(x, out, [=](uint64_t v) { return f(v & mask); });
  settle(out);
  return out;
}

ElementType partType(ElementType type) {
  if (type == ElementType::C64)
    return ElementType::F32;
  return type == ElementType::C128 ? ElementType::F64 : type;
}

Tensor partOf(const Tensor &x, size_t part) {
  Tensor out = emptyOf(partType(x.type()), x);
  size_t width = bytesPerElement(out.storage());
  std::byte *to = out.mutableBytes();
  for (size_t i = 0; i < static_cast<size_t>(x.size()); ++i)
    std::memcpy(to + i * width, x.bytes() + (2 * i + part) * width, width);
  return out;
}

double reciprocalSqrt(double x) { return 1.0 / std::sqrt(x); }
double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

Complex complexCbrt(Complex x) { return x == Complex(0) ? x : std::pow(x, 1.0 / 3.0); }
/// exp(x) - 1 without cancellation near zero.
Complex complexExpm1(Complex x) {
  double half = std::sin(x.imag() / 2);
  return {std::expm1(x.real()) * std::cos(x.imag()) - 2 * half * half, std::exp(x.real()) * std::sin(x.imag())};
}
Complex complexLog1p(Complex x) {
  double re = x.real(), im = x.imag();
  return {0.5 * std::log1p(re * (2 + re) + im * im), std::atan2(im, 1 + re)};
}
Complex complexSign(Complex x) {
  if (std::isnan(x.real()) || std::isnan(x.imag()))
    return {std::nan(""), std::nan("")};
  return x == Complex(0) ? Complex(0) : x / std::abs(x);
}

} // namespace

Result abs(const Tensor &x) {
  if (isSigned(x.type())) {
    Tensor out = emptyLike(x);
    mapValues<int64_t>(x, out, [](int64_t v) { return v < 0 ? static_cast<int64_t>(-static_cast<uint64_t>(v)) : v; });
    settle(out);
    return out;
  }
  if (!isComplex(x.type()))
    return mapExact("abs", x, [](auto v) { return std::fabs(v); });
  std::vector<Complex> values = toComplexes(x);
  std::vector<double> lengths;
  lengths.reserve(values.size());
  for (Complex value : values)
    lengths.push_back(std::hypot(value.real(), value.imag()));
  Tensor out = emptyOf(partType(x.type()), x);
  store(out, lengths);
  return out;
}

Result cbrt(const Tensor &x) { return mapRealOrComplex("cbrt", x, std::cbrt, complexCbrt); }
Result ceil(const Tensor &x) {
  return mapExact("ceil", x, [](auto v) { return std::ceil(v); });
}
Result cosine(const Tensor &x) {
  return mapRealOrComplex("cosine", x, std::cos, [](Complex v) { return std::cos(v); });
}
Result exponential(const Tensor &x) {
  return mapRealOrComplex("exponential", x, std::exp, [](Complex v) { return std::exp(v); });
}
Result exponentialMinusOne(const Tensor &x) {
  return mapRealOrComplex("exponential_minus_one", x, std::expm1, complexExpm1);
}
Result floor(const Tensor &x) {
  return mapExact("floor", x, [](auto v) { return std::floor(v); });
}
Result log(const Tensor &x) {
  return mapRealOrComplex("log", x, std::log, [](Complex v) { return std::log(v); });
}
Result logPlusOne(const Tensor &x) { return mapRealOrComplex("log_plus_one", x, std::log1p, complexLog1p); }
Result logistic(const Tensor &x) {
  return mapRealOrComplex("logistic", x, sigmoid, [](Complex v) { return 1.0 / (1.0 + std::exp(-v)); });
}
Result rsqrt(const Tensor &x) {
  return mapRealOrComplex("rsqrt", x, reciprocalSqrt, [](Complex v) { return 1.0 / std::sqrt(v); });
}
Result sine(const Tensor &x) {
  return mapRealOrComplex("sine", x, std::sin, [](Complex v) { return std::sin(v); });
}
Result tan(const Tensor &x) {
  return mapRealOrComplex("tan", x, std::tan, [](Complex v) { return std::tan(v); });
}
Result tanh(const Tensor &x) {
  return mapRealOrComplex("tanh", x, std::tanh, [](Complex v) { return std::tanh(v); });
}
Result sqrt(const Tensor &x) {
  if (isComplex(x.type()))
    return mapComplex(x, [](Complex v) { return std::sqrt(v); });
  return mapExact("sqrt", x, [](auto v) { return std::sqrt(v); });
}
Result roundNearestAfz(const Tensor &x) {
  return mapExact("round_nearest_afz", x, [](auto v) { return std::round(v); });
}
Result roundNearestEven(const Tensor &x) {
  return mapExact("round_nearest_even", x, [](auto v) { return std::nearbyint(v); });
}

Result countLeadingZeros(const Tensor &x) {
  unsigned unused = 64 - bitWidth(x.type());
  return mapBits("count_leading_zeros", x,
                 [=](uint64_t v) { return static_cast<uint64_t>(std::countl_zero(v)) - unused; });
}

Result popcnt(const Tensor &x) {
  return mapBits("popcnt", x, [](uint64_t v) { return static_cast<uint64_t>(std::popcount(v)); });
}

Result bitwiseNot(const Tensor &x) {
  if (!isBoolean(x.type()))
    return mapBits("not", x, [](uint64_t v) { return ~v; });
  Tensor out = emptyLike(x);
  mapValues<uint8_t>(x, out, [](uint8_t v) -> uint8_t { return v ^ 1; });
  return out;
}

Result negate(const Tensor &x) {
  if (isInteger(x.type()))
    return mapBits("negate", x, [](uint64_t v) { return -v; });
  if (isComplex(x.type()))
    return mapComplex(x, [](Complex v) { return -v; });
  return mapExact("negate", x, [](auto v) { return -v; });
}

Result sign(const Tensor &x) {
  if (isSigned(x.type())) {
    Tensor out = emptyLike(x);
    mapValues<int64_t>(x, out, [](int64_t v) -> int64_t { return (v > 0) - (v < 0); });
    return out;
  }
  if (isComplex(x.type()))
    return mapComplex(x, complexSign);
  return mapExact("sign", x, [](auto v) {
    using T = decltype(v);
    return v > 0 ? T(1) : v < 0 ? T(-1) : v; // zeros keep their sign, NaN stays
  });
}

Result isFinite(const Tensor &x) {
  if (!isFloat(x.type()))
    return unsupportedType("is_finite", x);
  Tensor out(ElementType::I1, x.shape());
  if (x.storage() == Storage::F64)
    mapValues<double, uint8_t>(x, out, [](double v) -> uint8_t { return std::isfinite(v); });
  else
    mapValues<float, uint8_t>(x, out, [](float v) -> uint8_t { return std::isfinite(v); });
  return out;
}

Result real(const Tensor &x) {
  if (isFloat(x.type()))
    return x;
  return isComplex(x.type()) ? Result(partOf(x, 0)) : unsupportedType("real", x);
}

Result imag(const Tensor &x) {
  if (isFloat(x.type()))
    return emptyLike(x);
  return isComplex(x.type()) ? Result(partOf(x, 1)) : unsupportedType("imag", x);
}

} // namespace lockstep::interp
