// Chooses by which digit the batch is cut on an axis, and propagates.
#pragma once

#include "lowering/Lower.h"
#include "lowering/partition/AxisPass.h"

namespace lockstep::lowering {

/// The graph with the axis' states, starting from the cheapest cut of the batch dims that was found: blocks of consecutive
/// samples, or a cut inside a dim that the step splits the batch into (its own accumulation loop). None when the extent
/// of a batch argument has no room for the axis; the argument is then `blocking`.
std::optional<Graph> placeBatch(const Graph &graph, const std::vector<BatchPlacement> &batch, int64_t axisSize,
                                unsigned &blocking);

} // namespace lockstep::lowering
