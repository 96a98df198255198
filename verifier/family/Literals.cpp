#include "verifier/family/Literals.h"

#include <cmath>
#include <map>
#include <set>

namespace lockstep::verifier::family {

std::optional<double> splatValue(const ConstantAttr &constant) {
  if (constant.elementsStored() != 1)
    return std::nullopt;
  if (isInteger(constant.type))
    return static_cast<double>(constant.integerAt(0));
  if (isFloat(constant.type) && constant.isReadable())
    return constant.floatAt(0);
  return std::nullopt;
}

namespace {

/// value -> exponents with which that number occurs as a quantity of the plan.
class Quantities {
public:
  Quantities(const Graph &plan, const Exponents &exponents, int64_t axisSize) : plan(plan), exponents(exponents) {
    note(axisSize, 1);
    for (ValueId v = 0; v < plan.values.size(); ++v)
      for (uint32_t d = 0; d < plan.value(v).shape.size(); ++d)
        note(plan.value(v).shape[d], exponents.of({v, d}));
    for (const Node &node : plan.nodes)
      if (node.opcode == Opcode::Reduce)
        noteReduction(node);
  }

  bool occurs(double value) const { return seen.count(static_cast<int64_t>(value)) != 0; }

  /// The exponent of a number that occurs with one exponent only, and not 0.
  std::optional<int> uniqueExponent(double value) const {
    if (!(value >= 2) || value != std::floor(value) || value > 1e15)
      return std::nullopt;
    auto it = seen.find(static_cast<int64_t>(value));
    if (it == seen.end() || it->second.size() != 1 || it->second.count(0))
      return std::nullopt;
    return *it->second.begin();
  }

  /// The exponent other than 0 with which a number occurs, when there is just one.
  std::optional<int> varyingExponent(double value) const {
    auto it = seen.find(static_cast<int64_t>(value));
    if (it == seen.end())
      return std::nullopt;
    std::set<int> varying = it->second;
    varying.erase(0);
    return varying.size() == 1 ? std::optional(*varying.begin()) : std::nullopt;
  }

private:
  const Graph &plan;
  const Exponents &exponents;
  std::map<int64_t, std::set<int>> seen;

  void note(int64_t value, int exponent) { seen[value].insert(exponent); }

  void noteReduction(const Node &node) {
    int64_t count = 1;
    int exponent = 0;
    for (int64_t d : std::get<DimsAttr>(node.attributes).dims) {
      count *= plan.value(node.operands[0]).shape[d];
      exponent += exponents.of({node.operands[0], static_cast<uint32_t>(d)});
    }
    note(count, exponent);
  }
};

std::set<double> literalsOf(const Graph &graph) {
  std::set<double> found;
  for (const Node &node : graph.nodes)
    if (node.opcode == Opcode::Constant)
      if (std::optional<double> value = splatValue(std::get<ConstantAttr>(node.attributes)))
        found.insert(*value);
  return found;
}

/// The node whose value `v` is, through changes of type and shape.
NodeId sourceOf(const Graph &graph, ValueId v, const std::map<NodeId, std::vector<unsigned>> &coordinates) {
  NodeId id = graph.value(v).definingNode;
  while (id != kNone && !coordinates.count(id)) {
    Opcode opcode = graph.node(id).opcode;
    if (opcode != Opcode::Convert && opcode != Opcode::Reshape && opcode != Opcode::BroadcastInDim)
      break;
    id = graph.value(graph.node(id).operands[0]).definingNode;
  }
  return id;
}

/// Constants that a rank's number is multiplied by.
std::vector<VaryingLiteral> strides(const Graph &plan, const std::map<NodeId, std::vector<unsigned>> &coordinates,
                                    const Quantities &quantities) {
  std::vector<VaryingLiteral> found;
  for (NodeId id = 0; id < plan.nodes.size(); ++id) {
    const Node &node = plan.node(id);
    if (node.opcode != Opcode::Multiply || coordinates.count(id))
      continue;
    for (unsigned side : {0u, 1u}) {
      NodeId number = plan.value(node.operands[side]).definingNode;
      NodeId rank = sourceOf(plan, node.operands[1 - side], coordinates);
      if (number == kNone || rank == kNone || !coordinates.count(rank) || plan.node(number).opcode != Opcode::Constant)
        continue;
      if (std::optional<double> value = splatValue(std::get<ConstantAttr>(plan.node(number).attributes)))
        if (std::optional<int> exponent = quantities.varyingExponent(*value))
          found.push_back({number, *exponent, 0, id});
    }
  }
  return found;
}

} // namespace

std::vector<VaryingLiteral> varyingLiterals(const Graph &plan, const Graph &logical, const Exponents &exponents,
                                            const std::map<NodeId, std::vector<unsigned>> &coordinates,
                                            int64_t axisSize, LiteralReading reading) {
  std::vector<VaryingLiteral> found;
  if (reading == LiteralReading::None)
    return found;
  Quantities quantities(plan, exponents, axisSize);
  found = strides(plan, coordinates, quantities);
  std::set<double> fixed = reading == LiteralReading::UnlessLogical ? literalsOf(logical) : std::set<double>();
  for (NodeId id = 0; id < plan.nodes.size(); ++id) {
    if (plan.node(id).opcode != Opcode::Constant)
      continue;
    const ConstantAttr &constant = std::get<ConstantAttr>(plan.node(id).attributes);
    std::optional<double> value = splatValue(constant);
    if (!value || fixed.count(*value))
      continue;
    if (std::optional<int> exponent = quantities.uniqueExponent(*value))
      found.push_back({id, *exponent});
    else if (*value > 0 && *value < 1 && 1 / *value == std::floor(1 / *value))
      if (std::optional<int> inverse = quantities.uniqueExponent(1 / *value))
        found.push_back({id, -*inverse});
    if (isInteger(constant.type) && !quantities.occurs(*value))
      if (std::optional<int> exponent = quantities.uniqueExponent(*value + 1))
        found.push_back({id, *exponent, 1});
  }
  return found;
}

} // namespace lockstep::verifier::family
