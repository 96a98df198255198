// Random bits. Counter-based generators, reproducible from their state alone.
#pragma once

#include "ir/interpreter/kernels/Common.h"

namespace lockstep::interp {

enum class RngAlgorithm : uint8_t { Default, ThreeFry, Philox };
/// Returns (new state, bits).
Results rngBitGenerator(const Tensor &state, ElementType type, const Shape &shape, RngAlgorithm algorithm);

/// `rng` has no state, so no execution can reproduce another: always an error.
Results rng();

} // namespace lockstep::interp
