// The reading of floating-point literals that proofs use: a literal stands for the simplest rational that rounds to it.
#pragma once

#include "ir/core/ElementType.h"

namespace lockstep::interp {

/// The rational of least denominator that rounds to `value` in the type, as the nearest double: 0.1 for the f32 next to
/// 1/10. Integers and powers of two stand for themselves, as do values that are not finite and types that are not
/// floating-point.
double simplestLiteral(ElementType type, double value);

} // namespace lockstep::interp
