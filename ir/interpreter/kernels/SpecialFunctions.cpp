#include "ir/interpreter/kernels/SpecialFunctions.h"

#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/erf.hpp>

#include <array>
#include <cmath>
#include <limits>

namespace lockstep::interp {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Errors are values here, and results are f64 on every machine.
using Policy =
    boost::math::policies::policy<boost::math::policies::domain_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::pole_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::evaluation_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::promote_double<false>>;

} // namespace

double besselI1e(double x) {
  double magnitude = std::fabs(x);
  if (std::isnan(x))
    return x;
  if (magnitude < 500)
    return boost::math::cyl_bessel_i(1, x, Policy()) * std::exp(-magnitude);
  if (std::isinf(x))
    return std::copysign(0.0, x);
  // Hankel's expansion: the term of order k is the one before times -(4 - (2k - 1)^2) / (8 k x).
  double term = 1, sum = 1;
  for (int k = 1; k <= 12; ++k) {
    double odd = 2.0 * k - 1;
    term *= -(4 - odd * odd) / (8.0 * k * magnitude);
    sum += term;
  }
  return std::copysign(sum / std::sqrt(2 * M_PI * magnitude), x);
}

double digamma(double x) {
  if (std::isinf(x))
    return x > 0 ? x : kNaN;
  if (x <= 0 && x == std::floor(x))
    return kNaN;
  return std::isnan(x) ? x : boost::math::digamma(x, Policy());
}

double erfInverse(double x) {
  if (!(std::fabs(x) <= 1))
    return kNaN;
  return std::fabs(x) == 1 ? std::copysign(kInfinity, x) : boost::math::erf_inv(x, Policy());
}

double logGamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign); // std::lgamma writes a global
}

double polygamma(double n, double x) {
  if (!(n >= 0) || n != std::floor(n))
    return kNaN;
  if (n == 0)
    return digamma(x);
  double sign = std::fmod(n, 2) == 0 ? -1 : 1;
  return sign * std::exp(logGamma(n + 1)) * hurwitzZeta(n + 1, x);
}

double hurwitzZeta(double x, double q) {
  if (std::isnan(x) || std::isnan(q) || x < 1)
    return kNaN;
  if (x == 1)
    return kInfinity;
  if (q <= 0) {
    if (q == std::floor(q))
      return kInfinity;
    if (x != std::floor(x))
      return kNaN; // a power of a negative number
  }
  // Euler and Maclaurin: the first terms one by one, then integral, half a term and derivatives at a. The terms are
  // negligible beyond order 2 * 12 once a >= 12 and a well above x / 4.
  static constexpr std::array<double, 12> kBernoulliOverFactorial = {1.0 / 12,
                                                                     -1.0 / 720,
                                                                     1.0 / 30240,
                                                                     -1.0 / 1209600,
                                                                     1.0 / 47900160,
                                                                     -691.0 / 1307674368000.0,
                                                                     1.0 / 74724249600.0,
                                                                     -3617.0 / 10670622842880000.0,
                                                                     43867.0 / 5109094217170944000.0,
                                                                     -174611.0 / 802857662698291200000.0,
                                                                     77683.0 / 14101100039391805440000.0,
                                                                     -236364091.0 / 1693824136731743669452800000.0};
  double sum = 0, a = q;
  double enough = 12 + std::min(x, 60.0) / 2;
  while (a < enough) {
    double term = std::pow(a, -x);
    sum += term;
    a += 1;
    if (a > 1 && term < 1e-17 * std::fabs(sum) && x > 60)
      return sum;
  }
  double power = std::pow(a, -x);
  sum += power * a / (x - 1) + power / 2;
  double factor = x * power / a;
  for (size_t k = 0; k < kBernoulliOverFactorial.size(); ++k) {
    sum += kBernoulliOverFactorial[k] * factor;
    double order = x + 2.0 * static_cast<double>(k) + 1;
    factor *= order * (order + 1) / (a * a);
  }
  return sum;
}

} // namespace lockstep::interp
