// Which operators a result depends on.
#pragma once

#include "verifier/graph/Graph.h"

namespace lockstep::verifier {

/// The nodes, in program order, whose results may reach result `result` of main through data or control. Loops and
/// branches count as a whole.
std::vector<NodeId> nodesReaching(const Graph &graph, unsigned result);

/// Whether the operator adds floating-point numbers of several ranks.
bool addsAcrossRanks(const Graph &graph, const Node &node);

/// The opcode that a combiner applies to its two arguments, conversions aside; Unsupported when it is anything else.
Opcode combinerOf(const Graph &graph, const Region &region);

} // namespace lockstep::verifier
