// A forward walk: every value remembers from which argument its elements were taken, as long as they are still those
// elements or an elementwise combination of them.
#include "verifier/refute/ArgumentUse.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep::verifier {

namespace {

constexpr unsigned deepestCall = 24;

/// Where the elements of a value come from.
struct Origin {
  std::set<unsigned> arguments; // copied, cut or combined elementwise with others
  int64_t component = -1;       // position in an index vector, when it was put together from columns
  std::optional<int64_t> iotaExtent; // the value counts 0 .. extent-1
  std::optional<double> constant;    // splat

  bool operator==(const Origin &) const = default;
};

class Walk {
public:
  explicit Walk(const Graph &graph) : graph(graph) {}

  std::vector<ArgumentUse> run() {
    const Region &body = graph.body();
    uses.resize(body.arguments.size());
    for (unsigned i = 0; i < body.arguments.size(); ++i)
      origins[body.arguments[i]] = Origin{{i}, -1, std::nullopt, std::nullopt};
    walk(body, 0);
    for (ArgumentUse &use : uses) {
      llvm::sort(use.thresholds);
      use.thresholds.erase(llvm::unique(use.thresholds), use.thresholds.end());
    }
    return std::move(uses);
  }

private:
  const Graph &graph;
  std::vector<ArgumentUse> uses;
  std::map<ValueId, Origin> origins;

  const Origin &origin(ValueId value) { return origins[value]; }

  void walk(const Region &region, unsigned depth) {
    for (NodeId id : region.nodes)
      visit(graph.node(id), depth);
  }

  void visit(const Node &node, unsigned depth) {
    switch (node.opcode) {
    case Opcode::Constant:
      return constant(node);
    case Opcode::Iota:
      origins[node.results[0]].iotaExtent = iotaExtent(node);
      return;
    case Opcode::Reshape:
    case Opcode::BroadcastInDim:
    case Opcode::Convert:
    case Opcode::Slice:
    case Opcode::DynamicSlice:
    case Opcode::Transpose:
    case Opcode::Reverse:
    case Opcode::Identity:
    case Opcode::ReducePrecision:
    case Opcode::Gather:
    case Opcode::ShardingConstraint:
    case Opcode::Abs:
    case Opcode::Negate:
      copyFirst(node);
      break;
    case Opcode::Concatenate:
      concatenate(node);
      break;
    case Opcode::OptimizationBarrier:
      for (size_t i = 0; i < node.results.size(); ++i)
        origins[node.results[i]] = origin(node.operands[i]);
      return;
    case Opcode::Add:
    case Opcode::Subtract:
    case Opcode::Multiply:
    case Opcode::Divide:
    case Opcode::Maximum:
    case Opcode::Minimum:
    case Opcode::Select:
    case Opcode::Clamp:
      combine(node);
      break;
    case Opcode::Call:
    case Opcode::Composite:
      return call(node, depth);
    case Opcode::While:
      return loop(node, depth);
    case Opcode::Case:
    case Opcode::If:
      for (const Region &region : node.regions)
        walk(region, depth);
      return;
    case Opcode::PlanStep: {
      const auto &step = std::get<StepAttr>(node.attributes);
      for (unsigned stage = 0; stage < node.regions.size(); ++stage) {
        std::vector<ValueId> here;
        for (size_t i = 0; i < node.operands.size(); ++i)
          if (std::count(step.inStages[i].begin(), step.inStages[i].end(), stage))
            here.push_back(node.operands[i]);
        enter(node.regions[stage], here, {}, depth);
      }
      return;
    }
    case Opcode::ManualComputation:
      enter(node.regions[0], node.operands, node.results, depth);
      return;
    default:
      break;
    }
    noteUse(node);
  }

  void constant(const Node &node) {
    const auto &value = std::get<ConstantAttr>(node.attributes);
    if (value.splat && !value.bytes.empty() && value.isReadable())
      origins[node.results[0]].constant =
          isFloat(value.type) ? value.floatAt(0) : static_cast<double>(value.integerAt(0));
  }

  int64_t iotaExtent(const Node &node) const {
    return graph.value(node.results[0]).shape[static_cast<size_t>(std::get<DimAttr>(node.attributes).dim)];
  }

  void copyFirst(const Node &node) {
    Origin from = origin(node.operands[0]);
    origins[node.results[0]] = std::move(from);
  }

  // Index vectors are columns side by side; which column an argument became decides which dim bounds it.
  void concatenate(const Node &node) {
    Origin joined;
    int64_t dim = std::get<DimAttr>(node.attributes).dim, offset = 0;
    const Shape &shape = graph.value(node.results[0]).shape;
    bool columns = dim + 1 == static_cast<int64_t>(shape.size()) && shape.back() <= 8;
    for (ValueId operand : node.operands) {
      const Origin &from = origin(operand);
      joined.arguments.insert(from.arguments.begin(), from.arguments.end());
      if (columns && !from.arguments.empty())
        joined.component = joined.component == -1 ? offset : -2;
      offset += graph.value(operand).shape[static_cast<size_t>(dim)];
    }
    origins[node.results[0]] = std::move(joined);
  }

  void combine(const Node &node) {
    Origin joined;
    // x * x has no sign to care for, and no index is a square.
    bool square = node.opcode == Opcode::Multiply && node.operands[0] == node.operands[1];
    size_t first = node.opcode == Opcode::Select ? 1 : 0;
    for (size_t i = first; i < node.operands.size() && !square; ++i)
      joined.arguments.insert(origin(node.operands[i]).arguments.begin(), origin(node.operands[i]).arguments.end());
    if (joined.arguments.size() > 4) // a mixture of everything says nothing about any one of them
      joined.arguments.clear();
    origins[node.results[0]] = std::move(joined);
  }

  void enter(const Region &region, const std::vector<ValueId> &operands, const std::vector<ValueId> &results,
             unsigned depth) {
    for (size_t i = 0; i < region.arguments.size() && i < operands.size(); ++i)
      origins[region.arguments[i]] = Origin(origin(operands[i]));
    walk(region, depth + 1);
    for (size_t i = 0; i < results.size() && i < region.results.size(); ++i)
      origins[results[i]] = Origin(origin(region.results[i]));
  }

  void call(const Node &node, unsigned depth) {
    if (depth < deepestCall)
      enter(graph.functions[std::get<CallAttr>(node.attributes).function].body, node.operands, node.results, depth);
  }

  void loop(const Node &node, unsigned depth) {
    if (depth >= deepestCall)
      return;
    // What is carried unchanged keeps its origin; a carried value that changes is taken for its first value, which is
    // right often enough for a guess.
    for (const Region &region : node.regions)
      enter(region, node.operands, {}, depth);
    const Region &body = node.regions.back();
    for (size_t i = 0; i < node.results.size(); ++i)
      if (body.results[i] == body.arguments[i])
        origins[node.results[i]] = Origin(origin(node.operands[i]));
  }

  void bound(ValueId index, int64_t largest) {
    for (unsigned argument : origin(index).arguments) {
      auto &known = uses[argument].largestIndex;
      known = known ? std::min(*known, largest) : largest;
    }
  }

  void boundComponents(ValueId indices, const Dims &operandDims, const Shape &operand, const Dims &window) {
    int64_t component = origin(indices).component;
    for (size_t i = 0; i < operandDims.size(); ++i) {
      if (component >= 0 && component != static_cast<int64_t>(i))
        continue;
      auto dim = static_cast<size_t>(operandDims[i]);
      bound(indices, operand[dim] - (dim < window.size() ? window[dim] : 1));
    }
  }

  void threshold(ValueId value, ValueId against) {
    if (auto constant = origin(against).constant)
      for (unsigned argument : origin(value).arguments)
        uses[argument].thresholds.push_back(*constant);
  }

  void noteUse(const Node &node) {
    switch (node.opcode) {
    case Opcode::Gather: {
      const auto &attr = std::get<GatherAttr>(node.attributes);
      boundComponents(node.operands[1], attr.startIndexMap, graph.value(node.operands[0]).shape, attr.sliceSizes);
      break;
    }
    case Opcode::Scatter: {
      const auto &attr = std::get<ScatterAttr>(node.attributes);
      size_t inputs = (node.operands.size() - 1) / 2;
      boundComponents(node.operands[inputs], attr.scatterDimsToOperandDims, graph.value(node.operands[0]).shape, {});
      break;
    }
    case Opcode::DynamicSlice: {
      const Shape &whole = graph.value(node.operands[0]).shape, &part = graph.value(node.results[0]).shape;
      for (size_t i = 0; i < whole.size(); ++i)
        bound(node.operands[i + 1], whole[i] - part[i]);
      break;
    }
    case Opcode::Compare:
      comparison(node);
      break;
    case Opcode::Maximum:
    case Opcode::Minimum:
      threshold(node.operands[0], node.operands[1]);
      threshold(node.operands[1], node.operands[0]);
      break;
    case Opcode::Sqrt:
    case Opcode::Rsqrt:
    case Opcode::Log:
    case Opcode::Power:
      for (unsigned argument : origin(node.operands[0]).arguments)
        uses[argument].wantsNonNegative = true;
      break;
    default:
      break;
    }
  }

  void comparison(const Node &node) {
    for (int side : {0, 1}) {
      ValueId value = node.operands[side], other = node.operands[1 - side];
      // A comparison with a counter is a one-hot row: the argument names one of its positions.
      if (std::get<CompareAttr>(node.attributes).direction == Direction::EQ)
        if (auto extent = origin(other).iotaExtent)
          bound(value, *extent - 1);
      threshold(value, other);
    }
  }
};

} // namespace

std::vector<ArgumentUse> argumentUses(const Graph &graph) { return Walk(graph).run(); }

} // namespace lockstep::verifier
