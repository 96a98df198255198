// Between attributes of the `sdy` dialect and the plain types of ir/core.
#pragma once

#include "ir/core/Mesh.h"
#include "ir/core/Sharding.h"
#include "ir/sdy/SdyOps.h"

namespace lockstep::sdy {

/// A mesh without axes is one device (an axis-free Mesh).
Mesh toMesh(MeshAttr mesh, llvm::StringRef name);
Sharding toSharding(TensorShardingAttr sharding);

MeshAttr toAttribute(mlir::MLIRContext *context, const Mesh &mesh);
/// A sharding on the mesh of that name.
TensorShardingAttr toAttribute(mlir::MLIRContext *context, llvm::StringRef meshName, const Sharding &sharding);

/// The mesh a sharding names, with its name; nullopt when the module around `from` declares none of that name.
std::optional<Mesh> meshOf(TensorShardingAttr sharding, mlir::Operation *from);

} // namespace lockstep::sdy
