// plan.step: the programs of all stages run in turns, each as far as it gets; messages and collectives between stages
// end when every side has come to them. Within a stage all devices run in lockstep, as in any rank program.
#include "ir/core/Rendezvous.h"
#include "ir/interpreter/machine/Diagnostics.h"
#include "ir/interpreter/machine/Execution.h"
#include "ir/interpreter/ranks/Placement.h"
#include "ir/plan/PlanOps.h"
#include "ir/sdy/Convert.h"
#include "ir/stablehlo/ReplicaGroups.h"

#include <algorithm>
#include <set>

namespace lockstep::interp {
namespace {

using Values = std::vector<RankValue>;

std::string text(mlir::Type type) {
  std::string result;
  llvm::raw_string_ostream(result) << type;
  return result;
}

// "\"act\" of micro-batch 2".
template <typename Op> std::string keyOf(Op op) {
  std::string key = "\"" + op.getTag().str() + "\"";
  if (op.getMicroBatch())
    key += " of micro-batch " + std::to_string(*op.getMicroBatch());
  return key;
}

MessageEnd endOf(mlir::Operation *op) {
  if (auto send = llvm::dyn_cast<plan::SendOp>(op))
    return {true, unsigned(send.getStage()), keyOf(send), text(send.getValue().getType()), placeOf(op)};
  auto receive = llvm::cast<plan::RecvOp>(op);
  return {false, unsigned(receive.getStage()), keyOf(receive), text(receive.getType()), placeOf(op)};
}

// What members of a collective must agree on: kind, channel, types, other attributes, reduction.
std::string signatureOf(mlir::Operation *op) {
  std::string result = op->getName().getStringRef().str();
  llvm::raw_string_ostream os(result);
  for (mlir::NamedAttribute attribute : op->getAttrs())
    if (attribute.getName() != "replica_groups" && !attribute.getName().getValue().contains('.'))
      os << " " << attribute.getName().getValue() << "=" << attribute.getValue();
  for (mlir::Region &region : op->getRegions())
    region.walk([&](mlir::Operation *inner) {
      if (!inner->hasTrait<mlir::OpTrait::IsTerminator>())
        os << " by " << inner->getName();
    });
  for (mlir::Type type : op->getOperandTypes())
    os << " of " << type;
  return result;
}

class Stages {
public:
  Stages(plan::StepOp op, Execution &outside, const Step &step, World &world)
      : op(op), outside(outside), step(step), world(world), axis(*world.mesh.axisIndex(op.getStageAxis().str())),
        frame(outside.frame.values.size(), outside.frame.depth), meetings(op.getStageCount(), "stage") {
    ranks.resize(op.getStageCount());
    for (unsigned rank = 0; rank < world.rankCount(); ++rank)
      ranks[stageOf(world.devices[rank])].push_back(rank);
    next.assign(ranks.size(), 0);
  }

  llvm::Error run() {
    for (unsigned stage = 0; stage < ranks.size(); ++stage)
      if (llvm::Error e = cutOperands(stage))
        return e;
    while (true) {
      bool moved = false;
      for (unsigned stage = 0; stage < ranks.size(); ++stage) {
        llvm::Expected<bool> advanced = advance(stage);
        if (!advanced)
          return advanced.takeError();
        moved |= *advanced;
      }
      for (const Rendezvous::Transfer &transfer : meetings.transfer()) {
        carry(transfer);
        moved = true;
      }
      for (const std::vector<unsigned> &stages : meetings.release()) {
        if (llvm::Error e = finish(stages))
          return e;
        moved = true;
      }
      if (const auto &mismatch = meetings.mismatch())
        return errorAt(current(mismatch->first).op, mismatch->text, code::communication);
      if (llvm::all_of(llvm::seq<unsigned>(0, ranks.size()), [&](unsigned stage) { return meetings.hasEnded(stage); }))
        return joinResults();
      if (!moved)
        return deadlock();
    }
  }

private:
  unsigned stageOf(int64_t device) const { return world.mesh.coordinates(device)[axis]; }
  const BlockPlan &program(unsigned stage) const { return step.regions[stage]; }
  const Step &current(unsigned stage) const { return program(stage).steps[next[stage]]; }
  Execution on(unsigned stage) { return Execution(outside.session, world, frame, ranks[stage]); }

  llvm::Error deadlock() {
    std::vector<Waiting> waiting = meetings.blocked();
    if (waiting.empty())
      return errorAt(op, "the stages can't go on", code::deadlock);
    return errorAt(current(waiting.front().program).op, meetings.describe(waiting),
                   waiting.front().peerEnded ? code::order : code::deadlock);
  }

  llvm::Error cutOperands(unsigned stage) {
    for (auto [position, operand] : llvm::enumerate(op.operandsOn(stage))) {
      Sharding sharding = sdy::toSharding(op.getInPlacements()[operand].getSharding());
      const Tensor &whole = outside.operand(step, operand).at(0);
      RankValue pieces = RankValue::perRank(world.rankCount());
      if (cutsNothing(sharding)) {
        pieces = RankValue(whole);
      } else {
        for (unsigned rank : ranks[stage]) {
          llvm::Expected<Tensor> piece = cutPiece(whole, world.mesh, sharding, world.devices[rank]);
          if (!piece)
            return errorAt(op, "operand " + llvm::Twine(operand) + ": " + llvm::toString(piece.takeError()));
          pieces[rank] = std::move(*piece);
        }
      }
      frame.values[program(stage).arguments[position]] = std::move(pieces);
    }
    return llvm::Error::success();
  }

  // Runs a program up to the next point where it meets others. False when it is waiting there already.
  llvm::Expected<bool> advance(unsigned stage) {
    if (meetings.isWaiting(stage) || meetings.hasEnded(stage))
      return false;
    for (const auto &steps = program(stage).steps; next[stage] < steps.size(); ++next[stage]) {
      const Step &here = steps[next[stage]];
      llvm::Expected<std::optional<Post>> post = postOf(stage, here);
      if (!post)
        return post.takeError();
      if (*post) {
        meetings.post(stage, std::move(**post));
        return true;
      }
      if (llvm::Error e = on(stage).execute(here))
        return std::move(e);
    }
    meetings.end(stage);
    return true;
  }

  llvm::Expected<std::optional<Post>> postOf(unsigned stage, const Step &here) {
    if (llvm::isa<plan::SendOp, plan::RecvOp>(here.op))
      return Post{{endOf(here.op)}, std::nullopt};
    if (llvm::isa<plan::GroupOp>(here.op)) {
      Post post;
      for (const Step &inner : here.regions[0].steps)
        post.messages.push_back(endOf(inner.op));
      return post;
    }
    if (!here.op->hasAttr("replica_groups"))
      return std::nullopt;
    return collectiveOf(stage, here);
  }

  // A collective with devices of other stages.
  llvm::Expected<std::optional<Post>> collectiveOf(unsigned stage, const Step &here) {
    auto groups = stablehlo::replicaGroups(here.op, {1, std::nullopt});
    if (!groups)
      return errorAt(here.op, llvm::toString(groups.takeError()), code::communication);
    std::set<unsigned> members;
    std::string communicator;
    for (const auto &group : *groups) {
      for (int64_t device : group)
        if (!world.rankOf(device))
          return errorAt(here.op, "names device " + llvm::Twine(device) + ", which the mesh does not have",
                         code::communication);
      if (!llvm::any_of(group, [&](int64_t device) { return stageOf(device) == stage; }))
        continue;
      for (int64_t device : group) {
        members.insert(stageOf(device));
        communicator += std::to_string(device) + ",";
      }
      communicator += ";";
    }
    if (members.empty() || (members.size() == 1 && *members.begin() == stage))
      return std::nullopt; // every device of the stage comes here by itself
    return Post{{}, CollectiveEnd{communicator, {members.begin(), members.end()}, signatureOf(here.op), placeOf(here.op)}};
  }

  // The message's operator within what a stage stands at.
  const Step &endStep(unsigned stage, unsigned position) const {
    const Step &here = current(stage);
    return llvm::isa<plan::GroupOp>(here.op) ? here.regions[0].steps[position] : here;
  }

  void carry(const Rendezvous::Transfer &transfer) {
    const RankValue &sent = frame.values[endStep(transfer.source, transfer.sent).operands[0]];
    RankValue &received = frame.values[endStep(transfer.target, transfer.received).results[0]];
    if (sent.isUniform()) {
      received = sent;
      return;
    }
    received = RankValue::perRank(world.rankCount());
    for (unsigned rank : ranks[transfer.target])
      received[rank] = sent.at(partner(rank, transfer.source));
  }

  // The rank of another stage with the same coordinates otherwise.
  unsigned partner(unsigned rank, unsigned stage) const {
    std::vector<int64_t> coordinates = world.mesh.coordinates(world.devices[rank]);
    coordinates[axis] = stage;
    int64_t linear = 0;
    for (size_t i = 0; i < coordinates.size(); ++i)
      linear = linear * world.mesh.axes[i].size + coordinates[i];
    return *world.rankOf(world.mesh.deviceAt(linear));
  }

  // Programs go on behind what they stood at.
  llvm::Error finish(const std::vector<unsigned> &stages) {
    if (stages.size() > 1)
      if (llvm::Error e = exchange(stages))
        return e;
    for (unsigned stage : stages) {
      const Step &here = current(stage);
      if (llvm::isa<plan::GroupOp>(here.op))
        for (auto [result, value] : llvm::zip(here.results, here.regions[0].returned))
          frame.values[result] = frame.values[value];
      if (llvm::Error e = on(stage).conclude(here))
        return e;
      ++next[stage];
    }
    return llvm::Error::success();
  }

  // The collective of several stages: operands of all of them side by side, then as in one program.
  llvm::Error exchange(const std::vector<unsigned> &stages) {
    std::vector<unsigned> all;
    for (unsigned stage : stages)
      all.insert(all.end(), ranks[stage].begin(), ranks[stage].end());
    std::sort(all.begin(), all.end());
    const Step &first = current(stages.front());
    Frame joined(frame.values.size(), frame.depth);
    for (size_t i = 0; i < first.operands.size(); ++i) {
      RankValue value = RankValue::perRank(world.rankCount());
      for (unsigned stage : stages)
        value.merge(frame.values[current(stage).operands[i]], ranks[stage], world.rankCount());
      joined.values[first.operands[i]] = std::move(value);
    }
    Execution together(outside.session, world, joined, all);
    if (llvm::Error e = first.evaluator->machine(together, first, first.op))
      return placedAt(first.op, std::move(e));
    for (size_t i = 0; i < first.results.size(); ++i)
      for (unsigned stage : stages)
        frame.values[current(stage).results[i]] = joined.values[first.results[i]];
    return llvm::Error::success();
  }

  llvm::Error joinResults() {
    auto &deviceResults = outside.session.outcome.deviceResults;
    deviceResults.assign(world.rankCount(), std::vector<Tensor>(step.results.size()));
    for (unsigned stage = 0; stage < ranks.size(); ++stage)
      for (auto [position, result] : llvm::enumerate(op.resultsOn(stage)))
        for (unsigned rank : ranks[stage])
          deviceResults[rank][result] = frame.values[program(stage).returned[position]].at(rank);
    for (unsigned result = 0; result < step.results.size(); ++result) {
      plan::PlacementAttr placement = op.getOutPlacements()[result];
      std::vector<Tensor> pieces;
      std::vector<int64_t> devices;
      for (unsigned rank = 0; rank < world.rankCount(); ++rank)
        if (placement.isOn(stageOf(world.devices[rank]))) {
          pieces.push_back(deviceResults[rank][result]);
          devices.push_back(world.devices[rank]);
        }
      llvm::Expected<Assembled> whole = assemble(pieces, devices, world.mesh, sdy::toSharding(placement.getSharding()));
      if (!whole)
        return errorAt(op, "result " + llvm::Twine(result) + ": " + llvm::toString(whole.takeError()));
      if (whole->disagreement) {
        outside.session.outcome.disagreements.push_back(*whole->disagreement);
        outside.session.outcome.disagreements.back().result = result;
      }
      outside.setResult(step, result, RankValue(std::move(whole->global)));
    }
    return llvm::Error::success();
  }

  plan::StepOp op;
  Execution &outside;
  const Step &step;
  World &world;
  unsigned axis;
  Frame frame; // of all programs: each value belongs to one of them
  Rendezvous meetings;
  std::vector<std::vector<unsigned>> ranks; // per stage
  std::vector<size_t> next;                 // step of each program
};

llvm::Error evaluateStep(plan::StepOp op, Execution &x, const Step &step) {
  if (x.world.isRankProgram())
    return errorAt(op, "a step of stages inside of a rank program is not supported", code::unsupported);
  World world = World::onMesh(sdy::toMesh(op.getMeshAttrValue(), op.getMesh()), x.session.module);
  world.groupsMayLeaveOut = true;
  world.replicas = 1;
  world.partitions = static_cast<int64_t>(world.rankCount());
  for (const MeshAxis &axis : world.mesh.axes)
    world.manualAxes.insert(axis.name);
  return Stages(op, x, step, world).run();
}

llvm::Error evaluateCall(plan::CallOp op, Execution &x, const Step &step) {
  std::vector<RankValue> arguments;
  if (op.getMicroBatch()) {
    Tensor number(ElementType::I32, {});
    number.setInteger(0, *op.getMicroBatch());
    arguments.emplace_back(std::move(number));
  }
  for (RankValue &operand : x.takeOperands(step))
    arguments.push_back(std::move(operand));
  llvm::Expected<std::vector<RankValue>> results = x.call(op, op.getCallee(), std::move(arguments));
  if (!results)
    return results.takeError();
  x.setResults(step, std::move(*results));
  return llvm::Error::success();
}

} // namespace

void addStages(EvaluatorTable &table) {
  table.machine<plan::StepOp>(evaluateStep);
  table.machine<plan::CallOp>(evaluateCall);
}

} // namespace lockstep::interp
