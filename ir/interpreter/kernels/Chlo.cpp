#include "ir/interpreter/kernels/Chlo.h"
#include "ir/interpreter/kernels/Elementwise.h"
#include "ir/interpreter/kernels/Generate.h"
#include "ir/interpreter/kernels/Shape.h"
#include "ir/interpreter/kernels/Sort.h"
#include "ir/interpreter/kernels/SpecialFunctions.h"
#include "ir/interpreter/kernels/Support.h"

#include <cmath>

namespace lockstep::interp {
namespace {

using Complex = std::complex<double>;

template <typename F> Result classify(llvm::StringRef operation, const Tensor &x, F f) {
  if (!isFloat(x.type()))
    return unsupportedType(operation, x);
  Tensor out(ElementType::I1, x.shape());
  if (x.storage() == Storage::F64)
    mapValues<double, uint8_t>(x, out, f);
  else
    mapValues<float, uint8_t>(x, out, f);
  return out;
}

/// The neighbour of x in the direction of y among the values of a type held as float.
float nextInFormat(ElementType type, float x, float y) {
  if (std::isnan(x) || std::isnan(y))
    return std::numeric_limits<float>::quiet_NaN();
  if (x == y)
    return y;
  unsigned signBit = bitWidth(type) - 1;
  if (x == 0)
    return decodeToFloat(type, (uint64_t{y < 0} << signBit) | 1);
  // Codes of one sign are in the order of their magnitudes.
  uint64_t code = encodeFloat(type, x);
  bool away = (x < y) == (x > 0);
  return decodeToFloat(type, away ? code + 1 : code - 1);
}

} // namespace

Result acos(const Tensor &x) {
  return mapRealOrComplex("acos", x, std::acos, [](Complex v) { return std::acos(v); });
}
Result acosh(const Tensor &x) {
  return mapRealOrComplex("acosh", x, std::acosh, [](Complex v) { return std::acosh(v); });
}
Result asin(const Tensor &x) {
  return mapRealOrComplex("asin", x, std::asin, [](Complex v) { return std::asin(v); });
}
Result asinh(const Tensor &x) {
  return mapRealOrComplex("asinh", x, std::asinh, [](Complex v) { return std::asinh(v); });
}
Result atan(const Tensor &x) {
  return mapRealOrComplex("atan", x, std::atan, [](Complex v) { return std::atan(v); });
}
Result atanh(const Tensor &x) {
  return mapRealOrComplex("atanh", x, std::atanh, [](Complex v) { return std::atanh(v); });
}
Result cosh(const Tensor &x) {
  return mapRealOrComplex("cosh", x, std::cosh, [](Complex v) { return std::cosh(v); });
}
Result sinh(const Tensor &x) {
  return mapRealOrComplex("sinh", x, std::sinh, [](Complex v) { return std::sinh(v); });
}
Result besselI1e(const Tensor &x) { return mapReal("bessel_i1e", x, besselI1e); }
Result digamma(const Tensor &x) { return mapReal("digamma", x, digamma); }
Result erf(const Tensor &x) { return mapReal("erf", x, std::erf); }
Result erfInv(const Tensor &x) { return mapReal("erf_inv", x, erfInverse); }
Result erfc(const Tensor &x) { return mapReal("erfc", x, std::erfc); }
Result lgamma(const Tensor &x) { return mapReal("lgamma", x, logGamma); }
Result polygamma(const Tensor &n, const Tensor &x) { return zipReal("polygamma", n, x, polygamma); }
Result zeta(const Tensor &x, const Tensor &q) { return zipReal("zeta", x, q, hurwitzZeta); }
Result square(const Tensor &x) { return multiply(x, x); }

Result conj(const Tensor &x) {
  if (!isComplex(x.type()))
    return unsupportedType("conj", x);
  std::vector<Complex> values = toComplexes(x);
  for (Complex &value : values)
    value = std::conj(value);
  Tensor out = emptyLike(x);
  store(out, values);
  return out;
}

Result isInf(const Tensor &x) {
  return classify("is_inf", x, [](auto v) -> uint8_t { return std::isinf(v); });
}
Result isPosInf(const Tensor &x) {
  return classify("is_pos_inf", x, [](auto v) -> uint8_t { return std::isinf(v) && v > 0; });
}
Result isNegInf(const Tensor &x) {
  return classify("is_neg_inf", x, [](auto v) -> uint8_t { return std::isinf(v) && v < 0; });
}

Result mulHigh(const Tensor &a, const Tensor &b) {
  if (llvm::Error error = requireSameType("mulhi", a, b))
    return error;
  if (!isInteger(a.type()))
    return unsupportedType("mulhi", a);
  Tensor out = emptyLike(a);
  unsigned width = bitWidth(a.type());
  if (isSigned(a.type()))
    zipValues<int64_t>(
        a, b, out, [=](int64_t v, int64_t w) { return static_cast<int64_t>((static_cast<__int128>(v) * w) >> width); });
  else
    zipValues<uint64_t>(a, b, out, [=](uint64_t v, uint64_t w) {
      return static_cast<uint64_t>((static_cast<unsigned __int128>(v) * w) >> width);
    });
  settle(out);
  return out;
}

Result nextAfter(const Tensor &x, const Tensor &y) {
  if (llvm::Error error = requireSameType("next_after", x, y))
    return error;
  if (!isFloat(x.type()) || x.type() == ElementType::F8E8M0FNU)
    return unsupportedType("next_after", x);
  Tensor out = emptyLike(x);
  ElementType type = x.type();
  if (x.storage() == Storage::F64)
    zipValues<double>(x, y, out, [](double v, double w) { return std::nextafter(v, w); });
  else
    zipValues<float>(x, y, out, [type](float v, float w) { return nextInFormat(type, v, w); });
  return out;
}

Results topK(const Tensor &x, int64_t k, bool largest) {
  if (x.order() == 0 || k < 0 || k > x.shape().back())
    return operatorError("top_k",
                         "expected k of at most the last extent of " + x.typeString() + ", found " + std::to_string(k));
  int64_t last = x.order() - 1;
  Result indices = iota(ElementType::I32, x.shape(), last);
  if (!indices)
    return indices.takeError();
  Comparison order{0, largest ? Direction::GT : Direction::LT, CompareType::TotalOrder};
  Results sorted = sort({x, *indices}, last, order);
  if (!sorted)
    return sorted;
  Dims starts(x.shape().size(), 0), steps(x.shape().size(), 1);
  Shape limits = x.shape();
  limits.back() = k;
  for (Tensor &value : *sorted) {
    Result cut = slice(value, starts, limits, steps);
    if (!cut)
      return cut.takeError();
    value = *cut;
  }
  return sorted;
}

} // namespace lockstep::interp
