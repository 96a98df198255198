// Decides how values are rounded to each floating-point format. Trusts that the host's float and double are IEEE 754.
#include "ir/interpreter/kernels/FloatFormat.h"

#include "ir/interpreter/Tensor.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

namespace lockstep::interp {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Multiplying by 2^k is exact as long as the result is normal, which holds for all formats narrower than f64.
double roundToMultipleOf(double value, int exponent) {
  return std::ldexp(std::nearbyint(std::ldexp(value, -exponent)), exponent);
}

/// Formats with infinities or NaN only at the end: what a finite value above the largest becomes.
double overflow(const FloatFormat &format, double value) {
  if (format.specials == Specials::Ieee)
    return std::copysign(std::numeric_limits<double>::infinity(), value);
  return kNaN;
}

double roundPowerOfTwo(const FloatFormat &format, double value) {
  if (!(value > 0) || std::isinf(value))
    return kNaN;
  double smallest = std::ldexp(1.0, format.smallestExponent());
  if (value < smallest)
    return smallest;
  double rounded = roundToMultipleOf(value, std::ilogb(value));
  return rounded > format.largest() ? kNaN : rounded;
}

bool isIeeeNarrow(const FloatFormat &format) { return format.specials == Specials::Ieee; }

/// NaN codes of the IEEE formats keep their sign and the top of their payload in a float.
float nanToFloat(const FloatFormat &format, uint64_t sign, uint64_t mantissa) {
  uint32_t bits = 0x7f800000u | static_cast<uint32_t>(mantissa << (23 - format.mantissaBits));
  return std::bit_cast<float>(bits | static_cast<uint32_t>(sign << 31));
}

uint64_t nanCode(const FloatFormat &format, float value) {
  int width = 1 + format.exponentBits + format.mantissaBits;
  uint64_t sign = std::bit_cast<uint32_t>(value) >> 31;
  switch (format.specials) {
  case Specials::FiniteOnly:
    return (sign << (width - 1)) | ((uint64_t{1} << (width - 1)) - 1);
  case Specials::UnsignedZero:
    return uint64_t{1} << (width - 1);
  case Specials::PowersOfTwo:
    return (uint64_t{1} << format.exponentBits) - 1;
  case Specials::Ieee:
    break;
  }
  uint64_t mantissa = (std::bit_cast<uint32_t>(value) & 0x7fffffu) >> (23 - format.mantissaBits);
  if (mantissa == 0)
    mantissa = uint64_t{1} << (format.mantissaBits - 1);
  uint64_t exponent = ((uint64_t{1} << format.exponentBits) - 1) << format.mantissaBits;
  return (sign << (width - 1)) | exponent | mantissa;
}

uint64_t encodeFinite(const FloatFormat &format, double value) {
  if (format.specials == Specials::PowersOfTwo)
    return static_cast<uint64_t>(std::ilogb(value) + format.bias);
  uint64_t sign = std::signbit(value) ? uint64_t{1} << (format.exponentBits + format.mantissaBits) : 0;
  double magnitude = std::fabs(value);
  if (std::isinf(magnitude))
    return sign | (((uint64_t{1} << format.exponentBits) - 1) << format.mantissaBits);
  if (magnitude == 0)
    return sign;
  int exponent = std::max(std::ilogb(magnitude), format.smallestExponent());
  auto units = static_cast<uint64_t>(std::ldexp(magnitude, format.mantissaBits - exponent));
  // The implicit leading one carries into the exponent field; subnormals have none and stay at exponent field zero.
  uint64_t field = static_cast<uint64_t>(exponent - format.smallestExponent()) << format.mantissaBits;
  return sign | (field + units);
}

float decodeNarrow(const FloatFormat &format, uint64_t bits) {
  uint64_t mantissa = bits & ((uint64_t{1} << format.mantissaBits) - 1);
  uint64_t exponentMask = (uint64_t{1} << format.exponentBits) - 1;
  uint64_t exponent = (bits >> format.mantissaBits) & exponentMask;
  if (format.specials == Specials::PowersOfTwo)
    return exponent == exponentMask ? std::numeric_limits<float>::quiet_NaN()
                                    : std::ldexp(1.0f, static_cast<int>(exponent) - format.bias);
  uint64_t sign = (bits >> (format.exponentBits + format.mantissaBits)) & 1;
  bool allOnes = exponent == exponentMask;
  if (isIeeeNarrow(format) && allOnes)
    return mantissa ? nanToFloat(format, sign, mantissa)
                    : std::copysign(std::numeric_limits<float>::infinity(), sign ? -1.0f : 1.0f);
  bool nan = format.specials == Specials::FiniteOnly
                 ? allOnes && mantissa == (uint64_t{1} << format.mantissaBits) - 1
                 : format.specials == Specials::UnsignedZero && sign && !exponent && !mantissa;
  if (nan)
    return std::copysign(std::numeric_limits<float>::quiet_NaN(), sign ? -1.0f : 1.0f);
  uint64_t units = exponent ? mantissa | (uint64_t{1} << format.mantissaBits) : mantissa;
  int scale = (exponent ? static_cast<int>(exponent) : 1) - format.bias - format.mantissaBits;
  float magnitude = std::ldexp(static_cast<float>(units), scale);
  return sign ? -magnitude : magnitude;
}

} // namespace

double FloatFormat::largest() const {
  int top = (1 << exponentBits) - 1 - bias; // exponent of the all-ones field
  switch (specials) {
  case Specials::Ieee:
    return std::ldexp(2.0 - std::ldexp(1.0, -mantissaBits), top - 1);
  case Specials::FiniteOnly:
    return std::ldexp(2.0 - std::ldexp(1.0, 1 - mantissaBits), top);
  case Specials::UnsignedZero:
    return std::ldexp(2.0 - std::ldexp(1.0, -mantissaBits), top);
  case Specials::PowersOfTwo:
    return std::ldexp(1.0, top - 1);
  }
  return 0;
}

FloatFormat formatOf(ElementType type) {
  switch (type) {
  case ElementType::F8E3M4:
    return {3, 4, 3, Specials::Ieee};
  case ElementType::F8E4M3:
    return {4, 3, 7, Specials::Ieee};
  case ElementType::F8E4M3FN:
    return {4, 3, 7, Specials::FiniteOnly};
  case ElementType::F8E4M3FNUZ:
    return {4, 3, 8, Specials::UnsignedZero};
  case ElementType::F8E4M3B11FNUZ:
    return {4, 3, 11, Specials::UnsignedZero};
  case ElementType::F8E5M2:
    return {5, 2, 15, Specials::Ieee};
  case ElementType::F8E5M2FNUZ:
    return {5, 2, 16, Specials::UnsignedZero};
  case ElementType::F8E8M0FNU:
    return {8, 0, 127, Specials::PowersOfTwo};
  case ElementType::BF16:
    return {8, 7, 127, Specials::Ieee};
  case ElementType::F16:
    return {5, 10, 15, Specials::Ieee};
  case ElementType::F32:
    return {8, 23, 127, Specials::Ieee};
  default:
    assert(type == ElementType::F64 && "not a floating-point type");
    return {11, 52, 1023, Specials::Ieee};
  }
}

double roundToFormat(const FloatFormat &format, double value) {
  if (std::isnan(value))
    return value;
  if (format.specials == Specials::PowersOfTwo)
    return roundPowerOfTwo(format, value);
  if (format.specials != Specials::Ieee && std::isinf(value))
    return kNaN;
  if (value == 0 || std::isinf(value))
    return format.specials == Specials::UnsignedZero && value == 0 ? 0.0 : value;
  int exponent = std::max(std::ilogb(value), format.smallestExponent());
  // f64 itself, and finer formats asked for by reduce_precision: nothing to round but the range.
  double rounded = format.mantissaBits >= 52 && format.smallestExponent() <= -1022
                       ? value
                       : roundToMultipleOf(value, exponent - format.mantissaBits);
  if (std::fabs(rounded) > format.largest())
    return overflow(format, value);
  return format.specials == Specials::UnsignedZero && rounded == 0 ? 0.0 : rounded;
}

uint64_t encodeFloat(ElementType type, float value) {
  if (type == ElementType::F64)
    return std::bit_cast<uint64_t>(static_cast<double>(value));
  if (type == ElementType::F32)
    return std::bit_cast<uint32_t>(value);
  FloatFormat format = formatOf(type);
  if (std::isnan(value))
    return nanCode(format, value);
  double rounded = roundToFormat(format, value);
  return std::isnan(rounded) ? nanCode(format, static_cast<float>(rounded)) : encodeFinite(format, rounded);
}

uint64_t encodeFloat(ElementType type, double value) {
  if (type == ElementType::F64)
    return std::bit_cast<uint64_t>(value);
  return encodeFloat(type, static_cast<float>(roundTo(type, value)));
}

float decodeToFloat(ElementType type, uint64_t bits) {
  if (type == ElementType::F32)
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
  if (type == ElementType::F64)
    return static_cast<float>(std::bit_cast<double>(bits));
  return decodeNarrow(formatOf(type), bits);
}

double decodeFloat(ElementType type, uint64_t bits) {
  return type == ElementType::F64 ? std::bit_cast<double>(bits) : decodeToFloat(type, bits);
}

double roundTo(ElementType type, double value) {
  switch (type) {
  case ElementType::F64:
    return value;
  case ElementType::F32:
    return static_cast<float>(value);
  default:
    break;
  }
  FloatFormat format = formatOf(type);
  uint64_t bits = std::bit_cast<uint64_t>(value);
  int exponent = static_cast<int>((bits >> 52) & 0x7ff) - 1023;
  if (!isIeeeNarrow(format) || exponent < format.smallestExponent() || exponent >= format.bias)
    return roundToFormat(format, value);
  // Normal in the format and at least a factor of two below overflow: add half a unit, minus one where the last
  // kept bit is even, and cut.
  int cut = 52 - format.mantissaBits;
  bits += (uint64_t{1} << (cut - 1)) - 1 + ((bits >> cut) & 1);
  return std::bit_cast<double>(bits >> cut << cut);
}

namespace {

void roundToBf16(std::span<float> values) {
  for (float &value : values) {
    uint32_t bits = std::bit_cast<uint32_t>(value);
    uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1)) & 0xffff0000u;
    uint32_t nan = (bits | 0x400000u) & 0xffff0000u;
    value = std::bit_cast<float>((bits & 0x7fffffffu) > 0x7f800000u ? nan : rounded);
  }
}

} // namespace

void roundInPlace(ElementType type, std::span<float> values) {
  if (type == ElementType::F32 || type == ElementType::F64)
    return;
  if (type == ElementType::BF16)
    return roundToBf16(values);
  for (float &value : values)
    value = static_cast<float>(roundTo(type, value));
}

} // namespace lockstep::interp
