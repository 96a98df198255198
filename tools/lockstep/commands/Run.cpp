// run: trains with a plan, or with the logical step, on ranks inside this process.
#include "tools/lockstep/cli/Errors.h"
#include "tools/lockstep/cli/Numbers.h"
#include "tools/lockstep/cli/Progress.h"
#include "tools/lockstep/cli/Registry.h"
#include "tools/lockstep/run/Batches.h"
#include "tools/lockstep/run/Metrics.h"
#include "tools/lockstep/run/State.h"

#include "ir/interpreter/Interpreter.h"
#include "lockstep/Verify.h"

#include "mlir/IR/MLIRContext.h"

#include <CLI/CLI.hpp>

#include "llvm/Support/Format.h"

#include <chrono>
#include <cmath>
#include <fstream>

namespace lockstep::tool {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// "name=value" split at the last '=': names may hold one, values may not.
std::optional<std::pair<std::string, std::string>> splitPair(const std::string &text) {
  size_t at = text.rfind('=');
  if (at == std::string::npos || at == 0)
    return std::nullopt;
  return std::pair(text.substr(0, at), text.substr(at + 1));
}

class Run : public Command {
public:
  Run()
      : Command("run", "Train with a plan on ranks inside this process",
                "lockstep run dp4.mlir --logical gpt.mlir --contract gpt.toml --init gpt.init.safetensors \\\n"
                "    --data alice.bin --steps 20 --save state.safetensors\n"
                "lockstep run dp4.mlir --init state.safetensors --data alice.bin --steps 20   # goes on") {}

  void configure(CLI::App &app) override {
    app.add_option("PLAN", plan, "A plan, or a logical step; - is standard input")->required();
    app.add_option("--backend", backend, "host: ranks inside this process (default; the only one in this version)")
        ->type_name("NAME")
        ->check(CLI::IsMember({"host"}));
    app.add_option("--steps", steps, "Steps to run (default 1)")->type_name("N")->check(wholeNumber(1));
    app.add_option("--contract", contractPath, "Roles and ranges of the arguments (TOML)")->type_name("FILE");
    app.add_option("--logical", logical, "Prove the plan against this step first")->type_name("FILE");
    app.add_flag("--unverified", unverified, "Run a plan that is not proved");
    configureData(app);
    configureState(app);
    app.add_option("--metrics", metricsPath, "Write one JSON object per step")->type_name("FILE.jsonl");
    app.add_option("--log-every", logEvery, "Print the metrics every N steps (default 1)")
        ->type_name("N")
        ->check(wholeNumber(1));
    app.add_flag("--stop-on-nan", stopOnNan, "End with exit 5 when a metric is not finite");
  }

  std::vector<std::string> plannedOptions() const override { return {"--checkpoint", "--resume"}; }

  int run(Session &session) override {
    if (runtime::Status status = parseLists(); !status.ok())
      return fail(session, status);
    if (int code = load(session); code != kSuccess)
      return code;
    if (int code = gate(session); code != kSuccess)
      return code;
    return train(session);
  }

private:
  void configureData(CLI::App &app) {
    app.add_option("--data", data.path, "Token file (.bin, .npy), or .safetensors of named arrays")->type_name("FILE");
    app.add_flag("--synthetic", data.synthetic, "Made-up batches");
    app.add_option("--data-type", dataType, "Width of a raw token file: u16 or u32 (default: by name)")
        ->type_name("TYPE")
        ->check(CLI::IsMember({"u16", "u32"}));
    app.add_option("--feed", feeds, "What a batch argument takes of the tokens: tokens, next or ones")
        ->type_name("NAME=FEED")
        ->expected(1)
        ->take_all();
    app.add_option("--epochs", data.sampling.epochs,
                   "Passes over the data before it is exhausted (default 1; 0: no end)")
        ->type_name("N")
        ->check(wholeNumber());
    app.add_flag("!--no-shuffle", data.sampling.shuffle, "Take the samples in the order of the file");
  }

  void configureState(CLI::App &app) {
    app.add_option("--init", state.initPath, "Initial or saved state; absent state is zero")
        ->type_name("FILE.safetensors");
    app.add_option("--seed", state.seed, "Seed of parameters (without --init), batches and keys (default 0)")
        ->type_name("N")
        ->check(wholeNumber());
    app.add_option("--set", sets, "Hold an argument at a value")->type_name("NAME=VALUE")->expected(1)->take_all();
    app.add_option("--save", savePath, "Write the state at the end")->type_name("FILE.safetensors");
    app.add_flag("--f64", state.f64, "Compute in double precision");
  }

  runtime::Status parseLists() {
    data.sampling.seed = state.seed;
    if (!dataType.empty())
      data.width = dataType == "u32" ? runtime::TokenWidth::U32 : runtime::TokenWidth::U16;
    for (const std::string &entry : feeds) {
      auto pair = splitPair(entry);
      std::optional<runtime::Feed> feed = pair ? runtime::parseFeed(pair->second) : std::nullopt;
      if (!feed)
        return runtime::badInput("--feed: expected NAME=tokens, NAME=next or NAME=ones, found '" + entry + "'");
      data.feeds.emplace_back(pair->first, *feed);
    }
    for (const std::string &entry : sets) {
      auto pair = splitPair(entry);
      char *end = nullptr;
      double value = pair ? std::strtod(pair->second.c_str(), &end) : 0;
      if (!pair || pair->second.empty() || *end != '\0')
        return runtime::badInput("--set: expected NAME=NUMBER, found '" + entry + "'");
      state.fixed[pair->first] = value;
    }
    return {};
  }

  int load(Session &session) {
    registerInputDialects(registry);
    context.emplace(registry);
    if (!contractPath.empty()) {
      llvm::Expected<Contract> loaded = Contract::load(contractPath);
      if (!loaded)
        return fail(session, loaded.takeError());
      contract = std::move(*loaded);
    }
    llvm::Expected<Program> loaded = loadProgram(plan, *context, contract ? &*contract : nullptr);
    if (!loaded)
      return fail(session, loaded.takeError());
    program = std::move(*loaded);
    for (const std::string &warning : program->warnings)
      session.err << "lockstep: warning: " << warning << '\n';
    return kSuccess;
  }

  /// Only proved plans run, unless the user says otherwise.
  int gate(Session &session) {
    bool marked = program->module->getOperation()->hasAttr("lockstep.unverified");
    if (unverified)
      return kSuccess;
    if (logical.empty()) {
      if (marked)
        return usageError(session, "'" + plan +
                                       "' was written without proof; prove it with --logical FILE, or run it "
                                       "with --unverified");
      if (program->form != ProgramForm::Logical)
        session.err << "lockstep: note: the plan is not checked in this run; --logical FILE does that\n";
      return kSuccess;
    }
    if (plan == "-" || logical == "-")
      return usageError(session, "--logical needs files, not standard input");
    verifier::VerifyOptions options;
    options.interrupted = session.interrupted;
    options.progress = [&](const verifier::Progress &p) {
      session.progress.update(p.phase, p.done, p.total, p.subject);
    };
    llvm::Expected<verifier::Result> result = verifier::verifyFiles(logical, plan, contractPath, options);
    session.progress.clear();
    if (!result)
      return fail(session, result.takeError());
    verifier::Status verdict = result->verdict();
    session.err << "lockstep: the plan is " << verifier::name(verdict) << '\n';
    if (verdict != verifier::Status::Proved)
      session.err
          << "lockstep: error: only proved plans run; 'lockstep verify' tells more, --unverified runs it anyway\n";
    return verifier::exitCode(verdict);
  }

  int train(Session &session) {
    std::vector<std::string> fixed;
    for (const auto &[name, value] : state.fixed)
      fixed.push_back(name);
    runtime::Result<Batches> batches = Batches::create(*program, data, fixed);
    if (!batches)
      return fail(session, batches.status());
    runtime::Result<State> values = State::create(*program, state);
    if (!values)
      return fail(session, values.status());
    std::optional<std::ofstream> log;
    if (!metricsPath.empty() && !(log.emplace(metricsPath)).is_open())
      return usageError(session, "cannot write '" + metricsPath + "'");
    if (!savePath.empty()) // fail before the work, not after it
      if (runtime::Result<runtime::AtomicFile> probe = runtime::AtomicFile::create(savePath); !probe)
        return fail(session, probe.status());

    Clock::time_point start = Clock::now();
    uint64_t step = values->firstStep(), end = step + steps;
    int code = kSuccess;
    while (step < end && code == kSuccess) {
      session.progress.update("run", static_cast<unsigned>(step), static_cast<unsigned>(end), "");
      code = oneStep(session, *batches, *values, step, step + 1 == end, log);
      step += code == kSuccess || code == kNotFinite;
    }
    session.progress.clear();
    session.out.flush();
    uint64_t done = step - values->firstStep();
    session.err << llvm::format("lockstep: %llu steps in %.1f s\n", static_cast<unsigned long long>(done),
                                secondsSince(start));
    if (!savePath.empty() && done > 0)
      if (runtime::Status status = values->save(savePath, step); !status.ok())
        return fail(session, status);
    return code == kNotFinite ? kRunFailed : code;
  }

  int oneStep(Session &session, const Batches &batches, State &values, uint64_t step, bool last,
              std::optional<std::ofstream> &log) {
    Clock::time_point start = Clock::now();
    std::vector<interp::Tensor> &arguments = values.arguments(step);
    if (runtime::Status status = batches.fill(step, arguments); !status.ok())
      return fail(session, status);
    interp::Options options;
    options.f64 = state.f64;
    options.interrupted = session.interrupted;
    llvm::Expected<interp::Outcome> outcome = interp::run(*program, arguments, options);
    if (!outcome) {
      if (!session.interrupted())
        return fail(session, outcome.takeError(), kRunFailed);
      llvm::consumeError(outcome.takeError());
      session.progress.clear();
      session.err << "lockstep: interrupted in step " << step + 1 << '\n';
      return kRunFailed;
    }
    warnDisagreements(session, *outcome);
    values.update(outcome->results);

    auto metrics = Metrics(*program).read(outcome->results);
    if (log)
      *log << jsonLine(step + 1, secondsSince(start), metrics) << std::flush;
    if ((step + 1) % logEvery == 0 || last) {
      session.progress.clear();
      session.out << textLine(step + 1, metrics) << '\n';
      session.out.flush();
    }
    bool finite = std::ranges::all_of(metrics, [](const auto &metric) { return std::isfinite(metric.second); });
    if (stopOnNan && !finite) {
      session.progress.clear();
      session.err << "lockstep: error: a metric is not finite after step " << step + 1 << '\n';
      return kNotFinite;
    }
    return kSuccess;
  }

  /// Replicas that differ make a run meaningless; say so once per result.
  void warnDisagreements(Session &session, const interp::Outcome &outcome) {
    for (const interp::Disagreement &found : outcome.disagreements) {
      if (!disagreeing.insert(found.result).second)
        continue;
      session.progress.clear();
      session.err << "lockstep: warning: devices " << found.deviceA << " and " << found.deviceB
                  << " hold different values of " << program->results[found.result].name << ": " << found.valueA
                  << " and " << found.valueB << " at element " << found.element << '\n';
    }
  }

  static constexpr int kNotFinite = -1; // a step that was done, but ends the run

  std::string backend = "host", plan, contractPath, logical, dataType, metricsPath, savePath;
  std::vector<std::string> feeds, sets;
  DataOptions data;
  StateOptions state;
  uint64_t steps = 1, logEvery = 1;
  bool unverified = false, stopOnNan = false;

  mlir::DialectRegistry registry;
  std::optional<mlir::MLIRContext> context;
  std::optional<Contract> contract;
  std::optional<Program> program; // after the context: destroyed before it
  std::set<unsigned> disagreeing;
};

} // namespace

std::unique_ptr<Command> makeRun() { return std::make_unique<Run>(); }

} // namespace lockstep::tool
