// The bit layouts of the floating-point formats, and rounding to them.
#pragma once

#include "ir/core/ElementType.h"

#include <cstdint>
#include <span>

namespace lockstep::interp {

/// What the all-ones exponent means. Ieee: infinities and NaNs. FiniteOnly: ordinary values but for the all-ones
/// mantissa, which is NaN. UnsignedZero: ordinary values; the code of -0 is NaN. PowersOfTwo: no sign, no zero; the
/// all-ones code is NaN.
enum class Specials : uint8_t { Ieee, FiniteOnly, UnsignedZero, PowersOfTwo };

struct FloatFormat {
  int exponentBits, mantissaBits, bias;
  Specials specials;

  int smallestExponent() const { return (specials == Specials::PowersOfTwo ? 0 : 1) - bias; }
  double largest() const;
};

/// Of a floating-point element type.
FloatFormat formatOf(ElementType type);

/// Nearest value of the format, ties to even.
double roundToFormat(const FloatFormat &format, double value);

/// The code of a value that the type can hold (others are rounded first), and back. NaN payloads survive as far as
/// the format has room for them.
uint64_t encodeFloat(ElementType type, double value);
double decodeFloat(ElementType type, uint64_t bits);
/// The same for the types held as float.
uint64_t encodeFloat(ElementType type, float value);
float decodeToFloat(ElementType type, uint64_t bits);

/// Rounds every value to the type.
void roundInPlace(ElementType type, std::span<float> values);

} // namespace lockstep::interp
