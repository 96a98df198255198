#include "verifier/refute/Scales.h"

#include "ir/import/Program.h"
#include "ir/stablehlo/StablehloOps.h"

#include "llvm/ADT/DenseMap.h"

#include <cmath>

namespace lockstep::verifier {

namespace {

using interp::Observation;
using interp::Tensor;

/// The scalar decisions of one execution, in program order: true and false of comparisons, and which operand a
/// minimum or maximum of scalars returned.
class Decisions {
public:
  void observe(const Observation &observation) {
    mlir::Operation *op = observation.operation;
    if (observation.results.empty() || observation.results[0].empty())
      return;
    const Tensor &result = observation.results[0][0];
    if (result.size() != 1 || isComplex(result.type()))
      return;
    double value = isFloat(result.type()) ? result.real(0) : static_cast<double>(result.integer(0));
    scalars[op->getResult(0)] = value;
    if (mlir::isa<stablehlo::CompareOp>(op))
      taken.push_back(value != 0);
    else if (mlir::isa<stablehlo::MinOp, stablehlo::MaxOp>(op) && isFloat(result.type()))
      noteChoice(op, value);
  }

  const std::vector<bool> &all() const { return taken; }

private:
  std::vector<bool> taken;
  llvm::DenseMap<mlir::Value, double> scalars;

  void noteChoice(mlir::Operation *op, double value) {
    for (mlir::Value operand : op->getOperands())
      if (auto known = scalars.find(operand); known != scalars.end()) {
        taken.push_back(known->second == value);
        return;
      }
  }
};

std::optional<std::vector<bool>> decisionsAt(const Program &logical, const TrialInputs &inputs, const Trial &trial,
                                             const Interrupted &interrupted) {
  Decisions decisions;
  Run run = runProgram(logical, inputs.make(trial), interrupted,
                       [&](const Observation &observation) { decisions.observe(observation); });
  if (!run.outcome)
    return std::nullopt;
  return decisions.all();
}

} // namespace

std::vector<Trial> edgeTrials(const Program &logical, const TrialInputs &inputs, const Trial &base,
                              const Interrupted &interrupted) {
  constexpr double factors[] = {1.0 / 16, 1.0 / 4, 1, 4, 16};
  constexpr unsigned halvings = 6; // leaves a step of about 2 % between the two sides
  std::vector<Trial> found;
  std::optional<std::vector<bool>> previous;
  for (double factor : factors) {
    Trial here = base;
    here.stateScale = base.stateScale * factor;
    std::optional<std::vector<bool>> decisions = decisionsAt(logical, inputs, here, interrupted);
    if (previous && decisions && *previous != *decisions && found.size() < 4) {
      double low = factor / 4, high = factor;
      for (unsigned i = 0; i < halvings; ++i) {
        Trial middle = base;
        middle.stateScale = base.stateScale * std::sqrt(low * high);
        auto at = decisionsAt(logical, inputs, middle, interrupted);
        if (!at)
          break;
        (*at == *previous ? low : high) = std::sqrt(low * high);
      }
      for (double side : {low, high}) {
        Trial trial = base;
        trial.stateScale = base.stateScale * side;
        found.push_back(trial);
      }
    }
    previous = std::move(decisions);
  }
  return found;
}

} // namespace lockstep::verifier
