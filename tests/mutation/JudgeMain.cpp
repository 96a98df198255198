// The judge of the mutation tests: executes plans, asks the verifier about them, and reports both answers.
//   mutation-judge LOGICAL PLAN [--contract FILE] < paths of other plans, one a line
//   mutation-judge --pairs < LOGICAL TAB PLAN TAB CONTRACT-OR-NOTHING, one pair a line
// PLAN is a right plan. One line an answer on standard output:
//   equal|small|differs|replicas|fails|slow|invalid TAB relative error TAB result TAB verdict TAB where it is open
#include "Judge.h"

#include "ir/core/InputError.h"
#include "lockstep/Verify.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <iostream>
#include <stdexcept>

using namespace lockstep;
using namespace lockstep::mutation;

static llvm::cl::opt<std::string> logicalPath(llvm::cl::Positional, llvm::cl::init(""));
static llvm::cl::opt<std::string> planPath(llvm::cl::Positional, llvm::cl::init(""));
static llvm::cl::opt<std::string> contractPath("contract", llvm::cl::init(""));
static llvm::cl::opt<bool> pairs("pairs", llvm::cl::desc("read pairs instead of plans"));
static llvm::cl::opt<unsigned> trialCount("trials", llvm::cl::init(4));
static llvm::cl::opt<unsigned> seed("seed", llvm::cl::init(1));
static llvm::cl::opt<double> runSeconds("seconds", llvm::cl::desc("limit of one execution"), llvm::cl::init(60));
static llvm::cl::opt<double> verifySeconds("verify-seconds", llvm::cl::desc("limit of one verification"), llvm::cl::init(30));
static llvm::cl::opt<bool> refuteAll("refute-all", llvm::cl::desc("look for counterexamples of equal plans, too"));

namespace {

template <typename T> T orThrow(llvm::Expected<T> value) {
  if (value)
    return std::move(*value);
  throw std::runtime_error(llvm::toString(value.takeError()));
}

std::optional<Contract> contractOf(llvm::StringRef path) {
  if (path.empty())
    return std::nullopt;
  return orThrow(Contract::load(path));
}

struct Verdict {
  std::string word, open;
};

Verdict verdictOf(const Program &logical, const Program &plan, const Contract *contract, bool refute) {
  verifier::VerifyOptions options;
  options.timeoutSeconds = verifySeconds;
  options.refute = refute;
  auto result = verifier::verify(logical, plan, contract, options);
  if (!result) {
    llvm::consumeError(result.takeError());
    return {"rejected", ""};
  }
  Verdict verdict{std::string(verifier::name(result->verdict())), ""};
  for (const verifier::Obligation &obligation : result->obligations)
    if (obligation.status != verifier::Status::Proved && verdict.open.empty())
      verdict.open = obligation.code + " " + obligation.message;
  return verdict;
}

void answer(const Judgement &judgement, const Verdict &verdict) {
  std::string open = verdict.open.substr(0, 300);
  for (char &c : open)
    if (c == '\n' || c == '\t')
      c = ' ';
  llvm::outs() << judgement.word << "\t" << llvm::format("%.3g", judgement.error) << "\t" << judgement.result << "\t"
               << verdict.word << "\t" << open << "\n";
  llvm::outs().flush();
}

void judgePlan(const Judge &judge, const Program &logical, llvm::StringRef path, const Contract *contract,
               const mlir::DialectRegistry &registry) {
  mlir::MLIRContext own(registry, mlir::MLIRContext::Threading::DISABLED); // contexts keep what they have read
  auto plan = loadProgram(path, own, contract);
  if (!plan) {
    llvm::consumeError(plan.takeError());
    return answer({"invalid", 0, 0}, {"rejected", ""});
  }
  Judgement judgement = judge.of(*plan);
  bool isEqual = judgement.word == "equal" || judgement.word == "slow";
  answer(judgement, verdictOf(logical, *plan, contract, refuteAll || !isEqual));
}

void judgePair(llvm::StringRef line, const mlir::DialectRegistry &registry) {
  llvm::SmallVector<llvm::StringRef, 3> paths;
  line.split(paths, '\t');
  try {
    std::optional<Contract> contract = contractOf(paths.size() > 2 ? paths[2] : "");
    const Contract *given = contract ? &*contract : nullptr;
    mlir::MLIRContext own(registry, mlir::MLIRContext::Threading::DISABLED);
    Program logical = orThrow(loadProgram(paths[0], own, given, Reading::Logical));
    judgePlan(Judge(logical, nullptr, trialCount, seed, runSeconds), logical, paths.size() > 1 ? paths[1] : "", given,
              registry);
  } catch (const std::runtime_error &error) {
    answer({"invalid", 0, 0}, {"rejected", error.what()});
  }
}

} // namespace

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv);
  mlir::DialectRegistry registry;
  registerInputDialects(registry);
  try {
    if (pairs) {
      for (std::string line; std::getline(std::cin, line);)
        judgePair(line, registry);
      return 0;
    }
    std::optional<Contract> contract = contractOf(contractPath);
    const Contract *given = contract ? &*contract : nullptr;
    mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
    Program logical = orThrow(loadProgram(logicalPath, context, given, Reading::Logical));
    Program right = orThrow(loadProgram(planPath, context, given));
    Judge judge(logical, &right, trialCount, seed, runSeconds);
    for (std::string path; std::getline(std::cin, path);)
      judgePlan(judge, logical, path, given, registry);
  } catch (const std::runtime_error &error) {
    llvm::errs() << "mutation-judge: " << error.what() << "\n";
    return 2;
  }
  return 0;
}
