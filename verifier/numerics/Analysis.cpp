#include "verifier/numerics/Analysis.h"

#include <algorithm>

namespace lockstep::verifier {

static constexpr unsigned kMaxTrips = 4096;
static constexpr uint64_t kMaxSteps = 4'000'000;

std::vector<ProgramBound> boundResults(const Graph &graph, const std::vector<std::optional<Interval>> &ranges) {
  return ErrorAnalysis(graph, ranges).run();
}

ErrorAnalysis::ErrorAnalysis(const Graph &graph, const std::vector<std::optional<Interval>> &ranges)
    : graph(graph), ranges(ranges), states(graph.values.size()) {
  if (graph.form == GraphForm::PerDevice)
    devices = graph.mesh.deviceCount();
}

std::vector<ProgramBound> ErrorAnalysis::run() {
  const Region &body = graph.body();
  States arguments;
  for (size_t i = 0; i < body.arguments.size(); ++i)
    arguments.push_back(argument(body.arguments[i], i < ranges.size() ? ranges[i] : std::nullopt));
  std::vector<ProgramBound> bounds;
  for (const State &state : region(body, arguments)) {
    ProgramBound bound;
    if (!state.isLost())
      bound.factor = state.factor;
    else
      bound.reason = causes[state.lost].why, bound.node = causes[state.lost].node;
    bounds.push_back(std::move(bound));
  }
  return bounds;
}

ErrorState ErrorAnalysis::typed(ValueId id) const {
  State state;
  ElementType type = typeOf(id);
  if (isBoolean(type))
    state.range = {0, 1};
  else if (isUnsigned(type))
    state.range = {0, kUnbounded};
  state.largest = state.range.most();
  return state;
}

ErrorState ErrorAnalysis::argument(ValueId id, const std::optional<Interval> &range) const {
  State state = typed(id);
  if (range) {
    state.range = *range;
    state.largest = range->most();
  }
  return state;
}

ErrorState ErrorAnalysis::lose(NodeId id, const std::string &why) {
  State state;
  state.lost = static_cast<uint32_t>(causes.size());
  causes.push_back({id, std::string(spelling(graph.node(id).opcode)) + ": " + why});
  return state;
}

ErrorAnalysis::States ErrorAnalysis::region(const Region &region, const States &arguments) {
  for (size_t i = 0; i < region.arguments.size() && i < arguments.size(); ++i)
    states[region.arguments[i]] = arguments[i];
  for (NodeId id : region.nodes)
    execute(id);
  States results;
  for (ValueId id : region.results)
    results.push_back(states[id]);
  return results;
}

void ErrorAnalysis::execute(NodeId id) {
  const Node &node = graph.node(id);
  States operands;
  const State *lost = nullptr;
  for (ValueId operand : node.operands) {
    operands.push_back(states[operand]);
    if (operands.back().isLost() && !lost)
      lost = &states[operand];
  }
  States results;
  switch (node.opcode) {
  case Opcode::Call: case Opcode::Composite: case Opcode::While: case Opcode::Case: case Opcode::If:
  case Opcode::OptimizationBarrier: case Opcode::Identity: case Opcode::ShardingConstraint: case Opcode::Reshard:
  case Opcode::PropagationBarrier: case Opcode::ManualComputation:
    results = control(id, operands);
    break;
  case Opcode::AllGather: case Opcode::AllToAll: case Opcode::CollectiveBroadcast: // result i is of operand i
    results = operands;
    break;
  default:
    if (++steps > kMaxSteps)
      results.assign(node.results.size(), lose(id, "the program is too long for the analysis"));
    else if (lost)
      results.assign(node.results.size(), *lost);
    else
      results.assign(node.results.size(), evaluate(id, operands));
    if (node.results.size() > 1) // several results, such as a sort's: each has the range of its type
      for (size_t i = 0; i < results.size(); ++i)
        if (!isFloat(typeOf(node.results[i])) && !results[i].isLost())
          results[i] = typed(node.results[i]);
  }
  for (size_t i = 0; i < node.results.size() && i < results.size(); ++i)
    states[node.results[i]] = results[i];
}

ErrorAnalysis::States ErrorAnalysis::control(NodeId id, const States &operands) {
  const Node &node = graph.node(id);
  switch (node.opcode) {
  case Opcode::Call: case Opcode::Composite:
    return region(graph.functions[std::get<CallAttr>(node.attributes).function].body, operands);
  case Opcode::While: return loop(id, operands);
  case Opcode::Case: case Opcode::If: return branch(id, operands[0]);
  case Opcode::ManualComputation: {
    int64_t outside = devices;
    devices = graph.meshes[std::get<ManualAttr>(node.attributes).mesh].deviceCount();
    States results = region(node.regions[0], operands);
    devices = outside;
    return results;
  }
  default: return operands;
  }
}

ErrorAnalysis::States ErrorAnalysis::loop(NodeId id, States state) {
  const Node &node = graph.node(id);
  for (unsigned trip = 0; trip < kMaxTrips && steps <= kMaxSteps; ++trip) {
    State test = region(node.regions[0], state).at(0);
    if (test.isLost() || !test.number)
      return States(node.results.size(), test.isLost() ? test : lose(id, "how often the loop runs is not known"));
    if (*test.number == 0)
      return state;
    state = region(node.regions[1], state);
  }
  return States(node.results.size(), lose(id, "the loop runs too often for the analysis"));
}

ErrorAnalysis::States ErrorAnalysis::branch(NodeId id, const State &predicate) {
  const Node &node = graph.node(id);
  if (predicate.isLost())
    return States(node.results.size(), predicate);
  if (predicate.number) {
    int64_t last = static_cast<int64_t>(node.regions.size()) - 1, k = *predicate.number;
    int64_t chosen = node.opcode == Opcode::If ? (k ? 0 : 1) : k < 0 || k > last ? last : k;
    return region(node.regions[static_cast<size_t>(chosen)], {});
  }
  States results;
  for (const Region &each : node.regions) {
    States values = region(each, {});
    for (size_t i = 0; i < values.size(); ++i)
      if (&each == &node.regions[0])
        results.push_back(values[i]);
      else
        results[i] = join(results[i], values[i]);
  }
  return results;
}

} // namespace lockstep::verifier
