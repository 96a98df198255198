// Numbers as a function of a key, so that inputs do not depend on the order in which they are made.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace lockstep::verifier {

/// SplitMix64's finalizer over a chain of keys.
inline uint64_t mixKey(uint64_t a, uint64_t b) {
  uint64_t x = a + 0x9e3779b97f4a7c15ull * (b + 1);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// Uniform in (0, 1), both ends excluded.
inline double unitOf(uint64_t key) { return (static_cast<double>(key >> 12) + 0.5) * 0x1p-52; }

/// Standard normal (Box and Muller).
inline double normalOf(uint64_t key) {
  double radius = std::sqrt(-2 * std::log(unitOf(mixKey(key, 1))));
  return radius * std::cos(2 * std::numbers::pi * unitOf(mixKey(key, 2)));
}

} // namespace lockstep::verifier
