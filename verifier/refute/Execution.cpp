#include "verifier/refute/Execution.h"

#include "ir/core/InputError.h"
#include "ir/import/Program.h"
#include "ir/sdy/SdyOps.h"
#include "ir/stablehlo/StablehloOps.h"
#include "ir/sdy/Convert.h"
#include "verifier/refute/Random.h"

namespace lockstep::verifier {

std::vector<std::optional<ResultPlacement>> resultPlacements(const Program &plan) {
  std::vector<std::optional<ResultPlacement>> placements(plan.results.size());
  if (plan.form == ProgramForm::PerDevice) {
    for (unsigned i = 0; i < placements.size(); ++i)
      placements[i] = ResultPlacement{plan.mesh, plan.resultShardings[i], i};
    return placements;
  }
  if (plan.form == ProgramForm::Stages) {
    unsigned axis = *plan.mesh.axisIndex(plan.stageAxis);
    for (unsigned i = 0; i < placements.size(); ++i) {
      placements[i] = ResultPlacement{plan.mesh, plan.resultShardings[i], i};
      for (int64_t device = 0; device < plan.mesh.deviceCount(); ++device)
        placements[i]->holds.push_back(llvm::is_contained(plan.resultStages[i], plan.mesh.coordinates(device)[axis]));
    }
    return placements;
  }
  mlir::func::FuncOp main = plan.main;
  // Outcome::deviceResults is of the last manual computation that was executed, so only a lone one is certain.
  unsigned count = 0;
  main.walk([&](sdy::ManualComputationOp) { ++count; });
  if (count != 1)
    return placements;
  mlir::Operation *terminator = main.getBody().front().getTerminator();
  for (unsigned i = 0; i < placements.size(); ++i) {
    mlir::Value value = terminator->getOperand(i);
    auto manual = value.getDefiningOp<sdy::ManualComputationOp>();
    if (!manual)
      continue;
    unsigned index = mlir::cast<mlir::OpResult>(value).getResultNumber();
    placements[i] = ResultPlacement{plan.mesh, sdy::toSharding(manual.getOutSharding(index)), index};
  }
  return placements;
}

Run runProgram(const Program &program, llvm::ArrayRef<interp::Tensor> inputs, const Interrupted &interrupted,
               std::function<void(const interp::Observation &)> observe) {
  interp::Options options;
  options.f64 = true;
  options.simplestLiterals = true; // the reading of the statement that is proved or refuted
  options.interrupted = interrupted;
  options.observe = std::move(observe);
  Run run;
  llvm::Expected<interp::Outcome> outcome = interp::run(program, inputs, options);
  if (outcome) {
    run.outcome = std::move(*outcome);
    return run;
  }
  llvm::handleAllErrors(
      outcome.takeError(),
      [&](const InputError &error) {
        std::string place = error.path + (error.line ? ":" + std::to_string(error.line) : "");
        run.failure = {error.code, (place.empty() ? "" : place + ": ") + error.message};
      },
      [&](const llvm::ErrorInfoBase &error) { run.failure = {"", error.message()}; });
  return run;
}

namespace {

/// The neighbour of an inexact value in its own format; exact small integers and powers of two are meant as written.
llvm::APFloat neighbour(const llvm::APFloat &value, bool up) {
  if (!value.isFinite() || value.isZero() || value.isInteger() || value.getExactInverse(nullptr))
    return value;
  llvm::APFloat moved = value;
  moved.next(/*nextDown=*/!up);
  return moved;
}

} // namespace

std::unique_ptr<Program> jitterLiterals(const Program &program, uint64_t seed) {
  auto copy = std::make_unique<Program>();
  copy->path = program.path;
  mlir::ModuleOp original = *program.module;
  copy->module = mlir::OwningOpRef<mlir::ModuleOp>(original.clone());
  mlir::func::FuncOp main = program.main;
  copy->main = copy->module->lookupSymbol<mlir::func::FuncOp>(main.getSymName());
  copy->form = program.form;
  copy->mesh = program.mesh;
  copy->arguments = program.arguments;
  copy->results = program.results;
  copy->argumentShardings = program.argumentShardings;
  copy->resultShardings = program.resultShardings;
  copy->stageAxis = program.stageAxis;
  copy->argumentStages = program.argumentStages;
  copy->resultStages = program.resultStages;

  uint64_t count = 0;
  copy->module->walk([&](stablehlo::ConstantOp constant) {
    auto dense = mlir::dyn_cast<mlir::DenseFPElementsAttr>(constant.getValue());
    if (!dense)
      return;
    auto moved = dense.mapValues(dense.getElementType(), [&](const llvm::APFloat &value) {
      return neighbour(value, mixKey(seed, ++count) & 1).bitcastToAPInt();
    });
    constant.setValueAttr(mlir::cast<mlir::ElementsAttr>(moved));
  });
  return copy;
}

} // namespace lockstep::verifier
