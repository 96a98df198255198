// The formulas of lockstep/Numerics.h, evaluated upwards.
#include "lockstep/Numerics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep::verifier {

static constexpr std::string_view kLevels[] = {"different",      "convergence",             "statistical", "reordered",
                                               "bitwise-replay", "bitwise-reconfiguration"};

std::string_view name(Level level) { return kLevels[static_cast<size_t>(level)]; }

std::optional<Level> parseLevel(std::string_view text) {
  auto found = std::find(std::begin(kLevels), std::end(kLevels), text);
  if (found == std::end(kLevels))
    return std::nullopt;
  return static_cast<Level>(found - std::begin(kLevels));
}

namespace rounding {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The next larger double: above the exact value whenever `x` is it rounded to nearest.
double up(double x) { return x == 0 ? 0 : std::nextafter(x, kInfinity); }

/// The library's exp, log and sqrt are within a few units in the last place.
double functionUp(double x) { return x * (1 + 0x1p-48) + std::numeric_limits<double>::denorm_min(); }

double power(double onePlus, int64_t n) {
  double factor = 0; // (1 + onePlus)^n - 1 by squaring
  double step = onePlus;
  for (; n > 0; n >>= 1) {
    if (n & 1)
      factor = compose(factor, step);
    step = compose(step, step);
  }
  return factor;
}

} // namespace

// A sum of two numbers that are not negative is 0 only when both are; `up` may leave 0 as it is.
double addUp(double a, double b) { return a == 0 ? b : b == 0 ? a : up(a + b); }

double mulUp(double a, double b) {
  if (a == 0 || b == 0)
    return 0; // an infinite factor stands for "not known" and is never met where the other one is exactly 0
  double product = a * b;
  return product == 0 ? std::numeric_limits<double>::denorm_min() : up(product);
}

double divUp(double a, double b) {
  if (a == 0)
    return 0;
  if (b == 0)
    return kInfinity;
  double quotient = a / b;
  return quotient == 0 ? std::numeric_limits<double>::denorm_min() : up(quotient);
}

double unitRoundoff(ElementType type) {
  switch (type) {
  case ElementType::F64: return 0x1p-53;
  case ElementType::F32: return 0x1p-24;
  case ElementType::F16: return 0x1p-11;
  case ElementType::BF16: return 0x1p-8;
  case ElementType::F8E3M4: return 0x1p-5;
  case ElementType::F8E4M3: case ElementType::F8E4M3FN: case ElementType::F8E4M3FNUZ: case ElementType::F8E4M3B11FNUZ:
    return 0x1p-4;
  case ElementType::F8E5M2: case ElementType::F8E5M2FNUZ: return 0x1p-3;
  default: return kInfinity;
  }
}

double smallestNormal(ElementType type) {
  switch (type) {
  case ElementType::F64: return 0x1p-1022;
  case ElementType::F32: case ElementType::BF16: return 0x1p-126;
  case ElementType::F16: case ElementType::F8E5M2: return 0x1p-14;
  case ElementType::F8E5M2FNUZ: return 0x1p-15;
  case ElementType::F8E3M4: return 0x1p-2;
  case ElementType::F8E4M3: case ElementType::F8E4M3FN: return 0x1p-6;
  case ElementType::F8E4M3FNUZ: return 0x1p-7;
  case ElementType::F8E4M3B11FNUZ: return 0x1p-10;
  default: return kInfinity;
  }
}

double compose(double a, double b) { return addUp(addUp(a, b), mulUp(a, b)); }

double sumFactor(ElementType type, int64_t terms) {
  return terms <= 1 ? 0 : mulUp(static_cast<double>(terms - 1), unitRoundoff(type));
}

double dotFactor(ElementType operand, ElementType result, int64_t terms) {
  double length = static_cast<double>(std::max<int64_t>(terms, 1));
  if (operand == ElementType::F64 || operand == ElementType::F32)
    return compose(mulUp(length, unitRoundoff(operand)),
                   bitWidth(result) < bitWidth(operand) ? unitRoundoff(result) : 0);
  double chain = power(5 * 0x1p-23, (std::max<int64_t>(terms, 1) + 15) / 16);
  double inner = std::max(mulUp(length, unitRoundoff(ElementType::F32)), chain);
  return result == ElementType::F32 || result == ElementType::F64 ? inner : compose(inner, unitRoundoff(result));
}

double functionFactor(ElementType type) { return mulUp(2.0 * kFunctionUlps, unitRoundoff(type)); }

double reciprocal(double r) { return r < 1 ? divUp(r, std::nextafter(1 - r, 0.0)) : kInfinity; }

double squareRoot(double r) { return r < 1 ? std::min(r, functionUp(r / (1 + std::sqrt(1 - r)))) : kInfinity; }

double exponential(double d) { return d == 0 ? 0 : functionUp(std::expm1(d)); }

double logarithm(double r) { return r == 0 ? 0 : r < 1 ? functionUp(-std::log1p(-r)) : kInfinity; }

} // namespace rounding
} // namespace lockstep::verifier
