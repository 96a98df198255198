// How far two tensors are apart.
#pragma once

#include "ir/interpreter/Tensor.h"

#include <cstdint>
#include <optional>

namespace lockstep::interp {

/// Errors are absolute differences over the largest finite magnitude in the expected tensor (the actual one when the
/// expected one is all zero), so that elements which should be tiny do not dominate. Equal infinities and two NaNs
/// agree; a NaN or infinity against anything else is an infinite error. Integers and booleans are compared exactly,
/// their error is infinite or 0. Complex numbers by the larger error of their parts.
struct Difference {
  double scale = 0;         // the largest magnitude
  double error = 0;         // largest error relative to `scale`
  int64_t worstElement = 0; // where it is
  std::optional<int64_t> firstElement; // first one with an error above the tolerance
  double expected = 0, actual = 0;     // values at firstElement, at worstElement when there is none
  bool sameType = true;                // false: type or shape differ, nothing else is set
  bool agrees() const { return sameType && !firstElement; }
};

Difference compareTensors(const Tensor &expected, const Tensor &actual, double tolerance = 0);

} // namespace lockstep::interp
