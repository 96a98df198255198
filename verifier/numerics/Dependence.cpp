#include "verifier/numerics/Dependence.h"

#include <algorithm>

namespace lockstep::verifier {

class DependenceWalk {
public:
  explicit DependenceWalk(const Dependence &dependence)
      : graph(dependence.graph), sources(dependence.sources), seen(graph.values.size()), taken(graph.nodes.size()) {}

  std::vector<NodeId> from(ValueId result) {
    push(result);
    while (!stack.empty()) {
      ValueId value = stack.back();
      stack.pop_back();
      visit(value);
    }
    std::vector<NodeId> nodes;
    for (NodeId id = 0; id < taken.size(); ++id)
      if (taken[id])
        nodes.push_back(id);
    return nodes;
  }

private:
  const Graph &graph;
  const std::vector<Dependence::Source> &sources;
  std::vector<bool> seen, taken;
  std::vector<ValueId> stack;

  void push(ValueId value) {
    if (!seen[value]) {
      seen[value] = true;
      stack.push_back(value);
    }
  }

  void visit(ValueId id) {
    const Value &value = graph.values[id];
    if (value.definingNode == kNone) {
      for (ValueId source : sources[id].values)
        push(source);
      if (sources[id].through != kNone)
        take(sources[id].through);
      return;
    }
    const Node &node = graph.nodes[value.definingNode];
    const Region *body = nullptr;
    if (auto *call = std::get_if<CallAttr>(&node.attributes))
      body = &graph.functions[call->function].body;
    else if (node.opcode == Opcode::ManualComputation)
      body = &node.regions[0];
    if (body && value.index < body->results.size())
      return push(body->results[value.index]);
    take(value.definingNode);
  }

  void take(NodeId id) {
    if (taken[id])
      return;
    taken[id] = true;
    const Node &node = graph.nodes[id];
    for (ValueId operand : node.operands)
      push(operand);
    for (const Region &region : node.regions) {
      for (ValueId result : region.results)
        push(result);
      for (NodeId inner : region.nodes) // also what a region reads from outside
        for (ValueId operand : graph.nodes[inner].operands)
          push(operand);
    }
  }
};

Dependence::Dependence(const Graph &graph) : graph(graph), sources(graph.values.size()) {
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node &node = graph.nodes[id];
    auto link = [&](const Region &region) {
      for (size_t i = 0; i < region.arguments.size() && i < node.operands.size(); ++i) {
        Source &source = sources[region.arguments[i]];
        source.values.push_back(node.operands[i]);
        if (node.opcode == Opcode::While)
          source.through = id;
      }
    };
    if (auto *call = std::get_if<CallAttr>(&node.attributes))
      link(graph.functions[call->function].body);
    if (node.opcode == Opcode::While || node.opcode == Opcode::ManualComputation)
      for (const Region &region : node.regions)
        link(region);
  }
}

std::vector<NodeId> Dependence::reaching(unsigned result) const {
  return DependenceWalk(*this).from(graph.body().results[result]);
}

static bool isTransparent(Opcode op) {
  return op == Opcode::Convert || op == Opcode::Identity || op == Opcode::ShardingConstraint;
}

Opcode combinerOf(const Graph &graph, const Region &region) {
  if (region.arguments.size() != 2 || region.results.size() != 1)
    return Opcode::Unsupported;
  auto origin = [&](ValueId id) {
    while (graph.values[id].definingNode != kNone && isTransparent(graph.nodes[graph.values[id].definingNode].opcode))
      id = graph.nodes[graph.values[id].definingNode].operands[0];
    return id;
  };
  NodeId id = graph.values[origin(region.results[0])].definingNode;
  if (id == kNone || graph.nodes[id].operands.size() != 2)
    return Opcode::Unsupported;
  ValueId x = origin(graph.nodes[id].operands[0]), y = origin(graph.nodes[id].operands[1]);
  bool both = (x == region.arguments[0] && y == region.arguments[1]) || (y == region.arguments[0] && x == region.arguments[1]);
  return both ? graph.nodes[id].opcode : Opcode::Unsupported;
}

bool addsAcrossRanks(const Graph &graph, const Node &node) {
  if (node.opcode != Opcode::AllReduce && node.opcode != Opcode::ReduceScatter && node.opcode != Opcode::CrossReplicaSum)
    return false;
  bool anyFloat = std::any_of(node.operands.begin(), node.operands.end(),
                              [&](ValueId id) { return isFloat(graph.values[id].type); });
  if (!anyFloat || node.regions.empty())
    return anyFloat;
  Opcode combiner = combinerOf(graph, node.regions[0]);
  return combiner != Opcode::Maximum && combiner != Opcode::Minimum;
}

} // namespace lockstep::verifier
