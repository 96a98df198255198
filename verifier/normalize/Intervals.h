// Pieces of a value along a linear form, as guards cut it.
#pragma once

#include "verifier/term/Term.h"

namespace lockstep::verifier::engine {

/// The monomial `mono` (coefficient and guards on the form included) where the form lies in the range.
struct Interval {
  Range range;
  Q coef;
  Mono mono;
};

} // namespace lockstep::verifier::engine
