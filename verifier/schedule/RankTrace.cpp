#include "verifier/schedule/RankTrace.h"

#include "verifier/schedule/Scalars.h"

#include <algorithm>
#include <numeric>

namespace lockstep::verifier {

namespace {

constexpr int64_t kMostDevices = 1024;
constexpr uint64_t kMostSteps = 20'000'000; // operators followed, over all devices
constexpr unsigned kDeepest = 64;

bool communicates(const Node &node) {
  return std::holds_alternative<CollectiveAttr>(node.attributes) ||
         std::holds_alternative<PermuteAttr>(node.attributes) || std::holds_alternative<MessageAttr>(node.attributes);
}

class Follower {
public:
  Follower(const Graph &graph, const Mesh &mesh, std::optional<size_t> stageAxis, uint64_t &budget)
      : graph(graph), mesh(mesh), stageAxis(stageAxis), budget(budget) {}

  Trace follow(const Region &body, int64_t number) {
    device = number;
    trace.clear();
    path.clear();
    Scalars fresh(graph, number);
    scalars = &fresh;
    walk(body, 0);
    return std::move(trace);
  }

  std::string undecided;

private:
  const Graph &graph;
  const Mesh &mesh;
  std::optional<size_t> stageAxis;
  uint64_t &budget;
  int64_t device = 0;
  Scalars *scalars = nullptr;
  Trace trace;
  std::string path; // of calls, branches and rounds

  NodeId idOf(const Node &node) const { return static_cast<NodeId>(&node - graph.nodes.data()); }

  void giveUp(const Node &node, const std::string &why) {
    if (undecided.empty())
      undecided = why + " at " + graph.locationOf(idOf(node)).str();
  }

  /// Whether anything in there communicates.
  bool talks(const Region &region, unsigned depth = 0) const {
    if (depth > kDeepest)
      return true;
    return std::any_of(region.nodes.begin(), region.nodes.end(), [&](NodeId id) {
      const Node &node = graph.node(id);
      if (communicates(node))
        return true;
      if (const auto *call = std::get_if<CallAttr>(&node.attributes); call && talks(graph.functions[call->function].body, depth + 1))
        return true;
      return std::any_of(node.regions.begin(), node.regions.end(),
                         [&](const Region &inner) { return talks(inner, depth + 1); });
    });
  }

  bool talks(const Node &node) const {
    return std::any_of(node.regions.begin(), node.regions.end(), [&](const Region &region) { return talks(region); });
  }

  void walk(const Region &region, unsigned depth) {
    for (NodeId id : region.nodes) {
      if (!undecided.empty())
        return;
      const Node &node = graph.node(id);
      if (budget == 0 || depth > kDeepest)
        return giveUp(node, "the program is too long to be followed");
      --budget;
      visit(node, depth);
    }
  }

  void visit(const Node &node, unsigned depth) {
    switch (node.opcode) {
    case Opcode::Call:
    case Opcode::Composite: {
      const Region &body = graph.functions[std::get<CallAttr>(node.attributes).function].body;
      enter(body, node.operands);
      within("call", node, 0, [&] { walk(body, depth + 1); });
      return leave(body, node);
    }
    case Opcode::If:
    case Opcode::Case:
      return branch(node, depth);
    case Opcode::While:
      return loop(node, depth);
    case Opcode::PlanGroup:
    case Opcode::PlanSend:
    case Opcode::PlanRecv:
      scalars->forget(node);
      return message(node);
    case Opcode::ManualComputation:
      return giveUp(node, "a manual computation inside of a rank program is not followed");
    default:
      break;
    }
    if (std::holds_alternative<CollectiveAttr>(node.attributes)) {
      scalars->forget(node);
      return collective(node);
    }
    if (std::holds_alternative<PermuteAttr>(node.attributes)) {
      scalars->forget(node);
      return permute(node);
    }
    scalars->evaluate(node);
  }

  void enter(const Region &region, const std::vector<ValueId> &operands) {
    for (size_t i = 0; i < region.arguments.size() && i < operands.size(); ++i)
      scalars->set(region.arguments[i], operands[i]);
  }

  void leave(const Region &region, const Node &node) {
    for (size_t i = 0; i < node.results.size() && i < region.results.size(); ++i)
      scalars->set(node.results[i], region.results[i]);
  }

  void branch(const Node &node, unsigned depth) {
    std::optional<int64_t> index = scalars->scalar(node.operands[0]);
    if (!index) {
      scalars->forget(node);
      if (talks(node))
        giveUp(node, "a branch around communication depends on data");
      return;
    }
    int64_t count = static_cast<int64_t>(node.regions.size());
    int64_t taken = node.opcode == Opcode::If ? (*index ? 0 : 1) : (*index < 0 || *index >= count ? count - 1 : *index);
    const Region &region = node.regions[static_cast<size_t>(taken)];
    within("branch", node, taken, [&] { walk(region, depth + 1); });
    leave(region, node);
  }

  /// What is met inside is another event than the same operator met elsewhere.
  template <typename Walk> void within(const char *what, const Node &node, int64_t number, Walk walk) {
    size_t length = path.size();
    path += std::string(what) + std::to_string(idOf(node)) + "." + std::to_string(number) + "/";
    walk();
    path.resize(length);
  }

  void loop(const Node &node, unsigned depth) {
    const Region &condition = node.regions[0], &body = node.regions[1];
    if (!talks(node)) // its values are not followed: most are data
      return scalars->forget(node);
    enter(condition, node.operands);
    enter(body, node.operands);
    for (int64_t round = 0; undecided.empty(); ++round) {
      within("loop", node, round, [&] { walk(condition, depth + 1); });
      std::optional<int64_t> goOn = condition.results.empty() ? std::nullopt : scalars->scalar(condition.results[0]);
      if (!goOn)
        return giveUp(node, "a loop around communication depends on data");
      if (*goOn == 0)
        break;
      within("loop", node, round, [&] { walk(body, depth + 1); });
      carry(body, condition);
    }
    for (size_t i = 0; i < node.results.size(); ++i)
      scalars->set(node.results[i], condition.arguments[i]);
  }

  /// What the body returns enters the next round; all at once, since results may be arguments in another order.
  void carry(const Region &body, const Region &condition) {
    std::vector<std::optional<Scalars::Elements>> next;
    for (ValueId result : body.results)
      next.push_back(scalars->elements(result));
    for (size_t i = 0; i < next.size(); ++i) {
      scalars->assign(condition.arguments[i], next[i]);
      scalars->assign(body.arguments[i], next[i]);
    }
  }

  void message(const Node &node) {
    Post post;
    auto add = [&](const Node &end) {
      const auto &attr = std::get<MessageAttr>(end.attributes);
      bool sends = end.opcode == Opcode::PlanSend;
      std::vector<int64_t> coordinates = mesh.coordinates(device);
      coordinates[*stageAxis] = attr.peer;
      int64_t linear = 0;
      for (size_t i = 0; i < coordinates.size(); ++i)
        linear = linear * mesh.axes[i].size + coordinates[i];
      const Value &value = graph.value(sends ? end.operands[0] : end.results[0]);
      post.messages.push_back({sends, static_cast<unsigned>(mesh.deviceAt(linear)), keyText(attr), typeText(value),
                               graph.locationOf(idOf(end)).str()});
    };
    if (node.opcode == Opcode::PlanGroup)
      for (NodeId id : node.regions[0].nodes)
        add(graph.node(id));
    else
      add(node);
    trace.push_back({idOf(node), std::move(post)});
  }

  void collective(const Node &node) {
    auto groups = graph.groupTables[std::get<CollectiveAttr>(node.attributes).groups];
    if (groups.empty()) {
      groups.emplace_back(static_cast<size_t>(mesh.deviceCount()));
      std::iota(groups[0].begin(), groups[0].end(), 0);
    }
    for (const std::vector<int64_t> &group : groups) {
      if (std::find(group.begin(), group.end(), device) == group.end())
        continue;
      CollectiveEnd end;
      for (int64_t member : group) {
        if (member < 0 || member >= mesh.deviceCount())
          return giveUp(node, "a group names a device that the mesh does not have");
        end.communicator += std::to_string(member) + ",";
        end.members.push_back(static_cast<unsigned>(member));
      }
      std::sort(end.members.begin(), end.members.end());
      // Programs of different stages meet by their order; within one program only the same operator meets itself.
      if (withinStage(group))
        end.communicator += path + std::to_string(idOf(node));
      end.signature = signatureOf(graph, node);
      end.place = graph.locationOf(idOf(node)).str();
      trace.push_back({idOf(node), {{}, std::move(end)}});
      return;
    }
  }

  bool withinStage(const std::vector<int64_t> &group) const {
    return !stageAxis || std::all_of(group.begin(), group.end(), [&](int64_t member) {
      return mesh.coordinates(member)[*stageAxis] == mesh.coordinates(device)[*stageAxis];
    });
  }

  void permute(const Node &node) {
    Post post;
    std::string key = "the piece of permute " + path + std::to_string(idOf(node));
    std::string type = typeText(graph.value(node.operands[0])), place = graph.locationOf(idOf(node)).str();
    for (auto [from, to] : std::get<PermuteAttr>(node.attributes).pairs) {
      if (std::min(from, to) < 0 || std::max(from, to) >= mesh.deviceCount())
        return giveUp(node, "a permute names a device that the mesh does not have");
      if (from == to)
        continue;
      if (from == device)
        post.messages.push_back({true, static_cast<unsigned>(to), key, type, place});
      if (to == device)
        post.messages.push_back({false, static_cast<unsigned>(from), key, type, place});
    }
    if (!post.messages.empty())
      trace.push_back({idOf(node), std::move(post)});
  }
};

} // namespace

RankTraces rankTraces(const Graph &graph) {
  RankTraces result;
  const Mesh *mesh = nullptr;
  const Node *step = stepOf(graph), *manual = nullptr;
  unsigned manuals = 0;
  for (NodeId id : graph.body().nodes)
    if (graph.node(id).opcode == Opcode::ManualComputation)
      manual = &graph.node(id), ++manuals;
  std::optional<size_t> axis;
  if (step) {
    const auto &attr = std::get<StepAttr>(step->attributes);
    mesh = &graph.meshes[attr.mesh];
    axis = *mesh->axisIndex(attr.stageAxis);
  } else if (graph.form == GraphForm::PerDevice) {
    mesh = &graph.mesh;
  } else if (manuals == 1) {
    mesh = &graph.meshes[std::get<ManualAttr>(manual->attributes).mesh];
  }
  if (!mesh || mesh->deviceCount() > kMostDevices) {
    result.undecided = mesh ? "there are more than 1024 devices" : "there is not just one rank program";
    return result;
  }
  uint64_t budget = kMostSteps;
  Follower follower(graph, *mesh, axis, budget);
  for (int64_t device = 0; device < mesh->deviceCount() && follower.undecided.empty(); ++device) {
    const Region &body = step     ? step->regions[static_cast<size_t>(mesh->coordinates(device)[*axis])]
                         : manual && graph.form != GraphForm::PerDevice ? manual->regions[0]
                                                                        : graph.body();
    result.devices.push_back(follower.follow(body, device));
  }
  result.undecided = follower.undecided;
  return result;
}

} // namespace lockstep::verifier
