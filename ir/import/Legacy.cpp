#include "ir/import/Legacy.h"

#include "ir/import/Diagnostics.h"
#include "ir/import/HloSharding.h"
#include "ir/import/Precheck.h"
#include "ir/sdy/Convert.h"

#include "mlir/AsmParser/AsmParser.h"

using llvm::Expected;
using llvm::StringRef;

namespace lockstep::legacy {
namespace {

// Reads an attribute that travels as text; errors are returned, not printed.
Expected<mlir::Attribute> parseEncoded(StringRef text, mlir::MLIRContext *context) {
  if (std::optional<TextFault> fault = precheck(text))
    return llvm::createStringError(fault->message);
  DiagnosticCollector diagnostics(*context);
  if (mlir::Attribute attribute = mlir::parseAttribute(text, context))
    return attribute;
  return llvm::createStringError(llvm::toString(diagnostics.takeError("", "")) + " in '" + text.take_front(100) + "'");
}

StringRef entry(mlir::Attribute dictionary, StringRef key) {
  auto attributes = llvm::dyn_cast_or_null<mlir::DictionaryAttr>(dictionary);
  auto text = attributes ? attributes.getAs<mlir::StringAttr>(key) : mlir::StringAttr();
  return text ? text.getValue() : StringRef();
}

void addEncodedMeshes(mlir::ModuleOp module, std::vector<Mesh> &meshes) {
  StringRef text = entry(module->getAttr(kFrontendAttributes), "xla.sdy.meshes");
  if (text.empty())
    return;
  Expected<mlir::Attribute> parsed = parseEncoded(text, module.getContext());
  if (!parsed) {
    // A sharding that needs one of the meshes is reported where it stands.
    llvm::consumeError(parsed.takeError());
    return;
  }
  auto dictionary = llvm::dyn_cast<mlir::DictionaryAttr>(*parsed);
  for (mlir::NamedAttribute named : dictionary ? dictionary.getValue() : llvm::ArrayRef<mlir::NamedAttribute>())
    if (auto mesh = llvm::dyn_cast<sdy::MeshAttr>(named.getValue()); mesh && !mesh.isMaximal())
      meshes.push_back(sdy::toMesh(mesh, named.getName()));
}

} // namespace

StringRef callTarget(mlir::Operation *op) {
  if (op->getName().getStringRef() != "stablehlo.custom_call")
    return {};
  auto target = op->getAttrOfType<mlir::StringAttr>("call_target_name");
  return target ? target.getValue() : StringRef();
}

bool isHint(mlir::Operation *op) {
  StringRef target = callTarget(op);
  return (target == kShardingCall || target == kFuncResultSharding || target == "xla.sdy.ShardingGroup" ||
          target == "xla.sdy.PropagationBarrier") &&
         op->getNumOperands() == op->getNumResults() && op->getOperandTypes() == op->getResultTypes();
}

std::vector<Mesh> declaredMeshes(mlir::ModuleOp module) {
  std::vector<Mesh> meshes;
  for (auto op : module.getOps<sdy::MeshOp>())
    if (!op.getMesh().isMaximal())
      meshes.push_back(sdy::toMesh(op.getMesh(), op.getSymName()));
  addEncodedMeshes(module, meshes);
  return meshes;
}

std::optional<Mesh> meshOf(sdy::TensorShardingAttr sharding, const std::vector<Mesh> &meshes) {
  if (auto mesh = llvm::dyn_cast<sdy::MeshAttr>(sharding.getMeshOrRef()))
    return mesh.isMaximal() ? std::nullopt : std::optional(sdy::toMesh(mesh, ""));
  StringRef name = llvm::cast<mlir::FlatSymbolRefAttr>(sharding.getMeshOrRef()).getValue();
  for (const Mesh &mesh : meshes)
    if (mesh.name == name)
      return mesh;
  return std::nullopt;
}

Expected<mlir::Attribute> encoded(mlir::Attribute frontendAttributes, StringRef key) {
  StringRef text = entry(frontendAttributes, key);
  if (text.empty())
    return mlir::Attribute();
  return parseEncoded(text, frontendAttributes.getContext());
}

Expected<sdy::TensorShardingAttr> encodedSharding(mlir::Attribute frontendAttributes) {
  Expected<mlir::Attribute> parsed = encoded(frontendAttributes, "xla.sdy.sharding");
  if (!parsed)
    return parsed.takeError();
  if (!*parsed)
    return sdy::TensorShardingAttr();
  if (auto sharding = llvm::dyn_cast<sdy::TensorShardingAttr>(*parsed))
    return sharding;
  // The result of a function carries a list of one.
  auto perValue = llvm::dyn_cast<sdy::TensorShardingPerValueAttr>(*parsed);
  if (perValue && perValue.size() == 1)
    return perValue.getSharding(0);
  return llvm::createStringError("xla.sdy.sharding: expected #sdy.sharding<...>");
}

Expected<Mesh> manualMesh(mlir::ModuleOp module, const Contract *contract) {
  if (contract && contract->mesh)
    return *contract->mesh;
  std::vector<HloSharding> shardings;
  llvm::Error error = llvm::Error::success();
  module.walk([&](mlir::Operation *op) {
    StringRef target = callTarget(op);
    if (target != kShardingCall && target != kShardToFull)
      return mlir::WalkResult::advance();
    auto text = op->getAttrOfType<mlir::StringAttr>(kHloShardingName);
    if (!text)
      return mlir::WalkResult::advance();
    Expected<HloSharding> sharding = HloSharding::parse(text.getValue());
    if (!sharding) {
      error = llvm::joinErrors(std::move(error), sharding.takeError());
      return mlir::WalkResult::interrupt();
    }
    shardings.push_back(std::move(*sharding));
    return mlir::WalkResult::advance();
  });
  if (error)
    return std::move(error);
  int64_t devices = 1;
  for (const HloSharding &sharding : shardings)
    devices = std::max<int64_t>(devices, sharding.deviceCount());
  for (const Mesh &mesh : declaredMeshes(module))
    if (mesh.deviceCount() > 1 && (shardings.empty() || mesh.deviceCount() == devices))
      return mesh;
  Mesh mesh = anonymousMesh(shardings);
  if (mesh.axes.empty())
    return llvm::createStringError("no sharding tells the mesh of the manual computation; give [mesh] in a contract");
  return mesh;
}

} // namespace lockstep::legacy
