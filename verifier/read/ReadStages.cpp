// Plans of stages. The programs are read in turns, each as far as it gets: a received value *is* the one that was sent,
// a collective across stages joins the values of its members. All stages share the rank variables of the axes other
// than that of the stages, so a message from a device to the one with the same coordinates is the value unchanged.
//
// Sends do not wait here. Values do not depend on when a message is received, and whether the schedule can deadlock is
// another obligation (verifier/schedule).
#include "verifier/graph/Groups.h"
#include "verifier/read/Reader.h"

#include <algorithm>
#include <deque>
#include <numeric>

namespace lockstep::verifier::engine {

using Lists = std::vector<std::vector<int64_t>>;

class Reader::Stages {
public:
  Stages(Reader &r, const Node &step)
      : r(r), step(step), attr(std::get<StepAttr>(step.attributes)), whole(r.graph.meshes[attr.mesh]),
        axis(*whole.axisIndex(attr.stageAxis)) {
    for (size_t i = 0; i < whole.axes.size(); ++i)
      if (i != axis)
        local.axes.push_back(whole.axes[i]);
    programs.resize(step.regions.size());
  }

  Values read(Span<Tensor> operands) {
    Vec<const Region *> bodies;
    for (const Region &region : step.regions)
      bodies.push_back(&region);
    r.enterMesh(local, bodies);
    for (now = 0; now < programs.size(); ++now)
      if (!takeOperands(operands))
        return {};
    for (bool moved = true; moved;) {
      moved = false;
      for (now = 0; now < programs.size(); ++now)
        moved |= advance();
    }
    Values results;
    bool stuck = false;
    for (size_t p = 0; p < programs.size(); ++p)
      stuck |= programs[p].next < step.regions[p].nodes.size();
    if (stuck && !r.n.exhausted())
      r.fail("the programs of its stages wait for one another");
    for (unsigned i = 0; i < step.results.size() && !stuck; ++i)
      results.push_back(result(i));
    return results;
  }

  /// Groups with devices of the stage at hand, as positions on its mesh; nothing when they reach beyond it.
  std::optional<Lists> groupsHere(const Lists &groups) const {
    Lists here;
    if (groups.empty())
      return std::nullopt; // all devices of all stages
    for (const std::vector<int64_t> &group : groups) {
      std::vector<int64_t> positions;
      for (int64_t device : group)
        if (auto place = placeOf(device); place && place->first == now)
          positions.push_back(place->second);
      if (positions.empty())
        continue;
      if (positions.size() != group.size())
        return std::nullopt;
      here.push_back(std::move(positions));
    }
    if (here.empty())
      return std::nullopt;
    return here;
  }

  /// Pairs within the stage at hand; nothing when data moves to or from another one.
  std::optional<PermuteAttr> pairsHere(const PermuteAttr &written) const {
    PermuteAttr here{written.mode, {}};
    for (auto [from, to] : written.pairs) {
      auto a = placeOf(from), b = placeOf(to);
      if (!a || !b || a->first != b->first)
        return std::nullopt;
      if (a->first == now || now >= programs.size())
        here.pairs.push_back({a->second, b->second});
    }
    return here;
  }

  /// The device's position on the whole mesh: axes of the stage's mesh, and the stage itself.
  Ix linear() const {
    Ix position = r.s.zeroIx;
    for (size_t i = 0, other = 0; i < whole.axes.size(); ++i) {
      Ix digit = i == axis ? r.n.constant(int64_t(now)) : r.rankIx[other++];
      position = r.n.add(r.n.scale(position, whole.axes[i].size), digit);
    }
    return position;
  }
  const Mesh &wholeMesh() const { return whole; }

private:
  struct Program {
    size_t next = 0;     // position among the region's nodes
    bool posted = false; // the sends of the group at `next` have been made
    size_t received = 0; // receives of that group that have ended
  };
  struct Message {
    const MessageAttr *key;
    Tensor value;
  };
  // A collective across stages: who takes part, and its axes within each stage.
  struct Crossing {
    Lists groups; // those with devices of the stage, as written
    std::vector<size_t> stages;
    std::vector<AxisDigit> axes;
  };

  /// Stage of a device, and its position on the mesh of a stage.
  std::optional<std::pair<size_t, int64_t>> placeOf(int64_t device) const {
    if (device < 0 || device >= whole.deviceCount())
      return std::nullopt;
    std::vector<int64_t> coordinates = whole.coordinates(device);
    int64_t position = 0;
    for (size_t i = 0; i < coordinates.size(); ++i)
      if (i != axis)
        position = position * whole.axes[i].size + coordinates[i];
    return std::pair(size_t(coordinates[axis]), position);
  }

  bool takeOperands(Span<Tensor> operands) {
    const Region &body = step.regions[now];
    size_t position = 0;
    for (size_t i = 0; i < operands.size(); ++i) {
      if (!llvm::is_contained(attr.inStages[i], now))
        continue;
      ValueId argument = body.arguments[position++];
      r.values[argument] = r.localArgument(operands[i], attr.in[i], r.graph.values[argument].shape, nullptr);
      if (r.failed)
        return false;
    }
    return true;
  }

  bool advance() {
    bool moved = false;
    r.groupMemo.clear(); // positions are those of the stage
    while (programs[now].next < step.regions[now].nodes.size() && one()) {
      ++programs[now].next;
      moved = true;
    }
    return moved;
  }

  NodeId current(size_t stage) const { return step.regions[stage].nodes[programs[stage].next]; }

  /// Reads the operator at hand; false when it has to wait.
  bool one() {
    NodeId id = current(now);
    const Node &node = r.graph.nodes[id];
    r.n.currentNode = id;
    switch (node.opcode) {
    case Opcode::PlanSend:
      send(node);
      return true;
    case Opcode::PlanRecv:
      return receive(id);
    case Opcode::PlanGroup:
      return group(node);
    default:
      break;
    }
    if (std::optional<Crossing> crossing = crossingOf(node, now))
      return join(*crossing);
    ++r.nodesRead;
    assign(node, r.node(node));
    return true;
  }

  void assign(const Node &node, Values results) {
    for (size_t i = 0; i < node.results.size(); ++i)
      r.values[node.results[i]] = std::move(results[i]);
  }

  void send(const Node &node) {
    const auto &message = std::get<MessageAttr>(node.attributes);
    waiting[{now, message.peer}].push_back({&message, r.values[node.operands[0]]});
  }

  bool receive(NodeId id) {
    const Node &node = r.graph.nodes[id];
    const auto &wanted = std::get<MessageAttr>(node.attributes);
    auto &queue = waiting[{wanted.peer, now}];
    if (queue.empty())
      return false;
    Message message = std::move(queue.front());
    queue.pop_front();
    bool same = message.key->tag == wanted.tag && message.key->microBatch == wanted.microBatch;
    const Value &declared = r.graph.values[node.results[0]];
    same &= message.value.type == declared.type && message.value.shape == declared.shape;
    if (!same) {
      r.reasons.try_emplace(id, "the message that arrives is not the one that is received");
      assign(node, r.broken(node, id));
      return true;
    }
    r.values[node.results[0]] = std::move(message.value);
    return true;
  }

  bool group(const Node &node) {
    const Region &body = node.regions[0];
    Program &program = programs[now];
    if (!program.posted)
      for (NodeId id : body.nodes)
        if (r.graph.nodes[id].opcode == Opcode::PlanSend)
          send(r.graph.nodes[id]);
    program.posted = true;
    size_t number = 0;
    for (NodeId id : body.nodes) {
      if (r.graph.nodes[id].opcode != Opcode::PlanRecv || number++ < program.received)
        continue;
      if (!receive(id))
        return false;
      ++program.received;
    }
    program.posted = false;
    program.received = 0;
    for (size_t i = 0; i < node.results.size(); ++i)
      r.values[node.results[i]] = r.values[body.results[i]];
    return true;
  }

  /// Nothing when the operator stays within the stage, or is no collective.
  std::optional<Crossing> crossingOf(const Node &node, size_t at) const {
    const auto *collective = std::get_if<CollectiveAttr>(&node.attributes);
    if (!collective)
      return std::nullopt;
    Lists groups = r.graph.groupTables[collective->groups];
    if (groups.empty()) {
      groups.emplace_back(whole.deviceCount());
      std::iota(groups[0].begin(), groups[0].end(), 0);
    }
    Crossing crossing;
    bool crosses = false;
    for (const std::vector<int64_t> &group : groups) {
      bool here = false, elsewhere = false;
      for (int64_t device : group) {
        auto place = placeOf(device);
        (place && place->first == at ? here : elsewhere) = true;
      }
      if (!here)
        continue;
      crosses |= elsewhere;
      crossing.groups.push_back(group);
    }
    if (!crosses)
      return std::nullopt;
    std::sort(crossing.groups.begin(), crossing.groups.end());
    return crossing;
  }

  /// Stages and axes of a crossing: every group holds, of each of the stages, the devices at the same positions, and
  /// these positions are the groups of axes.
  bool explain(Crossing &crossing) {
    Lists positions;
    for (const std::vector<int64_t> &group : crossing.groups) {
      std::map<size_t, std::vector<int64_t>> byStage;
      for (int64_t device : group) {
        auto place = placeOf(device);
        if (!place)
          return false;
        byStage[place->first].push_back(place->second);
      }
      std::vector<size_t> stages;
      for (auto &[stage, members] : byStage) {
        stages.push_back(stage);
        std::sort(members.begin(), members.end());
        if (members != byStage.begin()->second)
          return false;
      }
      if (crossing.stages.empty())
        crossing.stages = stages;
      if (crossing.stages != stages)
        return false;
      positions.push_back(byStage.begin()->second);
    }
    auto axes = digitsOfGroups(local, positions, /*ordered=*/false);
    crossing.axes = axes.value_or(std::vector<AxisDigit>());
    return axes.has_value();
  }

  /// Reads the collective once all members stand at it, for all of them; they pass it one by one.
  bool join(Crossing crossing) {
    NodeId id = current(now);
    const Node &node = r.graph.nodes[id];
    if (auto known = joined.find({now, id}); known != joined.end()) {
      assign(node, std::move(known->second));
      joined.erase(known);
      return true;
    }
    if (!explain(crossing))
      return unreadable(node, "its groups across stages are not those of stages and mesh axes");
    std::vector<const Node *> nodes;
    for (size_t stage : crossing.stages) {
      if (programs[stage].next >= step.regions[stage].nodes.size() || joined.contains({stage, current(stage)}))
        return false; // has not come to it yet, or has not passed the one before
      const Node &other = r.graph.nodes[current(stage)];
      std::optional<Crossing> theirs = crossingOf(other, stage);
      if (!theirs || theirs->groups != crossing.groups)
        return false;
      nodes.push_back(&other);
    }
    for (const Node *other : nodes)
      if (!agree(node, *other))
        return unreadable(node, "the stages that take part call different collectives");
    Values results = reduce(nodes, crossing);
    if (r.failed) {
      std::string why = r.failure;
      r.failed = false;
      return unreadable(node, why);
    }
    for (size_t i = 0; i < nodes.size(); ++i)
      if (crossing.stages[i] != now)
        joined[{crossing.stages[i], current(crossing.stages[i])}] = results;
    assign(node, std::move(results));
    return true;
  }

  bool unreadable(const Node &node, const std::string &why) {
    NodeId id = static_cast<NodeId>(&node - r.graph.nodes.data());
    r.reasons.try_emplace(id, why);
    assign(node, r.broken(node, id));
    return true;
  }

  bool agree(const Node &a, const Node &b) const {
    const auto &x = std::get<CollectiveAttr>(a.attributes), &y = std::get<CollectiveAttr>(b.attributes);
    bool same = a.opcode == b.opcode && x.channel == y.channel && x.mode == y.mode &&
                a.operands.size() == b.operands.size() && a.regions.size() == b.regions.size();
    for (size_t i = 0; same && i < a.operands.size(); ++i) {
      const Value &p = r.graph.values[a.operands[i]], &q = r.graph.values[b.operands[i]];
      same = p.type == q.type && p.shape == q.shape;
    }
    return same && (a.regions.empty() || r.reducer(a.regions[0]) == r.reducer(b.regions[0]));
  }

  /// Sum (or other reduction) over the axes within each stage, then over the stages.
  Values reduce(const std::vector<const Node *> &nodes, const Crossing &crossing) {
    const Node &node = *nodes[0];
    ReduceKind kind = node.regions.empty() ? ReduceKind::Other : r.reducer(node.regions[0]);
    if (node.opcode != Opcode::AllReduce || kind == ReduceKind::Other || kind == ReduceKind::Multiply) {
      r.fail("of the collectives across stages only reductions to all members are modelled");
      return {};
    }
    Values results;
    for (size_t i = 0; i < node.results.size(); ++i) {
      std::vector<Tensor> members;
      for (const Node *other : nodes) {
        Tensor value = r.values[other->operands[i]];
        if (value.unsupported != kNone)
          return r.broken(node, value.unsupported);
        if (value.isSpecialised())
          r.fail("a value that is read per coordinate goes across stages");
        members.push_back(std::move(value));
      }
      results.push_back(r.make(node.results[i], [&](Span<Ix> index) {
        std::optional<Comb> total;
        for (const Tensor &member : members) {
          Comb part = crossing.axes.empty() ? r.at(member, index) : r.reducedOver(kind, member, 0, index, crossing.axes);
          total = total ? r.combined(kind, *total, part, member.type) : part;
          if (!total) {
            r.fail("the combiner of the collective is not modelled");
            return r.s.zero;
          }
        }
        return *total;
      }));
    }
    return results;
  }

  /// A result as any of its stages holds it, provided that all of them hold the same.
  Tensor result(unsigned i) {
    std::optional<Tensor> first;
    if (resultNumber(i) == kNone) { // nobody asks for it, and replicas are found for results of the program only
      NodeId id = static_cast<NodeId>(&step - r.graph.nodes.data());
      r.reasons.try_emplace(id, "the result of the step is not one of the program");
      return r.broken(step, id)[i];
    }
    for (unsigned stage : attr.outStages[i]) {
      size_t position = 0;
      for (unsigned other = 0; other < i; ++other)
        position += llvm::is_contained(attr.outStages[other], stage);
      const Tensor &value = r.values[step.regions[stage].results[position]];
      if (value.unsupported != kNone)
        return r.broken(step, value.unsupported)[i];
      if (!first) {
        now = stage;
        first = value;
        continue;
      }
      bool same = value.parts.size() == first->parts.size();
      for (size_t part = 0; same && part < value.parts.size(); ++part)
        same = r.n.sameValue(first->parts[part], value.parts[part]);
      if (!same)
        r.replicas.push_back({resultNumber(i), attr.stageAxis,
                              "stages " + std::to_string(now) + " and " + std::to_string(stage) +
                                  " hold different values of result " + std::to_string(i),
                              /*betweenStages=*/true});
    }
    return r.placed(*first, attr.out[i], resultNumber(i), nullptr);
  }

  /// The step's results are those of the program, in their order (constraint C10 of the dialect), or some of them.
  unsigned resultNumber(unsigned i) const {
    const auto &results = r.graph.body().results;
    auto found = std::find(results.begin(), results.end(), step.results[i]);
    return found == results.end() ? kNone : unsigned(found - results.begin());
  }

  Reader &r;
  const Node &step;
  const StepAttr &attr;
  const Mesh &whole;
  unsigned axis;
  Mesh local; // of one stage, devices numbered by position
  size_t now = ~size_t(0);
  std::vector<Program> programs;
  std::map<std::pair<size_t, size_t>, std::deque<Message>> waiting; // source, target
  std::map<std::pair<size_t, NodeId>, Values> joined;               // read at another member, not passed yet
};

Reader::Values Reader::stages(const Node &node, Span<Tensor> operands) {
  if (stage || mesh) {
    fail("a step of stages inside of a rank program");
    return {};
  }
  Stages reading(*this, node);
  stage = &reading;
  Values results = reading.read(operands);
  leaveMesh();
  stage = nullptr;
  mesh = nullptr;
  return results;
}

std::optional<Lists> Reader::groupsHere(const CollectiveAttr &attr) {
  const Lists &groups = graph.groupTables[attr.groups];
  return stage ? stage->groupsHere(groups) : std::optional(groups);
}

std::optional<PermuteAttr> Reader::pairsHere(const PermuteAttr &attr) { return stage ? stage->pairsHere(attr) : attr; }

Comb Reader::stagePartitionId() {
  const Mesh &whole = stage->wholeMesh();
  Ix linear = stage->linear();
  if (whole.deviceIds.empty())
    return n.fromIndex(linear);
  if (s[linear].isConst())
    return n.number(whole.deviceAt(s[linear].c));
  Tensor table;
  table.table = std::make_shared<std::vector<int64_t>>(whole.deviceIds);
  std::optional<Comb> id = tableLookup(table, n.fromIndex(linear));
  if (!id)
    fail("the device order of the mesh is too large to be tabulated");
  return id.value_or(s.zero);
}

} // namespace lockstep::verifier::engine
