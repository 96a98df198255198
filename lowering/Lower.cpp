#include "lowering/Lower.h"

#include "ir/core/InputError.h"
#include "lowering/emit/Emitter.h"
#include "lowering/graph/Build.h"
#include "lowering/partition/Placement.h"
#include "lowering/roles/Batch.h"

#include "mlir/IR/Verifier.h"

#include <set>

namespace lockstep::lowering {

static llvm::Error specError(const std::string &message) {
  return llvm::make_error<InputError>("IN051", "", 0, 0, message);
}

static llvm::Error checkMesh(const LoweringSpec &spec) {
  if (spec.axes.empty())
    return specError("expected a mesh of at least one axis, found none (say --mesh dp=4)");
  std::set<std::string> names;
  for (const MeshAxis &axis : spec.axes) {
    if (axis.name.empty())
      return specError("expected every mesh axis to have a name, found one of size " + std::to_string(axis.size) + " without");
    if (axis.size < 1)
      return specError("expected mesh axis '" + axis.name + "' to have a size of at least 1, found " +
                       std::to_string(axis.size));
    if (!names.insert(axis.name).second)
      return specError("expected mesh axes of different names, found '" + axis.name + "' twice");
  }
  std::set<std::string> data;
  for (const std::string &axis : spec.dataAxes) {
    if (!names.count(axis))
      return specError("expected data axis '" + axis + "' to be an axis of the mesh");
    if (!data.insert(axis).second)
      return specError("expected different data axes, found '" + axis + "' twice");
  }
  return llvm::Error::success();
}

/// The mesh axes that cut the batch, in the order in which they do; axes of size 1 cut nothing.
static std::vector<unsigned> dataAxes(const LoweringSpec &spec, const Mesh &mesh) {
  std::vector<unsigned> axes;
  if (spec.dataAxes.empty())
    for (unsigned axis = 0; axis < mesh.axes.size(); ++axis)
      axes.push_back(axis);
  for (const std::string &name : spec.dataAxes)
    axes.push_back(*mesh.axisIndex(name));
  llvm::erase_if(axes, [&](unsigned axis) { return mesh.axes[axis].size == 1; });
  return axes;
}

static llvm::Error checkExtents(const Program &logical, const std::vector<BatchPlacement> &batch, const Mesh &mesh,
                                const std::vector<unsigned> &axes) {
  for (const BatchPlacement &placement : batch) {
    int64_t extent = logical.arguments[placement.argument].shape[placement.dim], pieces = 1;
    for (unsigned axis : axes) {
      pieces *= mesh.axes[axis].size;
      if (extent % pieces == 0 && extent > 0)
        continue;
      auto error = std::make_unique<InputError>(
          "IN052", logical.path, 0, 0,
          "expected batch argument " + std::to_string(placement.argument) + " '" + placement.name + "' to divide over axis " +
              mesh.axes[axis].name + "=" + std::to_string(mesh.axes[axis].size) + ", found extent " +
              std::to_string(extent) + " in dim " + std::to_string(placement.dim));
      if (axes.size() > 1)
        error->note = "all data axes together make " + std::to_string(pieces) + " pieces";
      return llvm::Error(std::move(error));
    }
  }
  return llvm::Error::success();
}

static std::string remarkOf(const CollectiveInfo &collective) {
  return "gathers " + std::to_string(collective.bytes) + " bytes per device over " + collective.axis +
         (collective.inLoop ? " in every turn of a loop" : "") + " at " + collective.location + ": " + collective.why;
}

llvm::Expected<LoweredPlan> lower(const Program &logical, const LoweringSpec &spec) {
  if (llvm::Error error = checkMesh(spec))
    return std::move(error);
  if (logical.form != ProgramForm::Logical)
    return llvm::make_error<InputError>("IN053", logical.path, 0, 0,
                                        "expected a logical step of one device, found a plan for several");
  auto graph = buildGraph(logical.main);
  if (!graph)
    return graph.takeError();
  auto batch = findBatch(logical, spec);
  if (!batch)
    return batch.takeError();
  Mesh mesh{"mesh", spec.axes, {}};
  std::vector<unsigned> axes = dataAxes(spec, mesh);
  if (llvm::Error error = checkExtents(logical, *batch, mesh, axes))
    return std::move(error);
  for (unsigned axis : axes) {
    unsigned blocking = 0;
    auto placed = placeBatch(*graph, *batch, mesh.axes[axis].size, blocking);
    if (!placed)
      return llvm::make_error<InputError>("IN052", logical.path, 0, 0,
                                          "expected room for axis " + mesh.axes[axis].name + " in batch argument '" +
                                              logical.arguments[blocking].name + "', found all of it taken");
    *graph = std::move(*placed);
  }
  LoweredPlan plan;
  Emitter emitter((*logical.module)->getContext(), mesh, axes);
  plan.module = emitter.emitModule(logical, *graph);
  plan.collectives = emitter.takeCollectives();
  plan.batch = std::move(*batch);
  for (const CollectiveInfo &collective : plan.collectives)
    if (collective.kind == "all_gather")
      plan.remarks.push_back(remarkOf(collective));
  if (mlir::failed(mlir::verify(*plan.module)))
    return llvm::createStringError("internal error: the plan made is not valid");
  return plan;
}

std::string explain(const LoweredPlan &plan) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "batch:";
  for (const BatchPlacement &placement : plan.batch)
    os << " " << placement.name << " (argument " << placement.argument << ", dim " << placement.dim << ")";
  int64_t bytes = 0;
  os << "\n";
  for (const CollectiveInfo &collective : plan.collectives) {
    bytes += collective.bytes;
    os << collective.kind << (collective.monoid.empty() ? "" : " " + collective.monoid) << " over " << collective.axis << ": "
       << collective.bytes << " bytes" << (collective.inLoop ? " per turn" : "") << ", " << collective.why << ", "
       << collective.location << "\n";
  }
  os << plan.collectives.size() << " collectives, " << bytes << " bytes per device\n";
  for (const std::string &remark : plan.remarks)
    os << "remark: " << remark << "\n";
  return text;
}

} // namespace lockstep::lowering
