// What an operator lets an axis do. A rule is plain data; one function per operator family reads it off an operation's
// attributes and shapes (rules/*.cpp). Propagation knows operators only through rules.
//
//   factors     A factor is an index the operator's formula runs over: the dims of operands and results it is the index
//               of, and whether the result keeps it (parallel) or sums over it (reducing). matmul [i,k] x [k,j] -> [i,j]
//               has i: (0, -) -> 0, j: (-, 1) -> 1, k: (1, 0) -> - reducing with add. A dim in no factor cannot be cut.
//   linear      Which operands may be partial together, the others being replicated, so that the result is partial too.
//   initial     Operands of a reducing factor that must enter once, not once per piece (init of reduce, operand of scatter).
#pragma once

#include "lowering/graph/Graph.h"

#include <optional>
#include <vector>

namespace lockstep::lowering {

using OptionalDim = std::optional<unsigned>;

struct Factor {
  std::vector<OptionalDim> operands, results; // dim per operand and per result, or none where it does not occur
  std::optional<Monoid> reduces;              // the results are then partial instead of cut
};

/// op(p_0 + p_1, fixed) = op(p_0, fixed) + op(p_1, fixed) where the named operands are split jointly. An operand of the
/// set that is replicated must be the monoid's neutral constant.
struct Linear {
  std::optional<Monoid> monoid; // none: any, the operator only moves elements
  std::vector<unsigned> operands;
};

struct Rule {
  std::vector<Factor> factors;
  std::vector<Linear> linear;
  std::vector<unsigned> initial;
  bool isReshape = false; // digits move by reshapeDigit; factors are empty
  bool isCheap = true;    // may be repeated in cut form instead of slicing its result
};

/// The rule of a logical operation; operators without a family have an empty one: all their operands replicated.
Rule ruleOf(const Op &op);

} // namespace lockstep::lowering
