// Looks for inputs on which a plan does not compute the logical step.
#pragma once

#include "lockstep/Result.h"
#include "verifier/graph/Graph.h"
#include "verifier/refute/Execution.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {
struct Contract;
}

namespace lockstep::verifier {

struct RefuteOptions {
  uint64_t seed = 0;
  std::string counterexamplePrefix; // empty: nothing is written
  std::string contractPath;
  double operationLimit = 4e10; // scalar operations of one pair of runs that are still worth it
  double byteLimit = 4e9;
  double shrinkSeconds = 4;  // for making counterexamples plain, in total
  double searchSeconds = 20; // after this long no further inputs are tried (two always are)
  Interrupted interrupted;
  std::function<void(std::string_view phase, unsigned done, unsigned total)> progress;
};

struct Refutation {
  unsigned result = 0;
  bool replicasDisagree = false;
  std::string code, message;
  Difference difference;
  std::string counterexample; // path, empty when none was written
};

struct RefuteOutcome {
  std::vector<Refutation> refutations; // by result; at most one per result and kind
  /// Ranks disagreed about a collective while the plan was executed.
  std::optional<RunFailure> communication;
  std::string reason; // why nothing, or not everything, was executed; empty when all trials ran
  std::vector<std::string> choices; // what inputs were limited to without a declaration
  unsigned trials = 0;
  double seconds = 0, shrinkSeconds = 0, blameSeconds = 0;
};

RefuteOutcome refute(const Program &logical, const Program &plan, const Contract *contract, const Graph &logicalGraph,
                     const Graph &planGraph, const RefuteOptions &options);

} // namespace lockstep::verifier
