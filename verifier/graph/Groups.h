// Replica groups as mesh axes. A table of device lists is matched to axes by its contents, never by its length.
#pragma once

#include "verifier/graph/Graph.h"

namespace lockstep::verifier {

/// Lists of devices, one per group.
using GroupTable = std::vector<std::vector<int64_t>>;

/// The groups of the devices that differ only in the axes of `order` (most significant first), members in that order;
/// the groups themselves are sorted.
GroupTable groupsOver(const Mesh &mesh, const std::vector<unsigned> &order);

/// Whether the order of the members within a group matters to the collective.
bool isOrdered(Opcode collective);

/// The axes of size > 1 whose groups are exactly `groups`, most significant first; nullopt when there are none such.
/// An empty table is one group of all devices. With `ordered` the members' order counts (gathers), else it does not
/// (sums). Meshes with more than six axes of size > 1 are not searched.
std::optional<std::vector<unsigned>> axesOfGroups(const Mesh &mesh, GroupTable groups, bool ordered);

/// Part of a coordinate: coordinate / stride % size.
struct AxisDigit {
  unsigned axis = 0;
  int64_t stride = 1, size = 1;
  bool operator==(const AxisDigit &) const = default;
};

/// The same for groups over parts of axes (every other device of an axis, blocks of an axis): digits, most significant
/// first. Whole axes are preferred. Axes are split at their prime factors.
std::optional<std::vector<AxisDigit>> digitsOfGroups(const Mesh &mesh, GroupTable groups, bool ordered);

} // namespace lockstep::verifier
