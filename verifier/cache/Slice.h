// A program cut down to some of its results, so that only what they need is read.
#pragma once

#include "verifier/graph/Graph.h"

#include <vector>

namespace lockstep::verifier::cache {

/// The graph with only these results of main, ascending; operators that none of them needs are gone. Ids of values and
/// nodes stay.
Graph sliced(const Graph &graph, const std::vector<unsigned> &results);

} // namespace lockstep::verifier::cache
