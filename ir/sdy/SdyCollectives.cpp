// Collectives against the sharding of their operand, where that is written down.
#include "ir/sdy/SdyOps.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using llvm::ArrayRef;
using llvm::SmallVector;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

namespace lockstep::sdy {
namespace {

using Axes = SmallVector<AxisRefAttr, 4>;

// The sharding attached to a value: by the operator that defines it or by the function it is an argument of.
TensorShardingAttr shardingOf(mlir::Value value) {
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(value)) {
    auto function = llvm::dyn_cast_or_null<mlir::FunctionOpInterface>(argument.getOwner()->getParentOp());
    if (!function || argument.getOwner() != &function.getFunctionBody().front())
      return {};
    return function.getArgAttrOfType<TensorShardingAttr>(argument.getArgNumber(), kShardingName);
  }
  mlir::Operation *op = value.getDefiningOp();
  if (auto sharding = op->getAttrOfType<TensorShardingAttr>("out_sharding"))
    return sharding;
  if (llvm::isa<ReshardOp, ShardingConstraintOp>(op))
    return op->getAttrOfType<TensorShardingAttr>("sharding");
  auto perValue = op->getAttrOfType<TensorShardingPerValueAttr>(kShardingName);
  unsigned index = llvm::cast<mlir::OpResult>(value).getResultNumber();
  return perValue && index < perValue.size() ? perValue.getSharding(index) : TensorShardingAttr();
}

// Joins neighbouring digits of one axis, so that equal placements have equal lists.
Axes joined(ArrayRef<AxisRefAttr> axes, MeshAttr mesh) {
  Axes result;
  for (AxisRefAttr axis : axes) {
    SubAxisInfoAttr info = axis.getSubAxisInfo();
    SubAxisInfoAttr last = result.empty() ? SubAxisInfoAttr() : result.back().getSubAxisInfo();
    if (!info || !last || result.back().getName() != axis.getName() ||
        last.getPreSize() * last.getSize() != info.getPreSize()) {
      result.push_back(axis);
      continue;
    }
    int64_t size = last.getSize() * info.getSize();
    mlir::MLIRContext *context = axis.getContext();
    auto merged = size == mesh.getAxisSize(axis.getName())
                      ? SubAxisInfoAttr()
                      : SubAxisInfoAttr::get(context, last.getPreSize(), size);
    result.back() = AxisRefAttr::get(context, axis.getName(), merged);
  }
  return result;
}

Axes joined(ArrayRef<AxisRefAttr> first, ArrayRef<AxisRefAttr> second, MeshAttr mesh) {
  Axes all(first);
  all.append(second.begin(), second.end());
  return joined(all, mesh);
}

// Both placements of one collective, when both are known and on one mesh.
struct Placements {
  TensorShardingAttr in, out;
  MeshAttr mesh;
  explicit operator bool() const { return bool(in); }
};

template <typename Op> LogicalResult readPlacements(Op op, Placements &placements) {
  placements.out = op.getOutSharding();
  placements.mesh = placements.out.getMesh(op);
  if (failed(placements.out.verifyForType(
          op.getResult().getType(), placements.mesh, [&] { return op.emitOpError(); }, "out_sharding")))
    return failure();
  TensorShardingAttr in = shardingOf(op.getTensor());
  if (in && in.getRank() == placements.out.getRank() && in.getMesh(op) == placements.mesh)
    placements.in = in;
  return success();
}

template <typename Op> LogicalResult verifyDimCount(Op op, ListOfAxisRefListsAttr axes, Placements &placements) {
  if (failed(readPlacements(op, placements)))
    return failure();
  if (int64_t(axes.size()) != placements.out.getRank())
    return op.emitOpError() << "has axes for " << axes.size() << " dims, the tensor has " << placements.out.getRank();
  return success();
}

LogicalResult wrongDim(mlir::Operation *op, size_t dim, const Placements &placements) {
  return op->emitOpError() << "does not lead from the operand's sharding " << placements.in << " to out_sharding "
                           << placements.out << ": dim " << dim << " differs";
}

// `longer` has the given axes after those of `shorter`, dim by dim.
LogicalResult verifyAppended(mlir::Operation *op, const Placements &placements, TensorShardingAttr shorter,
                             ListOfAxisRefListsAttr axes, TensorShardingAttr longer) {
  for (auto [dim, list] : llvm::enumerate(axes))
    if (joined(shorter.getDimSharding(dim).getAxes(), list.getValue(), placements.mesh) !=
        joined(longer.getDimSharding(dim).getAxes(), placements.mesh))
      return wrongDim(op, dim, placements);
  return success();
}

template <typename Op> LogicalResult verifyGather(Op op, ListOfAxisRefListsAttr axes) {
  Placements placements;
  if (failed(verifyDimCount(op, axes, placements)))
    return failure();
  return placements ? verifyAppended(op, placements, placements.out, axes, placements.in) : success();
}

template <typename Op> LogicalResult verifySlice(Op op, ListOfAxisRefListsAttr axes) {
  Placements placements;
  if (failed(verifyDimCount(op, axes, placements)))
    return failure();
  return placements ? verifyAppended(op, placements, placements.in, axes, placements.out) : success();
}

// Axes named, none of which cuts a dim; the dims stay as they are.
template <typename Op> LogicalResult verifySameDims(Op op, AxisRefListAttr axes) {
  Placements placements;
  if (failed(readPlacements(op, placements)))
    return failure();
  for (AxisRefAttr axis : axes) {
    if (axis.getSize(placements.mesh) == 0)
      return op.emitOpError() << "axis " << axis.toString() << " is not an axis of mesh " << placements.mesh;
    for (DimensionShardingAttr dim : placements.out.getDimShardings())
      for (AxisRefAttr used : dim.getAxes())
        if (used.overlaps(axis))
          return op.emitOpError() << "axis " << axis.toString() << " cuts a dim of the tensor";
  }
  if (!placements)
    return success();
  for (int64_t dim = 0; dim < placements.out.getRank(); ++dim)
    if (joined(placements.in.getDimSharding(dim).getAxes(), placements.mesh) !=
        joined(placements.out.getDimSharding(dim).getAxes(), placements.mesh))
      return wrongDim(op, dim, placements);
  return success();
}

} // namespace

LogicalResult AllGatherOp::verify() { return verifyGather(*this, getGatheringAxes()); }
LogicalResult ShardedToUnreducedOp::verify() { return verifyGather(*this, getAxes()); }
LogicalResult AllSliceOp::verify() { return verifySlice(*this, getSlicingAxes()); }
LogicalResult ReduceScatterOp::verify() { return verifySlice(*this, getReduceScatterAxes()); }
LogicalResult AllReduceOp::verify() { return verifySameDims(*this, getReductionAxes()); }
LogicalResult ReplicatedToUnreducedOp::verify() { return verifySameDims(*this, getAxes()); }

LogicalResult AllToAllOp::verify() {
  Placements placements;
  if (failed(readPlacements(*this, placements)))
    return failure();
  if (getParams().empty())
    return emitOpError("needs at least one parameter");
  llvm::SmallDenseSet<int64_t> used;
  for (AllToAllParamAttr param : getParams())
    for (int64_t dim : {param.getSrcDim(), param.getTgtDim()}) {
      if (dim < 0 || dim >= placements.out.getRank())
        return emitOpError() << "dim " << dim << " is not a dim of the tensor";
      if (!used.insert(dim).second)
        return emitOpError() << "dim " << dim << " is named twice";
    }
  if (!placements)
    return success();
  for (AllToAllParamAttr param : getParams()) {
    auto axesAt = [](TensorShardingAttr sharding, int64_t dim) { return sharding.getDimSharding(dim).getAxes(); };
    int64_t source = param.getSrcDim(), target = param.getTgtDim();
    MeshAttr mesh = placements.mesh;
    if (joined(axesAt(placements.out, source), param.getAxes(), mesh) != joined(axesAt(placements.in, source), mesh))
      return wrongDim(*this, source, placements);
    if (joined(axesAt(placements.in, target), param.getAxes(), mesh) != joined(axesAt(placements.out, target), mesh))
      return wrongDim(*this, target, placements);
  }
  return success();
}

LogicalResult CollectivePermuteOp::verify() {
  Placements placements;
  if (failed(readPlacements(*this, placements)))
    return failure();
  if (!placements)
    return success();
  for (int64_t dim = 0; dim < placements.out.getRank(); ++dim)
    if (placements.in.getDimSharding(dim).getShardedSize(placements.mesh) !=
        placements.out.getDimSharding(dim).getShardedSize(placements.mesh))
      return emitOpError() << "dim " << dim << " has another number of pieces than the operand";
  return success();
}

} // namespace lockstep::sdy
