// The strongest consistency level that holds for each result of a pair that is equal over the reals.
#pragma once

#include "lockstep/Numerics.h"
#include "verifier/read/Prove.h"

#include <string>
#include <vector>

namespace lockstep::verifier {

struct ResultLevel {
  Level level = Level::Reordered;
  std::string reason;     // what keeps it from the next level; empty for the strongest
  NodeId node = kNone;    // the operator meant
  bool inPlan = false;    // which program it is in
};

/// Levels of the results that are equal over the reals; the proof of that is not looked at. Conservative: what is not
/// understood is `reordered`. Both graphs must have passed Graph::check().
std::vector<ResultLevel> findLevels(const Graph &logical, const Graph &plan, const std::vector<ArgumentFacts> &arguments,
                                    const Limits &limits);

} // namespace lockstep::verifier
