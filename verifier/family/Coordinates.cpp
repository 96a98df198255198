#include "verifier/family/Coordinates.h"

#include <algorithm>

namespace lockstep::verifier::family {

namespace {

using PerDevice = std::vector<int64_t>; // value by device

class Search {
public:
  Search(const Graph &graph, const Mesh &mesh) : graph(graph), mesh(mesh), devices(mesh.deviceCount()) {
    std::vector<unsigned> chosen;
    listOrders(chosen);
  }

  void run(const Region &region, std::map<NodeId, std::vector<unsigned>> &found) {
    for (NodeId id : region.nodes) {
      const Node &node = graph.node(id);
      for (const Region &nested : node.regions)
        run(nested, found);
      if (node.results.size() != 1 || !graph.value(node.results[0]).shape.empty())
        continue;
      std::optional<PerDevice> value = evaluate(node);
      if (!value)
        continue;
      bool isConstant = std::all_of(value->begin(), value->end(), [&](int64_t v) { return v == value->front(); });
      if (auto it = orders.find(*value); it != orders.end() && !isConstant)
        found[id] = it->second;
      values[node.results[0]] = std::move(*value);
    }
  }

private:
  const Graph &graph;
  const Mesh &mesh;
  int64_t devices;
  std::map<ValueId, PerDevice> values;
  std::map<PerDevice, std::vector<unsigned>> orders;

  /// The numbers along every ordered choice of up to three axes of size > 1.
  void listOrders(std::vector<unsigned> &chosen) {
    if (!chosen.empty()) {
      PerDevice number(devices);
      for (int64_t device = 0; device < devices; ++device) {
        std::vector<int64_t> c = mesh.coordinates(device);
        for (unsigned axis : chosen)
          number[device] = number[device] * mesh.axes[axis].size + c[axis];
      }
      orders.try_emplace(std::move(number), chosen);
    }
    if (chosen.size() == 3)
      return;
    for (unsigned axis = 0; axis < mesh.axes.size(); ++axis) {
      if (mesh.axes[axis].size < 2 || std::find(chosen.begin(), chosen.end(), axis) != chosen.end())
        continue;
      chosen.push_back(axis);
      listOrders(chosen);
      chosen.pop_back();
    }
  }

  std::optional<PerDevice> evaluate(const Node &node) const {
    if (node.opcode == Opcode::PartitionId) {
      PerDevice ids(devices);
      for (int64_t device = 0; device < devices; ++device)
        ids[device] = device;
      return ids;
    }
    if (node.opcode == Opcode::Constant) {
      const ConstantAttr &constant = std::get<ConstantAttr>(node.attributes);
      if (!isInteger(constant.type) || constant.elementsStored() != 1)
        return std::nullopt;
      return PerDevice(devices, constant.integerAt(0));
    }
    std::vector<const PerDevice *> in;
    for (ValueId operand : node.operands) {
      auto it = values.find(operand);
      if (it == values.end())
        return std::nullopt;
      in.push_back(&it->second);
    }
    if (in.empty())
      return std::nullopt;
    PerDevice out(devices);
    for (int64_t device = 0; device < devices; ++device) {
      std::optional<int64_t> v = apply(node.opcode, (*in[0])[device], in.size() > 1 ? (*in[1])[device] : 0, in.size());
      if (!v || *v < 0 || *v > INT32_MAX) // stay where no integer type wraps
        return std::nullopt;
      out[device] = *v;
    }
    return out;
  }

  static std::optional<int64_t> apply(Opcode opcode, int64_t a, int64_t b, size_t operands) {
    if (operands == 1)
      return opcode == Opcode::Convert || opcode == Opcode::Reshape || opcode == Opcode::Identity ? std::optional(a)
                                                                                                  : std::nullopt;
    switch (opcode) {
    case Opcode::Add: return a + b;
    case Opcode::Subtract: return a - b;
    case Opcode::Multiply: return a * b;
    case Opcode::Divide: return b > 0 ? std::optional(a / b) : std::nullopt;
    case Opcode::Remainder: return b > 0 ? std::optional(a % b) : std::nullopt;
    default: return std::nullopt;
    }
  }
};

} // namespace

std::map<NodeId, std::vector<unsigned>> coordinateNodes(const Graph &graph, const Mesh &mesh, const Region &region) {
  std::map<NodeId, std::vector<unsigned>> found;
  Search(graph, mesh).run(region, found);
  return found;
}

} // namespace lockstep::verifier::family
