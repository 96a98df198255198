// How wrong values relate to the right ones, in words: a constant factor, a missing reduction, pieces in other places.
#pragma once

#include "verifier/refute/Findings.h"

#include <string>

namespace lockstep::verifier {

struct Relation {
  std::string code; // EQ010 .. EQ014, PL001
  std::string text; // empty when nothing was recognised
};

/// `finding` is about result `finding.result` of both outcomes.
Relation describeRelation(const Finding &finding, const interp::Outcome &logical, const interp::Outcome &plan,
                          const std::optional<ResultPlacement> &placement);

/// "4", "1/4", "3/2", "-1" when the ratio is a simple fraction to within 1e-6, else seven digits.
std::string ratioText(double ratio);

/// The common ratio found / expected of all elements that are not tiny; nullopt when there is none.
std::optional<double> commonRatio(std::span<const double> expected, std::span<const double> found);

/// Do both hold the same elements, in whatever order? False for fewer than two elements and for equal ones.
bool samePermuted(std::vector<double> a, std::vector<double> b);

/// The tensor's elements as doubles.
std::vector<double> realValues(const interp::Tensor &tensor);

} // namespace lockstep::verifier
