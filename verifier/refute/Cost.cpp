#include "verifier/refute/Cost.h"

#include <algorithm>
#include <map>

namespace lockstep::verifier {

namespace {

constexpr double unknownTrips = 16;

class Estimate {
public:
  explicit Estimate(const Graph &graph) : graph(graph) {}

  Cost run() {
    double ranks = graph.form == GraphForm::PerDevice ? static_cast<double>(graph.mesh.deviceCount()) : 1;
    Cost cost = ofRegion(graph.body(), ranks);
    for (ValueId argument : graph.body().arguments)
      cost.bytes += 8 * elements(argument);
    return cost;
  }

private:
  const Graph &graph;
  std::map<uint32_t, Cost> functions; // for one rank

  double elements(ValueId value) const {
    double count = 1;
    for (int64_t extent : graph.value(value).shape)
      count *= static_cast<double>(extent);
    return count;
  }

  Cost ofRegion(const Region &region, double ranks) {
    Cost total;
    for (NodeId id : region.nodes)
      add(total, graph.node(id), ranks);
    return total;
  }

  void add(Cost &total, const Node &node, double ranks) {
    double results = 0, operands = 0;
    for (ValueId result : node.results)
      results += elements(result);
    for (ValueId operand : node.operands)
      operands += elements(operand);
    total.bytes += 8 * results * ranks;
    Cost inner;
    switch (node.opcode) {
    case Opcode::Call:
    case Opcode::Composite:
      inner = ofFunction(std::get<CallAttr>(node.attributes).function);
      total.operations += inner.operations * ranks;
      total.bytes += inner.bytes * ranks;
      return;
    case Opcode::ManualComputation: {
      const auto &manual = std::get<ManualAttr>(node.attributes);
      inner = ofRegion(node.regions[0], static_cast<double>(graph.meshes[manual.mesh].deviceCount()));
      total.operations += inner.operations;
      total.bytes += inner.bytes;
      return;
    }
    case Opcode::PlanStep: {
      const auto &step = std::get<StepAttr>(node.attributes);
      double devices = static_cast<double>(graph.meshes[step.mesh].deviceCount());
      for (const Region &region : node.regions) {
        inner = ofRegion(region, devices / static_cast<double>(node.regions.size()));
        total.operations += inner.operations;
        total.bytes += inner.bytes;
      }
      return;
    }
    case Opcode::While:
      for (const Region &region : node.regions) {
        inner = ofRegion(region, ranks);
        total.operations += inner.operations * trips(node);
        total.bytes += inner.bytes;
      }
      return;
    case Opcode::If:
    case Opcode::Case:
      for (const Region &region : node.regions) {
        inner = ofRegion(region, ranks);
        total.operations += inner.operations;
        total.bytes += inner.bytes;
      }
      return;
    case Opcode::DotGeneral:
      total.operations += results * contracted(node) * ranks;
      return;
    case Opcode::Convolution:
      total.operations += results * elements(node.operands[1]) * ranks;
      return;
    default:
      total.operations += (results + operands) * ranks;
    }
  }

  Cost ofFunction(uint32_t index) {
    auto [known, isNew] = functions.try_emplace(index);
    if (isNew) {
      Cost cost = ofRegion(graph.functions[index].body, 1);
      functions[index] = cost;
      return cost;
    }
    return known->second;
  }

  double contracted(const Node &node) const {
    const Shape &lhs = graph.value(node.operands[0]).shape;
    double count = 1;
    for (int64_t dim : std::get<DotAttr>(node.attributes).lhsContracting)
      count *= static_cast<double>(lhs[static_cast<size_t>(dim)]);
    return count;
  }

  // `while (i < n)` with a literal n that fits a loop is the form that exporters write.
  double trips(const Node &node) const {
    double found = unknownTrips;
    for (NodeId id : node.regions[0].nodes) {
      const Node &inner = graph.node(id);
      if (inner.opcode != Opcode::Compare)
        continue;
      for (ValueId operand : inner.operands) {
        NodeId definition = graph.value(operand).definingNode;
        if (definition == kNone || graph.node(definition).opcode != Opcode::Constant)
          continue;
        const auto &constant = std::get<ConstantAttr>(graph.node(definition).attributes);
        if (constant.splat && isInteger(constant.type) && !constant.bytes.empty())
          found = std::max(found, static_cast<double>(constant.integerAt(0)));
      }
    }
    return found;
  }
};

} // namespace

Cost executionCost(const Graph &graph) { return Estimate(graph).run(); }

} // namespace lockstep::verifier
