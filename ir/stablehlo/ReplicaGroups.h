// Which devices take part in a collective together: every spelling of groups and pairs (dense, splat, hexadecimal,
// mesh axes with or without an inlined mesh, sub-axes) becomes lists of device numbers.
//
// A device is the flattened number of a process, replica * partitions + partition. With one replica, which is what JAX
// and XLA's partitioner produce, that is the number `partition_id` returns.
#pragma once

#include "ir/core/Mesh.h"

#include "llvm/Support/Error.h"
#include "mlir/IR/Operation.h"

#include <optional>
#include <vector>

namespace lockstep::stablehlo {

class MeshAttr;
class ReplicaGroupMeshAxesAttr;

/// How the ids of a collective are read; see the specification's section on collective operators.
enum class GroupMode { CrossReplica, CrossPartition, CrossReplicaAndPartition, FlattenedIds };

/// The process grid; a number that is not known stays empty.
struct DeviceGrid {
  std::optional<int64_t> replicas, partitions;
};

using Groups = std::vector<std::vector<int64_t>>;
using Pairs = std::vector<std::pair<int64_t, int64_t>>;

/// What `mhlo.num_replicas` and `mhlo.num_partitions` of the enclosing module say, or its meshes if it says one.
DeviceGrid deviceGrid(mlir::Operation *op);

/// The mode a collective's channel and `use_global_device_ids` select.
GroupMode groupMode(mlir::Operation *op);

/// Groups of device numbers, in the order of the text; members in the order that counts for concatenation. Entries -1,
/// which pad groups of different sizes, are dropped. No groups at all means one of everybody.
/// A collective_broadcast or collective_reduce may leave devices out; they get zeros.
/// The error names what is wrong: an id twice, missing or out of range, an unknown mesh or axis.
llvm::Expected<Groups> replicaGroups(mlir::Operation *op);
llvm::Expected<Groups> replicaGroups(mlir::Operation *op, DeviceGrid grid);

/// Pairs of source and target device of a collective_permute, send or recv.
llvm::Expected<Pairs> sourceTargetPairs(mlir::Operation *op);
llvm::Expected<Pairs> sourceTargetPairs(mlir::Operation *op, DeviceGrid grid);

/// The ids as written, before the mode is applied: one list per group.
llvm::Expected<Groups> writtenGroups(mlir::Operation *op);

/// The devices that differ only in the given axes, group by group; the first axis listed is the most significant.
llvm::Expected<Groups> groupsOfAxes(const Mesh &mesh, ReplicaGroupMeshAxesAttr groups);

/// Number of devices in each of those groups; fails like groupsOfAxes, without listing them.
llvm::Expected<int64_t> groupSizeOfAxes(const Mesh &mesh, ReplicaGroupMeshAxesAttr groups);

/// The mesh of an attribute.
Mesh toMesh(MeshAttr mesh);
/// The mesh an operator declares under its symbol: by the interface MeshDefinition or a dictionary `stablehlo.mesh`.
std::optional<Mesh> declaredMesh(mlir::Operation *symbol);
/// The mesh a collective's groups refer to.
llvm::Expected<Mesh> meshOf(ReplicaGroupMeshAxesAttr groups, mlir::Operation *from);

} // namespace lockstep::stablehlo
