// The obligations of a pair of programs before anything is decided: one value per result, one placement per result that
// several devices hold.
#pragma once

#include "lockstep/Result.h"
#include "verifier/graph/Graph.h"

#include <vector>

namespace lockstep {
struct Program;
}

namespace lockstep::verifier {

/// What the verification works on, per result of main.
struct Statement {
  std::vector<Obligation> values;                    // one per result
  std::vector<std::optional<Obligation>> placements; // nullopt where one device holds everything
};

Statement stateObligations(const Program &logical, const Program &plan, const Graph &planGraph);

/// State arguments and the results that carry their updated values must pair up alike in both programs.
std::vector<Obligation> checkState(const Program &logical, const Program &plan);

} // namespace lockstep::verifier
