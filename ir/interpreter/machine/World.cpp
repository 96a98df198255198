// What outlives single operators: the session's functions, the devices of a world.
#include "ir/interpreter/machine/Diagnostics.h"
#include "ir/interpreter/machine/Execution.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/SymbolTable.h"

#include <algorithm>

namespace lockstep::interp {

Session::Session(const Options &options, mlir::Operation *module, mlir::Operation *main)
    : options(options), module(module), main(main) {
  for (mlir::Region &region : module->getRegions())
    for (mlir::Operation &op : region.getOps())
      if (auto symbol = op.getAttrOfType<mlir::StringAttr>(mlir::SymbolTable::getSymbolAttrName()))
        symbols[symbol.str()] = &op;
}

mlir::Operation *Session::function(llvm::StringRef name) const {
  auto found = symbols.find(name.str());
  if (found == symbols.end() || found->second->getNumRegions() != 1 || found->second->getRegion(0).empty())
    return nullptr;
  return found->second;
}

llvm::Expected<FunctionPlan *> Session::plan(mlir::Operation *function) {
  std::unique_ptr<FunctionPlan> &slot = plans[function];
  if (!slot) {
    llvm::Expected<std::unique_ptr<FunctionPlan>> made = makePlan(function, table);
    if (!made)
      return made.takeError();
    slot = std::move(*made);
  }
  return slot.get();
}

std::optional<unsigned> World::rankOf(int64_t device) const {
  auto found = std::lower_bound(devices.begin(), devices.end(), device);
  if (found == devices.end() || *found != device)
    return std::nullopt;
  return found - devices.begin();
}

World World::onMesh(const Mesh &mesh, mlir::Operation *module) {
  World world;
  world.mesh = mesh;
  for (int64_t i = 0; i < mesh.deviceCount(); ++i)
    world.devices.push_back(mesh.deviceAt(i));
  std::sort(world.devices.begin(), world.devices.end());
  world.partitions = world.devices.size();
  auto count = [&](llvm::StringRef name) {
    auto attribute = module->getAttrOfType<mlir::IntegerAttr>(name);
    return attribute ? attribute.getInt() : 1;
  };
  int64_t replicas = count("mhlo.num_replicas"), partitions = count("mhlo.num_partitions");
  if (replicas > 1 && replicas * partitions == static_cast<int64_t>(world.devices.size())) {
    world.replicas = replicas;
    world.partitions = partitions;
  }
  return world;
}

llvm::Error World::checkNothingInTransit() const {
  for (const auto &[key, parcels] : inTransit)
    if (!parcels.empty())
      return errorAt(parcels.front().op,
                     "device " + llvm::Twine(devices[parcels.front().sender]) + " sent to device " +
                         llvm::Twine(devices[key.second]) + " over channel " + llvm::Twine(key.first) +
                         ", which never received it",
                     code::order);
  return llvm::Error::success();
}

} // namespace lockstep::interp
