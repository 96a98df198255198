// What the analysis knows about the error of a tensor's elements, all of them and on all ranks together.
#pragma once

#include "lockstep/Numerics.h"

#include <cstdint>
#include <limits>
#include <optional>

namespace lockstep::verifier {

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();
inline constexpr uint32_t kNotLost = ~0u;

/// Real numbers, ends included, rounded outwards.
struct Interval {
  double lo = -kUnbounded, hi = kUnbounded;

  bool isNumber() const { return lo == hi; }
  bool isNonNegative() const { return lo >= 0; }
  bool holds(double x) const { return lo <= x && x <= hi; }
  /// Least and largest magnitude.
  double least() const { return lo > 0 ? lo : hi < 0 ? -hi : 0; }
  double most() const { return std::max(-lo, hi); }
};
Interval operator+(Interval a, Interval b);
Interval operator-(Interval a);
Interval operator*(Interval a, Interval b);
Interval operator/(Interval a, Interval b);
Interval hull(Interval a, Interval b);
Interval scaled(Interval a, double times); // times >= 0
/// The image under a monotone function of the C library, which is within a few units in the last place.
Interval monotone(Interval a, double (*f)(double));

/// Let v be an element's exact value (every operator before it exact) and A >= |v| its magnitude (Magnitude.h says how
/// every operator makes it). The computed value differs from v by at most factor * A, and A <= ratio * |v| + offset.
/// Integers and booleans are exact (factor 0) or lost.
struct ErrorState {
  double factor = 0;
  double ratio = 1, offset = 0; // ratio is infinite where A may exceed any multiple of |v|, as after a cancellation
  Interval range;               // of v
  double largest = kUnbounded;  // of A
  std::optional<int64_t> number; // integers: every element is this one
  uint32_t lost = kNotLost;     // nothing is known of the error: number of the cause

  bool isLost() const { return lost != kNotLost; }
  bool isExact() const { return !isLost() && factor == 0; }
  /// Bounds of the computed value's relative and absolute error; infinite when there is none.
  double relative() const;
  double absolute() const;
};

/// Elements of either.
ErrorState join(const ErrorState &a, const ErrorState &b);

/// Single operators on floating-point numbers of type T; operands are not lost. A state whose factor is infinite has no
/// bound.
namespace transfer {
ErrorState number(double value, ElementType type); // a literal
ErrorState add(const ErrorState &x, const ErrorState &y, ElementType type);
ErrorState multiply(const ErrorState &x, const ErrorState &y, ElementType type, bool same);
ErrorState divide(const ErrorState &x, const ErrorState &y, ElementType type);
ErrorState negate(const ErrorState &x);
ErrorState absolute(const ErrorState &x);
ErrorState extremum(const ErrorState &x, const ErrorState &y, bool max);
ErrorState squareRoot(const ErrorState &x, ElementType type);
ErrorState reciprocalRoot(const ErrorState &x, ElementType type);
ErrorState exponential(const ErrorState &x, ElementType type);
ErrorState exponentialMinusOne(const ErrorState &x, ElementType type);
ErrorState logarithm(const ErrorState &x, ElementType type);
ErrorState logarithmPlusOne(const ErrorState &x, ElementType type);
/// Exponents of at most this magnitude, themselves exact.
ErrorState power(const ErrorState &x, double exponent, ElementType type);
/// |f'| <= 1 and |f(v)| <= |v|: tanh, sine. With `shift`: |f'| <= 1 and |f| <= 1: cosine, logistic.
ErrorState contraction(const ErrorState &x, ElementType type, bool shift, Interval range);
ErrorState errorFunction(const ErrorState &x, ElementType type);
/// Rounding to a narrower format.
ErrorState narrow(const ErrorState &x, ElementType type);
/// The sum of `terms` elements of x in any order.
ErrorState sum(const ErrorState &x, ElementType type, int64_t terms);
/// The inner product of `terms` pairs.
ErrorState dot(const ErrorState &x, const ErrorState &y, ElementType operand, ElementType result, int64_t terms);
} // namespace transfer

} // namespace lockstep::verifier
