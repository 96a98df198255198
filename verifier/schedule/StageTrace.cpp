// Traces of the programs of a step.
#include "verifier/schedule/Trace.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace lockstep::verifier {

std::string typeText(const Value &value) {
  std::string text = "tensor<";
  for (int64_t extent : value.shape)
    text += std::to_string(extent) + "x";
  return text + std::string(name(value.type)) + ">";
}

std::string keyText(const MessageAttr &message) {
  std::string key = "\"" + message.tag + "\"";
  return message.microBatch < 0 ? key : key + " of micro-batch " + std::to_string(message.microBatch);
}

std::string signatureOf(const Graph &graph, const Node &node) {
  std::string text(spelling(node.opcode));
  for (const Region &region : node.regions)
    for (NodeId id : region.nodes)
      text += " by " + std::string(spelling(graph.node(id).opcode));
  for (ValueId operand : node.operands)
    text += " of " + typeText(graph.value(operand));
  if (const auto *attr = std::get_if<CollectiveAttr>(&node.attributes)) {
    if (node.opcode != Opcode::AllReduce)
      text += " along dim " + std::to_string(attr->dim);
    if (node.opcode == Opcode::AllToAll)
      text += " to dim " + std::to_string(attr->concatDim);
    text += " on channel " + std::to_string(attr->channel);
  }
  return text;
}

const Node *stepOf(const Graph &graph) {
  for (NodeId id : graph.body().nodes)
    if (graph.node(id).opcode == Opcode::PlanStep)
      return &graph.node(id);
  return nullptr;
}

namespace {

class Tracer {
public:
  Tracer(const Graph &graph, const Node &step)
      : graph(graph), step(step), mesh(graph.meshes[std::get<StepAttr>(step.attributes).mesh]),
        axis(*mesh.axisIndex(std::get<StepAttr>(step.attributes).stageAxis)) {}

  StageTraces run() {
    StageTraces traces;
    for (unsigned stage = 0; stage < step.regions.size(); ++stage) {
      traces.stages.emplace_back();
      for (NodeId id : step.regions[stage].nodes)
        if (auto post = postOf(graph.node(id), stage, std::nullopt, traces))
          traces.stages.back().push_back({id, std::move(*post)});
    }
    if (symmetric)
      return traces;
    StageTraces counted;
    for (int64_t device = 0; device < mesh.deviceCount(); ++device) {
      unsigned stage = stageOf(device);
      traces.devices.emplace_back();
      for (NodeId id : step.regions[stage].nodes)
        if (auto post = postOf(graph.node(id), stage, device, counted))
          traces.devices.back().push_back({id, std::move(*post)});
    }
    return traces;
  }

private:
  unsigned stageOf(int64_t device) const { return static_cast<unsigned>(mesh.coordinates(device)[axis]); }

  unsigned partner(int64_t device, unsigned stage) const {
    std::vector<int64_t> coordinates = mesh.coordinates(device);
    coordinates[axis] = stage;
    int64_t linear = 0;
    for (size_t i = 0; i < coordinates.size(); ++i)
      linear = linear * mesh.axes[i].size + coordinates[i];
    return static_cast<unsigned>(mesh.deviceAt(linear));
  }

  MessageEnd endOf(NodeId id, std::optional<int64_t> device) const {
    const Node &node = graph.node(id);
    const auto &message = std::get<MessageAttr>(node.attributes);
    bool sends = node.opcode == Opcode::PlanSend;
    const Value &value = graph.value(sends ? node.operands[0] : node.results[0]);
    return {sends, device ? partner(*device, message.peer) : message.peer, keyText(message), typeText(value),
            graph.locationOf(id).str()};
  }

  std::optional<Post> postOf(const Node &node, unsigned stage, std::optional<int64_t> device, StageTraces &traces) {
    Post post;
    switch (node.opcode) {
    case Opcode::PlanSend:
    case Opcode::PlanRecv:
      post.messages.push_back(endOf(idOf(node), device));
      traces.messages += node.opcode == Opcode::PlanSend;
      return post;
    case Opcode::PlanGroup:
      for (NodeId id : node.regions[0].nodes) {
        post.messages.push_back(endOf(id, device));
        traces.messages += graph.node(id).opcode == Opcode::PlanSend;
      }
      return post;
    default:
      break;
    }
    if (std::holds_alternative<CollectiveAttr>(node.attributes))
      return collective(node, stage, device, traces);
    return std::nullopt;
  }

  NodeId idOf(const Node &node) const { return static_cast<NodeId>(&node - graph.nodes.data()); }

  // A collective that reaches other stages; the others are met by all devices of the stage together.
  std::optional<Post> collective(const Node &node, unsigned stage, std::optional<int64_t> device, StageTraces &traces) {
    auto groups = graph.groupTables[std::get<CollectiveAttr>(node.attributes).groups];
    if (groups.empty()) {
      groups.emplace_back(static_cast<size_t>(mesh.deviceCount()));
      std::iota(groups[0].begin(), groups[0].end(), 0);
    }
    std::sort(groups.begin(), groups.end());
    CollectiveEnd end;
    std::set<unsigned> members;
    bool first = true, crosses = false;
    for (const std::vector<int64_t> &group : groups) {
      std::set<unsigned> stages;
      for (int64_t member : group)
        if (member >= 0 && member < mesh.deviceCount())
          stages.insert(stageOf(member));
      if (!stages.contains(stage))
        continue;
      crosses |= stages.size() > 1;
      if (!device && !first && stages != members)
        symmetric = false;
      first = false;
      if (device && std::find(group.begin(), group.end(), *device) == group.end())
        continue;
      if (device)
        members.insert(group.begin(), group.end());
      else
        members.insert(stages.begin(), stages.end());
      for (int64_t member : group)
        end.communicator += std::to_string(member) + ",";
      end.communicator += ";";
    }
    if (!crosses)
      return std::nullopt;
    ++traces.collectives;
    end.members.assign(members.begin(), members.end());
    end.signature = signatureOf(graph, node);
    end.place = graph.locationOf(idOf(node)).str();
    return Post{{}, std::move(end)};
  }

  const Graph &graph;
  const Node &step;
  const Mesh &mesh;
  unsigned axis;
  bool symmetric = true;
};

} // namespace

StageTraces stageTraces(const Graph &graph, const Node &step) { return Tracer(graph, step).run(); }

} // namespace lockstep::verifier
