// Each function below states its bound as  |computed - exact| <= factor * A  with the A of Magnitude.h.
#include "verifier/numerics/ErrorState.h"

#include <algorithm>
#include <cmath>

namespace lockstep::verifier {

using namespace rounding;

namespace {

double down(double x) { return std::nextafter(x, -kUnbounded); }
double up(double x) { return std::nextafter(x, kUnbounded); }
Interval outward(double lo, double hi) {
  return {std::isnan(lo) ? -kUnbounded : lo == 0 ? 0 : down(lo), std::isnan(hi) ? kUnbounded : hi == 0 ? 0 : up(hi)};
}

/// 0 times an infinite end is 0: the end is a bound, not a value.
double product(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

bool isPowerOfTwo(double x) {
  int exponent;
  return x != 0 && std::isfinite(x) && std::fabs(std::frexp(x, &exponent)) == 0.5;
}

} // namespace

Interval operator+(Interval a, Interval b) {
  if (a.isNumber() && a.lo == 0)
    return b;
  if (b.isNumber() && b.lo == 0)
    return a;
  return outward(a.lo + b.lo, a.hi + b.hi);
}
Interval operator-(Interval a) { return {-a.hi, -a.lo}; }
Interval operator*(Interval a, Interval b) {
  double ends[] = {product(a.lo, b.lo), product(a.lo, b.hi), product(a.hi, b.lo), product(a.hi, b.hi)};
  return outward(*std::min_element(ends, ends + 4), *std::max_element(ends, ends + 4));
}
Interval operator/(Interval a, Interval b) {
  if (b.holds(0))
    return a.isNonNegative() && b.isNonNegative() ? Interval{0, kUnbounded} : Interval{};
  return a * Interval{down(1 / b.hi), up(1 / b.lo)};
}
Interval hull(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }
Interval scaled(Interval a, double times) { return outward(product(a.lo, times), product(a.hi, times)); }
Interval monotone(Interval a, double (*f)(double)) {
  auto wide = [&](double x, double direction) {
    double y = f(x);
    if (std::isnan(y))
      return direction;
    if (y == 0) // exact at 0 and 1; else it underflowed, and stays above 0
      return direction < 0 || x == 0 || x == 1 ? 0 : std::numeric_limits<double>::denorm_min();
    return std::isinf(y) ? y : std::nextafter(y + std::copysign(y * 0x1p-50, direction), direction);
  };
  return {wide(a.lo, -kUnbounded), wide(a.hi, kUnbounded)};
}

double ErrorState::relative() const {
  if (factor == 0)
    return 0;
  double least = range.least();
  double direct = offset == 0 ? mulUp(factor, ratio)
                              : addUp(mulUp(factor, ratio), divUp(mulUp(factor, offset), least));
  return std::min(direct, divUp(absolute(), least));
}

double ErrorState::absolute() const { return mulUp(factor, largest); }

ErrorState join(const ErrorState &a, const ErrorState &b) {
  if (a.isLost() || b.isLost())
    return a.isLost() ? a : b;
  ErrorState out;
  out.factor = std::max(a.factor, b.factor);
  out.ratio = std::max(a.ratio, b.ratio);
  out.offset = std::max(a.offset, b.offset);
  out.range = hull(a.range, b.range);
  out.largest = std::max(a.largest, b.largest);
  if (a.number == b.number)
    out.number = a.number;
  return out;
}

namespace transfer {

namespace {

/// A value whose magnitude is |v| + extra and whose error is `relative`, rounded with factor `rounding`.
ErrorState fresh(double relative, double rounding, double extra, Interval range) {
  ErrorState out;
  out.factor = compose(relative, rounding);
  out.offset = extra;
  out.range = range;
  out.largest = addUp(range.most(), extra);
  return out;
}

} // namespace

ErrorState number(double value, ElementType type) {
  ErrorState out;
  out.range = {value, value};
  out.largest = std::isfinite(value) ? std::fabs(value) : 0;
  bool exact = std::isinf(value) || isPowerOfTwo(value) || (std::fabs(value) < 0x1p53 && value == std::trunc(value));
  out.factor = exact ? 0 : unitRoundoff(type); // it may stand for the number that it was rounded from
  if (!exact)
    out.range = outward(value - std::fabs(value) * out.factor, value + std::fabs(value) * out.factor);
  return out;
}

ErrorState add(const ErrorState &x, const ErrorState &y, ElementType type) {
  auto isZero = [](const ErrorState &s) { return s.isExact() && s.range.isNumber() && s.range.lo == 0; };
  if (isZero(x) || isZero(y))
    return isZero(x) ? y : x;
  ErrorState out;
  out.factor = compose(std::max(x.factor, y.factor), unitRoundoff(type));
  bool sameSign = (x.range.lo >= 0 && y.range.lo >= 0) || (x.range.hi <= 0 && y.range.hi <= 0);
  out.ratio = sameSign ? std::max(x.ratio, y.ratio) : kUnbounded;
  out.offset = addUp(x.offset, y.offset);
  out.range = x.range + y.range;
  out.largest = addUp(x.largest, y.largest);
  return out;
}

/// |xy - x'y'| <= ((1+fx)(1+fy) - 1) Ax Ay.
ErrorState multiply(const ErrorState &x, const ErrorState &y, ElementType type, bool same) {
  double tiny = smallestNormal(type), u = unitRoundoff(type);
  ErrorState out;
  out.factor = compose(compose(x.factor, y.factor), u);
  for (const ErrorState *c : {&x, &y}) { // by a power of two: exact unless it underflows
    const ErrorState &other = c == &x ? y : x;
    if (c->isExact() && c->range.isNumber() && isPowerOfTwo(c->range.lo))
      out.factor = std::fabs(c->range.lo) >= 1 ? other.factor : std::max(other.factor, u);
  }
  out.ratio = mulUp(x.ratio, y.ratio);
  out.offset = addUp(addUp(mulUp(x.offset, mulUp(y.ratio, y.range.most())), mulUp(y.offset, mulUp(x.ratio, x.range.most()))),
                     addUp(mulUp(x.offset, y.offset), tiny));
  out.range = x.range * y.range;
  if (same)
    out.range = {std::max(0.0, product(x.range.least(), x.range.least()) * (1 - 0x1p-50)),
                 mulUp(x.range.most(), x.range.most())};
  out.largest = addUp(mulUp(x.largest, y.largest), tiny);
  return out;
}

/// A is Ax / |y|.
ErrorState divide(const ErrorState &x, const ErrorState &y, ElementType type) {
  double tiny = smallestNormal(type), u = unitRoundoff(type), least = y.range.least();
  ErrorState out;
  out.factor = compose(compose(x.factor, reciprocal(y.relative())), u);
  if (y.isExact() && y.range.isNumber() && isPowerOfTwo(y.range.lo))
    out.factor = std::fabs(y.range.lo) <= 1 ? x.factor : std::max(x.factor, u);
  out.ratio = x.ratio;
  out.offset = addUp(divUp(x.offset, least), tiny);
  out.range = x.range / y.range;
  out.largest = addUp(divUp(x.largest, least), tiny);
  return out;
}

ErrorState negate(const ErrorState &x) {
  ErrorState out = x;
  out.range = -x.range;
  return out;
}

ErrorState absolute(const ErrorState &x) {
  ErrorState out = x;
  out.range = {x.range.least(), x.range.most()};
  return out;
}

/// |max(x,y) - max(x',y')| <= max of both errors; A is the larger one.
ErrorState extremum(const ErrorState &x, const ErrorState &y, bool max) {
  for (const ErrorState *side : {&x, &y}) // -inf in a maximum
    if (side->range.isNumber() && std::isinf(side->range.lo) && (side->range.lo < 0) == max)
      return side == &x ? y : x;
  ErrorState out;
  out.factor = std::max(x.factor, y.factor);
  bool sameSign = max ? x.range.lo >= 0 && y.range.lo >= 0 : x.range.hi <= 0 && y.range.hi <= 0;
  out.ratio = sameSign ? std::max(x.ratio, y.ratio) : kUnbounded;
  out.offset = std::max(x.offset, y.offset);
  out.range = max ? Interval{std::max(x.range.lo, y.range.lo), std::max(x.range.hi, y.range.hi)}
                  : Interval{std::min(x.range.lo, y.range.lo), std::min(x.range.hi, y.range.hi)};
  out.largest = std::max(x.largest, y.largest);
  return out;
}

ErrorState squareRoot(const ErrorState &x, ElementType type) {
  return fresh(rounding::squareRoot(x.relative()), unitRoundoff(type), 0,
               monotone({std::max(0.0, x.range.lo), x.range.hi}, std::sqrt));
}

ErrorState reciprocalRoot(const ErrorState &x, ElementType type) {
  Interval root = monotone({std::max(0.0, x.range.lo), x.range.hi}, std::sqrt);
  return fresh(reciprocal(rounding::squareRoot(x.relative())), functionFactor(type), 0, Interval{1, 1} / root);
}

ErrorState exponential(const ErrorState &x, ElementType type) {
  return fresh(rounding::exponential(x.absolute()), functionFactor(type), smallestNormal(type), monotone(x.range, std::exp));
}

/// e^x (e^d - 1) <= (|v| + 1)(e^d - 1).
ErrorState exponentialMinusOne(const ErrorState &x, ElementType type) {
  return fresh(rounding::exponential(x.absolute()), functionFactor(type), 1, monotone(x.range, std::expm1));
}

/// -log(1-r) <= -log(1-r) (|v| + 1).
ErrorState logarithm(const ErrorState &x, ElementType type) {
  return fresh(rounding::logarithm(x.relative()), functionFactor(type), 1,
               monotone({std::max(0.0, x.range.lo), x.range.hi}, std::log));
}

/// The error relative to 1 + x: at most that of x where x >= 0, else the absolute one over the least 1 + x.
ErrorState logarithmPlusOne(const ErrorState &x, ElementType type) {
  double r = x.range.lo > -1 ? divUp(x.absolute(), down(1 + x.range.lo)) : kUnbounded;
  if (x.range.isNonNegative())
    r = std::min(r, x.relative());
  return fresh(rounding::logarithm(x.isExact() ? 0 : r), functionFactor(type), 1,
               monotone({std::max(-1.0, x.range.lo), x.range.hi}, std::log1p));
}

/// (1-r)^-c - 1 = e^(-c log(1-r)) - 1.
ErrorState power(const ErrorState &x, double exponent, ElementType type) {
  double grown = rounding::exponential(mulUp(std::fabs(exponent), rounding::logarithm(x.relative())));
  Interval range; // positive for a positive base
  if (x.range.lo > 0)
    range.lo = 0;
  return fresh(grown, functionFactor(type), smallestNormal(type), range);
}

ErrorState contraction(const ErrorState &x, ElementType type, bool shift, Interval range) {
  ErrorState out;
  out.factor = compose(x.factor, functionFactor(type));
  out.ratio = kUnbounded;
  out.range = range;
  out.largest = addUp(x.largest, shift ? 1 : smallestNormal(type));
  return out;
}

/// |erf'| <= 2 / sqrt(pi) < 2: A is 2 Ax.
ErrorState errorFunction(const ErrorState &x, ElementType type) {
  ErrorState out = contraction(x, type, false, monotone(x.range, std::erf));
  out.largest = addUp(mulUp(2, x.largest), smallestNormal(type));
  return out;
}

ErrorState narrow(const ErrorState &x, ElementType type) {
  ErrorState out = x;
  out.factor = compose(x.factor, unitRoundoff(type));
  out.offset = addUp(x.offset, smallestNormal(type));
  out.largest = addUp(x.largest, smallestNormal(type));
  return out;
}

ErrorState sum(const ErrorState &x, ElementType type, int64_t terms) {
  if (terms <= 1)
    return x;
  double n = static_cast<double>(terms);
  ErrorState out;
  out.factor = compose(x.factor, sumFactor(type, terms));
  out.ratio = x.range.lo >= 0 || x.range.hi <= 0 ? x.ratio : kUnbounded;
  out.offset = mulUp(n, x.offset);
  out.range = scaled(x.range, n);
  out.largest = mulUp(n, x.largest);
  return out;
}

ErrorState dot(const ErrorState &x, const ErrorState &y, ElementType operand, ElementType result, int64_t terms) {
  double n = static_cast<double>(std::max<int64_t>(terms, 1));
  ElementType wide = bitWidth(operand) < 32 ? ElementType::F32 : operand;
  double tiny = addUp(mulUp(n, smallestNormal(wide)), smallestNormal(result));
  ErrorState out;
  out.factor = compose(compose(x.factor, y.factor), dotFactor(operand, result, terms));
  bool sameSign = x.range.isNonNegative() && y.range.isNonNegative();
  out.ratio = sameSign && x.offset == 0 && y.offset == 0 ? mulUp(x.ratio, y.ratio) : kUnbounded;
  out.offset = tiny;
  out.range = scaled(x.range * y.range, n);
  out.largest = addUp(mulUp(n, mulUp(x.largest, y.largest)), tiny);
  return out;
}

} // namespace transfer
} // namespace lockstep::verifier
