// Plans of stages: their mesh and placements, and what they send.
#include "ir/import/Analysis.h"

#include "ir/import/Inspect.h"
#include "ir/plan/PlanOps.h"
#include "ir/sdy/Convert.h"
#include "ir/stablehlo/StablehloOps.h"

#include <set>

using llvm::Error;
using llvm::Expected;

namespace lockstep {
namespace analysis {
namespace {

void readPlacements(plan::PlacementListAttr placements, std::vector<Sharding> &shardings,
                    std::vector<std::vector<unsigned>> &stages) {
  for (plan::PlacementAttr placement : placements) {
    shardings.push_back(sdy::toSharding(placement.getSharding()));
    stages.emplace_back(placement.getStages().begin(), placement.getStages().end());
  }
}

} // namespace

Expected<bool> readStages(Program &program, const Contract *contract, Reading reading) {
  plan::StepOp step = plan::stepOf(program.main);
  if (!step)
    return false;
  if (reading == Reading::Logical)
    return fault(program, "IN013", "the logical step must be a program for one device, found plan.step");
  if (contract && contract->mesh)
    program.warnings.push_back("the mesh of the contract is not used: the module has its own");
  program.form = ProgramForm::Stages;
  program.mesh = sdy::toMesh(step.getMeshAttrValue(), step.getMesh());
  program.stageAxis = step.getStageAxis().str();
  readPlacements(step.getInPlacements(), program.argumentShardings, program.argumentStages);
  readPlacements(step.getOutPlacements(), program.resultShardings, program.resultStages);
  return true;
}

} // namespace analysis

namespace {

uint64_t bytesOf(mlir::Type type) {
  auto element = elementType(type);
  uint64_t bytes = element ? byteWidth(*element) : 0;
  for (int64_t extent : shape(type))
    bytes *= uint64_t(extent);
  return bytes;
}

void addMessage(StageSummary &summary, plan::SendOp send) {
  unsigned target = send.getStage();
  auto same = [&](const MessageSummary &known) { return known.target == target && known.tag == send.getTag(); };
  auto known = llvm::find_if(summary.sent, same);
  if (known == summary.sent.end())
    known = summary.sent.insert(known, {target, send.getTag().str(), 0, 0});
  ++known->count;
  known->bytes += bytesOf(send.getValue().getType());
}

StageSummary summarize(mlir::Region &program) {
  StageSummary summary;
  std::set<uint64_t> numbers;
  for (mlir::Value argument : program.getArguments())
    summary.argumentBytes += bytesOf(argument.getType());
  for (mlir::Value result : program.front().back().getOperands())
    summary.resultBytes += bytesOf(result.getType());
  for (mlir::Operation &op : program.front()) {
    if (auto call = llvm::dyn_cast<plan::CallOp>(op)) {
      ++summary.calls;
      if (call.getMicroBatch())
        numbers.insert(*call.getMicroBatch());
    }
    summary.groups += llvm::isa<plan::GroupOp>(op);
    summary.collectives += op.hasAttr("replica_groups");
  }
  program.walk([&](plan::SendOp send) { addMessage(summary, send); });
  llvm::stable_sort(summary.sent, [](const auto &a, const auto &b) {
    return std::tie(a.target, a.tag) < std::tie(b.target, b.tag);
  });
  summary.microBatches = numbers.size();
  return summary;
}

} // namespace

std::vector<StageSummary> summarizeStages(const Program &program) {
  std::vector<StageSummary> stages;
  if (program.form != ProgramForm::Stages)
    return stages;
  plan::StepOp step = plan::stepOf(program.main);
  for (mlir::Region &region : step.getPrograms()) {
    stages.push_back(summarize(region));
    stages.back().devices = program.mesh.deviceCount() / step.getStageCount();
  }
  return stages;
}

} // namespace lockstep
