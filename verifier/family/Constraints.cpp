#include "verifier/family/Constraints.h"

#include "verifier/graph/Groups.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep::verifier::family {

namespace {

class Equations {
public:
  Equations(const Graph &graph, const std::string &axis, Exponents &to) : g(graph), axis(axis), to(to) {}

  std::optional<NeedsNumber> run() {
    const Region &body = g.body();
    if (g.form == GraphForm::PerDevice) {
      mesh = &g.mesh;
      for (size_t i = 0; i < body.arguments.size(); ++i)
        placed(body.arguments[i], g.argumentShardings[i], kNone);
      for (size_t i = 0; i < body.results.size(); ++i)
        placed(body.results[i], g.resultShardings[i], kNone);
    } else {
      for (ValueId argument : body.arguments)
        fixed(argument, kNone);
    }
    region(body);
    return problem;
  }

private:
  const Graph &g;
  const std::string &axis;
  Exponents &to;
  const Mesh *mesh = nullptr; // of the rank program being read
  std::optional<NeedsNumber> problem;
  std::set<uint32_t> stated; // functions
  std::map<std::pair<uint32_t, bool>, std::optional<std::vector<unsigned>>> groupMemo;

  const Shape &shape(ValueId v) const { return g.value(v).shape; }
  uint32_t rank(ValueId v) const { return static_cast<uint32_t>(shape(v).size()); }
  int64_t extent(ValueId v, size_t dim) const { return shape(v)[dim]; }

  void refuse(NodeId node, std::string why) {
    if (!problem)
      problem = NeedsNumber{node, std::move(why)};
  }

  void fixed(ValueId v, NodeId node) {
    for (uint32_t d = 0; d < rank(v); ++d)
      to.known({v, d}, 0, node);
  }

  void same(ValueId a, ValueId b, NodeId node) {
    if (rank(a) != rank(b))
      return;
    for (uint32_t d = 0; d < rank(a); ++d)
      to.equal({a, d}, {b, d}, node);
  }

  void dim(ValueId a, int64_t da, ValueId b, int64_t db, NodeId node) {
    to.equal({a, static_cast<uint32_t>(da)}, {b, static_cast<uint32_t>(db)}, node);
  }

  /// A piece of a global tensor of fixed extents.
  void placed(ValueId v, const Sharding &sharding, NodeId node) {
    for (uint32_t d = 0; d < rank(v); ++d) {
      int exponent = 0;
      if (d < sharding.dims.size())
        for (const AxisRef &ref : sharding.dims[d].axes) {
          if (ref.name != axis)
            continue;
          exponent = -1;
          if (ref.isSubAxis())
            refuse(node, "a sharding names a part of the axis");
        }
      to.known({v, d}, exponent, node);
    }
    for (const AxisRef &ref : sharding.unreduced)
      if (ref.name == axis && ref.isSubAxis())
        refuse(node, "a sharding names a part of the axis");
  }

  void region(const Region &r) {
    for (NodeId id : r.nodes) {
      state(id);
      if (problem)
        return;
    }
  }

  static bool contains(const Dims &dims, int64_t d) { return std::find(dims.begin(), dims.end(), d) != dims.end(); }

  void broadcast(NodeId id, const Node &node) {
    const Dims &dims = std::get<DimsAttr>(node.attributes).dims;
    for (uint32_t d = 0; d < rank(node.operands[0]); ++d) {
      if (extent(node.operands[0], d) == extent(node.results[0], dims[d]))
        dim(node.operands[0], d, node.results[0], dims[d], id);
      else
        to.known({node.operands[0], d}, 0, id);
    }
  }

  /// Dims regroup where the products of extents meet.
  void reshape(NodeId id, ValueId a, ValueId b) {
    uint32_t i = 0, j = 0;
    while (i < rank(a) || j < rank(b)) {
      std::vector<Dim> left, right;
      int64_t productLeft = 1, productRight = 1;
      auto take = [&](ValueId v, uint32_t &at, std::vector<Dim> &list, int64_t &product) {
        product *= extent(v, at);
        list.push_back({v, at++});
      };
      if (i < rank(a))
        take(a, i, left, productLeft);
      if (j < rank(b))
        take(b, j, right, productRight);
      while (productLeft != productRight) {
        if (productLeft < productRight && i < rank(a))
          take(a, i, left, productLeft);
        else if (productLeft > productRight && j < rank(b))
          take(b, j, right, productRight);
        else if (i < rank(a))
          take(a, i, left, productLeft);
        else if (j < rank(b))
          take(b, j, right, productRight);
        else
          break; // extents 0
      }
      // Trailing ones have no dim of the other side to themselves.
      if (i == rank(a) || j == rank(b)) {
        while (i < rank(a))
          take(a, i, left, productLeft);
        while (j < rank(b))
          take(b, j, right, productRight);
      }
      to.sameProduct(std::move(left), std::move(right), id);
    }
  }

  void slice(NodeId id, const Node &node) {
    const SliceAttr &attr = std::get<SliceAttr>(node.attributes);
    for (uint32_t d = 0; d < rank(node.results[0]); ++d) {
      if (attr.starts[d] == 0 && attr.limits[d] == extent(node.operands[0], d) && attr.strides[d] == 1)
        dim(node.operands[0], d, node.results[0], d, id);
      else
        to.known({node.results[0], d}, 0, id);
    }
  }

  /// Equal where a piece is as wide as the whole; elsewhere its width stands by itself.
  void piece(NodeId id, ValueId whole, ValueId part) {
    for (uint32_t d = 0; d < rank(whole); ++d)
      if (extent(whole, d) == extent(part, d))
        dim(whole, d, part, d, id);
  }

  void pad(NodeId id, const Node &node) {
    const PadAttr &attr = std::get<PadAttr>(node.attributes);
    for (uint32_t d = 0; d < rank(node.results[0]); ++d) {
      if (attr.low[d] == 0 && attr.high[d] == 0 && attr.interior[d] == 0) {
        dim(node.operands[0], d, node.results[0], d, id);
      } else {
        to.known({node.operands[0], d}, 0, id);
        to.known({node.results[0], d}, 0, id);
      }
    }
  }

  void gather(NodeId id, const Node &node) {
    const GatherAttr &attr = std::get<GatherAttr>(node.attributes);
    ValueId operand = node.operands[0], indices = node.operands[1], result = node.results[0];
    windowDims(id, operand, result, attr.offsetDims, attr.collapsedSliceDims, attr.operandBatchingDims);
    batchDims(id, indices, result, attr.indexVectorDim, attr.offsetDims);
    for (size_t i = 0; i < attr.operandBatchingDims.size(); ++i)
      dim(operand, attr.operandBatchingDims[i], indices, attr.startIndicesBatchingDims[i], id);
  }

  void scatter(NodeId id, const Node &node) {
    const ScatterAttr &attr = std::get<ScatterAttr>(node.attributes);
    size_t inputs = (node.operands.size() - 1) / 2;
    ValueId indices = node.operands[inputs];
    for (size_t i = 0; i < inputs; ++i) {
      ValueId input = node.operands[i], updates = node.operands[inputs + 1 + i];
      same(input, node.results[i], id);
      windowDims(id, input, updates, attr.updateWindowDims, attr.insertedWindowDims, attr.inputBatchingDims);
      batchDims(id, indices, updates, attr.indexVectorDim, attr.updateWindowDims);
      for (size_t b = 0; b < attr.inputBatchingDims.size(); ++b)
        dim(input, attr.inputBatchingDims[b], indices, attr.scatterIndicesBatchingDims[b], id);
    }
  }

  /// Dims of the whole that a gather or scatter window keeps, and the window's own dims.
  void windowDims(NodeId id, ValueId whole, ValueId part, const Dims &own, const Dims &dropped, const Dims &batching) {
    size_t next = 0;
    for (uint32_t d = 0; d < rank(whole); ++d) {
      if (contains(dropped, d) || contains(batching, d))
        continue;
      int64_t at = own[next++];
      if (extent(whole, d) == extent(part, at))
        dim(whole, d, part, at, id);
    }
  }

  void batchDims(NodeId id, ValueId indices, ValueId part, int64_t indexVectorDim, const Dims &window) {
    int64_t next = 0;
    for (uint32_t d = 0; d < rank(part); ++d) {
      if (contains(window, d))
        continue;
      if (next == indexVectorDim)
        ++next;
      dim(indices, next++, part, d, id);
    }
  }

  void dot(NodeId id, const Node &node) {
    ValueId a = node.operands[0], b = node.operands[1], out = node.results[0];
    DotAttr attr;
    if (auto *given = std::get_if<DotAttr>(&node.attributes))
      attr = *given;
    else
      attr.lhsContracting = {rank(a) - 1}, attr.rhsContracting = {0};
    int64_t next = 0;
    for (size_t i = 0; i < attr.lhsBatch.size(); ++i, ++next) {
      dim(a, attr.lhsBatch[i], out, next, id);
      dim(b, attr.rhsBatch[i], out, next, id);
    }
    for (size_t i = 0; i < attr.lhsContracting.size(); ++i)
      dim(a, attr.lhsContracting[i], b, attr.rhsContracting[i], id);
    for (const auto &[v, batch, contracting] : {std::tuple(a, &attr.lhsBatch, &attr.lhsContracting),
                                                std::tuple(b, &attr.rhsBatch, &attr.rhsContracting)})
      for (uint32_t d = 0; d < rank(v); ++d)
        if (!contains(*batch, d) && !contains(*contracting, d))
          dim(v, d, out, next++, id);
  }

  void reduce(NodeId id, const Node &node) {
    const Dims &dims = std::get<DimsAttr>(node.attributes).dims;
    for (size_t i = 0; i < node.results.size(); ++i) {
      int64_t next = 0;
      for (uint32_t d = 0; d < rank(node.operands[i]); ++d)
        if (!contains(dims, d))
          dim(node.operands[i], d, node.results[i], next++, id);
      same(node.operands[0], node.operands[i], id);
    }
  }

  void window(NodeId id, const Node &node) {
    const WindowAttr &attr = std::get<WindowAttr>(node.attributes);
    for (size_t i = 0; i < node.results.size(); ++i)
      for (uint32_t d = 0; d < rank(node.operands[i]); ++d) {
        bool trivial = attr.dimensions[d] == 1 && attr.strides[d] == 1 && attr.baseDilations[d] == 1 &&
                       attr.padding[d] == std::pair<int64_t, int64_t>(0, 0);
        if (trivial) {
          dim(node.operands[i], d, node.results[i], d, id);
        } else {
          to.known({node.operands[i], d}, 0, id);
          to.known({node.results[i], d}, 0, id);
        }
      }
    if (node.opcode == Opcode::SelectAndScatter)
      for (uint32_t d = 0; d < rank(node.operands[0]); ++d)
        if (attr.dimensions[d] == 1)
          dim(node.operands[0], d, node.operands[1], d, id);
  }

  void convolution(NodeId id, const Node &node) {
    const ConvolutionAttr &attr = std::get<ConvolutionAttr>(node.attributes);
    ValueId x = node.operands[0], w = node.operands[1], y = node.results[0];
    for (const auto &[v, dims] : {std::pair(x, &attr.inputSpatial), std::pair(w, &attr.kernelSpatial),
                                  std::pair(y, &attr.outputSpatial)})
      for (int64_t d : *dims)
        to.known({v, static_cast<uint32_t>(d)}, 0, id);
    if (attr.batchGroups == 1)
      dim(x, attr.inputBatch, y, attr.outputBatch, id);
    else
      fixed(x, id), fixed(y, id);
    dim(w, attr.kernelOutputFeature, y, attr.outputFeature, id);
    if (attr.featureGroups == 1)
      dim(x, attr.inputFeature, w, attr.kernelInputFeature, id);
    else
      fixed(x, id), fixed(w, id);
  }

  void loop(NodeId id, const Node &node) {
    for (size_t i = 0; i < node.operands.size(); ++i) {
      same(node.operands[i], node.results[i], id);
      for (const Region &r : node.regions)
        if (i < r.arguments.size())
          same(node.operands[i], r.arguments[i], id);
      if (node.regions.size() > 1 && i < node.regions[1].results.size())
        same(node.regions[1].results[i], node.results[i], id);
    }
    for (const Region &r : node.regions)
      region(r);
  }

  void branches(NodeId id, const Node &node) {
    for (const Region &r : node.regions) {
      for (size_t i = 0; i < r.results.size() && i < node.results.size(); ++i)
        same(r.results[i], node.results[i], id);
      region(r);
    }
  }

  /// A function is the same program for all its callers, so they must agree on how its extents vary.
  void call(NodeId id, const Node &node) {
    uint32_t callee = std::get<CallAttr>(node.attributes).function;
    const Region &body = g.functions[callee].body;
    for (size_t i = 0; i < body.arguments.size(); ++i)
      same(node.operands[i], body.arguments[i], id);
    for (size_t i = 0; i < body.results.size(); ++i)
      same(body.results[i], node.results[i], id);
    if (stated.insert(callee).second)
      region(body);
  }

  void collective(NodeId id, const Node &node) {
    const CollectiveAttr &attr = std::get<CollectiveAttr>(node.attributes);
    bool ordered = isOrdered(node.opcode);
    auto [it, isNew] = groupMemo.try_emplace({attr.groups, ordered});
    if (isNew && mesh)
      it->second = axesOfGroups(*mesh, g.groupTables[attr.groups], ordered);
    if (!it->second)
      return refuse(id, "its groups of devices are not those of mesh axes");
    int over = 0;
    for (unsigned a : *it->second)
      over += mesh->axes[a].name == axis;
    for (size_t i = 0; i < node.results.size(); ++i) {
      ValueId x = node.operands[i], y = node.results[i];
      for (uint32_t d = 0; d < rank(y); ++d) {
        int by = 0;
        bool isDim = d == attr.dim, isConcat = d == attr.concatDim;
        if (node.opcode == Opcode::AllGather)
          by = isDim ? over : 0;
        else if (node.opcode == Opcode::ReduceScatter)
          by = isDim ? -over : 0;
        else if (node.opcode == Opcode::AllToAll)
          by = (isConcat ? over : 0) - (isDim ? over : 0);
        to.shifted({x, d}, {y, d}, by, id);
      }
    }
  }

  void manual(NodeId id, const Node &node) {
    const ManualAttr &attr = std::get<ManualAttr>(node.attributes);
    const Mesh *outer = mesh;
    if (outer && outer != &g.meshes[attr.mesh])
      refuse(id, "a manual computation inside another one");
    mesh = &g.meshes[attr.mesh];
    const Region &r = node.regions[0];
    for (size_t i = 0; i < r.arguments.size(); ++i) {
      fixed(node.operands[i], id);
      placed(r.arguments[i], attr.in[i], id);
    }
    for (size_t i = 0; i < r.results.size(); ++i) {
      fixed(node.results[i], id);
      placed(r.results[i], attr.out[i], id);
    }
    groupMemo.clear();
    region(r);
    mesh = outer;
  }

  void elementwise(NodeId id, const Node &node) {
    for (ValueId operand : node.operands)
      for (ValueId result : node.results)
        same(operand, result, id);
  }

  void allFixed(NodeId id, const Node &node) {
    for (ValueId v : node.operands)
      fixed(v, id);
    for (ValueId v : node.results)
      fixed(v, id);
  }

  void state(NodeId id) {
    const Node &node = g.node(id);
    switch (node.opcode) {
    case Opcode::Constant: case Opcode::Iota: case Opcode::PartitionId: case Opcode::ReplicaId: return;
    case Opcode::BroadcastInDim: return broadcast(id, node);
    case Opcode::Reshape: return reshape(id, node.operands[0], node.results[0]);
    case Opcode::Transpose: {
      const Dims &dims = std::get<DimsAttr>(node.attributes).dims;
      for (uint32_t d = 0; d < dims.size(); ++d)
        dim(node.operands[0], dims[d], node.results[0], d, id);
      return;
    }
    case Opcode::Slice: return slice(id, node);
    case Opcode::DynamicSlice: return piece(id, node.operands[0], node.results[0]);
    case Opcode::DynamicUpdateSlice:
      same(node.operands[0], node.results[0], id);
      return piece(id, node.operands[0], node.operands[1]);
    case Opcode::Pad: return pad(id, node);
    case Opcode::Gather: return gather(id, node);
    case Opcode::Scatter: return scatter(id, node);
    case Opcode::DotGeneral: case Opcode::Dot: return dot(id, node);
    case Opcode::Reduce: return reduce(id, node);
    case Opcode::ReduceWindow: case Opcode::SelectAndScatter: return window(id, node);
    case Opcode::Convolution: return convolution(id, node);
    case Opcode::TopK:
      for (ValueId result : node.results)
        for (uint32_t d = 0; d + 1 < rank(result); ++d)
          dim(node.operands[0], d, result, d, id);
      return;
    case Opcode::Map: case Opcode::Sort: case Opcode::Reverse: case Opcode::OptimizationBarrier:
      for (size_t i = 0; i < node.operands.size(); ++i)
        same(node.operands[i], node.results[std::min(i, node.results.size() - 1)], id);
      return;
    case Opcode::Concatenate: case Opcode::CollectivePermute: return elementwise(id, node);
    case Opcode::Call: case Opcode::Composite: return call(id, node);
    case Opcode::While: return loop(id, node);
    case Opcode::Case: case Opcode::If: return branches(id, node);
    case Opcode::AllReduce: case Opcode::CrossReplicaSum: case Opcode::AllGather: case Opcode::ReduceScatter:
    case Opcode::AllToAll: case Opcode::CollectiveBroadcast:
      return collective(id, node);
    case Opcode::ManualComputation: return manual(id, node);
    default:
      return isPointwise(node.opcode) ? elementwise(id, node) : allFixed(id, node);
    }
  }

  /// Operators whose operands (but for scalars) have the shape of their results.
  static bool isPointwise(Opcode opcode) {
    return (opcode >= Opcode::Abs && opcode <= Opcode::Clamp) || opcode == Opcode::Convert ||
           opcode == Opcode::BitcastConvert || opcode == Opcode::ReducePrecision || opcode == Opcode::Identity ||
           opcode == Opcode::ShardingConstraint || opcode == Opcode::Reshard || opcode == Opcode::PropagationBarrier;
  }
};

} // namespace

std::optional<NeedsNumber> stateEquations(const Graph &plan, const std::string &axis, Exponents &exponents) {
  return Equations(plan, axis, exponents).run();
}

} // namespace lockstep::verifier::family
