// Changes of element type.
#pragma once

#include "ir/interpreter/kernels/Common.h"

namespace lockstep::interp {

/// To a float type: rounded once, to nearest even. Float to integer: truncated, NaN to 0, saturated at the type's
/// limits. To i1: whether different from zero. Complex to real: the real part. In f64 mode every conversion
/// between floating-point types is the identity.
Result convert(const Tensor &x, ElementType type, bool f64Mode = false);

/// Same bits, other type. A narrower type adds a last dim, a wider one consumes it; least significant part first.
Result bitcastConvert(const Tensor &x, ElementType type, bool f64Mode = false);

/// Rounds to a format of that many exponent and mantissa bits; the identity in f64 mode.
Result reducePrecision(const Tensor &x, int64_t exponentBits, int64_t mantissaBits);

} // namespace lockstep::interp
