// Shardings against meshes and types, and the boundary of manual computations.
#include "ir/sdy/SdyOps.h"

#include "llvm/ADT/SmallSet.h"

using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;
using mlir::Type;

namespace lockstep::sdy {
namespace {

using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

// The axis exists and a sub-axis is a proper digit of it.
LogicalResult verifyAxis(AxisRefAttr axis, MeshAttr mesh, EmitError emitError, const Twine &what) {
  int64_t full = mesh.getAxisSize(axis.getName());
  if (full == 0)
    return emitError() << what << ": axis " << axis.toString() << " is not an axis of mesh " << mesh;
  SubAxisInfoAttr info = axis.getSubAxisInfo();
  if (!info)
    return success();
  if (info.getSize() == full)
    return emitError() << what << ": " << axis.toString() << " is the whole axis and must be written \""
                       << axis.getName() << "\"";
  if (full % (info.getPreSize() * info.getSize()) != 0)
    return emitError() << what << ": sub-axis " << axis.toString() << " does not divide the axis of size " << full;
  return success();
}

} // namespace

MeshAttr TensorShardingAttr::getMesh(mlir::Operation *from) const {
  if (auto mesh = llvm::dyn_cast<MeshAttr>(getMeshOrRef()))
    return mesh;
  auto module = llvm::dyn_cast<mlir::ModuleOp>(from);
  if (!module)
    module = from->getParentOfType<mlir::ModuleOp>();
  if (!module)
    return {};
  auto name = llvm::cast<mlir::FlatSymbolRefAttr>(getMeshOrRef());
  auto op = llvm::dyn_cast_or_null<MeshOp>(mlir::SymbolTable::lookupSymbolIn(module, name));
  return op ? op.getMesh() : MeshAttr();
}

LogicalResult TensorShardingAttr::verifyForType(Type type, MeshAttr mesh, EmitError emitError, const Twine &what) const {
  if (!mesh)
    return emitError() << what << ": mesh " << getMeshOrRef() << " is not declared in this module";
  // Placed on one device: the mesh has a device and no axes, and no dim is listed whatever the order of the value.
  if (mesh.getAxes().empty() && !mesh.getDeviceIds().empty() && getRank() == 0)
    return success();
  auto tensor = llvm::dyn_cast<mlir::ShapedType>(type);
  int64_t order = tensor && tensor.hasRank() ? tensor.getRank() : 0;
  if (order != getRank())
    return emitError() << what << " has " << getRank() << " dims, the type " << type << " has " << order;
  SmallVector<AxisRefAttr> seen;
  LogicalResult result = success();
  forEachAxisRef([&](AxisRefAttr axis) {
    if (failed(result))
      return;
    result = verifyAxis(axis, mesh, emitError, what);
    for (AxisRefAttr other : seen)
      if (succeeded(result) && axis.overlaps(other))
        result = emitError() << what << ": axis " << axis.toString()
                             << (axis == other ? " is used twice" : " overlaps " + other.toString());
    seen.push_back(axis);
  });
  if (failed(result))
    return failure();
  for (int64_t dim = 0; dim < order; ++dim)
    if (tensor.getDimSize(dim) == 0 && !getDimSharding(dim).getAxes().empty())
      return emitError() << what << ": dim " << dim << " has extent 0 and can't be sharded";
  return success();
}

//===-- manual_computation -------------------------------------------------------------------------------------===//

namespace {

// What is checked at each operand and each result of a manual computation.
class Boundary {
public:
  Boundary(ManualComputationOp op, StringRef side) : op(op), side(side), mesh(op.getMesh()) {
    for (mlir::StringAttr axis : op.getManualAxes())
      manual.insert(axis.getValue());
  }

  LogicalResult verify(mlir::TypeRange globals, mlir::TypeRange locals, TensorShardingPerValueAttr shardings) {
    if (int64_t(globals.size()) != shardings.size())
      return op.emitOpError() << "has " << globals.size() << " " << side << "s and " << shardings.size()
                              << " shardings for them";
    if (globals.size() != locals.size())
      return op.emitOpError() << "has " << globals.size() << " " << side << "s, its body has " << locals.size();
    for (size_t i = 0; i < globals.size(); ++i)
      if (failed(verifyOne(i, globals[i], locals[i], shardings.getSharding(i))))
        return failure();
    return success();
  }

private:
  LogicalResult verifyOne(size_t index, Type global, Type local, TensorShardingAttr sharding) {
    MeshAttr bound = meshOf(sharding);
    if (failed(sharding.verifyForType(
            global, bound, [&] { return op.emitOpError(); }, "sharding of " + side + " " + Twine(index))))
      return failure();
    bool anyAxis = false;
    sharding.forEachAxisRef([&](AxisRefAttr) { anyAxis = true; });
    if (anyAxis && mesh && bound != mesh)
      return op.emitOpError() << "sharding of " << side << " " << index << " is on another mesh than that of the manual axes";
    auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(global);
    if (!tensor)
      return global == local ? success() : mismatch(index, global, global, local);
    SmallVector<int64_t> shape(tensor.getShape());
    for (size_t dim = 0; dim < shape.size(); ++dim)
      if (failed(divide(index, dim, shape[dim], sharding.getDimSharding(dim))))
        return failure();
    Type expected = tensor.clone(shape);
    return expected == local ? success() : mismatch(index, global, expected, local);
  }

  // Divides an extent by the manual axes of its dim.
  LogicalResult divide(size_t index, size_t dim, int64_t &extent, DimensionShardingAttr sharding) {
    StringRef free;
    int64_t pieces = 1;
    for (AxisRefAttr axis : sharding.getAxes()) {
      if (!manual.contains(axis.getName())) {
        free = axis.getName();
        continue;
      }
      if (axis.getSubAxisInfo())
        return op.emitOpError() << side << " " << index << ", dim " << dim << ": the manual axis " << axis.toString()
                                << " can't be split";
      if (!free.empty())
        return op.emitOpError() << side << " " << index << ", dim " << dim << ": the manual axis " << axis.toString()
                                << " must come before \"" << free << "\", which is not manual";
      pieces *= mesh.getAxisSize(axis.getName());
    }
    if (pieces == 1)
      return success();
    if (mlir::ShapedType::isDynamic(extent) || extent % pieces != 0)
      return op.emitOpError() << side << " " << index << ", dim " << dim << ": extent " << extent
                              << " does not divide into " << pieces << " pieces over the manual axes";
    extent /= pieces;
    return success();
  }

  LogicalResult mismatch(size_t index, Type global, Type expected, Type local) {
    return op.emitOpError() << side << " " << index << " of type " << global << " must be " << expected
                            << " in the body, found " << local;
  }

  MeshAttr meshOf(TensorShardingAttr sharding) {
    auto [found, inserted] = meshes.try_emplace(sharding.getMeshOrRef());
    if (inserted)
      found->second = sharding.getMesh(op);
    return found->second;
  }

  ManualComputationOp op;
  StringRef side;
  MeshAttr mesh;
  llvm::SmallSet<StringRef, 4> manual;
  llvm::SmallDenseMap<mlir::Attribute, MeshAttr> meshes;
};

// The manual axes are distinct axes of the mesh and none is manual already around this operator.
LogicalResult verifyManualAxes(ManualComputationOp op) {
  llvm::SmallSet<StringRef, 4> seen;
  MeshAttr mesh = op.getMesh();
  for (mlir::StringAttr axis : op.getManualAxes()) {
    if (!seen.insert(axis.getValue()).second)
      return op.emitOpError() << "manual axis " << axis << " is listed twice";
    if (!mesh)
      return op.emitOpError() << "manual axis " << axis << " belongs to no mesh: no sharding names a mesh that has it";
    if (!mesh.hasAxis(axis.getValue()))
      return op.emitOpError() << "manual axis " << axis << " is not an axis of mesh " << mesh;
    for (auto outer = op->getParentOfType<ManualComputationOp>(); outer;
         outer = outer->getParentOfType<ManualComputationOp>())
      if (llvm::is_contained(outer.getManualAxes(), axis))
        return op.emitOpError() << "axis " << axis << " is manual already in the surrounding manual_computation";
  }
  return success();
}

} // namespace

MeshAttr ManualComputationOp::getMesh() {
  MeshAttr any;
  for (TensorShardingPerValueAttr shardings : {getInShardings(), getOutShardings()})
    for (TensorShardingAttr sharding : shardings.getShardings()) {
      // A replicated value may name an empty mesh; the first mesh with axes decides.
      MeshAttr mesh = sharding.getMesh(*this);
      if (mesh && !mesh.getAxes().empty())
        return mesh;
      if (!any)
        any = mesh;
    }
  return any;
}

LogicalResult ManualComputationOp::verify() {
  if (failed(verifyManualAxes(*this)) ||
      failed(Boundary(*this, "operand").verify(getOperandTypes(), getBody().getArgumentTypes(), getInShardings())))
    return failure();
  auto terminator = llvm::dyn_cast<ReturnOp>(getBody().front().getTerminator());
  if (!terminator)
    return emitOpError("must end in sdy.return");
  return Boundary(*this, "result").verify(getResultTypes(), terminator->getOperandTypes(), getOutShardings());
}

//===-- the rest -----------------------------------------------------------------------------------------------===//

namespace {

LogicalResult verifyPlacement(mlir::Operation *op, TensorShardingAttr sharding) {
  return sharding.verifyForType(
      op->getResult(0).getType(), sharding.getMesh(op), [&] { return op->emitOpError(); }, "sharding");
}

} // namespace

LogicalResult ShardingConstraintOp::verify() { return verifyPlacement(*this, getSharding()); }
LogicalResult ReshardOp::verify() { return verifyPlacement(*this, getSharding()); }

LogicalResult PropagationBarrierOp::verify() {
  if (getAllowedDirection() == PropagationDirection::BOTH)
    return emitOpError("with direction BOTH is no barrier");
  return success();
}

LogicalResult NamedComputationOp::verify() {
  auto terminator = llvm::dyn_cast<ReturnOp>(getBody().front().getTerminator());
  if (!terminator)
    return emitOpError("must end in sdy.return");
  if (getBody().getArgumentTypes() != getOperandTypes())
    return emitOpError("arguments of the body must have the types of the operands");
  if (terminator->getOperandTypes() != getResultTypes())
    return emitOpError("values returned by the body must have the types of the results");
  for (auto [shardings, count, side] :
       {std::tuple(getInShardingsAttr(), getNumOperands(), "operands"),
        std::tuple(getOutShardingsAttr(), getNumResults(), "results")})
    if (shardings && shardings.size() != int64_t(count))
      return emitOpError() << "has " << count << " " << side << " and " << shardings.size() << " shardings for them";
  return success();
}

} // namespace lockstep::sdy
