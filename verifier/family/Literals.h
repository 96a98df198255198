// Numbers written into a plan that stand for something which varies with the axis: its size, an extent, the number of
// elements that a reduction adds up. The member of the family at another size writes the other number there.
#pragma once

#include "verifier/family/Exponents.h"

#include <map>

namespace lockstep::verifier::family {

/// Which of the candidates are read as varying; a family is proved under one of these readings, which is then stated.
enum class LiteralReading : uint8_t {
  UnlessLogical, // those whose value is not also a literal of the logical program
  All,
  None,
};

struct VaryingLiteral {
  NodeId node = kNone; // a splat constant
  int exponent = 0;    // its value is (v + last)·(N/N0)^exponent - last
  int last = 0;        // 1: the number is the last index of such an extent
  NodeId user = kNone; // only this operator sees the changed value; kNone: all do
};

/// `coordinates`: the nodes that are the rank's number along axes. A number that such a node is multiplied by is the
/// width of a rank's piece, whatever else is as wide.
std::vector<VaryingLiteral> varyingLiterals(const Graph &plan, const Graph &logical, const Exponents &exponents,
                                            const std::map<NodeId, std::vector<unsigned>> &coordinates,
                                            int64_t axisSize, LiteralReading reading);

/// The value of a splat constant; nullopt for other types.
std::optional<double> splatValue(const ConstantAttr &constant);

} // namespace lockstep::verifier::family
