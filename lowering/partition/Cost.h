// Compares plans of one step.
#pragma once

#include "lowering/graph/Graph.h"

namespace lockstep::lowering {

/// What a step costs one device, for comparing placements: multiply-adds plus bytes moved, counted alike. Work weighs
/// heavily on purpose: a plan that gathers the batch communicates little and gains nothing.
double costOf(const Graph &graph);

} // namespace lockstep::lowering
