// Which of the three forms a module has, its mesh, and how the arguments and results of a per-device module are placed.
#include "ir/import/Analysis.h"

#include "ir/import/HloSharding.h"
#include "ir/import/Legacy.h"
#include "ir/sdy/Convert.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace lockstep::analysis {
namespace {

// What the operators of a module tell about devices.
struct Facts {
  std::vector<sdy::ManualComputationOp> manual;
  bool legacyManual = false; // shard_map before Shardy
  bool constraint = false;   // something that partitioners consume
  std::string communication; // name of some operator that depends on the device, empty when there is none
};

bool dependsOnDevice(StringRef name) {
  static const llvm::StringSet<> names = {
      "stablehlo.all_reduce",         "stablehlo.all_gather",     "stablehlo.reduce_scatter", "stablehlo.all_to_all",
      "stablehlo.collective_permute", "stablehlo.partition_id",   "stablehlo.replica_id",
      "stablehlo.collective_broadcast", "stablehlo.send",         "stablehlo.recv"};
  return names.contains(name);
}

Facts gather(mlir::ModuleOp module) {
  Facts facts;
  module.walk([&](mlir::Operation *op) {
    if (auto manual = llvm::dyn_cast<sdy::ManualComputationOp>(op)) {
      if (!manual.getManualAxes().empty())
        facts.manual.push_back(manual);
    } else if (StringRef target = legacy::callTarget(op);
               target == legacy::kFullToShard || target == legacy::kGlobalToLocal) {
      facts.legacyManual = true;
    } else if (llvm::isa<sdy::ShardingConstraintOp>(op) || target == legacy::kShardingCall) {
      facts.constraint = true;
    } else if (facts.communication.empty() && dependsOnDevice(op->getName().getStringRef())) {
      facts.communication = op->getName().getStringRef().str();
    }
  });
  return facts;
}

// One side (arguments or results) of a per-device module.
struct Side {
  bool argument;
  std::vector<std::optional<Sharding>> shardings;
};

class PlacementReader {
public:
  PlacementReader(Program &program, const Contract *contract)
      : arguments{true, {}}, results{false, {}}, program(program), contract(contract),
        meshes(legacy::declaredMeshes(program.module.get())) {
    arguments.shardings.resize(program.arguments.size());
    results.shardings.resize(program.results.size());
  }

  /// Reads every sharding of the boundary; afterwards `mesh` is set when any device placement is known.
  Error read() {
    if (contract && contract->mesh)
      mesh = contract->mesh;
    for (Side *side : {&arguments, &results})
      if (Error error = readAttributes(*side))
        return error;
    for (Side *side : {&arguments, &results})
      if (Error error = readHloStrings(*side))
        return error;
    for (Side *side : {&arguments, &results})
      if (Error error = readContract(*side))
        return error;
    if (!mesh)
      mesh = fallback;
    return Error::success();
  }

  std::optional<Mesh> mesh;
  Side arguments, results;

private:
  std::string nameAt(const Side &side, size_t index) const {
    return side.argument ? nameOf(program.arguments[index], index) : nameOf(program.results[index], index);
  }

  mlir::Attribute attribute(const Side &side, size_t index, StringRef name) {
    return side.argument ? program.main.getArgAttr(index, name) : program.main.getResultAttr(index, name);
  }

  // Frontend attributes of an argument or a result; those of a result may stand on a call that returns it unchanged.
  mlir::Attribute encodedAttributes(const Side &side, size_t index) {
    if (mlir::Attribute own = attribute(side, index, legacy::kFrontendAttributes); own || side.argument)
      return own;
    mlir::Operation *source = program.main.getBody().front().getTerminator()->getOperand(index).getDefiningOp();
    bool marks = source && legacy::callTarget(source) == legacy::kFuncResultSharding;
    return marks ? source->getAttr(legacy::kFrontendAttributes) : mlir::Attribute();
  }

  size_t orderAt(const Side &side, size_t index) const {
    return side.argument ? program.arguments[index].shape.size() : program.results[index].shape.size();
  }

  // `sdy.sharding`, also as a string among the frontend attributes.
  Error readAttributes(Side &side) {
    for (size_t index = 0; index < side.shardings.size(); ++index) {
      auto sharding = llvm::dyn_cast_or_null<sdy::TensorShardingAttr>(attribute(side, index, sdy::kShardingName));
      if (!sharding) {
        Expected<sdy::TensorShardingAttr> encoded = legacy::encodedSharding(encodedAttributes(side, index));
        if (!encoded)
          return fault(program, "IN013", nameAt(side, index) + ": " + llvm::toString(encoded.takeError()));
        sharding = *encoded;
      }
      if (sharding)
        if (Error error = take(side, index, sharding))
          return error;
    }
    return Error::success();
  }

  Error take(Side &side, size_t index, sdy::TensorShardingAttr sharding) {
    std::optional<Mesh> own = legacy::meshOf(sharding, meshes);
    if (!own)
      return fault(program, "IN013", nameAt(side, index) + ": the mesh of its sharding is not declared");
    Sharding plain = sdy::toSharding(sharding);
    if (plain.dims.size() != orderAt(side, index))
      return fault(program, "IN013", nameAt(side, index) + ": its sharding has " + Twine(plain.dims.size()) +
                                         " dims, the tensor has " + Twine(orderAt(side, index)));
    side.shardings[index] = plain;
    bool usesAxes = !plain.unreduced.empty();
    for (const DimSharding &dim : plain.dims)
      usesAxes |= !dim.axes.empty();
    if (!usesAxes) {
      // Copies everywhere: the mesh matters only when nothing else tells it.
      if (!fallback || fallback->deviceCount() < own->deviceCount())
        fallback = own;
      return Error::success();
    }
    if (mesh && (mesh->axes != own->axes || (!fromContract() && mesh->deviceIds != own->deviceIds)))
      return fault(program, "IN013", nameAt(side, index) + " is placed on the mesh " + own->str() +
                                         ", others are on the mesh " + mesh->str());
    mesh = own;
    return Error::success();
  }

  bool fromContract() const { return contract && contract->mesh && mesh == contract->mesh; }

  // `mhlo.sharding`: positions of devices; axes are found for them on the mesh.
  Error readHloStrings(Side &side) {
    for (size_t index = 0; index < side.shardings.size(); ++index) {
      auto text = llvm::dyn_cast_or_null<mlir::StringAttr>(attribute(side, index, legacy::kHloShardingName));
      if (!text || side.shardings[index])
        continue;
      Expected<HloSharding> hlo = HloSharding::parse(text.getValue());
      if (!hlo)
        return fault(program, "IN013", nameAt(side, index) + ": " + llvm::toString(hlo.takeError()));
      if (!mesh && hlo->isTiled())
        mesh = chooseMesh(*hlo);
      Expected<Sharding> sharding = hlo->toSharding(mesh.value_or(Mesh()), orderAt(side, index));
      if (!sharding)
        return fault(program, "IN013", nameAt(side, index) + ": " + llvm::toString(sharding.takeError()));
      side.shardings[index] = std::move(*sharding);
    }
    return Error::success();
  }

  // A declared mesh of that many devices, else an anonymous one made from all strings of the boundary.
  Mesh chooseMesh(const HloSharding &some) {
    for (const Mesh &declared : meshes)
      if (declared.deviceCount() == int64_t(some.deviceCount()))
        return declared;
    std::vector<HloSharding> all;
    for (Side *side : {&arguments, &results})
      for (size_t index = 0; index < side->shardings.size(); ++index)
        if (auto text = llvm::dyn_cast_or_null<mlir::StringAttr>(attribute(*side, index, legacy::kHloShardingName))) {
          if (Expected<HloSharding> hlo = HloSharding::parse(text.getValue()))
            all.push_back(std::move(*hlo));
          else
            llvm::consumeError(hlo.takeError()); // reported at its own place
        }
    return anonymousMesh(all);
  }

  Error readContract(Side &side) {
    if (!contract)
      return Error::success();
    std::vector<bool> given(side.shardings.size());
    for (const ContractEntry &entry : side.argument ? contract->arguments : contract->results) {
      if (!entry.sharding)
        continue;
      Expected<unsigned> index = resolve(program, *contract, entry, side.argument);
      if (!index)
        return index.takeError();
      if (given[*index])
        return fault(program, "IN021", nameAt(side, *index) + " has two shardings in the contract, the second at " +
                                           Twine(contract->path) + ":" + Twine(entry.line));
      given[*index] = true;
      std::optional<Sharding> &own = side.shardings[*index];
      if (own && !samePlacement(*own, *entry.sharding))
        return fault(program, "IN021", nameAt(side, *index) + " is placed as " + own->str() +
                                           " by the module and as " + entry.sharding->str() + " by the contract");
      own = entry.sharding;
    }
    return Error::success();
  }

  // Open dims and explicit copies mean nothing for placement.
  static bool samePlacement(Sharding a, Sharding b) {
    for (Sharding *sharding : {&a, &b}) {
      sharding->replicated.clear();
      for (DimSharding &dim : sharding->dims)
        dim.open = false;
    }
    return a == b;
  }

  Program &program;
  const Contract *contract;
  std::vector<Mesh> meshes;
  std::optional<Mesh> fallback;
};

// Local extents times pieces. What has no sharding is on every device as a whole.
Error place(Program &program, const Mesh &mesh, Side &side) {
  std::string missing;
  size_t count = 0;
  for (size_t index = 0; index < side.shardings.size(); ++index) {
    Shape &shape = side.argument ? program.arguments[index].shape : program.results[index].shape;
    std::string what = side.argument ? nameOf(program.arguments[index], index) : nameOf(program.results[index], index);
    if (!side.shardings[index]) {
      if (++count <= 3)
        missing += (missing.empty() ? "" : ", ") + what;
      side.shardings[index] = Sharding::replicatedOf(shape.size());
    }
    const Sharding &sharding = *side.shardings[index];
    if (sharding.dims.size() != shape.size())
      return fault(program, "IN013", what + ": its sharding " + sharding.str() + " has " + Twine(sharding.dims.size()) +
                                         " dims, the tensor has " + Twine(shape.size()));
    for (const DimSharding &dim : sharding.dims)
      for (const AxisRef &axis : dim.axes)
        if (!mesh.axisIndex(axis.name))
          return fault(program, "IN013", what + ": axis \"" + axis.name + "\" is not on the mesh " + mesh.str());
    Shape global = shape;
    // An axis named twice would multiply without bound before localShape() can say so.
    for (size_t dim = 0; dim < global.size(); ++dim)
      if (llvm::MulOverflow(global[dim], axesSize(mesh, sharding.dims[dim].axes), global[dim]))
        return fault(program, "IN013", what + ": its global shape is too large");
    if (Expected<Shape> local = localShape(mesh, sharding, global); !local)
      return fault(program, "IN013", what + ": " + llvm::toString(local.takeError()));
    shape = std::move(global);
  }
  if (count)
    program.warnings.push_back(missing + (count > 3 ? " and " + std::to_string(count - 3) + " more" : std::string()) +
                               (count == 1 ? " has" : " have") +
                               " no sharding; each device is taken to hold the whole tensor");
  return Error::success();
}

Error readManual(Program &program, const Contract *contract, const Facts &facts) {
  program.form = ProgramForm::ManualComputation;
  if (contract && contract->mesh)
    program.warnings.push_back("the mesh of the contract is not used: the module has its own");
  for (sdy::ManualComputationOp op : facts.manual) {
    sdy::TensorShardingAttr named;
    for (sdy::TensorShardingPerValueAttr list : {op.getInShardings(), op.getOutShardings()})
      for (sdy::TensorShardingAttr sharding : list.getShardings())
        if (!named && sharding.getMesh(op) == op.getMesh())
          named = sharding;
    std::optional<Mesh> mesh = named ? sdy::meshOf(named, op) : std::nullopt;
    if (!mesh)
      continue; // the dialect's verifier leaves no such operator
    if (program.mesh.axes.empty())
      program.mesh = *mesh;
    else if (program.mesh.axes != mesh->axes || program.mesh.deviceIds != mesh->deviceIds)
      return fault(program, "IN013", "one manual computation is on the mesh " + program.mesh.str() +
                                         ", another on the mesh " + mesh->str());
  }
  return Error::success();
}

} // namespace

Error readForm(Program &program, const Contract *contract, Reading reading) {
  if (Expected<bool> stages = readStages(program, contract, reading); !stages || *stages)
    return stages ? Error::success() : stages.takeError();
  Facts facts = gather(program.module.get());
  if (!facts.manual.empty())
    return readManual(program, contract, facts);
  if (facts.legacyManual) {
    program.form = ProgramForm::ManualComputation;
    Expected<Mesh> mesh = legacy::manualMesh(program.module.get(), contract);
    if (!mesh)
      return fault(program, "IN013", llvm::toString(mesh.takeError()));
    program.mesh = std::move(*mesh);
    return Error::success();
  }
  if (reading == Reading::Logical) {
    if (!facts.communication.empty())
      return fault(program, "IN013", "the logical step must be a program for one device, found " + facts.communication);
    return Error::success();
  }
  PlacementReader reader(program, contract);
  if (Error error = reader.read())
    return error;
  bool severalDevices = reader.mesh && reader.mesh->deviceCount() > 1;
  if (!severalDevices && facts.communication.empty())
    return Error::success();
  if (!reader.mesh || reader.mesh->axes.empty())
    return fault(program, "IN013", "the module depends on the device (" + facts.communication +
                                       ") but names no mesh for its arguments",
                 "give the mesh and the shardings in a contract");
  if (facts.constraint && facts.communication.empty())
    return fault(program, "IN015", "the module is not partitioned: it has sharding constraints and shapes of whole tensors",
                 "a plan is what the partitioner makes of it");
  program.form = ProgramForm::PerDevice;
  program.mesh = *reader.mesh;
  for (Side *side : {&reader.arguments, &reader.results})
    if (Error error = place(program, program.mesh, *side))
      return error;
  for (auto &sharding : reader.arguments.shardings)
    program.argumentShardings.push_back(std::move(*sharding));
  for (auto &sharding : reader.results.shardings)
    program.resultShardings.push_back(std::move(*sharding));
  return Error::success();
}

} // namespace lockstep::analysis
