// What a rewriting rule does to the roundings of the programs it equates.
#pragma once

#include <cstdint>

namespace lockstep::verifier::engine {

/// From harmless to harmful: both sides of a rule, evaluated in floating point, ...
enum class RoundingTag : uint8_t {
  Exact,   ///< ... have equal bits: copies, reindexing, deciding a guard.
  ExactIf, ///< ... have equal bits when a guard holds (docs/rules.md names it): zero terms dropped, powers of two.
  Reorder, ///< ... add the same leaves in another order.
  Reround, ///< ... round at other places or another number of times.
  Algebra, ///< ... are equal over the reals only.
};
const char *name(RoundingTag tag);

/// The tag of a chain of rules.
constexpr RoundingTag join(RoundingTag a, RoundingTag b) { return a < b ? b : a; }

} // namespace lockstep::verifier::engine
