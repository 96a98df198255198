// lockstep: reads the command line, runs one command, ends with its exit code.
#include "tools/lockstep/cli/Parse.h"
#include "tools/lockstep/cli/Progress.h"
#include "tools/lockstep/cli/Registry.h"
#include "tools/lockstep/cli/Signals.h"

int main(int argc, char **argv) {
  using namespace lockstep::tool;
  std::span<char *const> arguments(argv, static_cast<size_t>(argc));
  watchCrashes(arguments);
  watchSignals();

  Progress progress(llvm::errs());
  Session session{llvm::outs(), llvm::errs(), progress, interrupted};
  Commands commands = allCommands();
  int code = dispatch(commands, arguments, session);
  progress.clear();

  llvm::outs().flush();
  if (llvm::outs().has_error()) { // a full disk must not look like success
    llvm::errs() << "lockstep: error: cannot write standard output: " << llvm::outs().error().message() << '\n';
    llvm::outs().clear_error();
    return kBadInput;
  }
  return code;
}
