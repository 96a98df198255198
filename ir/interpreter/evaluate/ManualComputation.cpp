// sdy.manual_computation: cuts operands over the manual axes, runs the body on every device, puts the results together.
//
//   outside: one whole tensor            inside: one piece per device
//        |  cut by in_shardings                |  body, operator by operator
//        v                                     v
//   pieces ------------------------------> pieces -- put together by out_shardings --> whole tensor
//
// Nested in another manual computation the same happens within each set of devices that differ only along the inner
// manual axes.
#include "ir/interpreter/machine/Dependence.h"
#include "ir/interpreter/machine/Diagnostics.h"
#include "ir/interpreter/machine/Execution.h"
#include "ir/interpreter/ranks/Placement.h"
#include "ir/sdy/Convert.h"
#include "ir/sdy/SdyOps.h"

namespace lockstep::interp {
namespace {

using Values = std::vector<RankValue>;

// What cuts: the sharding without the axes that stay global in the body.
Sharding manualPart(const Sharding &sharding, const std::set<std::string> &manualAxes) {
  auto isManual = [&](const AxisRef &ref) { return manualAxes.contains(ref.name); };
  auto keep = [&](const std::vector<AxisRef> &axes) {
    std::vector<AxisRef> kept;
    llvm::copy_if(axes, std::back_inserter(kept), isManual);
    return kept;
  };
  Sharding result;
  for (const DimSharding &dim : sharding.dims)
    result.dims.push_back({keep(dim.axes), false});
  result.unreduced = keep(sharding.unreduced);
  return result;
}

llvm::Error forOperand(sdy::ManualComputationOp op, const char *what, size_t i, llvm::Error error) {
  return errorAt(op, llvm::Twine(what) + " " + llvm::Twine(i) + ": " + llvm::toString(std::move(error)));
}

class Computation {
public:
  Computation(sdy::ManualComputationOp op, Execution &outside, const Step &step, World &inside)
      : op(op), outside(outside), step(step), inside(inside) {
    for (mlir::StringAttr axis : op.getManualAxes())
      manualAxes.insert(axis.str());
    for (unsigned rank = 0; rank < inside.rankCount(); ++rank)
      everyRank.push_back(rank);
  }

  llvm::Error run() {
    llvm::Expected<Values> pieces = cutOperands();
    if (!pieces)
      return pieces.takeError();
    Frame activation(outside.frame.values.size(), outside.frame.depth);
    Execution body(outside.session, inside, activation, ranks());
    llvm::Expected<Values> results = body.run(step.regions[0], std::move(*pieces));
    if (!results)
      return results.takeError();
    if (!isNested())
      rememberDeviceResults(*results);
    for (auto [i, result] : llvm::enumerate(*results)) {
      Sharding sharding = manualPart(sdy::toSharding(op.getOutSharding(i)), manualAxes);
      llvm::Expected<RankValue> whole = isNested() ? joinNested(result, sharding, i) : join(result, sharding, i);
      if (!whole)
        return whole.takeError();
      outside.setResult(step, i, std::move(*whole));
    }
    return isNested() ? llvm::Error::success() : inside.checkNothingInTransit();
  }

private:
  bool isNested() const { return outside.world.isRankProgram(); }
  RankSet ranks() const { return isNested() ? outside.ranks : RankSet(everyRank); }

  llvm::Expected<Values> cutOperands() {
    Values pieces;
    for (size_t i = 0; i < step.operands.size(); ++i) {
      Sharding sharding = manualPart(sdy::toSharding(op.getInSharding(i)), manualAxes);
      llvm::Expected<RankValue> piece = cut(outside.operand(step, i), sharding);
      if (!piece)
        return forOperand(op, "operand", i, piece.takeError());
      if (llvm::Error e = checkPiece(*piece, i))
        return std::move(e);
      pieces.push_back(std::move(*piece));
    }
    return pieces;
  }

  llvm::Expected<RankValue> cut(const RankValue &whole, const Sharding &sharding) {
    if (cutsNothing(sharding) && whole.at(ranks().front()).shape().size() == sharding.dims.size())
      return whole;
    RankValue pieces = RankValue::perRank(inside.rankCount());
    for (unsigned rank : ranks()) {
      const Tensor &tensor = isNested() ? whole.at(rank) : whole.at(0);
      llvm::Expected<Tensor> piece = cutPiece(tensor, inside.mesh, sharding, inside.devices[rank]);
      if (!piece)
        return piece.takeError();
      pieces[rank] = std::move(*piece);
    }
    return pieces;
  }

  llvm::Error checkPiece(const RankValue &piece, size_t i) {
    auto expected = mlir::dyn_cast<mlir::RankedTensorType>(op.getBody().getArgument(i).getType());
    const Tensor &found = piece.at(ranks().front());
    if (expected && expected.getShape() == llvm::ArrayRef<int64_t>(found.shape()))
      return llvm::Error::success();
    std::string text;
    llvm::raw_string_ostream(text) << op.getBody().getArgument(i).getType();
    return errorAt(op, "operand " + llvm::Twine(i) + ": the body expects pieces of type " + text +
                           ", its sharding gives " + found.typeString());
  }

  void rememberDeviceResults(const Values &results) {
    std::vector<std::vector<Tensor>> &all = outside.session.outcome.deviceResults;
    all.assign(inside.rankCount(), {});
    for (unsigned rank : everyRank)
      for (const RankValue &result : results)
        all[rank].push_back(result.at(rank));
  }

  llvm::Expected<RankValue> join(const RankValue &pieces, const Sharding &sharding, size_t i) {
    if (pieces.isUniform() && cutsNothing(sharding))
      return pieces;
    std::vector<Tensor> all;
    for (unsigned rank : everyRank)
      all.push_back(pieces.at(rank));
    llvm::Expected<Assembled> whole = assemble(all, inside.devices, inside.mesh, sharding);
    if (!whole)
      return forOperand(op, "result", i, whole.takeError());
    if (whole->disagreement)
      report(*whole->disagreement, i);
    return RankValue(std::move(whole->global));
  }

  llvm::Expected<RankValue> joinNested(const RankValue &pieces, const Sharding &sharding, size_t i) {
    if (pieces.isUniform() && cutsNothing(sharding))
      return pieces;
    RankValue result = RankValue::perRank(inside.rankCount());
    for (const std::vector<unsigned> &group : nestedGroups()) {
      std::vector<Tensor> all;
      std::vector<int64_t> devices;
      for (unsigned rank : group) {
        all.push_back(pieces.at(rank));
        devices.push_back(inside.devices[rank]);
      }
      llvm::Expected<Assembled> whole = assemble(all, devices, inside.mesh, sharding);
      if (!whole)
        return forOperand(op, "result", i, whole.takeError());
      if (whole->disagreement)
        report(*whole->disagreement, i);
      for (unsigned rank : group)
        result[rank] = whole->global;
    }
    return result;
  }

  // Executing ranks by their coordinates along all axes but the manual ones of this computation.
  std::vector<std::vector<unsigned>> nestedGroups() const {
    std::map<std::vector<int64_t>, std::vector<unsigned>> groups;
    for (unsigned rank : ranks()) {
      std::vector<int64_t> key = inside.mesh.coordinates(inside.devices[rank]);
      for (size_t axis = 0; axis < key.size(); ++axis)
        if (manualAxes.contains(inside.mesh.axes[axis].name))
          key[axis] = 0;
      groups[key].push_back(rank);
    }
    std::vector<std::vector<unsigned>> result;
    for (auto &[key, group] : groups)
      result.push_back(std::move(group));
    return result;
  }

  void report(const Disagreement &disagreement, size_t i) {
    std::vector<Disagreement> &all = outside.session.outcome.disagreements;
    for (unsigned result : resultsOfMainThatDependOn(op->getResult(i), outside.session.main)) {
      if (llvm::any_of(all, [&](const Disagreement &known) { return known.result == result; }))
        continue;
      all.push_back(disagreement);
      all.back().result = result;
    }
  }

  sdy::ManualComputationOp op;
  Execution &outside;
  const Step &step;
  World &inside;
  std::set<std::string> manualAxes;
  std::vector<unsigned> everyRank;
};

// The mesh that the shardings name; the operator's verifier has seen to it that there is only one.
llvm::Expected<Mesh> meshOf(sdy::ManualComputationOp op) {
  for (auto shardings : {op.getInShardings(), op.getOutShardings()})
    for (sdy::TensorShardingAttr sharding : shardings.getShardings())
      if (std::optional<Mesh> mesh = sdy::meshOf(sharding, op))
        return *mesh;
  return errorAt(op, "no sharding names a mesh");
}

llvm::Error checkCaptures(sdy::ManualComputationOp op, const Step &step) {
  if (step.captures.empty())
    return llvm::Error::success();
  return errorAt(op, "the body reads values from outside that are not operands", code::unsupported);
}

llvm::Error evaluate(sdy::ManualComputationOp op, Execution &x, const Step &step) {
  if (llvm::Error e = checkCaptures(op, step))
    return e;
  if (x.world.isRankProgram()) {
    std::set<std::string> outer = x.world.manualAxes;
    for (mlir::StringAttr axis : op.getManualAxes())
      if (!x.world.mesh.axisIndex(axis.getValue()) || !x.world.manualAxes.insert(axis.str()).second)
        return errorAt(op, "axis \"" + axis.getValue() + "\" is not free on the mesh " + x.world.mesh.str() +
                               " of the computation around it");
    llvm::Error error = Computation(op, x, step, x.world).run();
    x.world.manualAxes = std::move(outer);
    return error;
  }
  llvm::Expected<Mesh> mesh = meshOf(op);
  if (!mesh)
    return mesh.takeError();
  World inside = World::onMesh(*mesh, x.session.module);
  for (mlir::StringAttr axis : op.getManualAxes())
    inside.manualAxes.insert(axis.str());
  return Computation(op, x, step, inside).run();
}

} // namespace

void addManualComputation(EvaluatorTable &table) { table.machine<sdy::ManualComputationOp>(evaluate); }

} // namespace lockstep::interp
