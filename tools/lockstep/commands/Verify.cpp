// verify: proves that a plan computes the logical step, or shows where it does not.
#include "tools/lockstep/cli/Errors.h"
#include "tools/lockstep/cli/Numbers.h"
#include "tools/lockstep/cli/Progress.h"
#include "tools/lockstep/cli/Registry.h"
#include "tools/lockstep/commands/ReportSinks.h"

#include "lockstep/Verify.h"

#include "llvm/Support/FileSystem.h"

#include <CLI/CLI.hpp>

namespace lockstep::tool {
namespace {

/// "plans/gpt_dp4.mlir.gz" -> "gpt_dp4".
std::string stem(llvm::StringRef path) {
  llvm::StringRef base = path.rsplit('/').second.empty() ? path : path.rsplit('/').second;
  base.consume_back(".gz");
  base.consume_back(".mlir");
  return base == "-" ? "plan" : base.str();
}

class Verify : public Command {
public:
  Verify()
      : Command("verify", "Prove that a plan computes the logical step",
                "lockstep verify gpt.mlir gpt_dp4.mlir --contract gpt.toml\n"
                "lockstep verify gpt.mlir plan.mlir --format sarif -o result.sarif --output json=result.json") {}

  void configure(CLI::App &app) override {
    app.add_option("LOGICAL", logical, "The training step for one device, StableHLO; - is standard input")->required();
    app.add_option("PLAN", plan, "The parallel plan")->required();
    app.add_option("--contract", options.contractPath, "What may be assumed of the arguments (TOML)")
        ->type_name("FILE");
    sinks.configure(app);
    app.add_option("--counterexample", options.counterexamplePrefix,
                   "Where a counterexample is written: PREFIX.json and PREFIX.mlir (default: the plan's name + .cex)")
        ->type_name("PREFIX");
    app.add_flag("--no-counterexample", noCounterexample, "Write no counterexample files");
    app.add_flag("!--no-refute", options.refute, "Only try to prove; execute nothing");
    app.add_flag("!--no-prove", options.prove, "Only execute both programs and compare");
    app.add_option("--certificate", options.certificateDirectory,
                   "Write the proof's steps and SMT-LIB scripts for other solvers to this new or empty directory")
        ->type_name("DIR");
    app.add_flag("--check-trace", options.checkTrace,
                 "Evaluate every step of the proof on its own; a step that fails is an internal error (exit 4)");
    app.add_option("--time-limit,--timeout", options.timeoutSeconds, "Stop after so many seconds; what is undecided is unknown")
        ->type_name("SECONDS")
        ->check(nonNegative());
    app.add_option("--memory-limit,--memory-mib", options.memoryMib, "Stop when the process holds so many MiB")
        ->type_name("MIB")
        ->check(wholeNumber());
    app.add_option("--cache", options.cacheDirectory,
                   "Directory where proofs are kept; results whose programs did not change are not proved again")
        ->type_name("DIR");
    app.add_option("--for-all", options.forAll,
                   "Prove the plan also for every other size of this mesh axis at which its extents divide")
        ->type_name("AXIS")
        ->delimiter(',');
    app.add_option("--seed", options.seed, "Seed of the inputs that are tried")->type_name("N")->check(wholeNumber());
    app.add_flag("--exit-zero", exitZero, "Exit with 0 whatever the verdict, for pipelines that upload the report");
    app.add_flag("-v,--verbose", verbose, "List every obligation and assumption");
  }

  int run(Session &session) override {
    if (logical == "-" && plan == "-")
      return usageError(session, "only one of LOGICAL and PLAN can be standard input");
    if (runtime::Status status = sinks.open(); !status.ok())
      return fail(session, status);
    if (std::error_code code; !options.certificateDirectory.empty() && llvm::sys::fs::exists(options.certificateDirectory) &&
                              llvm::sys::fs::directory_iterator(options.certificateDirectory, code) !=
                                  llvm::sys::fs::directory_iterator())
      return usageError(session, "--certificate: expected a new or empty directory, found files in " + options.certificateDirectory);
    if (noCounterexample)
      options.counterexamplePrefix.clear();
    else if (options.counterexamplePrefix.empty())
      options.counterexamplePrefix = stem(plan) + ".cex";
    options.interrupted = session.interrupted;
    options.progress = [&](const verifier::Progress &p) {
      session.progress.update(p.phase, p.done, p.total, p.subject);
    };

    llvm::Expected<verifier::Result> result = verifier::verifyFiles(logical, plan, options.contractPath, options);
    session.progress.clear();
    if (!result)
      return fail(session, result.takeError());
    if (runtime::Status status = sinks.write(*result, verbose); !status.ok())
      return fail(session, status);
    if (result->trace && result->trace->failed > 0)
      return failedTrace(session, *result->trace);
    return exitZero ? kSuccess : verifier::exitCode(result->verdict());
  }

private:
  /// A wrong step makes the verdict worthless, whatever it is.
  static int failedTrace(Session &session, const verifier::TraceCheck &trace) {
    std::string text = "internal error: " + std::to_string(trace.failed) + " of the proof's steps or conditions do not hold";
    for (const std::string &failure : trace.failures)
      text += "\n  rule " + failure;
    return fail(session, llvm::createStringError(text));
  }

  std::string logical, plan;
  verifier::VerifyOptions options;
  ReportSinks sinks;
  bool noCounterexample = false, exitZero = false, verbose = false;
};

} // namespace

std::unique_ptr<Command> makeVerify() { return std::make_unique<Verify>(); }

} // namespace lockstep::tool
