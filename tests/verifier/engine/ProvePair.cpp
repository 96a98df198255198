// A developer's view of the engine: reads a pair, proves, prints every result that is not proved.
//   engine-pair LOGICAL PLAN [CONTRACT] [--terms N] [--trace] [--seconds S]
#include "ir/import/Program.h"
#include "verifier/import/GraphReader.h"
#include "verifier/read/Prove.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cmath>

using namespace lockstep;
using namespace lockstep::verifier;

static llvm::cl::opt<std::string> logicalPath(llvm::cl::Positional, llvm::cl::Required);
static llvm::cl::opt<std::string> planPath(llvm::cl::Positional, llvm::cl::Required);
static llvm::cl::opt<std::string> contractPath(llvm::cl::Positional, llvm::cl::init(""));
static llvm::cl::opt<unsigned> terms("terms", llvm::cl::desc("print the terms of that many open results"));
static llvm::cl::opt<bool> trace("rules", llvm::cl::desc("print the rules that were applied"));
static llvm::cl::opt<bool> scripts("scripts", llvm::cl::desc("print the scripts of the certificate"));
static llvm::cl::opt<bool> checkTrace("check-trace", llvm::cl::desc("test every recorded step"));
static llvm::cl::opt<unsigned> depth("depth", llvm::cl::desc("write named functions out in printed terms"));
static llvm::cl::opt<double> limit("seconds", llvm::cl::init(60));
static llvm::cl::opt<bool> statistics("counts", llvm::cl::desc("print rule counts and assumptions"));

static const char *text(ResultStatus status) {
  switch (status) {
  case ResultStatus::Equal: return "equal";
  case ResultStatus::Different: return "different";
  case ResultStatus::Unknown: return "unknown";
  case ResultStatus::Unsupported: return "unsupported";
  }
  return "";
}

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv);
  mlir::DialectRegistry registry;
  registerInputDialects(registry);
  mlir::MLIRContext context(registry);
  Contract contract;
  auto check = [](llvm::Error error) {
    if (!error)
      return;
    llvm::errs() << error << "\n";
    exit(2);
  };
  if (!contractPath.empty()) {
    auto loaded = Contract::load(contractPath);
    check(loaded.takeError());
    contract = *loaded;
  }
  auto logical = loadProgram(logicalPath, context, contractPath.empty() ? nullptr : &contract);
  check(logical.takeError());
  auto plan = loadProgram(planPath, context, contractPath.empty() ? nullptr : &contract);
  check(plan.takeError());
  ImportedGraph a = importGraph(*logical), b = importGraph(*plan);
  for (const Graph *graph : {&a.graph, &b.graph})
    if (std::string problem = graph->check(); !problem.empty()) {
      llvm::outs() << "MALFORMED " << problem << "\n";
      return 2;
    }
  std::vector<ArgumentFacts> facts(logical->arguments.size());
  for (size_t i = 0; i < facts.size(); ++i)
    for (const Program *program : {&*logical, &*plan})
      if (auto range = program->arguments[i].range)
        facts[i].range = {int64_t(std::ceil(range->lo)), int64_t(std::floor(range->hi))};
  Limits limits;
  limits.seconds = limit;
  limits.trace = trace;
  limits.termDepth = depth;
  limits.replay = checkTrace;
  limits.certificate = scripts;
  auto start = std::chrono::steady_clock::now();
  Proof proof = prove(a.graph, b.graph, facts, limits);
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  size_t equal = 0;
  unsigned left = terms;
  std::string first;
  for (size_t i = 0; i < proof.results.size(); ++i) {
    const ResultProof &r = proof.results[i];
    equal += r.status == ResultStatus::Equal;
    if (r.status == ResultStatus::Equal)
      continue;
    if (first.empty())
      first = " first open " + std::to_string(i) + ": " + text(r.status) + " " + r.operatorName + " " + r.reason;
    if (left > 0) {
      --left;
      llvm::outs() << "result " << i << " " << text(r.status) << " " << r.operatorName << " " << r.reason << " at "
                   << r.location.str() << "\n  logical " << r.logicalTerm << "\n  plan    " << r.planTerm << "\n";
    }
  }
  for (const ReplicaFinding &finding : proof.replicas)
    if (terms > 0)
      llvm::outs() << "replica " << finding.message << "\n";
  for (const TraceEntry &entry : proof.trace)
    llvm::outs() << entry.rule << " | " << entry.condition << "\n  " << entry.before << "\n  " << entry.after << "\n";
  if (proof.certificate)
    for (const CertificateData::Script &script : proof.certificate->scripts)
      llvm::outs() << script.text << "\n";
  if (proof.replay) {
    for (const auto &[rule, tally] : proof.replay->rules)
      llvm::outs() << rule << ": exact " << tally.exact << " numeric " << tally.numeric << " too large " << tally.tooLarge
                   << " undefined " << tally.undefined << " failed " << tally.failed << "\n";
    llvm::outs() << "facts " << proof.replay->facts << " undecided " << proof.replay->factsUndecided << " failed in all "
                 << proof.replay->failed << "\n";
    for (const auto &failure : proof.replay->failures)
      llvm::outs() << "FAILED " << failure.rule << ": " << failure.text.substr(0, 1500) << "\n";
  }
  if (statistics) {
    for (const auto &[rule, count] : proof.statistics.rules)
      llvm::outs() << rule << " " << count << "\n";
    llvm::outs() << "functions " << proof.statistics.functions << " atoms " << proof.statistics.atoms << " combinations "
                 << proof.statistics.combinations << " fuel " << proof.statistics.fuelUsed << "\n";
    for (const Assumption &assumption : proof.assumptions)
      llvm::outs() << "assumes " << assumption.text << "\n";
  }
  llvm::outs() << (proof.proved() ? "PROVED " : "OPEN ") << equal << "/" << proof.results.size() << " replica findings "
               << proof.replicas.size() << llvm::format(" %.3fs (%.3f %.3f %.3f)", seconds, proof.statistics.secondsLogical, proof.statistics.secondsPlan, proof.statistics.secondsCompare) << " " << proof.problem << first.substr(0, 300) << "\n";
  return proof.proved() ? 0 : 1;
}
