// A plan as one member of a family: the same program for every size of one mesh axis at which the sizes divide. A
// member is the plan with the axis resized, its extents following from the placement of its arguments, its groups and
// shifts along axes written out anew, and the rank's number along axes computed for the new mesh. What has no meaning
// at another size is named (NeedsNumber). Each member is a graph like any other and is proved by itself: nothing here
// is part of a proof but the statement of what was proved.
#pragma once

#include "verifier/family/Exponents.h"
#include "verifier/family/Literals.h"

#include <map>
#include <set>

namespace lockstep::verifier::family {

class Family {
public:
  /// Both graphs must outlive the family. NeedsNumber when the axis does not exist or the plan holds something that
  /// can't vary.
  static std::variant<Family, NeedsNumber> make(const Graph &logical, const Graph &plan, const std::string &axis);

  int64_t ownSize() const { return size; }
  /// Whether the axis cuts any dim. Otherwise no size is excluded and sizes() is empty.
  bool isBounded() const { return largest > 0; }
  /// Every size at which all extents are whole, ascending.
  std::vector<int64_t> sizes() const;
  /// The member at a size of sizes().
  std::variant<Graph, NeedsNumber> at(int64_t size, LiteralReading reading) const;
  /// Literals that a reading lets vary.
  std::vector<VaryingLiteral> literals(LiteralReading reading) const;

private:
  Family(const Graph &logical, const Graph &plan, const std::string &axis);

  const Graph *logical, *plan;
  std::string axis;
  int64_t size = 0, largest = 0;
  Exponents exponents;
  std::set<std::pair<int64_t, int>> varying; // extents with an exponent other than 0
  std::map<NodeId, std::vector<unsigned>> coordinates;
  const Mesh *mesh = nullptr; // the mesh with the axis
};

/// Why no family member can be made by resizing: the message for a node, with its place.
std::string describe(const Graph &plan, const NeedsNumber &needs);

} // namespace lockstep::verifier::family
