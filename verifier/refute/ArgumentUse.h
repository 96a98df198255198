// What the logical step itself says about sensible values of its arguments: how far an index may reach, which numbers
// must not be negative, at which counts the behaviour changes. Only steers which inputs are tried.
#pragma once

#include "verifier/graph/Graph.h"

#include <optional>
#include <vector>

namespace lockstep::verifier {

struct ArgumentUse {
  /// Integers that index something: the largest index that is in range everywhere.
  std::optional<int64_t> largestIndex;
  /// A square root or logarithm is taken of an elementwise combination of it (second moments, accumulators).
  bool wantsNonNegative = false;
  /// Constants it (or an affine function of it) is compared with, or held against by minimum and maximum.
  std::vector<double> thresholds;
};

/// One entry per argument of main.
std::vector<ArgumentUse> argumentUses(const Graph &graph);

} // namespace lockstep::verifier
