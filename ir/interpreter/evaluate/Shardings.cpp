// Operators of Shardy that only say where a value lives. Seen from the whole tensor each is the identity; on the pieces
// of a rank program they would have to communicate, so there they are accepted only where nothing is cut: along axes
// that stay global inside of a manual computation.
#include "ir/interpreter/machine/Diagnostics.h"
#include "ir/interpreter/machine/Execution.h"
#include "ir/sdy/SdyOps.h"

namespace lockstep::interp {
namespace {

// The name of a manual axis that the sharding cuts or sums along.
std::optional<std::string> manualAxisIn(const World &world, sdy::TensorShardingAttr sharding) {
  std::optional<std::string> found;
  auto note = [&](sdy::AxisRefAttr ref) {
    if (world.manualAxes.contains(ref.getName().str()))
      found = ref.getName().str();
  };
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
    llvm::for_each(dim.getAxes(), note);
  llvm::for_each(sharding.getUnreducedAxes(), note);
  return found;
}

llvm::Error keepValue(Execution &x, const Step &step, sdy::TensorShardingAttr sharding) {
  if (x.world.isRankProgram() && sharding)
    if (std::optional<std::string> axis = manualAxisIn(x.world, sharding))
      return errorAt(step.op, "axis \"" + *axis + "\" is manual here: pieces cannot be placed along it again");
  x.frame.values[step.results[0]] = x.operand(step, 0);
  return llvm::Error::success();
}

template <typename Op> void identity(EvaluatorTable &table) {
  table.machine<Op>([](Op op, Execution &x, const Step &step) { return keepValue(x, step, {}); });
}

template <typename Op> void placed(EvaluatorTable &table) {
  table.machine<Op>([](Op op, Execution &x, const Step &step) { return keepValue(x, step, op.getSharding()); });
}

template <typename Op> void collective(EvaluatorTable &table) {
  table.machine<Op>([](Op op, Execution &x, const Step &step) { return keepValue(x, step, op.getOutSharding()); });
}

// As if inlined.
llvm::Error namedComputation(sdy::NamedComputationOp, Execution &x, const Step &step) {
  Frame activation(x.frame.values.size(), x.frame.depth);
  Execution body(x.session, x.world, activation, x.ranks);
  llvm::Expected<std::vector<RankValue>> results = body.run(step.regions[0], x.takeOperands(step));
  if (!results)
    return results.takeError();
  x.setResults(step, std::move(*results));
  return llvm::Error::success();
}

} // namespace

void addShardings(EvaluatorTable &table) {
  placed<sdy::ShardingConstraintOp>(table);
  placed<sdy::ReshardOp>(table);
  identity<sdy::PropagationBarrierOp>(table);
  identity<sdy::DataFlowEdgeOp>(table);
  identity<sdy::FuncDataFlowEdgeOp>(table);
  collective<sdy::AllGatherOp>(table);
  collective<sdy::AllSliceOp>(table);
  collective<sdy::ReduceScatterOp>(table);
  collective<sdy::ShardedToUnreducedOp>(table);
  collective<sdy::AllReduceOp>(table);
  collective<sdy::ReplicatedToUnreducedOp>(table);
  collective<sdy::AllToAllOp>(table);
  collective<sdy::CollectivePermuteOp>(table);
  table.machine<sdy::ShardingGroupOp>(
      [](sdy::ShardingGroupOp, Execution &, const Step &) { return llvm::Error::success(); });
  table.machine<sdy::NamedComputationOp>(namedComputation);
}

} // namespace lockstep::interp
