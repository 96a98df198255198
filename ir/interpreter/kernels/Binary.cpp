// Elementwise operators of two operands that no combiner uses.
#include "ir/interpreter/kernels/Elementwise.h"
#include "ir/interpreter/kernels/Support.h"

#include <cmath>

namespace lockstep::interp {
namespace {

using Complex = std::complex<double>;

template <typename F> Result zipComplex(const Tensor &a, const Tensor &b, F f) {
  std::vector<Complex> left = toComplexes(a), right = toComplexes(b);
  for (size_t i = 0; i < left.size(); ++i)
    left[i] = f(left[i], right[i]);
  Tensor out = emptyLike(a);
  store(out, left);
  return out;
}

/// In float for f32 and narrower, in double otherwise; one rounding each.
template <typename F> Tensor zipFloats(const Tensor &a, const Tensor &b, F f) {
  Tensor out = emptyLike(a);
  if (a.storage() == Storage::F64)
    zipValues<double>(a, b, out, f);
  else
    zipValues<float>(a, b, out, f);
  settle(out);
  return out;
}

template <typename F> Tensor zipIntegers(const Tensor &a, const Tensor &b, F f) {
  Tensor out = emptyLike(a);
  if (a.storage() == Storage::I64)
    zipValues<int64_t>(a, b, out, f);
  else
    zipValues<uint64_t>(a, b, out, f);
  settle(out);
  return out;
}

struct Quotient {
  uint64_t operator()(uint64_t a, uint64_t b) const { return b == 0 ? ~uint64_t{0} : a / b; }
  int64_t operator()(int64_t a, int64_t b) const {
    if (b == 0)
      return -1;
    return b == -1 ? static_cast<int64_t>(-static_cast<uint64_t>(a)) : a / b; // the smallest / -1 wraps to itself
  }
};

struct Rest {
  uint64_t operator()(uint64_t a, uint64_t b) const { return b == 0 ? a : a % b; }
  int64_t operator()(int64_t a, int64_t b) const { return b == 0 ? a : b == -1 ? 0 : a % b; }
};

uint64_t wrappingPower(uint64_t base, uint64_t exponent) {
  uint64_t result = 1;
  for (; exponent; exponent >>= 1, base *= base)
    if (exponent & 1)
      result *= base;
  return result;
}

struct IntegerPower {
  uint64_t operator()(uint64_t a, uint64_t b) const { return wrappingPower(a, b); }
  int64_t operator()(int64_t a, int64_t b) const {
    if (b >= 0)
      return static_cast<int64_t>(wrappingPower(static_cast<uint64_t>(a), static_cast<uint64_t>(b)));
    if (a == 1)
      return 1;
    return a == -1 ? (b & 1 ? -1 : 1) : 0;
  }
};

Complex complexQuotient(Complex a, Complex b) { return a / b; }

Complex complexPower(Complex a, Complex b) {
  if (b == Complex(0))
    return 1;
  if (a == Complex(0) && b.real() > 0)
    return 0;
  return std::pow(a, b);
}

/// -i log((x + i y) / sqrt(x^2 + y^2)), the specification's formula.
Complex complexAtan2(Complex y, Complex x) {
  const Complex i(0, 1);
  return -i * std::log((x + i * y) / std::sqrt(x * x + y * y));
}

enum class Shift { Left, Arithmetic, Logical };

/// `amount` is read as an unsigned number of the operand's width.
uint64_t shifted(Shift kind, uint64_t value, uint64_t amount, unsigned width) {
  uint64_t mask = ~uint64_t{0} >> (64 - width);
  uint64_t bits = value & mask;
  bool negative = (bits >> (width - 1)) & 1;
  amount &= mask;
  if (amount >= width)
    return kind == Shift::Arithmetic && negative ? mask : 0;
  if (kind == Shift::Left)
    return bits << amount;
  uint64_t result = bits >> amount;
  return kind == Shift::Arithmetic && negative ? result | (mask & ~(mask >> amount)) : result;
}

Result shift(llvm::StringRef operation, Shift kind, const Tensor &a, const Tensor &b) {
  if (llvm::Error error = requireSameType(operation, a, b))
    return error;
  if (!isInteger(a.type()))
    return unsupportedType(operation, a);
  Tensor out = emptyLike(a);
  unsigned width = bitWidth(a.type());
  zipValues<uint64_t>(a, b, out, [=](uint64_t v, uint64_t n) { return shifted(kind, v, n, width); });
  settle(out);
  return out;
}

} // namespace

Result subtract(const Tensor &a, const Tensor &b) {
  if (llvm::Error error = requireSameType("subtract", a, b))
    return error;
  if (isFloat(a.type()))
    return zipFloats(a, b, [](auto v, auto w) { return v - w; });
  if (isComplex(a.type()))
    return zipComplex(a, b, [](Complex v, Complex w) { return v - w; });
  if (!isInteger(a.type()))
    return unsupportedType("subtract", a);
  Tensor out = emptyLike(a);
  zipValues<uint64_t>(a, b, out, [](uint64_t v, uint64_t w) { return v - w; });
  settle(out);
  return out;
}

Result divide(const Tensor &a, const Tensor &b) {
  if (llvm::Error error = requireSameType("divide", a, b))
    return error;
  if (isFloat(a.type()))
    return zipFloats(a, b, [](auto v, auto w) { return v / w; });
  if (isComplex(a.type()))
    return zipComplex(a, b, complexQuotient);
  return isInteger(a.type()) ? Result(zipIntegers(a, b, Quotient())) : unsupportedType("divide", a);
}

Result remainder(const Tensor &a, const Tensor &b) {
  if (llvm::Error error = requireSameType("remainder", a, b))
    return error;
  if (isFloat(a.type()))
    return zipFloats(a, b, [](auto v, auto w) { return std::fmod(v, w); });
  return isInteger(a.type()) ? Result(zipIntegers(a, b, Rest())) : unsupportedType("remainder", a);
}

Result power(const Tensor &a, const Tensor &b) {
  if (llvm::Error error = requireSameType("power", a, b))
    return error;
  if (isFloat(a.type()))
    return zipReal("power", a, b, std::pow);
  if (isComplex(a.type()))
    return zipComplex(a, b, complexPower);
  return isInteger(a.type()) ? Result(zipIntegers(a, b, IntegerPower())) : unsupportedType("power", a);
}

Result atan2(const Tensor &a, const Tensor &b) {
  if (llvm::Error error = requireSameType("atan2", a, b))
    return error;
  if (isComplex(a.type()))
    return zipComplex(a, b, complexAtan2);
  return zipReal("atan2", a, b, std::atan2);
}

Result complex(const Tensor &realPart, const Tensor &imaginaryPart) {
  if (llvm::Error error = requireSameType("complex", realPart, imaginaryPart))
    return error;
  ElementType part = realPart.type();
  if (part != ElementType::F32 && part != ElementType::F64)
    return unsupportedType("complex", realPart);
  Tensor out = emptyOf(part == ElementType::F32 ? ElementType::C64 : ElementType::C128, realPart);
  size_t width = bytesPerElement(realPart.storage());
  std::byte *to = out.mutableBytes();
  for (size_t i = 0; i < static_cast<size_t>(out.size()); ++i) {
    std::memcpy(to + 2 * i * width, realPart.bytes() + i * width, width);
    std::memcpy(to + (2 * i + 1) * width, imaginaryPart.bytes() + i * width, width);
  }
  return out;
}

Result shiftLeft(const Tensor &a, const Tensor &b) { return shift("shift_left", Shift::Left, a, b); }
Result shiftRightArithmetic(const Tensor &a, const Tensor &b) {
  return shift("shift_right_arithmetic", Shift::Arithmetic, a, b);
}
Result shiftRightLogical(const Tensor &a, const Tensor &b) {
  return shift("shift_right_logical", Shift::Logical, a, b);
}

} // namespace lockstep::interp
