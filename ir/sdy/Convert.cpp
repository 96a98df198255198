#include "ir/sdy/Convert.h"

using llvm::ArrayRef;
using llvm::SmallVector;

namespace lockstep::sdy {
namespace {

std::vector<AxisRef> toAxes(ArrayRef<AxisRefAttr> axes) {
  std::vector<AxisRef> result;
  for (AxisRefAttr axis : axes) {
    AxisRef ref{axis.getName().str(), 1, 0};
    if (SubAxisInfoAttr info = axis.getSubAxisInfo()) {
      ref.preSize = info.getPreSize();
      ref.size = info.getSize();
    }
    result.push_back(std::move(ref));
  }
  return result;
}

SmallVector<AxisRefAttr> toAttributes(mlir::MLIRContext *context, const std::vector<AxisRef> &axes) {
  SmallVector<AxisRefAttr> result;
  for (const AxisRef &axis : axes) {
    auto info = axis.isSubAxis() ? SubAxisInfoAttr::get(context, axis.preSize, axis.size) : SubAxisInfoAttr();
    result.push_back(AxisRefAttr::get(context, axis.name, info));
  }
  return result;
}

} // namespace

Mesh toMesh(MeshAttr mesh, llvm::StringRef name) {
  Mesh result;
  result.name = name.str();
  for (MeshAxisAttr axis : mesh.getAxes())
    result.axes.push_back({axis.getName().str(), axis.getSize()});
  if (!mesh.getAxes().empty())
    result.deviceIds.assign(mesh.getDeviceIds().begin(), mesh.getDeviceIds().end());
  return result;
}

Mesh MeshOp::definedMesh() { return toMesh(getMesh(), getSymName()); }

Sharding toSharding(TensorShardingAttr sharding) {
  Sharding result;
  for (DimensionShardingAttr dim : sharding.getDimShardings())
    result.dims.push_back({toAxes(dim.getAxes()), !dim.getIsClosed()});
  result.replicated = toAxes(sharding.getReplicatedAxes());
  result.unreduced = toAxes(sharding.getUnreducedAxes());
  return result;
}

MeshAttr toAttribute(mlir::MLIRContext *context, const Mesh &mesh) {
  SmallVector<MeshAxisAttr> axes;
  for (const MeshAxis &axis : mesh.axes)
    axes.push_back(MeshAxisAttr::get(context, axis.name, axis.size));
  return MeshAttr::get(context, axes, mesh.deviceIds);
}

TensorShardingAttr toAttribute(mlir::MLIRContext *context, llvm::StringRef meshName, const Sharding &sharding) {
  SmallVector<DimensionShardingAttr> dims;
  for (const DimSharding &dim : sharding.dims)
    dims.push_back(DimensionShardingAttr::get(context, toAttributes(context, dim.axes), !dim.open, std::nullopt));
  return TensorShardingAttr::get(context, mlir::FlatSymbolRefAttr::get(context, meshName), dims,
                                 toAttributes(context, sharding.replicated), toAttributes(context, sharding.unreduced));
}

std::optional<Mesh> meshOf(TensorShardingAttr sharding, mlir::Operation *from) {
  MeshAttr mesh = sharding.getMesh(from);
  if (!mesh)
    return std::nullopt;
  auto name = llvm::dyn_cast<mlir::FlatSymbolRefAttr>(sharding.getMeshOrRef());
  return toMesh(mesh, name ? name.getValue() : "");
}

} // namespace lockstep::sdy
