// How far rounding may move the results of a program from their exact values, for all inputs within the ranges given:
// a factor b per result with |computed - exact| <= b * A, where A is the magnitude of Magnitude.h. Two programs that are
// equal over the reals then differ by at most (b1 + b2) times the larger A.
#pragma once

#include "verifier/graph/Graph.h"
#include "verifier/numerics/Dependence.h"
#include "verifier/numerics/ErrorState.h"

#include <string>
#include <vector>

namespace lockstep::verifier {

struct ProgramBound {
  double factor = kUnbounded; // b; infinite when there is none
  std::string reason;         // then: why, one sentence without final dot
  NodeId node = kNone;        // and the operator that is the cause
};

/// One per result of main. `ranges` holds bounds of the arguments' elements; missing entries mean that nothing is
/// known. The graph must have passed Graph::check(). No overflow, no NaN, and subnormal numbers that are not flushed to
/// zero are assumed.
std::vector<ProgramBound> boundResults(const Graph &graph, const std::vector<std::optional<Interval>> &ranges);

/// Sums of one kind on the way to a result: the factor is that of each of them, relative to the absolute values that it
/// adds, whatever happens before and after.
struct Segment {
  Opcode opcode = Opcode::Unsupported;
  ElementType type = ElementType::F32; // that it rounds to
  int64_t terms = 0;
  double factor = 0;
  uint64_t count = 0; // how many such operators
  NodeId node = kNone; // the first of them
};

/// Sorted by factor, largest first; then by first node.
std::vector<Segment> segmentsOf(const Graph &graph, const Dependence &dependence, unsigned result);

/// How many numbers an operator adds into one element, and the factor of that sum; 0 terms when it does not add.
struct SumSize {
  int64_t terms = 0;
  double factor = 0;
};
SumSize sumSize(const Graph &graph, const Node &node, int64_t devices);

/// Of the result types of an operator with several operands, the one with the largest unit roundoff.
ElementType coarsestResult(const Graph &graph, const Node &node);

} // namespace lockstep::verifier
