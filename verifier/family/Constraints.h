// The equations between extents that every operator states.
#pragma once

#include "verifier/family/Exponents.h"

namespace lockstep::verifier::family {

/// Adds the equations of a whole plan. `axis` is the axis whose size varies. What cannot vary by itself (a group that
/// is not one of axes, a sharding over a part of the axis) is the answer; nullopt when all was stated.
std::optional<NeedsNumber> stateEquations(const Graph &plan, const std::string &axis, Exponents &exponents);

} // namespace lockstep::verifier::family
