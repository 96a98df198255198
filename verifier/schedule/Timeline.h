// When each stage does what, were every call one unit of time long and messages free.
#pragma once

#include "verifier/graph/Graph.h"

#include <string>
#include <vector>

namespace lockstep::verifier {

struct Slot {
  unsigned start = 0;
  std::string label; // "B2": the function's first letter and the micro-batch
  NodeId node = kNone;
};

struct Timeline {
  std::vector<std::vector<Slot>> stages; // in order of time
  unsigned length = 0;                   // units until the last call has ended
  std::vector<std::string> legend;       // "B backward, backward_first"
  std::string obstacle;                  // why the stages do not come to their end; what comes before it is shown
};

Timeline timelineOf(const Graph &graph, const Node &step);

/// One row a stage, and below the length, the share of time in which stages work, and the legend.
std::string draw(const Timeline &timeline);

} // namespace lockstep::verifier
