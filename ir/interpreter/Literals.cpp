#include "ir/interpreter/Literals.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <cmath>

namespace lockstep::interp {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

// Bits after the leading one.
unsigned mantissaBits(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return 52;
  case ElementType::F32:
    return 23;
  case ElementType::F16:
    return 10;
  case ElementType::BF16:
    return 7;
  case ElementType::F8E3M4:
    return 4;
  case ElementType::F8E4M3:
    return 3;
  default:
    return 2;
  }
}

// The simplest rational in [low, high], 0 < low <= high: whole parts that both ends share, then the first integer that
// separates the remainders' inverses.
Rational simplestBetween(Rational low, Rational high) {
  // Convergents p/q of the continued fraction found so far.
  Integer p0 = 0, q0 = 1, p1 = 1, q1 = 0;
  while (true) {
    Integer whole = numerator(low) / denominator(low);
    bool isWhole = low == Rational(whole);
    if (!isWhole && Rational(whole + 1) <= high)
      whole += 1, isWhole = true;
    Integer p = whole * p1 + p0, q = whole * q1 + q0;
    if (isWhole)
      return Rational(p, q);
    p0 = p1, q0 = q1, p1 = p, q1 = q;
    Rational rest = low - whole;
    low = 1 / Rational(high - whole);
    high = 1 / rest;
  }
}

} // namespace

double simplestLiteral(ElementType type, double value) {
  int exponent = 0;
  double magnitude = std::fabs(value);
  bool powerOfTwo = std::frexp(magnitude, &exponent) == 0.5;
  if (!isFloat(type) || !std::isfinite(value) || value == std::floor(value) || powerOfTwo)
    return value;
  // Half a unit in the last place; exact, as is the value itself.
  Rational half(std::ldexp(1.0, exponent - 2 - static_cast<int>(mantissaBits(type))));
  Rational exact(magnitude);
  double simplest = static_cast<double>(simplestBetween(exact - half, exact + half));
  return value < 0 ? -simplest : simplest;
}

} // namespace lockstep::interp
