// Large modules hold thousands of collectives over thousands of devices: every check here is one pass over the ids.
#include "ir/stablehlo/verify/Groups.h"

#include "ir/stablehlo/ReplicaGroups.h"
#include "ir/stablehlo/StablehloAttributes.h"
#include "ir/stablehlo/verify/Checks.h"

#include "llvm/ADT/BitVector.h"

using namespace mlir;

namespace lockstep::stablehlo {

using GroupSize = std::optional<int64_t>;

/// How many ids there are in the mode of the collective, if the module tells.
static std::optional<int64_t> idCount(GroupMode mode, const DeviceGrid &grid) {
  switch (mode) {
  case GroupMode::CrossReplica:
  case GroupMode::CrossReplicaAndPartition:
    return grid.replicas;
  case GroupMode::CrossPartition:
    return grid.partitions;
  case GroupMode::FlattenedIds:
    return grid.partitions ? std::optional(*grid.partitions * grid.replicas.value_or(1)) : std::nullopt;
  }
  return std::nullopt;
}

/// Processes per id of a group.
static GroupSize processesPerId(GroupMode mode, const DeviceGrid &grid) {
  return mode == GroupMode::CrossReplicaAndPartition ? grid.partitions : GroupSize(1);
}

/// Directly in the program of a stage: devices of stages that take no part may be left out. Named here by its text, for
/// this dialect knows nothing of plans.
static bool isInStageProgram(Operation *op) {
  Operation *parent = op->getParentOp();
  return parent && parent->getName().getStringRef() == "plan.step";
}

static LogicalResult checkListedIds(Operation *op, DenseIntElementsAttr ids, GroupNumbers numbers,
                                    std::optional<int64_t> count) {
  if (isInStageProgram(op))
    numbers.cover = 0;
  // More ids than entries cannot all be listed, so the entries bound what can be valid where all have to be.
  int64_t limit = count.value_or(numbers.cover ? ids.getNumElements() : int64_t(1) << 24);
  llvm::BitVector seen(std::min<int64_t>(limit, ids.getNumElements()));
  int64_t found = 0;
  for (int64_t id : ids.getValues<int64_t>()) {
    if (id == -1) // pads groups of different sizes
      continue;
    if (id < 0 || id >= limit)
      return expected(op, numbers.range) << "replica_groups with ids in [0, " << limit << "), found " << id;
    if (id >= static_cast<int64_t>(seen.size()))
      seen.resize(id + 1);
    if (seen.test(id))
      return expected(op, numbers.unique) << "replica_groups to list every device once, found " << id << " twice";
    seen.set(id);
    ++found;
  }
  int64_t all = count.value_or(found);
  if (!numbers.cover || found == 0)
    return success();
  seen.resize(all);
  if (found == all && seen.all())
    return success();
  return expected(op, numbers.cover) << "replica_groups to list all " << all << " devices, "
                                     << seen.find_first_unset() << " is missing";
}

static FailureOr<GroupSize> checkListed(Operation *op, DenseIntElementsAttr ids, GroupNumbers numbers,
                                        std::optional<int64_t> count) {
  Sizes shape = ids.getType().getShape();
  if (shape.size() != 2)
    return expected(op, numbers.range) << "replica_groups of two dimensions, found " << shape.size();
  if (failed(checkListedIds(op, ids, numbers, count)))
    return failure();
  if (ids.getNumElements() == 0)
    return GroupSize(count);
  bool padded = !ids.isSplat() && llvm::is_contained(ids.getValues<int64_t>(), int64_t(-1));
  return padded ? GroupSize() : GroupSize(shape[1]);
}

static FailureOr<GroupSize> checkAxes(Operation *op, ReplicaGroupMeshAxesAttr groups, SymbolTableCollection &symbols,
                                      GroupNumbers numbers, std::optional<int64_t> count) {
  Mesh mesh;
  if (auto inlined = dyn_cast<MeshAttr>(groups.getMesh())) {
    mesh = toMesh(inlined);
  } else {
    auto name = cast<FlatSymbolRefAttr>(groups.getMesh());
    auto declared = declaredMesh(symbols.lookupNearestSymbolFrom(op, name));
    if (!declared)
      return expected(op, numbers.range) << "replica_groups to name a mesh of the module, found " << name;
    mesh = std::move(*declared);
  }
  llvm::Expected<int64_t> size = groupSizeOfAxes(mesh, groups);
  if (!size)
    return expected(op, numbers.unique) << "sound mesh axes: " << llvm::toString(size.takeError());
  if (count && numbers.cover && mesh.deviceCount() != *count)
    return expected(op, numbers.cover) << "replica_groups over a mesh of " << *count << " devices, found "
                                       << mesh.deviceCount();
  return GroupSize(*size);
}

FailureOr<GroupSize> checkGroups(Operation *op, SymbolTableCollection &symbols, GroupNumbers numbers) {
  GroupMode mode = groupMode(op);
  DeviceGrid grid = deviceGrid(op);
  std::optional<int64_t> count = idCount(mode, grid);
  Attribute attribute = op->getAttr("replica_groups");
  auto listed = dyn_cast<DenseIntElementsAttr>(attribute);
  FailureOr<GroupSize> size =
      listed ? checkListed(op, listed, numbers, count)
             : checkAxes(op, cast<ReplicaGroupMeshAxesAttr>(attribute), symbols, numbers, count);
  if (failed(size))
    return failure();
  GroupSize perId = processesPerId(mode, grid);
  return *size && perId ? GroupSize(**size * *perId) : GroupSize();
}

LogicalResult checkChannel(Operation *op, unsigned number) {
  if (!op->hasAttr("use_global_device_ids"))
    return success();
  auto channel = op->getAttrOfType<ChannelHandleAttr>("channel_handle");
  int64_t handle = channel ? channel.getHandle() : 0;
  if (handle > 0)
    return success();
  return expected(op, number) << "a positive channel beside use_global_device_ids, found " << handle;
}

LogicalResult checkSourceTargetPairs(Operation *op) {
  auto pairs = op->getAttrOfType<DenseIntElementsAttr>("source_target_pairs");
  if (!pairs)
    return success();
  Sizes shape = pairs.getType().getShape();
  if (shape.size() != 2 || shape[1] != 2)
    return expected(op, 1) << "source_target_pairs of shape [n, 2], found " << pairs.getType();
  DeviceGrid grid = deviceGrid(op);
  std::optional<int64_t> count = groupMode(op) == GroupMode::CrossReplica ? grid.replicas : grid.partitions;
  llvm::DenseSet<int64_t> seen[2];
  int64_t limit = count.value_or(int64_t(1) << 24);
  for (auto [index, id] : llvm::enumerate(pairs.getValues<int64_t>())) {
    StringRef side = index % 2 ? "target" : "source";
    if (id < 0 || id >= limit)
      return expected(op, 4) << "source_target_pairs with ids in [0, " << limit << "), found " << id;
    if (!seen[index % 2].insert(id).second)
      return expected(op, index % 2 ? 3 : 2) << "every " << side << " once in source_target_pairs, found " << id
                                             << " twice";
  }
  return success();
}

} // namespace lockstep::stablehlo
