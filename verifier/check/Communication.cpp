#include "verifier/check/Communication.h"

#include "verifier/graph/Groups.h"
#include "verifier/schedule/RankTrace.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep::verifier {

namespace {

bool isCollective(Opcode opcode) {
  switch (opcode) {
  case Opcode::AllReduce:
  case Opcode::AllGather:
  case Opcode::ReduceScatter:
  case Opcode::AllToAll:
  case Opcode::CollectivePermute:
  case Opcode::CollectiveBroadcast:
  case Opcode::CrossReplicaSum:
    return true;
  default:
    return false;
  }
}

SourceLocation toSource(const Location &location) { return {location.file, location.line, location.column}; }

/// Walks the rank program with, per value, whether it may differ between ranks.
class Walk {
public:
  explicit Walk(const Graph &graph) : graph(graph) {}

  void run() {
    if (graph.form == GraphForm::PerDevice) {
      mesh = &graph.mesh;
      for (size_t i = 0; i < graph.body().arguments.size(); ++i)
        varies[graph.body().arguments[i]] = isCut(graph.argumentShardings[i]);
    }
    walk(graph.body(), 0);
  }

  unsigned collectives = 0;
  std::vector<Obligation> problems;

private:
  const Graph &graph;
  const Mesh *mesh = nullptr;      // of the rank program walked at the moment
  std::set<int64_t> own;           // devices of the stage walked at the moment; empty outside of stages
  NodeId divergent = kNone;        // innermost control operator whose decision may differ between ranks
  std::map<ValueId, bool> varies;

  static bool isCut(const Sharding &sharding) {
    return !sharding.unreduced.empty() ||
           std::any_of(sharding.dims.begin(), sharding.dims.end(), [](const DimSharding &dim) { return !dim.axes.empty(); });
  }

  bool anyVaries(const std::vector<ValueId> &values) {
    return std::any_of(values.begin(), values.end(), [&](ValueId value) { return varies[value]; });
  }

  void problem(NodeId id, Status status, const char *code, const std::string &message) {
    const Node &node = graph.node(id);
    Obligation obligation;
    obligation.kind = ObligationKind::Communication;
    obligation.id = "communication-" + std::to_string(problems.size() + 1);
    obligation.subject = std::string(spelling(node.opcode));
    obligation.status = status;
    obligation.method = Method::Simulation;
    obligation.code = code;
    obligation.message = message;
    obligation.location = toSource(graph.locationOf(id));
    obligation.planLocation = obligation.location;
    problems.push_back(std::move(obligation));
  }

  void walk(const Region &region, unsigned depth) {
    for (NodeId id : region.nodes)
      visit(id, depth);
  }

  void enter(const Region &region, const std::vector<ValueId> &operands, unsigned depth) {
    for (size_t i = 0; i < region.arguments.size(); ++i)
      varies[region.arguments[i]] |= i < operands.size() ? varies[operands[i]] : true;
    walk(region, depth + 1);
  }

  void leave(const Region &region, const std::vector<ValueId> &results, bool decisionVaries) {
    for (size_t i = 0; i < results.size(); ++i)
      varies[results[i]] |= decisionVaries || (i < region.results.size() && varies[region.results[i]]);
  }

  void visit(NodeId id, unsigned depth) {
    const Node &node = graph.node(id);
    if (depth > 64)
      return;
    switch (node.opcode) {
    case Opcode::PartitionId:
    case Opcode::ReplicaId:
    case Opcode::Unsupported:
    case Opcode::PlanRecv:
    case Opcode::CollectivePermute:
    case Opcode::ReduceScatter:
    case Opcode::AllToAll:
      for (ValueId result : node.results)
        varies[result] = true;
      break;
    case Opcode::Call:
    case Opcode::Composite: {
      const Region &body = graph.functions[std::get<CallAttr>(node.attributes).function].body;
      for (ValueId argument : body.arguments)
        varies[argument] = false; // every call on its own
      enter(body, node.operands, depth);
      leave(body, node.results, false);
      return;
    }
    case Opcode::ManualComputation:
      return manual(node, depth);
    case Opcode::PlanStep:
      return stages(node, depth);
    case Opcode::PlanGroup:
      walk(node.regions[0], depth + 1);
      for (ValueId result : node.results)
        varies[result] = true;
      return;
    case Opcode::If:
    case Opcode::Case:
      return branch(id, depth);
    case Opcode::While:
      return loop(id, depth);
    default:
      for (ValueId result : node.results)
        varies[result] = anyVaries(node.operands);
      break;
    }
    if (isCollective(node.opcode))
      collective(id);
  }

  void manual(const Node &node, unsigned depth) {
    const auto &attr = std::get<ManualAttr>(node.attributes);
    const Mesh *outer = mesh;
    mesh = &graph.meshes[attr.mesh];
    const Region &body = node.regions[0];
    for (size_t i = 0; i < body.arguments.size(); ++i)
      varies[body.arguments[i]] = isCut(attr.in[i]);
    walk(body, depth + 1);
    mesh = outer;
    for (ValueId result : node.results)
      varies[result] = false;
  }

  void stages(const Node &node, unsigned depth) {
    const auto &attr = std::get<StepAttr>(node.attributes);
    mesh = &graph.meshes[attr.mesh];
    size_t axis = *mesh->axisIndex(attr.stageAxis);
    for (size_t stage = 0; stage < node.regions.size(); ++stage) {
      own.clear();
      for (int64_t device = 0; device < mesh->deviceCount(); ++device)
        if (mesh->coordinates(device)[axis] == static_cast<int64_t>(stage))
          own.insert(device);
      size_t position = 0;
      for (size_t i = 0; i < node.operands.size(); ++i)
        if (std::count(attr.inStages[i].begin(), attr.inStages[i].end(), stage))
          varies[node.regions[stage].arguments[position++]] = isCut(attr.in[i]);
      walk(node.regions[stage], depth + 1);
    }
    own.clear();
    mesh = nullptr;
    for (ValueId result : node.results)
      varies[result] = false;
  }

  void branch(NodeId id, unsigned depth) {
    const Node &node = graph.node(id);
    bool decision = varies[node.operands[0]];
    NodeId outer = divergent;
    if (decision)
      divergent = id;
    for (const Region &region : node.regions) {
      walk(region, depth + 1);
      leave(region, node.results, decision);
    }
    divergent = outer;
  }

  // What varies is carried round until nothing new varies.
  void loop(NodeId id, unsigned depth) {
    const Node &node = graph.node(id);
    const Region &condition = node.regions[0], &body = node.regions[1];
    std::vector<bool> carried(node.operands.size());
    for (size_t i = 0; i < carried.size(); ++i)
      carried[i] = varies[node.operands[i]];
    auto savedProblems = problems.size();
    unsigned savedCollectives = collectives;
    NodeId outer = divergent;
    for (size_t round = 0; round <= carried.size() + 1; ++round) {
      problems.resize(savedProblems);
      collectives = savedCollectives;
      divergent = outer;
      for (size_t i = 0; i < carried.size(); ++i)
        varies[condition.arguments[i]] = varies[body.arguments[i]] = carried[i];
      walk(condition, depth + 1);
      bool decision = !condition.results.empty() && varies[condition.results[0]];
      if (decision)
        divergent = id;
      walk(body, depth + 1);
      bool changed = false;
      for (size_t i = 0; i < carried.size(); ++i)
        if (!carried[i] && (decision || varies[body.results[i]]))
          changed = carried[i] = true;
      if (!changed)
        break;
    }
    divergent = outer;
    for (size_t i = 0; i < node.results.size(); ++i)
      varies[node.results[i]] = carried[i];
  }

  void collective(NodeId id) {
    const Node &node = graph.node(id);
    ++collectives;
    if (!mesh)
      return problem(id, Status::Unsupported, "CM001", "a collective outside of any rank program has no meaning");
    if (divergent != kNone)
      problem(id, Status::Unknown, "CM004",
              "it stands under a branch or loop at " + graph.locationOf(divergent).str() +
                  " whose decision may differ between ranks");
    if (node.opcode == Opcode::CollectivePermute)
      return permute(id, std::get<PermuteAttr>(node.attributes));
    const auto &attr = std::get<CollectiveAttr>(node.attributes);
    bool uniform = groups(id, attr);
    // Ranks of one group leave a full reduction or gather with the same value.
    bool wholeMesh = graph.groupTables[attr.groups].size() <= 1 && own.empty();
    if (uniform && wholeMesh && (node.opcode == Opcode::AllReduce || node.opcode == Opcode::AllGather) &&
        attr.mode != GroupMode::CrossReplica)
      for (ValueId result : node.results)
        varies[result] = false;
  }

  /// True when the lists partition the devices.
  bool groups(NodeId id, const CollectiveAttr &attr) {
    GroupTable table = graph.groupTables[attr.groups];
    int64_t devices = mesh->deviceCount();
    if (!own.empty()) // groups of other stages do not matter here
      std::erase_if(table, [&](const std::vector<int64_t> &group) {
        return std::none_of(group.begin(), group.end(), [&](int64_t device) { return own.contains(device); });
      });
    // With one replica all other strategies number the same devices.
    if (attr.mode == GroupMode::CrossReplica && devices > 1)
      return false; // numbers are replicas; the value proof and the interpreter give them their meaning
    std::set<int64_t> seen;
    size_t size = table.empty() ? 0 : table.front().size();
    for (const auto &group : table) {
      if (group.size() != size) {
        problem(id, Status::Unsupported, "CM001", "its groups have different sizes");
        return false;
      }
      for (int64_t device : group) {
        if (device < 0 || device >= devices) {
          problem(id, Status::Refuted, "CM001",
                  "device " + std::to_string(device) + " is in a group, but the mesh has devices 0 to " +
                      std::to_string(devices - 1));
          return false;
        }
        if (!seen.insert(device).second) {
          problem(id, Status::Refuted, "CM001", "device " + std::to_string(device) + " is in two groups");
          return false;
        }
      }
    }
    int64_t missing = 0;
    while (missing < devices && (seen.count(missing) || !(own.empty() || own.contains(missing))))
      ++missing;
    if (missing < devices && (!table.empty() || !graph.groupTables[attr.groups].empty())) {
      problem(id, Status::Refuted, "CM001",
              "device " + std::to_string(missing) + " executes it, but is in none of its groups");
      return false;
    }
    return true;
  }

  void permute(NodeId id, const PermuteAttr &attr) {
    std::set<int64_t> sources, targets;
    int64_t devices = mesh->deviceCount();
    for (auto [source, target] : attr.pairs) {
      if (source < 0 || target < 0 || source >= devices || target >= devices)
        return problem(id, Status::Refuted, "CM001",
                       "the pair " + std::to_string(source) + " -> " + std::to_string(target) +
                           " names a device outside of the mesh");
      if (!sources.insert(source).second)
        return problem(id, Status::Refuted, "CM003", "device " + std::to_string(source) + " is the source of two pairs");
      if (!targets.insert(target).second)
        return problem(id, Status::Refuted, "CM003", "device " + std::to_string(target) + " is the target of two pairs");
    }
  }
};

/// Follows every device where control flow depends on the rank. True when all of them meet as they must; else the
/// problems say more than before.
bool decideByRank(const Graph &plan, std::vector<Obligation> &problems) {
  if (std::any_of(problems.begin(), problems.end(), [](const Obligation &problem) { return problem.code != "CM004"; }))
    return false;
  RankTraces ranks = rankTraces(plan);
  if (!ranks.undecided.empty()) {
    for (Obligation &problem : problems)
      problem.message += "; " + ranks.undecided;
    return false;
  }
  std::optional<Obstacle> obstacle = simulate(ranks.devices, "device");
  if (!obstacle)
    return true;
  Obligation &first = problems.front();
  bool cycle = !obstacle->waiting.empty() && !obstacle->waiting.front().peerEnded;
  first.status = Status::Refuted;
  first.code = obstacle->mismatch ? "CM001" : cycle ? "SC001" : "CM002";
  first.message = obstacle->text;
  problems.resize(1);
  return false;
}

} // namespace

std::vector<Obligation> checkCommunication(const Graph &plan) {
  Walk walk(plan);
  walk.run();
  if (walk.collectives == 0)
    return {};
  if (!walk.problems.empty() && !decideByRank(plan, walk.problems))
    return std::move(walk.problems);
  Obligation obligation;
  obligation.id = "communication-0";
  obligation.kind = ObligationKind::Communication;
  obligation.subject = std::to_string(walk.collectives) + " collectives";
  obligation.status = Status::Proved;
  obligation.method = Method::Simulation;
  return {obligation};
}

} // namespace lockstep::verifier
