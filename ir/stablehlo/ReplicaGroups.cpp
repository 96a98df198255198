#include "ir/stablehlo/ReplicaGroups.h"

#include "ir/stablehlo/StablehloAttributes.h"
#include "ir/stablehlo/interfaces/MeshDefinition.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace lockstep::stablehlo {

using llvm::Error;
using llvm::Expected;

static Error fail(Operation *op, const Twine &message) {
  return llvm::createStringError(op->getName().getStringRef() + ": " + message);
}

//===-- Grid and mode ------------------------------------------------------------------------------------------===//

/// The size of the largest mesh a module declares.
static int64_t largestMesh(Operation *module) {
  int64_t largest = 0;
  for (Operation &op : module->getRegion(0).front())
    if (std::optional<Mesh> mesh = declaredMesh(&op))
      largest = std::max(largest, mesh->deviceCount());
  return largest;
}

DeviceGrid deviceGrid(Operation *op) {
  // Modules may be nested; the innermost that tells counts.
  for (Operation *parent = op; parent; parent = parent->getParentOp()) {
    if (!isa<ModuleOp>(parent))
      continue;
    auto replicas = parent->getAttrOfType<IntegerAttr>("mhlo.num_replicas");
    auto partitions = parent->getAttrOfType<IntegerAttr>("mhlo.num_partitions");
    if (!replicas && !partitions)
      continue;
    DeviceGrid grid;
    if (replicas)
      grid.replicas = replicas.getInt();
    if (partitions)
      grid.partitions = partitions.getInt();
    // A module lowered for an abstract mesh says one partition, whatever the mesh: then the mesh tells.
    if (grid.partitions == 1 && grid.replicas.value_or(1) == 1)
      grid.partitions = std::max<int64_t>(1, largestMesh(parent));
    return grid;
  }
  return {};
}

GroupMode groupMode(Operation *op) {
  auto channel = op->getAttrOfType<ChannelHandleAttr>("channel_handle");
  if (!channel || channel.getHandle() <= 0)
    return GroupMode::CrossReplica;
  if (op->hasAttr("use_global_device_ids"))
    return GroupMode::FlattenedIds;
  bool reduces = llvm::StringSwitch<bool>(op->getName().stripDialect())
                     .Cases({"all_gather", "all_reduce", "reduce_scatter", "collective_reduce"}, true)
                     .Default(false);
  return reduces ? GroupMode::CrossReplicaAndPartition : GroupMode::CrossPartition;
}

//===-- Ids as written -----------------------------------------------------------------------------------------===//

static Expected<Groups> listedGroups(Operation *op, DenseIntElementsAttr ids) {
  auto type = ids.getType();
  if (type.getRank() != 2)
    return fail(op, "expected replica_groups of two dimensions, found " + Twine(type.getRank()));
  Groups groups(type.getDimSize(1) == 0 ? 0 : type.getDimSize(0));
  auto id = ids.value_begin<APInt>();
  for (auto &group : groups)
    for (int64_t member = 0; member < type.getDimSize(1); ++member, ++id)
      if (int64_t value = (*id).getSExtValue(); value != -1)
        group.push_back(value);
  return groups;
}

Expected<Groups> writtenGroups(Operation *op) {
  Attribute attribute = op->getAttr("replica_groups");
  if (auto ids = dyn_cast_or_null<DenseIntElementsAttr>(attribute))
    return listedGroups(op, ids);
  auto axes = dyn_cast_or_null<ReplicaGroupMeshAxesAttr>(attribute);
  if (!axes)
    return fail(op, "expected an attribute replica_groups");
  Expected<Mesh> mesh = meshOf(axes, op);
  if (!mesh)
    return mesh.takeError();
  return groupsOfAxes(*mesh, axes);
}

//===-- From ids to devices ------------------------------------------------------------------------------------===//

/// Devices outside all groups are allowed.
static bool mayLeaveOut(Operation *op) {
  StringRef name = op->getName().stripDialect();
  return name == "collective_broadcast" || name == "collective_reduce";
}

/// Every id at most once and within `count`, and all of them if `count` is known.
static Error checkIds(Operation *op, const Groups &groups, std::optional<int64_t> count, StringRef kind) {
  llvm::BitVector seen(count.value_or(0));
  int64_t found = 0;
  for (const auto &group : groups) {
    for (int64_t id : group) {
      if (id < 0 || (count && id >= *count))
        return fail(op, "expected " + kind + " ids below " + (count ? std::to_string(*count) : "the number of devices") +
                            " in replica_groups, found " + Twine(id));
      if (id >= seen.size()) {
        if (id > int64_t(1) << 24)
          return fail(op, "expected at most 16777216 devices in replica_groups, found id " + Twine(id));
        seen.resize(id + 1);
      }
      if (seen.test(id))
        return fail(op, "expected every " + kind + " once in replica_groups, found " + Twine(id) + " twice");
      seen.set(id);
      ++found;
    }
  }
  if (count && found != *count && !mayLeaveOut(op))
    return fail(op, "expected all " + Twine(*count) + " " + kind + "s in replica_groups, " + kind + " " +
                        Twine(seen.find_first_unset()) + " is missing");
  return Error::success();
}

static Groups everybody(int64_t count) {
  Groups groups(1);
  for (int64_t id = 0; id < count; ++id)
    groups[0].push_back(id);
  return groups;
}

/// Each group once per value of the other coordinate: id * idStride + other * otherStride.
static Groups repeat(const Groups &groups, int64_t idStride, int64_t others, int64_t otherStride) {
  Groups result;
  for (const auto &group : groups)
    for (int64_t other = 0; other < others; ++other) {
      auto &devices = result.emplace_back();
      for (int64_t id : group)
        devices.push_back(id * idStride + other * otherStride);
    }
  return result;
}

static Groups joinPartitions(const Groups &groups, int64_t partitions) {
  Groups result;
  for (const auto &group : groups) {
    auto &devices = result.emplace_back();
    for (int64_t partition = 0; partition < partitions; ++partition)
      for (int64_t replica : group)
        devices.push_back(replica * partitions + partition);
  }
  return result;
}

Expected<Groups> replicaGroups(Operation *op, DeviceGrid grid) {
  Expected<Groups> written = writtenGroups(op);
  if (!written)
    return written.takeError();
  GroupMode mode = groupMode(op);
  // A number that is not known is one: a module that says nothing of replicas has no copies of itself.
  std::optional<int64_t> count;
  StringRef kind;
  switch (mode) {
  case GroupMode::CrossReplica:
  case GroupMode::CrossReplicaAndPartition:
    count = grid.replicas;
    kind = "replica";
    break;
  case GroupMode::CrossPartition:
    count = grid.partitions;
    kind = "partition";
    break;
  case GroupMode::FlattenedIds:
    if (grid.partitions)
      count = *grid.partitions * grid.replicas.value_or(1);
    kind = "device";
    break;
  }
  if (written->empty()) {
    if (!count)
      return fail(op, "expected replica_groups to list ids, for the number of " + kind +
                          "s is not known (mhlo.num_replicas, mhlo.num_partitions)");
    *written = everybody(*count);
  }
  if (Error error = checkIds(op, *written, count, kind))
    return std::move(error);
  if (mode == GroupMode::FlattenedIds)
    return written;
  if (mode == GroupMode::CrossPartition && grid.replicas.value_or(1) > 1 && !grid.partitions)
    return fail(op, "expected mhlo.num_partitions on a module of " + Twine(*grid.replicas) + " replicas");
  if (mode == GroupMode::CrossPartition)
    return repeat(*written, 1, grid.replicas.value_or(1), grid.partitions.value_or(0));
  int64_t partitions = grid.partitions.value_or(1);
  if (mode == GroupMode::CrossReplica)
    return repeat(*written, partitions, partitions, 1);
  if (!grid.partitions)
    return fail(op, "expected mhlo.num_partitions on the module, for the groups hold every partition of a replica");
  return joinPartitions(*written, partitions);
}

Expected<Groups> replicaGroups(Operation *op) { return replicaGroups(op, deviceGrid(op)); }

//===-- Pairs --------------------------------------------------------------------------------------------------===//

Expected<Pairs> sourceTargetPairs(Operation *op, DeviceGrid grid) {
  auto ids = op->getAttrOfType<DenseIntElementsAttr>("source_target_pairs");
  auto type = ids ? ids.getType() : ShapedType();
  if (!ids || type.getRank() != 2 || type.getDimSize(1) != 2)
    return fail(op, "expected source_target_pairs to be a list of pairs");
  GroupMode mode = groupMode(op);
  bool replicas = mode == GroupMode::CrossReplica;
  std::optional<int64_t> count = replicas ? grid.replicas : grid.partitions;
  Pairs written;
  auto values = llvm::map_to_vector(ids.getValues<APInt>(), [](const APInt &id) { return id.getSExtValue(); });
  for (size_t index = 0; index + 1 < values.size(); index += 2)
    written.emplace_back(values[index], values[index + 1]);
  for (auto [source, target] : written)
    for (int64_t id : {source, target})
      if (id < 0 || (count && id >= *count))
        return fail(op, "expected ids below " + (count ? std::to_string(*count) : "the number of devices") +
                            " in source_target_pairs, found " + Twine(id));
  if (!replicas && grid.replicas.value_or(1) > 1 && !grid.partitions)
    return fail(op, "expected mhlo.num_partitions on a module of " + Twine(*grid.replicas) + " replicas");
  int64_t others = (replicas ? grid.partitions : grid.replicas).value_or(1);
  int64_t idStride = replicas ? grid.partitions.value_or(1) : 1;
  int64_t otherStride = replicas ? 1 : grid.partitions.value_or(0);
  Pairs pairs;
  for (auto [source, target] : written)
    for (int64_t other = 0; other < others; ++other)
      pairs.emplace_back(source * idStride + other * otherStride, target * idStride + other * otherStride);
  return pairs;
}

Expected<Pairs> sourceTargetPairs(Operation *op) { return sourceTargetPairs(op, deviceGrid(op)); }

} // namespace lockstep::stablehlo
