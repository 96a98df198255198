// Which integer scalars of a rank program are the rank's number along some mesh axes. Programs spell that as
// arithmetic on partition_id with the sizes of the mesh written out, so it is recognised by its value on every device.
#pragma once

#include "verifier/graph/Graph.h"

#include <map>
#include <vector>

namespace lockstep::verifier::family {

/// Node -> axes (most significant first) whose mixed-radix number its only result is, on every device of the mesh.
/// Searches the region of a rank program and the regions nested in it.
std::map<NodeId, std::vector<unsigned>> coordinateNodes(const Graph &graph, const Mesh &mesh, const Region &region);

} // namespace lockstep::verifier::family
