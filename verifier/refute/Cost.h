// How much work and memory executing a program takes, before anything is executed.
#pragma once

#include "verifier/graph/Graph.h"

namespace lockstep::verifier {

struct Cost {
  double operations = 0; // scalar operations over all ranks
  double bytes = 0;      // of all values of one pass over @main held at once: an upper bound, in f64
};

/// Loops are counted with the trip count their condition shows, else with 16 trips.
Cost executionCost(const Graph &graph);

} // namespace lockstep::verifier
