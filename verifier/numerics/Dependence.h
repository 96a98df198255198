// Which operators a result depends on.
#pragma once

#include "verifier/graph/Graph.h"

namespace lockstep::verifier {

class Dependence {
public:
  /// The graph must outlive this object.
  explicit Dependence(const Graph &graph);
  /// The nodes, in program order, whose results may reach result `result` of main through data or control. Loops and
  /// branches count as a whole.
  std::vector<NodeId> reaching(unsigned result) const;

private:
  friend class DependenceWalk;
  struct Source { // where a block argument gets its value from
    std::vector<ValueId> values;
    NodeId through = kNone; // an operator that steers, such as a loop
  };
  const Graph &graph;
  std::vector<Source> sources; // by ValueId
};

/// Whether the operator adds floating-point numbers of several ranks.
bool addsAcrossRanks(const Graph &graph, const Node &node);

/// The opcode that a combiner applies to its two arguments, conversions aside; Unsupported when it is anything else.
Opcode combinerOf(const Graph &graph, const Region &region);

} // namespace lockstep::verifier
