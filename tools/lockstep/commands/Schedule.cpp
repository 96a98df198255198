// schedule: draw and check the schedule of a plan of stages.
#include "tools/lockstep/cli/Errors.h"
#include "tools/lockstep/cli/Registry.h"

#include "ir/import/Program.h"
#include "lockstep/Schedule.h"
#include "lockstep/Verdict.h"

#include "mlir/IR/MLIRContext.h"

#include <CLI/CLI.hpp>

namespace lockstep::tool {
namespace {

using verifier::Obligation;
using verifier::Status;

class Schedule : public Command {
public:
  Schedule()
      : Command("schedule", "Draw and check the schedule of a plan of stages", "lockstep schedule gpt_pp4_1f1b.mlir") {}

  void configure(CLI::App &app) override {
    app.add_option("PLAN", path, "A plan of stages; - is standard input")->required();
  }

  int run(Session &session) override {
    mlir::DialectRegistry registry;
    registerInputDialects(registry);
    mlir::MLIRContext context(registry);
    llvm::Expected<Program> program = loadProgram(path, context);
    if (!program)
      return fail(session, program.takeError());
    llvm::Expected<verifier::ScheduleReport> report = verifier::scheduleOf(*program);
    if (!report)
      return fail(session, report.takeError());
    session.out << report->drawing << '\n';
    for (const Obligation &obligation : report->obligations)
      write(session.out, obligation);
    return exitCode(report->obligations);
  }

private:
  static void write(llvm::raw_ostream &os, const Obligation &obligation) {
    os << verifier::name(obligation.status);
    if (!obligation.code.empty())
      os << " [" << obligation.code << "]";
    os << " " << obligation.subject;
    if (!obligation.message.empty())
      os << ": " << obligation.message;
    os << '\n';
  }

  static int exitCode(const std::vector<Obligation> &obligations) {
    auto any = [&](Status status) {
      return llvm::any_of(obligations, [&](const Obligation &obligation) { return obligation.status == status; });
    };
    if (any(Status::Refuted))
      return kRefuted;
    return any(Status::Unknown) || any(Status::Unsupported) ? kUndecided : kSuccess;
  }

  std::string path;
};

} // namespace

std::unique_ptr<Command> makeSchedule() { return std::make_unique<Schedule>(); }

} // namespace lockstep::tool
