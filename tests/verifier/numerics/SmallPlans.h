// Random small steps and plans that compute them over the reals, for tests of rounding bounds.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::verifier::test {

struct SmallPair {
  std::string kind, logical, plan;
  bool hasBound = true; // one is expected in both programs
  bool isProved = true; // by the engine, which does not join a sum of single rows
};

/// Arguments x: rows x columns, y: columns x columns, both in [-2, 2]; one result. Sizes, numbers of ranks, orders and
/// element types (f32, bf16) are drawn.
SmallPair drawPair(std::mt19937_64 &random);

} // namespace lockstep::verifier::test
