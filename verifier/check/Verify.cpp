// The course of a verification: compare signatures, read both programs, prove, check communication, and execute what
// was not proved.
#include "lockstep/Verify.h"

#include "ir/import/Program.h"
#include "ir/import/Signature.h"
#include "verifier/cache/ProofCache.h"
#include "verifier/check/CertificateFiles.h"
#include "verifier/check/Communication.h"
#include "verifier/check/Decide.h"
#include "verifier/check/ForAll.h"
#include "verifier/check/Limits.h"
#include "verifier/check/Rounding.h"
#include "verifier/check/Statement.h"
#include "verifier/import/GraphReader.h"
#include "verifier/read/Prove.h"
#include "verifier/refute/Refute.h"
#include "verifier/schedule/StageCheck.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"

#include <chrono>
#include <cmath>

namespace lockstep::verifier {

namespace {

std::vector<ArgumentFacts> factsOf(const Program &logical, const Program &plan) {
  std::vector<ArgumentFacts> facts(logical.arguments.size());
  for (size_t i = 0; i < facts.size(); ++i) {
    const ArgumentInfo &argument = logical.arguments[i];
    auto range = argument.range;
    if (!range && i < plan.arguments.size())
      range = plan.arguments[i].range;
    if (!range)
      continue;
    bool whole = range->lo == std::floor(range->lo) && range->hi == std::floor(range->hi);
    if (isFloat(argument.type) && !whole)
      continue; // the engine knows integer bounds only
    facts[i].range = {static_cast<int64_t>(std::ceil(range->lo)), static_cast<int64_t>(std::floor(range->hi))};
  }
  return facts;
}

void mergeCoverage(Coverage &total, Coverage part) {
  for (const auto &[opName, count] : part.operators)
    total.operators[opName] += count;
  for (UnsupportedOperator &op : part.unsupported)
    total.unsupported.push_back(std::move(op));
}

class Verification {
public:
  Verification(const Program &logical, const Program &plan, const Contract *contract, const VerifyOptions &options)
      : logical(logical), plan(plan), contract(contract), options(options), deadline(options), facts(factsOf(logical, plan)) {}

  Result run() {
    describe();
    progress("read");
    logicalGraph = importGraph(logical);
    planGraph = importGraph(plan);
    mergeCoverage(result.coverage, coverageOf(logicalGraph.graph));
    mergeCoverage(result.coverage, coverageOf(planGraph.graph));
    statement = stateObligations(logical, plan, planGraph.graph);
    if (isWellFormed() && options.prove)
      prove();
    progress("communication");
    communication = checkCommunication(planGraph.graph);
    llvm::append_range(communication, checkStages(planGraph.graph));
    if (options.refute && hasOpen() && !deadline.stop())
      refute();
    if (options.prove && !deadline.stop())
      findRoundings();
    collect();
    return std::move(result);
  }

private:
  const Program &logical, &plan;
  const Contract *contract;
  const VerifyOptions &options;
  Deadline deadline;
  const std::vector<ArgumentFacts> facts;
  Result result;
  ImportedGraph logicalGraph, planGraph;
  Statement statement;
  std::vector<Obligation> communication, families;
  std::vector<bool> cached; // by result, when there is a cache

  void progress(std::string_view phase, unsigned done = 0, unsigned total = 0) const {
    if (options.progress)
      options.progress({phase, done, total, {}});
  }

  void describe() {
    result.level = contract ? contract->level : "reordered";
    if (plan.form != ProgramForm::Logical)
      result.mesh = plan.mesh.str();
    for (const std::string &warning : logical.warnings)
      result.warnings.push_back(logical.path + ": " + warning);
    for (const std::string &warning : plan.warnings)
      if (!llvm::is_contained(logical.warnings, warning)) // what both say is said once
        result.warnings.push_back(plan.path + ": " + warning);
  }

  bool isWellFormed() {
    for (const ImportedGraph *imported : {&logicalGraph, &planGraph})
      if (std::string problem = imported->graph.check(); !problem.empty()) {
        for (Obligation &value : statement.values)
          setUnsupported(value, "the program can't be represented: " + problem);
        return false;
      }
    return true;
  }

  void prove() {
    progress("prove");
    Limits limits;
    // What is left must be enough to look for a counterexample.
    double remaining = deadline.remainingSeconds();
    if (std::isfinite(remaining))
      limits.seconds = options.refute ? remaining * 0.6 : remaining;
    limits.interrupted = [this] { return deadline.stop(); };
    limits.replay = options.checkTrace;
    limits.certificate = !options.certificateDirectory.empty();
    Proof proof = options.cacheDirectory.empty() ? verifier::prove(logicalGraph.graph, planGraph.graph, facts, limits)
                                                 : proveWithCache(limits);
    applyProof(statement, proof, logicalGraph, planGraph, plan.path);
    for (size_t i = 0; i < cached.size() && i < statement.values.size(); ++i) {
      statement.values[i].cached = cached[i];
      if (statement.placements[i])
        statement.placements[i]->cached = cached[i];
    }
    for (const Assumption &assumption : proof.assumptions)
      result.assumptions.push_back(assumption.text);
    recordStatistics(proof, result.statistics);
    if (proof.replay)
      result.trace = traceCheck(*proof.replay);
    if (proof.certificate)
      result.proof = std::make_shared<CertificateData>(std::move(*proof.certificate));
    limits.replay = limits.certificate = false; // they speak of the plan's own sizes
    if (proof.proved())
      proveFamilies(limits);
  }

  Proof proveWithCache(const Limits &limits) {
    cache::ProofCache known(options.cacheDirectory);
    Proof proof = known.prove(logicalGraph.graph, planGraph.graph, facts, limits, cached);
    llvm::append_range(result.warnings, known.warnings());
    return proof;
  }

  void proveFamilies(const Limits &limits) {
    for (const std::string &axis : options.forAll) {
      progress("prove every size");
      ForAllOutcome outcome = proveForAll(logicalGraph, planGraph, axis, facts, limits);
      llvm::append_range(families, outcome.obligations);
      llvm::append_range(result.assumptions, outcome.readings);
    }
  }

  /// After the executions, so that a level that is missed is not looked for among counterexamples.
  void findRoundings() {
    progress("rounding");
    Limits limits;
    // Unless a bitwise level is asked for, looking for one must not take long.
    if (parseLevel(result.level).value_or(Level::Reordered) < Level::BitwiseReplay)
      limits.fuel = 20'000'000;
    if (std::isfinite(deadline.remainingSeconds()))
      limits.seconds = 0.5 * deadline.remainingSeconds();
    limits.interrupted = [this] { return deadline.stop(); };
    double start = deadline.seconds();
    applyRounding(statement, {logical, plan, logicalGraph, planGraph, facts}, limits, result);
    result.statistics["rounding_seconds"] = deadline.seconds() - start;
  }

  bool hasOpen() const {
    for (const Obligation &value : statement.values)
      if (value.status != Status::Proved)
        return true;
    for (const auto &placement : statement.placements)
      if (placement && placement->status != Status::Proved)
        return true;
    return llvm::any_of(communication, [](const Obligation &o) { return o.status == Status::Unknown; });
  }

  void refute() {
    RefuteOptions refuteOptions;
    refuteOptions.seed = options.seed;
    refuteOptions.counterexamplePrefix = options.counterexamplePrefix;
    refuteOptions.contractPath = options.contractPath;
    refuteOptions.interrupted = [this] { return deadline.stop(); };
    refuteOptions.progress = [this](std::string_view phase, unsigned done, unsigned total) {
      progress(phase, done, total);
    };
    if (options.memoryMib)
      refuteOptions.byteLimit = std::min(refuteOptions.byteLimit, 0.7 * 1048576.0 * static_cast<double>(options.memoryMib));
    RefuteOutcome outcome =
        verifier::refute(logical, plan, contract, logicalGraph.graph, planGraph.graph, refuteOptions);
    applyRefutation(statement, communication, outcome);
    if (!outcome.refutations.empty())
      llvm::append_range(result.assumptions, outcome.choices);
    result.statistics["refute_seconds"] = outcome.seconds;
    result.statistics["refute_trials"] = outcome.trials;
    result.statistics["shrink_seconds"] = outcome.shrinkSeconds;
    result.statistics["blame_seconds"] = outcome.blameSeconds;
  }

  void collect() {
    if (hasOpen())
      deadline.stop(); // the engine may have noticed first that time is up
    for (size_t i = 0; i < statement.values.size(); ++i) {
      result.obligations.push_back(std::move(statement.values[i]));
      if (statement.placements[i])
        result.obligations.push_back(std::move(*statement.placements[i]));
    }
    llvm::append_range(result.obligations, families);
    llvm::append_range(result.obligations, communication);
    llvm::append_range(result.obligations, checkState(logical, plan));
    result.stopped = deadline.reason();
    for (Obligation &obligation : result.obligations)
      if (obligation.status == Status::Unknown && !result.stopped.empty() && obligation.code == "EQ001")
        obligation.code = "EQ022";
    result.statistics["seconds"] = deadline.seconds();
    result.statistics["resident_mib"] = static_cast<double>(residentMib());
  }
};

llvm::Expected<std::string> digestOf(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return std::string();
  llvm::SHA256 hash;
  hash.update((*buffer)->getBuffer());
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

} // namespace

llvm::Expected<Result> verify(const Program &logical, const Program &plan, const Contract *contract,
                              const VerifyOptions &options) {
  if (llvm::Error error = compareSignatures(logical, plan))
    return error;
  return Verification(logical, plan, contract, options).run();
}

llvm::Expected<Result> verifyFiles(llvm::StringRef logicalPath, llvm::StringRef planPath,
                                   llvm::StringRef contractPath, const VerifyOptions &options) {
  auto start = std::chrono::steady_clock::now();
  std::optional<Contract> contract;
  if (!contractPath.empty()) {
    auto loaded = Contract::load(contractPath);
    if (!loaded)
      return loaded.takeError();
    contract = std::move(*loaded);
  }
  mlir::DialectRegistry registry;
  registerInputDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  const Contract *given = contract ? &*contract : nullptr;
  auto logical = loadProgram(logicalPath, context, given, Reading::Logical);
  if (!logical)
    return logical.takeError();
  auto plan = loadProgram(planPath, context, given);
  if (!plan)
    return plan.takeError();
  VerifyOptions withPath = options;
  withPath.spentSeconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (withPath.contractPath.empty())
    withPath.contractPath = contractPath.str();
  auto result = verify(*logical, *plan, given, withPath);
  if (!result)
    return result.takeError();
  for (llvm::StringRef path : {logicalPath, planPath, contractPath}) {
    if (path.empty())
      continue;
    auto digest = digestOf(path);
    if (!digest)
      return digest.takeError();
    result->inputs.push_back({path.str(), *digest});
  }
  if (options.certificateDirectory.empty())
    return result;
  if (result->verdict() != Status::Proved || !result->proof) {
    result->warnings.push_back("no certificate was written: only a proof has one");
    return result;
  }
  if (llvm::Error error = writeCertificate(options.certificateDirectory, *result->proof, *result))
    return error;
  result->certificate = options.certificateDirectory;
  return result;
}

} // namespace lockstep::verifier
