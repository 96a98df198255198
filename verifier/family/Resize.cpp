#include "verifier/family/Resize.h"

#include "verifier/graph/Groups.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace lockstep::verifier::family {

std::optional<int64_t> scaledExtent(int64_t value, int exponent, int64_t from, int64_t to) {
  for (; exponent > 0; --exponent) {
    if (value % from != 0 && (value * to) % from != 0)
      return std::nullopt;
    value = value * to / from;
  }
  for (; exponent < 0; ++exponent) {
    if ((value * from) % to != 0)
      return std::nullopt;
    value = value * from / to;
  }
  return value;
}

namespace {

class Resizer {
public:
  explicit Resizer(const ResizeRequest &request) : r(request), g(request.plan), after(request.mesh) {
    for (MeshAxis &a : after.axes)
      if (a.name == r.axis)
        a.size = r.to;
  }

  std::variant<Graph, NeedsNumber> run() {
    resizeMeshes();
    resizeValues();
    for (NodeId id = 0; id < r.plan.nodes.size() && !problem; ++id)
      resizeNode(id);
    for (const VaryingLiteral &literal : r.literals)
      rewriteLiteral(literal);
    if (!problem)
      for (Function &function : g.functions)
        rewriteCoordinates(function.body);
    if (problem)
      return *problem;
    return std::move(g);
  }

private:
  const ResizeRequest &r;
  Graph g;
  Mesh after;
  std::optional<NeedsNumber> problem;
  std::map<std::pair<uint32_t, bool>, uint32_t> newTables;
  std::map<NodeId, std::vector<NodeId>> literalsBefore;

  void refuse(NodeId node, std::string why) {
    if (!problem)
      problem = NeedsNumber{node, std::move(why)};
  }

  void resizeMeshes() {
    auto change = [&](Mesh &mesh) {
      if (mesh == r.mesh)
        mesh = after;
    };
    for (Mesh &mesh : g.meshes)
      change(mesh);
    change(g.mesh);
  }

  void resizeValues() {
    for (ValueId v = 0; v < g.values.size(); ++v)
      for (uint32_t d = 0; d < g.values[v].shape.size(); ++d) {
        int64_t &extent = g.values[v].shape[d];
        std::optional<int64_t> now = scaledExtent(extent, r.exponents.of({v, d}), r.from, r.to);
        if (!now)
          return refuse(g.values[v].definingNode, "an extent does not divide");
        extent = *now;
      }
  }

  int64_t before(ValueId v, size_t dim) const { return r.plan.value(v).shape[dim]; }
  int64_t now(ValueId v, size_t dim) const { return g.value(v).shape[dim]; }

  void resizeNode(NodeId id) {
    Node &node = g.nodes[id];
    switch (node.opcode) {
    case Opcode::Constant: {
      const ConstantAttr &constant = std::get<ConstantAttr>(node.attributes);
      if (!constant.splat && constant.elementsStored() > 1 && r.plan.value(node.results[0]).shape != g.value(node.results[0]).shape)
        refuse(id, "a table with one entry per rank or local element");
      return;
    }
    case Opcode::Slice: return resizeSlice(id, node);
    case Opcode::Gather: {
      Dims &sizes = std::get<GatherAttr>(node.attributes).sliceSizes;
      for (size_t d = 0; d < sizes.size(); ++d)
        if (sizes[d] == before(node.operands[0], d))
          sizes[d] = now(node.operands[0], d);
      return;
    }
    case Opcode::AllReduce: case Opcode::CrossReplicaSum: case Opcode::AllGather: case Opcode::ReduceScatter:
    case Opcode::AllToAll: case Opcode::CollectiveBroadcast:
      return resizeGroups(id, node);
    case Opcode::CollectivePermute: return resizePermute(id, node);
    default: return;
    }
  }

  void resizeSlice(NodeId id, Node &node) {
    SliceAttr &slice = std::get<SliceAttr>(node.attributes);
    for (size_t d = 0; d < slice.starts.size(); ++d) {
      int64_t was = before(node.operands[0], d), is = now(node.operands[0], d);
      if (slice.starts[d] == 0 && slice.limits[d] == was && slice.strides[d] == 1)
        slice.limits[d] = is;
      else if (slice.limits[d] > is)
        refuse(id, "it takes elements up to " + std::to_string(slice.limits[d]) + " of a dim that then has " +
                       std::to_string(is));
    }
  }

  void resizeGroups(NodeId id, Node &node) {
    CollectiveAttr &attr = std::get<CollectiveAttr>(node.attributes);
    bool ordered = isOrdered(node.opcode);
    std::optional<std::vector<unsigned>> axes = axesOfGroups(r.mesh, r.plan.groupTables[attr.groups], ordered);
    if (!axes)
      return refuse(id, "its groups of devices are not those of mesh axes");
    int64_t members = 1;
    for (unsigned axis : *axes)
      members *= after.axes[axis].size;
    if (attr.splitCount != 0)
      attr.splitCount = members;
    auto [it, isNew] = newTables.try_emplace({attr.groups, ordered}, static_cast<uint32_t>(g.groupTables.size()));
    if (isNew)
      g.groupTables.push_back(groupsOver(after, *axes));
    attr.groups = it->second;
  }

  /// A shift along one axis, cyclic or not; other permutes name devices one by one.
  void resizePermute(NodeId id, Node &node) {
    PermuteAttr &attr = std::get<PermuteAttr>(node.attributes);
    std::vector<std::pair<int64_t, int64_t>> wanted = sorted(attr.pairs);
    for (unsigned axis = 0; axis < r.mesh.axes.size(); ++axis)
      for (int64_t by = 1; by < r.mesh.axes[axis].size; ++by)
        for (int64_t signedBy : {by, -by})
          for (bool cyclic : {true, false}) {
            if (shift(r.mesh, axis, signedBy, cyclic) != wanted)
              continue;
            if (r.mesh.axes[axis].name == r.axis && by != 1)
              return refuse(id, "a shift by " + std::to_string(signedBy) + " ranks of " + std::to_string(r.from));
            attr.pairs = shift(after, axis, signedBy, cyclic);
            return;
          }
    refuse(id, "the pairs of the permute are not one shift along an axis");
  }

  static std::vector<std::pair<int64_t, int64_t>> sorted(std::vector<std::pair<int64_t, int64_t>> pairs) {
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  }

  static std::vector<std::pair<int64_t, int64_t>> shift(const Mesh &mesh, unsigned axis, int64_t by, bool cyclic) {
    std::vector<std::pair<int64_t, int64_t>> pairs;
    int64_t size = mesh.axes[axis].size;
    for (int64_t device = 0; device < mesh.deviceCount(); ++device) {
      std::vector<int64_t> c = mesh.coordinates(device);
      int64_t to = c[axis] + by;
      if (cyclic)
        to = ((to % size) + size) % size;
      if (to < 0 || to >= size)
        continue;
      c[axis] = to;
      int64_t linear = 0;
      for (size_t i = 0; i < c.size(); ++i)
        linear = linear * mesh.axes[i].size + c[i];
      pairs.push_back({device, mesh.deviceAt(linear)});
    }
    return sorted(std::move(pairs));
  }

  void rewriteLiteral(const VaryingLiteral &literal) {
    ConstantAttr &constant = std::get<ConstantAttr>(g.nodes[target(literal)].attributes);
    const ConstantAttr &written = std::get<ConstantAttr>(r.plan.node(literal.node).attributes);
    double ratio = std::pow(static_cast<double>(r.to) / static_cast<double>(r.from), literal.exponent);
    double value = (*splatValue(written) + literal.last) * ratio - literal.last;
    if (std::abs(value - std::round(value)) < 1e-9 * std::max(1.0, std::abs(value)))
      value = std::round(value);
    if (isInteger(constant.type)) {
      if (value != std::floor(value))
        return refuse(literal.node, "a number that does not divide");
      store(constant, static_cast<int64_t>(value));
    } else if (constant.type == ElementType::F32) {
      uint32_t bits = std::bit_cast<uint32_t>(static_cast<float>(value));
      std::memcpy(constant.bytes.data(), &bits, sizeof bits);
    } else if (constant.type == ElementType::F64) {
      std::memcpy(constant.bytes.data(), &value, sizeof value);
    } else {
      refuse(literal.node, "a literal of a narrow type");
    }
  }

  /// The constant to change: the plan's own, or a copy for one user.
  NodeId target(const VaryingLiteral &literal) {
    if (literal.user == kNone)
      return literal.node;
    Node copy = g.nodes[literal.node];
    const Value &was = g.value(copy.results[0]);
    NodeId made = g.addNode(Opcode::Constant, {}, {{was.type, was.shape}}, copy.attributes, {}, copy.location);
    for (ValueId &operand : g.nodes[literal.user].operands)
      if (operand == copy.results[0])
        operand = g.nodes[made].results[0];
    literalsBefore[literal.user].push_back(made);
    return made;
  }

  static void store(ConstantAttr &constant, int64_t value) {
    for (size_t i = 0; i < constant.bytes.size(); ++i)
      constant.bytes[i] = static_cast<uint8_t>(static_cast<uint64_t>(value) >> (8 * std::min<size_t>(i, 7)));
  }

  // --- the rank's number along axes, computed anew

  NodeId addScalar(std::vector<NodeId> &nodes, Opcode opcode, std::vector<ValueId> operands, Attributes attributes) {
    NodeId id = g.addNode(opcode, std::move(operands), {{ElementType::I64, {}}}, std::move(attributes));
    nodes.push_back(id);
    return id;
  }

  ValueId number(std::vector<NodeId> &nodes, int64_t value) {
    ConstantAttr constant{ElementType::I64, true, std::vector<uint8_t>(8)};
    store(constant, value);
    return g.nodes[addScalar(nodes, Opcode::Constant, {}, constant)].results[0];
  }

  ValueId binary(std::vector<NodeId> &nodes, Opcode opcode, ValueId a, ValueId b) {
    return g.nodes[addScalar(nodes, opcode, {a, b}, {})].results[0];
  }

  ValueId coordinate(std::vector<NodeId> &nodes, const std::vector<unsigned> &axes) {
    NodeId id = g.addNode(Opcode::PartitionId, {}, {{ElementType::UI32, {}}});
    nodes.push_back(id);
    ValueId device = g.nodes[addScalar(nodes, Opcode::Convert, {g.nodes[id].results[0]}, {})].results[0];
    std::optional<ValueId> sum;
    for (unsigned axis : axes) {
      int64_t stride = 1;
      for (size_t i = axis + 1; i < after.axes.size(); ++i)
        stride *= after.axes[i].size;
      ValueId digit = binary(nodes, Opcode::Remainder, binary(nodes, Opcode::Divide, device, number(nodes, stride)),
                             number(nodes, after.axes[axis].size));
      sum = sum ? binary(nodes, Opcode::Add, binary(nodes, Opcode::Multiply, *sum, number(nodes, after.axes[axis].size)), digit)
                : digit;
    }
    return *sum;
  }

  /// Also puts the copies of literals where they are used.
  void rewriteCoordinates(Region &region) {
    std::vector<NodeId> nodes;
    for (NodeId id : region.nodes) {
      for (size_t i = 0; i < g.nodes[id].regions.size(); ++i) {
        Region nested = std::move(g.nodes[id].regions[i]); // adding nodes moves the vector
        rewriteCoordinates(nested);
        g.nodes[id].regions[i] = std::move(nested);
      }
      if (auto it = literalsBefore.find(id); it != literalsBefore.end())
        nodes.insert(nodes.end(), it->second.begin(), it->second.end());
      if (auto it = r.coordinates.find(id); it != r.coordinates.end()) {
        ValueId value = coordinate(nodes, it->second);
        g.nodes[id].opcode = Opcode::Convert;
        g.nodes[id].operands = {value};
        g.nodes[id].attributes = {};
      }
      nodes.push_back(id);
    }
    region.nodes = std::move(nodes);
  }
};

} // namespace

std::variant<Graph, NeedsNumber> resize(const ResizeRequest &request) { return Resizer(request).run(); }

} // namespace lockstep::verifier::family
