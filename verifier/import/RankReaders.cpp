// Operators that know of ranks or of functions: collectives, manual computations, calls.
#include "verifier/import/Reader.h"

#include "ir/import/Program.h"
#include "ir/plan/PlanOps.h"
#include "ir/sdy/Convert.h"
#include "ir/sdy/SdyOps.h"
#include "ir/stablehlo/ReplicaGroups.h"
#include "ir/stablehlo/StablehloOps.h"

#include "llvm/ADT/TypeSwitch.h"

namespace lockstep::verifier {

namespace {

using Read = std::optional<ReadAttributes>;

Read problem(llvm::Error error) { return ReadAttributes{{}, llvm::toString(std::move(error))}; }

/// Modules without `mhlo.num_partitions` have one replica and a partition per device of their mesh; so have modules
/// that were exported on fewer devices than they are meant for, where the number is that of the exporting machine.
stablehlo::DeviceGrid gridOf(mlir::Operation *operation, const Program &program) {
  if (program.form == ProgramForm::Stages)
    return {1, std::nullopt}; // stages that take no part may be left out
  stablehlo::DeviceGrid grid = stablehlo::deviceGrid(operation);
  if (!grid.replicas)
    grid.replicas = 1;
  if (program.mesh.axes.empty())
    return grid;
  int64_t onMesh = program.mesh.deviceCount() / *grid.replicas;
  if (!grid.partitions || *grid.partitions < onMesh)
    grid.partitions = onMesh;
  return grid;
}

/// Groups arrive as device numbers with the operator's mode already applied, so the graph's mode is always the last.
Read groups(mlir::Operation *operation, Reader &reader, CollectiveAttr attr) {
  auto lists = stablehlo::replicaGroups(operation, gridOf(operation, reader.theProgram()));
  if (!lists)
    return problem(lists.takeError());
  attr.groups = reader.groupTable(std::move(*lists));
  attr.mode = GroupMode::FlattenedIds;
  if (auto channel = operation->getAttrOfType<stablehlo::ChannelHandleAttr>("channel_handle"))
    attr.channel = channel.getHandle();
  return ReadAttributes{attr, {}};
}

Read withDim(mlir::Operation *operation, Reader &reader, uint64_t dim) {
  CollectiveAttr attr;
  attr.dim = static_cast<int64_t>(dim);
  return groups(operation, reader, attr);
}

Read allToAll(stablehlo::AllToAllOp op, Reader &reader) {
  CollectiveAttr attr;
  attr.dim = static_cast<int64_t>(op.getSplitDimension());
  attr.concatDim = static_cast<int64_t>(op.getConcatDimension());
  attr.splitCount = static_cast<int64_t>(op.getSplitCount());
  return groups(op, reader, attr);
}

Read permute(stablehlo::CollectivePermuteOp op, Reader &reader) {
  auto pairs = stablehlo::sourceTargetPairs(op, gridOf(op, reader.theProgram()));
  if (!pairs)
    return problem(pairs.takeError());
  return ReadAttributes{PermuteAttr{GroupMode::CrossPartition, std::move(*pairs)}, {}};
}

Read manual(sdy::ManualComputationOp op, Reader &reader) {
  ManualAttr attr;
  std::optional<Mesh> mesh;
  auto read = [&](sdy::TensorShardingPerValueAttr shardings, std::vector<Sharding> &out) {
    for (sdy::TensorShardingAttr sharding : shardings.getShardings()) {
      if (!mesh)
        mesh = sdy::meshOf(sharding, op);
      out.push_back(sdy::toSharding(sharding));
    }
  };
  read(op.getInShardings(), attr.in);
  read(op.getOutShardings(), attr.out);
  if (!mesh)
    return ReadAttributes{{}, "no mesh is known for it"};
  attr.mesh = reader.mesh(std::move(*mesh));
  for (mlir::StringAttr axis : op.getManualAxes().getValue())
    attr.manualAxes.push_back(axis.str());
  return ReadAttributes{std::move(attr), {}};
}

Read step(plan::StepOp op, Reader &reader) {
  StepAttr attr;
  attr.mesh = reader.mesh(sdy::toMesh(op.getMeshAttrValue(), op.getMesh()));
  attr.stageAxis = op.getStageAxis().str();
  auto read = [](plan::PlacementListAttr placements, std::vector<Sharding> &shardings,
                 std::vector<std::vector<unsigned>> &stages) {
    for (plan::PlacementAttr placement : placements) {
      shardings.push_back(sdy::toSharding(placement.getSharding()));
      stages.emplace_back(placement.getStages().begin(), placement.getStages().end());
    }
  };
  read(op.getInPlacements(), attr.in, attr.inStages);
  read(op.getOutPlacements(), attr.out, attr.outStages);
  if (op.getInFlight())
    attr.inFlight.assign(op.getInFlight()->begin(), op.getInFlight()->end());
  return ReadAttributes{std::move(attr), {}};
}

template <typename Op> Read message(Op op) {
  MessageAttr attr{static_cast<unsigned>(op.getStage()), -1, op.getTag().str()};
  if (op.getMicroBatch())
    attr.microBatch = static_cast<int64_t>(*op.getMicroBatch());
  return ReadAttributes{std::move(attr), {}};
}

Read call(Reader &reader, llvm::StringRef callee) {
  auto function = reader.function(callee);
  if (!function)
    return ReadAttributes{{}, "the module has no body for @" + callee.str()};
  CallAttr attr;
  attr.function = *function;
  return ReadAttributes{attr, {}};
}

} // namespace

std::optional<ReadAttributes> readRankAttributes(mlir::Operation &operation, Reader &reader) {
  return llvm::TypeSwitch<mlir::Operation *, Read>(&operation)
      .Case<stablehlo::AllReduceOp>([&](auto op) { return groups(op, reader, {}); })
      .Case<stablehlo::AllGatherOp>([&](auto op) { return withDim(op, reader, op.getAllGatherDim()); })
      .Case<stablehlo::ReduceScatterOp>([&](auto op) { return withDim(op, reader, op.getScatterDimension()); })
      .Case<stablehlo::CollectiveBroadcastOp>([&](auto op) -> Read {
        if (op.getHasDynamicRoot())
          return ReadAttributes{{}, "its root is only known when it runs"};
        return groups(op, reader, {});
      })
      .Case<stablehlo::CrossReplicaSumOp>([&](auto op) { return groups(op, reader, {}); })
      .Case<stablehlo::AllToAllOp>([&](auto op) { return allToAll(op, reader); })
      .Case<stablehlo::CollectivePermuteOp>([&](auto op) { return permute(op, reader); })
      .Case<sdy::ManualComputationOp>([&](auto op) { return manual(op, reader); })
      .Case<plan::StepOp>([&](auto op) { return step(op, reader); })
      .Case<plan::SendOp, plan::RecvOp>([&](auto op) { return message(op); })
      .Case<mlir::func::CallOp>([&](auto op) { return call(reader, op.getCallee()); })
      .Case<stablehlo::CompositeOp>([&](auto op) { return call(reader, op.getDecomposition()); })
      .Default([](mlir::Operation *) -> Read { return std::nullopt; });
}

} // namespace lockstep::verifier
