// Executes many plans against one logical step and says which differ: the judge of the mutation tests.
//   mutation-judge LOGICAL PLAN [--contract FILE] [--trials N] [--seed S] < paths of other plans, one a line
// PLAN is right: what it differs by is rounding, and a plan counts as different only when it differs by much more.
// No proof is looked at. One line a plan on standard output:
//   equal|small|differs|replicas|fails|invalid TAB relative error TAB result TAB path
#include "ir/core/InputError.h"
#include "ir/import/Program.h"
#include "ir/interpreter/Compare.h"
#include "ir/interpreter/Inputs.h"
#include "verifier/import/GraphReader.h"
#include "verifier/refute/Execution.h"
#include "verifier/refute/TrialInputs.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cmath>
#include <iostream>

using namespace lockstep;
using namespace lockstep::verifier;
using interp::Outcome;
using interp::Tensor;

static llvm::cl::opt<std::string> logicalPath(llvm::cl::Positional, llvm::cl::Required);
static llvm::cl::opt<std::string> planPath(llvm::cl::Positional, llvm::cl::Required);
static llvm::cl::opt<std::string> contractPath("contract", llvm::cl::init(""));
static llvm::cl::opt<unsigned> trialCount("trials", llvm::cl::init(4));
static llvm::cl::opt<unsigned> seed("seed", llvm::cl::init(1));
static llvm::cl::opt<double> runSeconds("seconds", llvm::cl::desc("limit of one execution"), llvm::cl::init(60));

namespace {

/// Errors below this are rounding whatever the right plan's own are; below `surely` they need a second look.
constexpr double noticeable = 1e-10, surely = 1e-6;

struct Trial {
  std::vector<Tensor> inputs;
  Outcome logical;
  std::vector<double> noise; // of the right plan, one a result
};

struct Verdict {
  std::string word = "equal";
  double error = 0;
  unsigned result = 0;
};

Run runLimited(const Program &program, llvm::ArrayRef<Tensor> inputs) {
  auto start = std::chrono::steady_clock::now();
  return runProgram(program, inputs, [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > runSeconds;
  });
}

/// Largest difference where the logical value is a number, over the result's largest magnitude.
double errorOf(const Tensor &expected, const Tensor &found) {
  if (isComplex(expected.type()) || !isFloat(expected.type()))
    return interp::compareTensors(expected, found).error;
  double scale = 0, worst = 0;
  for (const Tensor *side : {&expected, &found}) {
    for (int64_t i = 0; i < side->size(); ++i)
      if (std::isfinite(side->real(i)))
        scale = std::max(scale, std::abs(side->real(i)));
    if (scale > 0)
      break;
  }
  for (int64_t i = 0; i < expected.size(); ++i) {
    double a = expected.real(i), b = found.real(i);
    if (std::isfinite(a) && a != b)
      worst = std::max(worst, std::isfinite(b) ? std::abs(a - b) / scale : HUGE_VAL);
  }
  return worst;
}

/// The worst over results; replicas that disagree differ as well.
Verdict compare(const Trial &trial, const Outcome &plan) {
  Verdict verdict;
  auto take = [&](double error, unsigned result, const char *word) {
    if (!(error > std::max(noticeable, 1000 * trial.noise[result])) || error <= verdict.error)
      return;
    verdict = {error > surely ? word : "small", error, result};
  };
  for (unsigned i = 0; i < trial.logical.results.size(); ++i)
    take(errorOf(trial.logical.results[i], plan.results[i]), i, "differs");
  for (const interp::Disagreement &d : plan.disagreements) {
    const Tensor &whole = trial.logical.results[d.result];
    double scale = 0;
    for (int64_t i = 0; i < whole.size(); ++i)
      if (std::isfinite(whole.real(i)))
        scale = std::max(scale, std::abs(whole.real(i)));
    double apart = std::abs(d.valueA - d.valueB);
    if (apart > 0 && scale > 0)
      take(apart / scale, d.result, "replicas");
  }
  return verdict;
}

class Judge {
public:
  Judge(const Program &logical, const Program &plan) : logical(logical) {
    TrialInputs living(logical, argumentUses(importGraph(logical).graph));
    std::vector<bool> positive = interp::positiveArguments(logical);
    for (unsigned i = 0; i < trialCount; ++i) {
      Trial trial;
      if (i % 2 == 0) {
        verifier::Trial how;
        how.seed = 7919 * seed + i;
        how.counter = i;
        how.stateScale = i % 4 == 2 ? 0.05 : 1; // small updates are lost in large state
        trial.inputs = living.make(how);
      } else {
        interp::InputOptions how;
        how.seed = 31 * seed + i;
        how.f64 = true;
        how.makePositive = positive;
        trial.inputs = interp::makeInputs(logical, how);
      }
      Run first = runLimited(logical, trial.inputs), second = runLimited(plan, trial.inputs);
      if (!first.outcome || !second.outcome) {
        llvm::errs() << "a right program fails: " << first.failure.message << second.failure.message << "\n";
        exit(2);
      }
      trial.logical = std::move(*first.outcome);
      for (unsigned k = 0; k < trial.logical.results.size(); ++k)
        trial.noise.push_back(errorOf(trial.logical.results[k], second.outcome->results[k]));
      for (unsigned k = 0; k < trial.noise.size(); ++k)
        if (trial.noise[k] > 1e-9)
          llvm::errs() << "trial " << i << ": the right plan is off by " << llvm::format("%.2g", trial.noise[k]) << " in result " << k << "\n";
      trials.push_back(std::move(trial));
    }
  }

  Verdict of(const Program &plan) const {
    Verdict worst;
    for (const Trial &trial : trials) {
      Run run = runLimited(plan, trial.inputs);
      if (!run.outcome)
        return {run.failure.isInterrupt() ? "slow" : "fails", HUGE_VAL, 0};
      Verdict verdict = compare(trial, *run.outcome);
      if (verdict.error > worst.error)
        worst = verdict;
      if (worst.error > surely)
        break;
    }
    return worst;
  }

  bool sameSignature(const Program &plan) const {
    if (plan.arguments.size() != logical.arguments.size() || plan.results.size() != logical.results.size())
      return false;
    for (size_t i = 0; i < plan.arguments.size(); ++i)
      if (plan.arguments[i].shape != logical.arguments[i].shape || plan.arguments[i].type != logical.arguments[i].type)
        return false;
    for (size_t i = 0; i < plan.results.size(); ++i)
      if (plan.results[i].shape != logical.results[i].shape || plan.results[i].type != logical.results[i].type)
        return false;
    return true;
  }

private:
  const Program &logical;
  std::vector<Trial> trials;
};

template <typename T> T orExit(llvm::Expected<T> value) {
  if (value)
    return std::move(*value);
  llvm::errs() << value.takeError() << "\n";
  exit(2);
}

} // namespace

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv);
  mlir::DialectRegistry registry;
  registerInputDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  std::optional<Contract> contract;
  if (!contractPath.empty())
    contract = orExit(Contract::load(contractPath));
  const Contract *given = contract ? &*contract : nullptr;
  Program logical = orExit(loadProgram(logicalPath, context, given, Reading::Logical));
  Program right = orExit(loadProgram(planPath, context, given));
  Judge judge(logical, right);
  for (std::string path; std::getline(std::cin, path);) {
    Verdict verdict;
    // A context keeps what it has read: one for each plan.
    mlir::MLIRContext own(registry, mlir::MLIRContext::Threading::DISABLED);
    auto plan = loadProgram(path, own, given);
    if (!plan) {
      llvm::consumeError(plan.takeError());
      verdict.word = "invalid";
    } else if (!judge.sameSignature(*plan)) {
      verdict.word = "invalid";
    } else {
      verdict = judge.of(*plan);
    }
    llvm::outs() << verdict.word << "\t" << llvm::format("%.3g", verdict.error) << "\t" << verdict.result << "\t" << path << "\n";
    llvm::outs().flush();
  }
  return 0;
}
