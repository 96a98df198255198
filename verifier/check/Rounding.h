// What proved values say about floating point: levels, bounds, and whether they are those that the contract asks for.
#pragma once

#include "lockstep/Result.h"
#include "verifier/check/Statement.h"
#include "verifier/import/GraphReader.h"
#include "verifier/read/Prove.h"

namespace lockstep::verifier {

/// Both sides of a pair, as read.
struct RoundingQuestion {
  const Program &logical, &plan;
  const ImportedGraph &logicalGraph, &planGraph;
  const std::vector<ArgumentFacts> &facts;
};

/// Fills level and bound of every proved value, and takes the proof from those that miss the level or the tolerance
/// asked for (NU0xx). Sets Result::levelReached; adds what the bounds assume to its assumptions.
void applyRounding(Statement &statement, const RoundingQuestion &question, const Limits &limits, Result &result);

} // namespace lockstep::verifier
