#include "lockstep/Replay.h"

#include "ir/core/InputError.h"
#include "ir/import/Program.h"
#include "verifier/refute/Counterexample.h"
#include "verifier/refute/Findings.h"
#include "verifier/refute/Relation.h"
#include "verifier/report/Groups.h"

#include "llvm/Support/FileSystem.h"

#include <cmath>

namespace lockstep::verifier {

namespace {

struct Programs {
  Program logical, plan;
};

/// The module of that name inside of the counterexample's module, as a program of its own.
llvm::Expected<Program> extract(mlir::ModuleOp both, llvm::StringRef name, llvm::StringRef path,
                                const Contract *contract, Reading reading) {
  for (mlir::ModuleOp module : both.getOps<mlir::ModuleOp>())
    if (module.getSymName() == name)
      return analyzeProgram(mlir::OwningOpRef<mlir::ModuleOp>(module.clone()), path, contract, reading);
  return llvm::make_error<InputError>("IN060", path.str(), 0, 0,
                                      "expected a module named '" + name.str() + "' inside of the module");
}

llvm::Expected<Programs> loadPrograms(const Counterexample &counterexample, llvm::StringRef jsonPath,
                                      const Contract *contract, mlir::MLIRContext &context) {
  std::string path = programFileOf(jsonPath);
  if (!llvm::sys::fs::exists(path))
    return llvm::make_error<InputError>("IN061", path, 0, 0,
                                        "expected the programs of the counterexample beside " + jsonPath.str());
  auto both = parseModuleFile(path, context);
  if (!both)
    return both.takeError();
  auto logical = extract(**both, "logical", path, contract, Reading::Logical);
  if (!logical)
    return logical.takeError();
  auto plan = extract(**both, "plan", path, contract, Reading::Plan);
  if (!plan)
    return plan.takeError();
  return Programs{std::move(*logical), std::move(*plan)};
}

llvm::Expected<interp::Outcome> execute(const Program &program, const std::vector<interp::Tensor> &inputs,
                                        const std::function<bool()> &interrupted) {
  interp::Options options;
  options.f64 = true;
  options.simplestLiterals = true;
  options.interrupted = interrupted;
  return interp::run(program, inputs, options);
}

} // namespace

llvm::Expected<ReplayOutcome> replay(llvm::StringRef path, std::function<bool()> interrupted) {
  auto counterexample = readCounterexample(path);
  if (!counterexample)
    return counterexample.takeError();
  std::optional<Contract> contract;
  if (!counterexample->contractText.empty()) {
    auto parsed = Contract::parse(counterexample->contractText, path);
    if (!parsed)
      return parsed.takeError();
    contract = std::move(*parsed);
  }
  mlir::DialectRegistry registry;
  registerInputDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  auto programs = loadPrograms(*counterexample, path, contract ? &*contract : nullptr, context);
  if (!programs)
    return programs.takeError();

  std::vector<interp::Tensor> inputs;
  for (NamedTensor &input : counterexample->inputs)
    inputs.push_back(std::move(input.value));
  auto logical = execute(programs->logical, inputs, interrupted);
  if (!logical)
    return logical.takeError();
  auto plan = execute(programs->plan, inputs, interrupted);
  if (!plan)
    return plan.takeError();
  unsigned result = counterexample->result;
  if (result >= logical->results.size() || result >= plan->results.size())
    return llvm::make_error<InputError>("IN060", path.str(), 0, 0,
                                        "member 'result': the programs have no result " + std::to_string(result));

  ReplayOutcome outcome;
  outcome.subject = counterexample->subject;
  outcome.recorded = counterexample->difference;
  auto placements = resultPlacements(programs->plan);
  for (const Finding &finding : compareOutcomes(*logical, *plan, placements)) {
    if (finding.result != result)
      continue;
    outcome.confirmed = true;
    const Shape &shape = logical->results[result].shape();
    outcome.measured.element = unflatten(finding.element, shape);
    outcome.measured.expected = realValues(logical->results[result])[static_cast<size_t>(finding.element)];
    outcome.measured.found = finding.found;
    outcome.measured.bound = candidateTolerance * finding.magnitude;
    outcome.measured.relation = describeRelation(finding, *logical, *plan, placements[result]).text;
    outcome.measured.ranks = rankValues(*plan, placements[result], shape, finding.element, outcome.measured.expected,
                                        outcome.measured.bound);
    break;
  }
  outcome.message = outcome.confirmed ? "the plan's result differs from the logical one"
                                      : "the results agree: the counterexample was not confirmed";
  return outcome;
}

void writeReplay(llvm::raw_ostream &os, const ReplayOutcome &outcome, bool color) {
  const char *start = color ? (outcome.confirmed ? "\033[1;31m" : "\033[1;33m") : "";
  const char *end = color ? "\033[0m" : "";
  os << start << (outcome.confirmed ? "confirmed" : "not confirmed") << end << ": " << outcome.subject << ": "
     << outcome.message << '\n';
  if (!outcome.confirmed)
    return;
  const Difference &difference = outcome.measured;
  os << "  element " << formatIndex(difference.element) << ": expected " << formatNumber(difference.expected)
     << ", found " << formatNumber(difference.found) << '\n';
  if (!difference.relation.empty())
    os << "  relation: " << difference.relation << '\n';
  for (const RankValue &rank : difference.ranks)
    os << "  rank " << rank.rank << (rank.coordinates.empty() ? "" : " (" + rank.coordinates + ")") << ": "
       << formatNumber(rank.value) << (rank.differs ? "  <- differs" : "") << '\n';
}

} // namespace lockstep::verifier
