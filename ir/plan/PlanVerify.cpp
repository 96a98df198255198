// The border of a step: placements against mesh and types, programs against placements; groups.
#include "ir/plan/PlanOps.h"

using llvm::SmallVector;
using llvm::StringRef;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;
using mlir::Type;

namespace lockstep::plan {
namespace {

// What is checked of each operand and each result.
class Border {
public:
  Border(StepOp op, StringRef side, PlacementListAttr placements)
      : op(op), side(side), placements(placements), mesh(op.getMeshAttrValue()) {}

  LogicalResult verify(mlir::TypeRange globals) {
    if (globals.size() != placements.size())
      return op.emitOpError() << "C2: expected one placement per " << side << ", found " << placements.size() << " for "
                              << globals.size();
    for (auto [index, global] : llvm::enumerate(globals))
      if (failed(verifyOne(index, global)))
        return failure();
    return success();
  }

  // The pieces that a program takes or returns.
  LogicalResult verifyProgram(int64_t stage, mlir::TypeRange globals, mlir::TypeRange locals, StringRef constraint,
                              StringRef verb) {
    SmallVector<unsigned> here;
    for (auto [index, placement] : llvm::enumerate(placements))
      if (placement.isOn(stage))
        here.push_back(index);
    if (locals.size() != here.size())
      return op.emitOpError() << constraint << ": expected the program of stage " << stage << " to " << verb << " "
                              << here.size() << " values, found " << locals.size();
    for (auto [position, index] : llvm::enumerate(here)) {
      Type expected = localType(globals[index], placements[index]);
      if (expected != locals[position])
        return op.emitOpError() << constraint << ": expected the program of stage " << stage << " to " << verb << " "
                                << side << " " << index << " as " << expected << ", found " << locals[position];
    }
    return success();
  }

private:
  LogicalResult verifyOne(size_t index, Type global) {
    PlacementAttr placement = placements[index];
    for (int64_t stage : placement.getStages())
      if (stage >= op.getStageCount())
        return op.emitOpError() << "C3: " << side << " " << index << " is placed on stage " << stage
                                << ", the step has stages 0 to " << op.getStageCount() - 1;
    sdy::TensorShardingAttr sharding = placement.getSharding();
    if (sharding.getMeshOrRef() != op.getMeshAttr())
      return op.emitOpError() << "C4: expected " << side << " " << index << " on the mesh " << op.getMeshAttr()
                              << " of the step, found " << sharding.getMeshOrRef();
    std::string what = ("C4: sharding of " + side + " ").str() + std::to_string(index);
    if (failed(sharding.verifyForType(global, mesh, [&] { return op.emitOpError(); }, what)))
      return failure();
    LogicalResult result = success();
    sharding.forEachAxisRef([&](sdy::AxisRefAttr axis) {
      if (axis.getName() == op.getStageAxis() && succeeded(result))
        result = op.emitOpError() << "C4: the sharding of " << side << " " << index << " uses the axis \""
                                  << axis.getName() << "\", along which the stages lie";
    });
    return failed(result) ? failure() : divides(index, global, sharding);
  }

  LogicalResult divides(size_t index, Type global, sdy::TensorShardingAttr sharding) {
    auto tensor = llvm::cast<mlir::RankedTensorType>(global);
    for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
      if (int64_t pieces = sharding.getDimSharding(dim).getShardedSize(mesh); tensor.getDimSize(dim) % pieces)
        return op.emitOpError() << "C4: dim " << dim << " of " << side << " " << index << " has extent "
                                << tensor.getDimSize(dim) << " and does not divide into " << pieces << " pieces";
    return success();
  }

  Type localType(Type global, PlacementAttr placement) {
    auto tensor = llvm::cast<mlir::RankedTensorType>(global);
    SmallVector<int64_t> shape(tensor.getShape());
    for (size_t dim = 0; dim < shape.size(); ++dim)
      shape[dim] /= placement.getSharding().getDimSharding(dim).getShardedSize(mesh);
    return tensor.clone(shape);
  }

  StepOp op;
  StringRef side;
  PlacementListAttr placements;
  sdy::MeshAttr mesh;
};

} // namespace

LogicalResult StepOp::verify() {
  sdy::MeshAttr mesh = getMeshAttrValue();
  if (!mesh)
    return emitOpError() << "expected a mesh of the module, found " << getMeshAttr();
  if (!mesh.hasAxis(getStageAxis()))
    return emitOpError() << "C1: expected an axis of the mesh " << mesh << " for the stages, found \"" << getStageAxis()
                         << "\"";
  if (mesh.getAxisSize(getStageAxis()) != getStageCount())
    return emitOpError() << "C1: expected " << mesh.getAxisSize(getStageAxis()) << " programs, one per coordinate of \""
                         << getStageAxis() << "\", found " << getStageCount();
  if (failed(Border(*this, "operand", getInPlacements()).verify(getTensors().getTypes())) ||
      failed(Border(*this, "result", getOutPlacements()).verify(getResultTypes())))
    return failure();
  if (auto bounds = getInFlight(); bounds && int64_t(bounds->size()) != getStageCount())
    return emitOpError() << "C7: expected one bound of in_flight per stage, found " << bounds->size() << " for "
                         << getStageCount();
  return success();
}

LogicalResult StepOp::verifyRegions() {
  Border in(*this, "operand", getInPlacements()), out(*this, "result", getOutPlacements());
  for (auto [index, program] : llvm::enumerate(getPrograms())) {
    int64_t stage = index;
    auto end = llvm::dyn_cast<ReturnOp>(program.front().back());
    if (!end)
      return emitOpError() << "C6: expected the program of stage " << stage << " to end with plan.return";
    if (failed(in.verifyProgram(stage, getTensors().getTypes(), program.front().getArgumentTypes(), "C5", "take")) ||
        failed(out.verifyProgram(stage, getResultTypes(), end->getOperandTypes(), "C6", "return")))
      return failure();
    LogicalResult result = success();
    program.walk([&](mlir::Operation *op) {
      auto peer = op->getAttrOfType<mlir::IntegerAttr>("stage");
      if (!llvm::isa<SendOp, RecvOp>(op) || failed(result))
        return;
      if (peer.getInt() == stage || peer.getInt() >= getStageCount())
        result = op->emitOpError() << "C9: expected another of the " << getStageCount()
                                   << " stages than its own, which is " << stage << ", found " << peer.getInt();
    });
    if (failed(result))
      return failure();
  }
  return success();
}

LogicalResult GroupOp::verify() {
  for (mlir::Value value : getBody().front().back().getOperands()) {
    auto source = value.getDefiningOp<RecvOp>();
    if (!source || source->getParentOp() != *this)
      return emitOpError() << "C3: expected to yield what is received in the group";
  }
  return success();
}

LogicalResult GroupOp::verifyRegions() {
  auto end = llvm::dyn_cast<YieldOp>(getBody().front().back());
  if (!end)
    return emitOpError() << "C3: expected the body to end with plan.yield";
  if (end->getOperandTypes() != getResultTypes())
    return emitOpError() << "C3: expected results of the types that are yielded";
  unsigned count = 0;
  for (mlir::Operation &op : getBody().front().without_terminator()) {
    ++count;
    if (!llvm::isa<SendOp, RecvOp>(op))
      return op.emitOpError() << "C1: expected sends and receives only in a group";
    if (auto send = llvm::dyn_cast<SendOp>(op))
      if (mlir::Operation *source = send.getValue().getDefiningOp(); source && source->getParentOp() == *this)
        return op.emitOpError() << "C2: sends what the same group receives";
  }
  return count ? success() : emitOpError() << "C1: expected at least one send or receive";
}

LogicalResult CallOp::verify() {
  if (auto number = getMicroBatch(); number && *number > uint64_t(INT32_MAX))
    return emitOpError() << "C2: expected a micro-batch number that tensor<i32> can hold, found " << *number;
  auto donated = getDonates().value_or(llvm::ArrayRef<int64_t>());
  for (size_t i = 0; i < donated.size(); ++i) {
    if (donated[i] < 0 || donated[i] >= int64_t(getOperands().size()))
      return emitOpError() << "C3: donates operand " << donated[i] << ", it has " << getOperands().size();
    if (i && donated[i] <= donated[i - 1])
      return emitOpError() << "C3: expected operands in ascending order in donates";
  }
  return success();
}

} // namespace lockstep::plan
