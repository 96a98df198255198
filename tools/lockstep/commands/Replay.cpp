// replay: executes a counterexample again.
#include "tools/lockstep/cli/Errors.h"
#include "tools/lockstep/cli/Registry.h"

#include "lockstep/Replay.h"
#include "lockstep/Report.h"

#include <CLI/CLI.hpp>

namespace lockstep::tool {
namespace {

class Replay : public Command {
public:
  Replay()
      : Command("replay", "Execute a counterexample again",
                "lockstep replay gpt_dp4_broken.cex.json     # exit 1: the difference is there again") {}

  void configure(CLI::App &app) override {
    app.add_option("CEX", path, "Counterexample that verify wrote (JSON)")->required();
  }

  int run(Session &session) override {
    llvm::Expected<verifier::ReplayOutcome> outcome = verifier::replay(path, session.interrupted);
    if (!outcome)
      return fail(session, outcome.takeError(), session.interrupted() ? kUndecided : kInternal);
    verifier::writeReplay(session.out, *outcome, verifier::wantsColor(session.out));
    return outcome->confirmed ? kRefuted : kSuccess;
  }

private:
  std::string path;
};

} // namespace

std::unique_ptr<Command> makeReplay() { return std::make_unique<Replay>(); }

} // namespace lockstep::tool
