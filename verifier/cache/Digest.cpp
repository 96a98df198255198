#include "verifier/cache/Digest.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

#include <algorithm>

namespace lockstep::verifier::cache {

namespace {

/// Every item is preceded by its length or tag, so that no two sequences of items are the same bytes.
class Hasher {
public:
  explicit Hasher(std::string_view tag) { text(tag); }

  Hasher &number(int64_t value) {
    std::array<uint8_t, 8> bytes;
    for (unsigned i = 0; i < 8; ++i)
      bytes[i] = static_cast<uint8_t>(static_cast<uint64_t>(value) >> (8 * i));
    sha.update(bytes);
    return *this;
  }
  Hasher &text(std::string_view value) {
    number(static_cast<int64_t>(value.size()));
    sha.update(llvm::StringRef(value.data(), value.size()));
    return *this;
  }
  Hasher &numbers(const std::vector<int64_t> &values) {
    number(static_cast<int64_t>(values.size()));
    for (int64_t value : values)
      number(value);
    return *this;
  }
  Hasher &digest(const Digest &value) {
    sha.update(value);
    return *this;
  }
  Digest finish() { return sha.final(); }

private:
  llvm::SHA256 sha;
};

void add(Hasher &h, const Mesh &mesh) {
  h.number(static_cast<int64_t>(mesh.axes.size()));
  for (const MeshAxis &axis : mesh.axes)
    h.text(axis.name).number(axis.size);
  h.numbers(mesh.deviceIds);
}

void add(Hasher &h, const std::vector<AxisRef> &axes) {
  h.number(static_cast<int64_t>(axes.size()));
  for (const AxisRef &axis : axes)
    h.text(axis.name).number(axis.preSize).number(axis.size);
}

void add(Hasher &h, const Sharding &sharding) {
  h.number(static_cast<int64_t>(sharding.dims.size()));
  for (const DimSharding &dim : sharding.dims)
    add(h, dim.axes);
  add(h, sharding.unreduced);
}

class GraphDigests {
public:
  explicit GraphDigests(const Graph &graph) : g(graph), digests(graph.values.size()) {}

  std::vector<Digest> run() {
    const Region &body = g.body();
    for (size_t i = 0; i < body.arguments.size(); ++i) {
      Hasher h("argument");
      h.number(static_cast<int64_t>(i));
      type(h, body.arguments[i]);
      if (g.form == GraphForm::PerDevice) {
        add(h, g.mesh);
        h.number(g.replicas).number(g.partitions);
        add(h, g.argumentShardings[i]);
      }
      digests[body.arguments[i]] = h.finish();
    }
    region(body);
    std::vector<Digest> out;
    for (size_t i = 0; i < body.results.size(); ++i) {
      Hasher h("result");
      h.number(static_cast<int64_t>(g.form));
      h.digest(digests[body.results[i]]);
      if (g.form == GraphForm::PerDevice) {
        add(h, g.mesh);
        add(h, g.resultShardings[i]);
        if (i < g.globalResultShapes.size())
          h.numbers(g.globalResultShapes[i]);
      }
      out.push_back(h.finish());
    }
    return out;
  }

private:
  const Graph &g;
  std::vector<Digest> digests; // by value
  unsigned depth = 0;

  void type(Hasher &h, ValueId v) const {
    h.number(static_cast<int64_t>(g.value(v).type)).numbers(g.value(v).shape);
  }

  void region(const Region &r) {
    for (NodeId id : r.nodes)
      node(g.node(id));
  }

  /// A region as one thing: its results for symbolic arguments.
  void whole(Hasher &h, const Region &r) {
    ++depth;
    for (size_t i = 0; i < r.arguments.size(); ++i) {
      Hasher argument("block argument");
      argument.number(depth).number(static_cast<int64_t>(i));
      type(argument, r.arguments[i]);
      digests[r.arguments[i]] = argument.finish();
    }
    region(r);
    h.number(static_cast<int64_t>(r.results.size()));
    for (ValueId result : r.results)
      h.digest(digests[result]);
    --depth;
  }

  /// Each piece by itself, so that a result depends only on what it is made from.
  void manual(const Node &node) {
    const ManualAttr &attr = std::get<ManualAttr>(node.attributes);
    const Region &body = node.regions[0];
    auto placed = [&](const char *tag, ValueId from, const Sharding &sharding, ValueId typed) {
      Hasher h(tag);
      h.digest(digests[from]).number(g.replicas).number(g.partitions);
      add(h, g.meshes[attr.mesh]);
      add(h, sharding);
      for (const std::string &axis : attr.manualAxes)
        h.text(axis);
      type(h, typed);
      return h.finish();
    };
    for (size_t i = 0; i < body.arguments.size(); ++i)
      digests[body.arguments[i]] = placed("piece", node.operands[i], attr.in[i], body.arguments[i]);
    region(body);
    for (size_t i = 0; i < node.results.size(); ++i)
      digests[node.results[i]] = placed("whole", body.results[i], attr.out[i], node.results[i]);
  }

  /// The programs of stages as one thing: what a program sends has no result, so every operator counts, in its order.
  void step(const Node &node) {
    Hasher h("step");
    attribute(h, std::get<StepAttr>(node.attributes));
    h.number(g.replicas).number(g.partitions);
    for (ValueId operand : node.operands)
      h.digest(digests[operand]);
    for (ValueId result : node.results)
      type(h, result);
    for (const Region &program : node.regions)
      this->program(h, program);
    Digest all = h.finish();
    for (size_t i = 0; i < node.results.size(); ++i)
      digests[node.results[i]] = Hasher("result of step").digest(all).number(static_cast<int64_t>(i)).finish();
  }

  void program(Hasher &h, const Region &program) {
    h.text("program");
    for (size_t i = 0; i < program.arguments.size(); ++i) {
      Hasher argument("program argument");
      argument.number(static_cast<int64_t>(i));
      type(argument, program.arguments[i]);
      digests[program.arguments[i]] = argument.finish();
    }
    int64_t position = 0;
    met(h, program, position);
    h.number(static_cast<int64_t>(program.results.size()));
    for (ValueId result : program.results)
      h.digest(digests[result]);
  }

  /// Messages and collectives bring values from other programs: two with equal operands are not the same value, so their
  /// positions are part of what they are.
  void met(Hasher &h, const Region &region, int64_t &position) {
    h.number(static_cast<int64_t>(region.nodes.size()));
    for (NodeId id : region.nodes) {
      const Node &node = g.node(id);
      h.number(static_cast<int64_t>(node.opcode));
      if (node.opcode == Opcode::PlanGroup) {
        met(h, node.regions[0], position);
        for (size_t i = 0; i < node.results.size(); ++i)
          digests[node.results[i]] = digests[node.regions[0].results[i]];
        continue;
      }
      this->node(node);
      if (std::holds_alternative<MessageAttr>(node.attributes)) {
        attribute(h, std::get<MessageAttr>(node.attributes));
        for (ValueId operand : node.operands)
          h.digest(digests[operand]);
      }
      bool others = std::holds_alternative<MessageAttr>(node.attributes) ||
                    std::holds_alternative<CollectiveAttr>(node.attributes);
      for (ValueId result : node.results) {
        if (others)
          digests[result] = Hasher("from others").digest(digests[result]).number(++position).finish();
        h.digest(digests[result]);
      }
    }
  }

  void node(const Node &node) {
    if (node.opcode == Opcode::ManualComputation)
      return manual(node);
    if (node.opcode == Opcode::PlanStep)
      return step(node);
    Hasher h("operator");
    h.number(static_cast<int64_t>(node.opcode)).text(node.name);
    h.number(static_cast<int64_t>(node.attributes.index()));
    std::visit([&](const auto &attributes) { attribute(h, attributes); }, node.attributes);
    h.number(static_cast<int64_t>(node.operands.size()));
    for (ValueId operand : node.operands)
      h.digest(digests[operand]);
    h.number(static_cast<int64_t>(node.results.size()));
    for (ValueId result : node.results)
      type(h, result);
    h.number(static_cast<int64_t>(node.regions.size()));
    for (const Region &r : node.regions)
      whole(h, r);
    Digest all = h.finish();
    for (size_t i = 0; i < node.results.size(); ++i)
      digests[node.results[i]] = node.results.size() == 1 ? all : Hasher("one of").digest(all).number(static_cast<int64_t>(i)).finish();
  }

  void attribute(Hasher &, const std::monostate &) {}
  void attribute(Hasher &h, const ConstantAttr &a) {
    h.number(static_cast<int64_t>(a.type)).number(a.splat);
    h.text({reinterpret_cast<const char *>(a.bytes.data()), a.bytes.size()});
  }
  void attribute(Hasher &h, const DimAttr &a) { h.number(a.dim); }
  void attribute(Hasher &h, const DimsAttr &a) { h.numbers(a.dims); }
  void attribute(Hasher &h, const SliceAttr &a) { h.numbers(a.starts).numbers(a.limits).numbers(a.strides); }
  void attribute(Hasher &h, const PadAttr &a) { h.numbers(a.low).numbers(a.high).numbers(a.interior); }
  void attribute(Hasher &h, const DotAttr &a) {
    h.numbers(a.lhsBatch).numbers(a.rhsBatch).numbers(a.lhsContracting).numbers(a.rhsContracting);
  }
  void attribute(Hasher &h, const GatherAttr &a) {
    h.numbers(a.offsetDims).numbers(a.collapsedSliceDims).numbers(a.operandBatchingDims);
    h.numbers(a.startIndicesBatchingDims).numbers(a.startIndexMap).number(a.indexVectorDim).numbers(a.sliceSizes);
  }
  void attribute(Hasher &h, const ScatterAttr &a) {
    h.numbers(a.updateWindowDims).numbers(a.insertedWindowDims).numbers(a.inputBatchingDims);
    h.numbers(a.scatterIndicesBatchingDims).numbers(a.scatterDimsToOperandDims).number(a.indexVectorDim);
    h.number(a.uniqueIndices);
  }
  void attribute(Hasher &h, const WindowAttr &a) {
    h.numbers(a.dimensions).numbers(a.strides).numbers(a.baseDilations).numbers(a.windowDilations);
    h.number(static_cast<int64_t>(a.padding.size()));
    for (const auto &[low, high] : a.padding)
      h.number(low).number(high);
  }
  void attribute(Hasher &h, const ConvolutionAttr &a) {
    for (int64_t dim : {a.inputBatch, a.inputFeature, a.kernelInputFeature, a.kernelOutputFeature, a.outputBatch,
                        a.outputFeature, a.featureGroups, a.batchGroups})
      h.number(dim);
    h.numbers(a.inputSpatial).numbers(a.kernelSpatial).numbers(a.outputSpatial);
    attribute(h, a.window);
    h.number(static_cast<int64_t>(a.reversal.size()));
    for (bool reversed : a.reversal)
      h.number(reversed);
  }
  void attribute(Hasher &h, const CompareAttr &a) { h.number(static_cast<int64_t>(a.direction)).number(a.totalOrder); }
  void attribute(Hasher &h, const SortAttr &a) { h.number(a.dim).number(a.stable); }
  void attribute(Hasher &h, const FeatureAttr &a) {
    h.number(a.dim);
    h.text({reinterpret_cast<const char *>(&a.epsilon), sizeof a.epsilon});
  }
  void attribute(Hasher &h, const CallAttr &a) { // calls are never shared across callers here: the body is the callee
    whole(h, g.functions[a.function].body);
  }
  void attribute(Hasher &h, const TextAttr &a) { h.text(a.text); }
  void attribute(Hasher &h, const WholeAttr &a) {
    h.text(a.text);
    for (const std::vector<Dims> *lists : {&a.operands, &a.results}) {
      h.number(static_cast<int64_t>(lists->size()));
      for (const Dims &dims : *lists)
        h.numbers(dims);
    }
  }
  void attribute(Hasher &h, const CollectiveAttr &a) {
    h.number(static_cast<int64_t>(a.mode)).number(a.dim).number(a.concatDim).number(a.splitCount).number(a.channel);
    const auto &groups = g.groupTables[a.groups];
    h.number(static_cast<int64_t>(groups.size()));
    for (const std::vector<int64_t> &group : groups)
      h.numbers(group);
  }
  void attribute(Hasher &h, const PermuteAttr &a) {
    h.number(static_cast<int64_t>(a.mode)).number(static_cast<int64_t>(a.pairs.size()));
    for (const auto &[from, to] : a.pairs)
      h.number(from).number(to);
  }
  void attribute(Hasher &, const ManualAttr &) {} // see manual()
  void attribute(Hasher &h, const MessageAttr &a) { h.number(a.peer).number(a.microBatch).text(a.tag); }
  void attribute(Hasher &h, const StepAttr &a) {
    add(h, g.meshes[a.mesh]);
    h.text(a.stageAxis);
    for (const std::vector<Sharding> *shardings : {&a.in, &a.out}) {
      h.number(static_cast<int64_t>(shardings->size()));
      for (const Sharding &sharding : *shardings)
        add(h, sharding);
    }
    for (const auto *lists : {&a.inStages, &a.outStages})
      for (const std::vector<unsigned> &stages : *lists)
        h.numbers({stages.begin(), stages.end()});
  }
};

} // namespace

std::vector<Digest> resultDigests(const Graph &graph) { return GraphDigests(graph).run(); }

Digest factsDigest(const std::vector<ArgumentFacts> &facts) {
  Hasher h("facts");
  for (const ArgumentFacts &fact : facts) {
    h.number(fact.range.has_value()).number(fact.exact);
    if (fact.range)
      h.number(fact.range->first).number(fact.range->second);
  }
  return h.finish();
}

std::string hex(const Digest &digest) { return llvm::toHex(digest, /*LowerCase=*/true); }

std::string hexDigest(std::string_view text) {
  llvm::SHA256 sha;
  sha.update(llvm::StringRef(text.data(), text.size()));
  return hex(sha.final());
}

} // namespace lockstep::verifier::cache
