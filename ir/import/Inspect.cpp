#include "ir/import/Inspect.h"

#include "ir/import/Prepare.h"
#include "ir/sdy/Convert.h"
#include "ir/stablehlo/ReplicaGroups.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

#include <set>

using llvm::StringRef;

namespace lockstep {
namespace {

bool hasGroups(StringRef name) {
  static const llvm::StringSet<> names = {"stablehlo.all_reduce", "stablehlo.all_gather", "stablehlo.reduce_scatter",
                                          "stablehlo.all_to_all", "stablehlo.collective_broadcast"};
  return names.contains(name);
}

uint64_t bytesOf(mlir::ValueRange values) {
  uint64_t bytes = 0;
  for (mlir::Value value : values) {
    auto type = llvm::dyn_cast<mlir::RankedTensorType>(value.getType());
    std::optional<ElementType> element = elementType(value.getType());
    if (type && element && type.hasStaticShape())
      bytes += uint64_t(type.getNumElements()) * byteWidth(*element);
  }
  return bytes;
}

bool inLoop(mlir::Operation *op) {
  for (mlir::Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp())
    if (parent->getName().getStringRef() == "stablehlo.while")
      return true;
  return false;
}

class CollectiveCounter {
public:
  explicit CollectiveCounter(const Mesh &mesh) : mesh(mesh) {}

  void add(mlir::Operation *op) {
    StringRef name = op->getName().getStringRef();
    bool permute = name == "stablehlo.collective_permute";
    if (!permute && !hasGroups(name))
      return;
    std::string kind = name.substr(name.find('.') + 1).str();
    CollectiveSummary &summary = summaries[{kind, axes(op, permute)}];
    ++summary.count;
    summary.inLoops += inLoop(op);
    summary.bytes += bytesOf(op->getOperands());
  }

  std::vector<CollectiveSummary> take() {
    std::vector<CollectiveSummary> list;
    for (auto &[key, summary] : summaries) {
      summary.kind = key.first;
      summary.axes = key.second;
      list.push_back(std::move(summary));
    }
    return list;
  }

private:
  // Large groups repeat many times: one look per attribute.
  const std::string &axes(mlir::Operation *op, bool permute) {
    mlir::Attribute written = op->getAttr(permute ? "source_target_pairs" : "replica_groups");
    auto [entry, inserted] = known.try_emplace(written);
    if (inserted)
      entry->second = permute ? axesOfPairs(op) : axesOfGroups(op);
    return entry->second;
  }

  std::string axesOfGroups(mlir::Operation *op) {
    llvm::Expected<stablehlo::Groups> groups = stablehlo::replicaGroups(op);
    if (groups)
      return axesOf(mesh, *groups);
    llvm::consumeError(groups.takeError());
    return "unclear groups";
  }

  // The axes in which source and target differ.
  std::string axesOfPairs(mlir::Operation *op) {
    llvm::Expected<stablehlo::Pairs> pairs = stablehlo::sourceTargetPairs(op);
    if (!pairs) {
      llvm::consumeError(pairs.takeError());
      return "unclear pairs";
    }
    std::set<size_t> axes;
    for (auto [source, target] : *pairs) {
      if (std::max(source, target) >= mesh.deviceCount() || std::min(source, target) < 0)
        return "unclear pairs";
      std::vector<int64_t> from = mesh.coordinates(source), to = mesh.coordinates(target);
      for (size_t axis = 0; axis < from.size(); ++axis)
        if (from[axis] != to[axis])
          axes.insert(axis);
    }
    std::string text;
    for (size_t axis : axes)
      text += (text.empty() ? "" : " x ") + mesh.axes[axis].name;
    return text.empty() ? "itself" : text;
  }

  const Mesh &mesh;
  std::map<std::pair<std::string, std::string>, CollectiveSummary> summaries;
  llvm::DenseMap<mlir::Attribute, std::string> known;
};

// Where manual computations take arguments from and give results to, when nothing is in between.
void readManualPlacements(const Program &program, Inspection &inspection) {
  mlir::func::FuncOp main = program.main;
  for (auto op : main.getBody().front().getOps<sdy::ManualComputationOp>()) {
    for (auto [index, operand] : llvm::enumerate(op->getOperands()))
      if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(operand); argument && argument.getOwner()->isEntryBlock())
        inspection.argumentPlacements[argument.getArgNumber()] = sdy::toSharding(op.getInSharding(index)).str();
    for (auto [index, value] : llvm::enumerate(main.getBody().front().getTerminator()->getOperands()))
      if (auto result = llvm::dyn_cast<mlir::OpResult>(value); result && result.getOwner() == op)
        inspection.resultPlacements[index] = sdy::toSharding(op.getOutSharding(result.getResultNumber())).str();
  }
}

// "stages 0, 2: ".
std::string onStages(const std::vector<unsigned> &stages) {
  std::string text = stages.size() == 1 ? "stage " : "stages ";
  for (size_t i = 0; i < stages.size(); ++i)
    text += (i ? ", " : "") + std::to_string(stages[i]);
  return text + ": ";
}

void readPlacements(const Program &program, Inspection &inspection) {
  inspection.argumentPlacements.resize(program.arguments.size());
  inspection.resultPlacements.resize(program.results.size());
  for (size_t i = 0; i < program.argumentShardings.size(); ++i)
    inspection.argumentPlacements[i] = program.argumentShardings[i].str();
  for (size_t i = 0; i < program.resultShardings.size(); ++i)
    inspection.resultPlacements[i] = program.resultShardings[i].str();
  for (size_t i = 0; i < program.argumentStages.size(); ++i)
    inspection.argumentPlacements[i] = onStages(program.argumentStages[i]) + inspection.argumentPlacements[i];
  for (size_t i = 0; i < program.resultStages.size(); ++i)
    inspection.resultPlacements[i] = onStages(program.resultStages[i]) + inspection.resultPlacements[i];
  if (program.form == ProgramForm::ManualComputation)
    readManualPlacements(program, inspection);
}

std::string formName(ProgramForm form) {
  switch (form) {
  case ProgramForm::Logical: return "logical";
  case ProgramForm::ManualComputation: return "manual-computation";
  case ProgramForm::PerDevice: return "per-device";
  case ProgramForm::Stages: return "stages";
  }
  return "";
}

} // namespace

std::string axesOf(const Mesh &mesh, const std::vector<std::vector<int64_t>> &groups) {
  if (groups.empty())
    return "all devices";
  std::string irregular = "groups of " + std::to_string(groups.front().size());
  std::set<size_t> axes;
  for (const std::vector<int64_t> &group : groups)
    for (int64_t device : group) {
      if (device < 0 || device >= mesh.deviceCount() || group.size() != groups.front().size())
        return irregular;
      std::vector<int64_t> first = mesh.coordinates(group.front()), here = mesh.coordinates(device);
      for (size_t axis = 0; axis < here.size(); ++axis)
        if (here[axis] != first[axis])
          axes.insert(axis);
    }
  int64_t size = 1;
  std::string text;
  for (size_t axis : axes) {
    size *= mesh.axes[axis].size;
    text += (text.empty() ? "" : " x ") + mesh.axes[axis].name;
  }
  if (size != int64_t(groups.front().size()))
    return irregular;
  return text.empty() ? "itself" : text;
}

Inspection inspect(const Program &program) {
  Inspection inspection;
  inspection.path = program.path;
  inspection.form = formName(program.form);
  inspection.mesh = program.mesh.axes.empty() ? "" : program.mesh.str();
  inspection.arguments = program.arguments;
  inspection.results = program.results;
  inspection.warnings = program.warnings;
  for (const ArgumentInfo &argument : program.arguments) {
    if (!argument.result)
      continue;
    uint64_t elements = 1;
    for (int64_t extent : argument.shape)
      elements *= uint64_t(extent);
    inspection.stateElements += elements;
    inspection.stateBytes += elements * byteWidth(argument.type);
  }
  // Counting wants the calls expanded and the hints gone; a module that can't be prepared is counted as it is.
  llvm::Expected<Program> prepared = prepare(program);
  if (!prepared)
    llvm::consumeError(prepared.takeError());
  const Program &counted = prepared ? *prepared : program;
  CollectiveCounter collectives(program.mesh);
  counted.module.get()->walk([&](mlir::Operation *op) {
    if (op->getName().getDialectNamespace() != "builtin")
      ++inspection.operators[op->getName().getStringRef().str()];
    collectives.add(op);
  });
  inspection.collectives = collectives.take();
  readPlacements(counted, inspection);
  inspection.stages = summarizeStages(program);
  return inspection;
}

} // namespace lockstep
