// From two outcomes to findings: which results differ by more than rounding, and which replicas disagree.
//
// Both programs run in f64, so over the reals equal programs differ by about 1e-12. Two things may differ by more and
// are no faults: float literals that both programs round to their own type (one ulp of f32 is 1.2e-7, and 1 - 0.999f
// loses three digits of it), and values next to a jump (ReLU, argmax) that rounding pushes over. So a difference is a
// candidate only above 1e-5 of the result's largest magnitude, which is also what separates right from wrong in
// measured training steps, and a candidate counts only when it is many times larger than what moving every literal by
// an ulp does to either program.
#pragma once

#include "lockstep/Result.h"
#include "verifier/refute/Execution.h"

#include <vector>

namespace lockstep::verifier {

inline constexpr double candidateTolerance = 1e-5;
inline constexpr double literalMargin = 16;

struct Finding {
  unsigned result = 0;
  bool replicasDisagree = false; // else: the value differs
  int64_t element = 0;           // flat, in the global result
  double expected = 0, found = 0;
  double magnitude = 0;          // largest magnitude in the logical result
  double error = 0;              // largest difference
  bool nonFinite = false;        // one side is finite and the other is not
};

/// Candidates in the order of results. Requires outcomes of the same inputs.
std::vector<Finding> compareOutcomes(const interp::Outcome &logical, const interp::Outcome &plan,
                                     const std::vector<std::optional<ResultPlacement>> &placements);

/// Largest difference per result between two outcomes of one program (a program and its jittered copy).
std::vector<double> spread(const interp::Outcome &a, const interp::Outcome &b);

/// Values that devices hold of one element of a global result; empty when it is not known.
std::vector<RankValue> rankValues(const interp::Outcome &plan, const std::optional<ResultPlacement> &placement,
                                  const Shape &shape, int64_t element, double expected, double tolerance);

std::vector<int64_t> unflatten(int64_t flat, const Shape &shape);
int64_t flatten(const std::vector<int64_t> &index, const Shape &shape);

} // namespace lockstep::verifier
