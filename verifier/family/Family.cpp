#include "verifier/family/Family.h"

#include "verifier/family/Constraints.h"
#include "verifier/family/Coordinates.h"
#include "verifier/family/Resize.h"

#include <algorithm>

namespace lockstep::verifier::family {

namespace {

const Mesh *meshWith(const Graph &plan, const std::string &axis) {
  if (plan.form == GraphForm::PerDevice)
    return plan.mesh.axisIndex(axis) ? &plan.mesh : nullptr;
  for (const Node &node : plan.nodes)
    if (auto *manual = std::get_if<ManualAttr>(&node.attributes))
      if (plan.meshes[manual->mesh].axisIndex(axis))
        return &plan.meshes[manual->mesh];
  return nullptr;
}

} // namespace

Family::Family(const Graph &logical, const Graph &plan, const std::string &axis)
    : logical(&logical), plan(&plan), axis(axis), exponents(plan) {}

std::variant<Family, NeedsNumber> Family::make(const Graph &logical, const Graph &plan, const std::string &axis) {
  Family family(logical, plan, axis);
  family.mesh = meshWith(plan, axis);
  if (!family.mesh)
    return NeedsNumber{kNone, "the plan's mesh has no axis '" + axis + "'"};
  if (!family.mesh->deviceIds.empty())
    return NeedsNumber{kNone, "the mesh lists its devices one by one"};
  family.size = family.mesh->axes[*family.mesh->axisIndex(axis)].size;
  if (std::optional<NeedsNumber> problem = stateEquations(plan, axis, family.exponents))
    return *problem;
  if (std::optional<NeedsNumber> problem = family.exponents.solve())
    return *problem;
  if (plan.form == GraphForm::PerDevice)
    family.coordinates = coordinateNodes(plan, *family.mesh, plan.body());
  else
    for (const Node &node : plan.nodes)
      if (node.opcode == Opcode::ManualComputation && &plan.meshes[std::get<ManualAttr>(node.attributes).mesh] == family.mesh)
        family.coordinates.merge(coordinateNodes(plan, *family.mesh, node.regions[0]));

  for (ValueId v = 0; v < plan.values.size(); ++v)
    for (uint32_t d = 0; d < plan.value(v).shape.size(); ++d)
      if (int exponent = family.exponents.of({v, d}); exponent != 0)
        family.varying.insert({plan.value(v).shape[d], exponent});
  for (const auto &[extent, exponent] : family.varying)
    if (exponent < 0 && extent > 0 && (family.largest == 0 || extent * family.size < family.largest))
      family.largest = extent * family.size;
  return family;
}

std::vector<int64_t> Family::sizes() const {
  std::vector<int64_t> found;
  for (int64_t n = 1; n <= largest; ++n)
    if (std::all_of(varying.begin(), varying.end(),
                    [&](const auto &extent) { return scaledExtent(extent.first, extent.second, size, n).has_value(); }))
      found.push_back(n);
  return found;
}

std::vector<VaryingLiteral> Family::literals(LiteralReading reading) const {
  return varyingLiterals(*plan, *logical, exponents, coordinates, size, reading);
}

std::variant<Graph, NeedsNumber> Family::at(int64_t to, LiteralReading reading) const {
  std::vector<VaryingLiteral> varying = literals(reading);
  return resize({*plan, axis, size, to, exponents, coordinates, varying, *mesh});
}

std::string describe(const Graph &plan, const NeedsNumber &needs) {
  if (needs.node == kNone)
    return needs.why;
  return std::string(spelling(plan.node(needs.node).opcode)) + " at " + plan.locationOf(needs.node).str() + ": " +
         needs.why;
}

} // namespace lockstep::verifier::family
