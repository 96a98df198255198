#include "Judge.h"

#include "ir/interpreter/Compare.h"
#include "ir/interpreter/Inputs.h"
#include "verifier/import/GraphReader.h"
#include "verifier/refute/Execution.h"
#include "verifier/refute/TrialInputs.h"

#include <chrono>
#include <cmath>
#include <stdexcept>

namespace lockstep::mutation {

using interp::Outcome;
using interp::Tensor;
using verifier::Run;

namespace {

/// Errors below this are rounding whatever the right plan's own are; below `surely` they need a second look.
constexpr double noticeable = 1e-10, surely = 1e-6;

Run runLimited(const Program &program, llvm::ArrayRef<Tensor> inputs, double seconds) {
  auto start = std::chrono::steady_clock::now();
  return verifier::runProgram(program, inputs, [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds;
  });
}

double magnitudeOf(const Tensor &tensor) {
  double scale = 0;
  for (int64_t i = 0; i < tensor.size(); ++i)
    if (double value = std::abs(tensor.real(i)); std::isfinite(value))
      scale = std::max(scale, value);
  return scale;
}

/// Largest difference where the logical value is a number, over the result's largest magnitude.
double errorOf(const Tensor &expected, const Tensor &found) {
  if (isComplex(expected.type()) || !isFloat(expected.type()))
    return interp::compareTensors(expected, found).error;
  double scale = magnitudeOf(expected), worst = 0;
  if (scale == 0)
    scale = magnitudeOf(found);
  for (int64_t i = 0; i < expected.size(); ++i) {
    double a = expected.real(i), b = found.real(i);
    if (std::isfinite(a) && a != b)
      worst = std::max(worst, std::isfinite(b) ? std::abs(a - b) / scale : HUGE_VAL);
  }
  return worst;
}

std::vector<Tensor> inputsOf(const Program &logical, unsigned trial, unsigned seed) {
  if (trial % 2 == 0) {
    verifier::Trial how;
    how.seed = 7919 * seed + trial;
    how.counter = trial;
    how.stateScale = trial % 4 == 2 ? 0.05 : 1; // small updates are lost in large state
    return verifier::TrialInputs(logical, verifier::argumentUses(verifier::importGraph(logical).graph)).make(how);
  }
  interp::InputOptions how;
  how.seed = 31 * seed + trial;
  how.f64 = true;
  how.makePositive = interp::positiveArguments(logical);
  return interp::makeInputs(logical, how);
}

} // namespace

Judge::Judge(const Program &logical, const Program *right, unsigned count, unsigned seed, double secondsPerRun)
    : logical(logical), runSeconds(secondsPerRun) {
  for (unsigned i = 0; i < count; ++i) {
    Trial trial;
    trial.inputs = inputsOf(logical, i, seed);
    Run first = runLimited(logical, trial.inputs, runSeconds);
    if (!first.outcome)
      throw std::runtime_error("the logical step fails: " + first.failure.message);
    trial.logical = std::move(*first.outcome);
    trial.noise.assign(trial.logical.results.size(), 0);
    if (right) {
      Run second = runLimited(*right, trial.inputs, runSeconds);
      if (!second.outcome)
        throw std::runtime_error("the right plan fails: " + second.failure.message);
      for (unsigned k = 0; k < trial.noise.size(); ++k)
        trial.noise[k] = errorOf(trial.logical.results[k], second.outcome->results[k]);
    }
    trials.push_back(std::move(trial));
  }
}

/// The worst over results; replicas that disagree differ as well.
Judgement Judge::compare(const Trial &trial, const Outcome &plan) {
  Judgement judgement;
  auto take = [&](double error, unsigned result, const char *word) {
    if (!(error > std::max(noticeable, 1000 * trial.noise[result])) || error <= judgement.error)
      return;
    judgement = {error > surely ? word : "small", error, result};
  };
  for (unsigned i = 0; i < trial.logical.results.size(); ++i)
    take(errorOf(trial.logical.results[i], plan.results[i]), i, "differs");
  for (const interp::Disagreement &d : plan.disagreements) {
    double scale = magnitudeOf(trial.logical.results[d.result]), apart = std::abs(d.valueA - d.valueB);
    if (apart > 0 && scale > 0)
      take(apart / scale, d.result, "replicas");
  }
  return judgement;
}

Judgement Judge::of(const Program &plan) const {
  if (!sameSignature(plan))
    return {"invalid", 0, 0};
  Judgement worst;
  for (const Trial &trial : trials) {
    Run run = runLimited(plan, trial.inputs, runSeconds);
    if (!run.outcome)
      return {run.failure.isInterrupt() ? "slow" : "fails", HUGE_VAL, 0};
    Judgement judgement = compare(trial, *run.outcome);
    if (judgement.error > worst.error)
      worst = judgement;
    if (worst.error > surely)
      break;
  }
  return worst;
}

bool Judge::sameSignature(const Program &plan) const {
  auto same = [](const auto &a, const auto &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto &x, const auto &y) { return x.shape == y.shape && x.type == y.type; });
  };
  return same(plan.arguments, logical.arguments) && same(plan.results, logical.results);
}

} // namespace lockstep::mutation
