// The walk behind boundResults: one error state per value, loops executed trip by trip.
#pragma once

#include "verifier/numerics/Bounds.h"

namespace lockstep::verifier {

class ErrorAnalysis {
public:
  ErrorAnalysis(const Graph &graph, const std::vector<std::optional<Interval>> &ranges);
  std::vector<ProgramBound> run();

private:
  using State = ErrorState;
  using States = std::vector<State>;

  // Analysis.cpp
  States region(const Region &region, const States &arguments);
  void execute(NodeId id);
  States control(NodeId id, const States &operands);
  States loop(NodeId id, States state);
  States branch(NodeId id, const State &predicate);
  State lose(NodeId id, const std::string &why);
  State argument(ValueId id, const std::optional<Interval> &range) const;
  State typed(ValueId id) const; // exact, with the range of its type
  ElementType typeOf(ValueId id) const { return graph.values[id].type; }

  // AnalysisOperators.cpp: the state of the only result
  State evaluate(NodeId id, const States &x);
  State floatUnary(NodeId id, const State &x);
  State floatBinary(NodeId id, const State &x, const State &y);
  State integers(NodeId id, const States &x);
  State compare(NodeId id, const States &x);
  State convert(NodeId id, const State &x);
  State constant(NodeId id);
  State addition(NodeId id, const States &x);
  State contraction(NodeId id, const States &x);
  State joined(NodeId id, const States &x, size_t first, size_t count);
  State floatsJoined(NodeId id, const States &x);
  State bounded(NodeId id, State state, const char *why);

  const Graph &graph;
  const std::vector<std::optional<Interval>> &ranges;
  std::vector<State> states; // by ValueId
  struct Cause {
    NodeId node;
    std::string why;
  };
  std::vector<Cause> causes;
  int64_t devices = 1;
  uint64_t steps = 0;
};

} // namespace lockstep::verifier
