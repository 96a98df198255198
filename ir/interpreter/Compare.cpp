#include "ir/interpreter/Compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep::interp {
namespace {

// A tensor as a flat list of real parts.
class Reals {
public:
  explicit Reals(const Tensor &tensor) : tensor(tensor), parts(isComplex(tensor.type()) ? 2 : 1) {}
  int64_t size() const { return tensor.size() * parts; }
  double operator[](int64_t i) const {
    if (parts == 1)
      return tensor.real(i);
    return tensor.storage() == Storage::C64 ? static_cast<double>(tensor.values<float>()[i])
                                            : tensor.values<double>()[i];
  }
  int64_t element(int64_t i) const { return i / parts; }

private:
  const Tensor &tensor;
  int64_t parts;
};

double largestMagnitude(const Reals &reals) {
  double largest = 0;
  for (int64_t i = 0; i < reals.size(); ++i)
    if (std::isfinite(reals[i]))
      largest = std::max(largest, std::fabs(reals[i]));
  return largest;
}

double errorOf(double expected, double actual, double scale) {
  if (expected == actual || (std::isnan(expected) && std::isnan(actual)))
    return 0;
  if (!std::isfinite(expected) || !std::isfinite(actual))
    return std::numeric_limits<double>::infinity();
  return std::fabs(expected - actual) / scale;
}

void note(Difference &result, double expected, double actual, int64_t element) {
  result.expected = expected;
  result.actual = actual;
  result.firstElement = element;
}

void compareIntegers(const Tensor &expected, const Tensor &actual, Difference &result) {
  for (int64_t i = 0; i < expected.size(); ++i) {
    if (expected.integer(i) == actual.integer(i))
      continue;
    result.error = std::numeric_limits<double>::infinity();
    result.worstElement = i;
    return note(result, expected.real(i), actual.real(i), i);
  }
}

} // namespace

Difference compareTensors(const Tensor &expected, const Tensor &actual, double tolerance) {
  Difference result;
  if (expected.type() != actual.type() || expected.shape() != actual.shape()) {
    result.sameType = false;
    return result;
  }
  Reals left(expected), right(actual);
  result.scale = largestMagnitude(left);
  if (result.scale == 0)
    result.scale = largestMagnitude(right);
  if (!isFloat(expected.type()) && !isComplex(expected.type())) {
    compareIntegers(expected, actual, result);
    return result;
  }
  double worst = -1;
  for (int64_t i = 0; i < left.size(); ++i) {
    double error = errorOf(left[i], right[i], result.scale);
    if (error > tolerance && !result.firstElement)
      note(result, left[i], right[i], left.element(i));
    if (error > worst) {
      worst = error;
      result.worstElement = left.element(i);
    }
  }
  result.error = std::max(worst, 0.0);
  if (!result.firstElement && left.size() > 0) {
    bool complex = isComplex(expected.type());
    result.expected = left[result.worstElement * (complex ? 2 : 1)];
    result.actual = right[result.worstElement * (complex ? 2 : 1)];
  }
  return result;
}

} // namespace lockstep::interp
