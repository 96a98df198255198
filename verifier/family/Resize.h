// The graph of a plan with one mesh axis of another size.
#pragma once

#include "verifier/family/Family.h"

#include <functional>

namespace lockstep::verifier::family {

struct ResizeRequest {
  const Graph &plan;
  const std::string &axis;
  int64_t from, to;
  const Exponents &exponents;
  const std::map<NodeId, std::vector<unsigned>> &coordinates;
  const std::vector<VaryingLiteral> &literals;
  const Mesh &mesh; // the mesh with the axis, as the plan has it
};

/// value·(to/from)^exponent when it is whole.
std::optional<int64_t> scaledExtent(int64_t value, int exponent, int64_t from, int64_t to);

std::variant<Graph, NeedsNumber> resize(const ResizeRequest &request);

} // namespace lockstep::verifier::family
