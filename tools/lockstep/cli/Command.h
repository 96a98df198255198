// What a command of the driver is, and what it is given to work with.
#pragma once

#include "llvm/Support/raw_ostream.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace lockstep::tool {

/// Exit codes are part of the public surface.
enum ExitCode : int {
  kSuccess = 0,   // proved, or done
  kRefuted = 1,   // at least one obligation is false
  kBadInput = 2,  // bad usage or malformed input
  kUndecided = 3, // unknown or unsupported
  kInternal = 4,  // a bug of ours
  kRunFailed = 5, // a run failed: data exhausted, a rank lost, NaN asked to stop
};

class Progress;

/// The world as a command sees it.
struct Session {
  llvm::raw_ostream &out; // results
  llvm::raw_ostream &err; // progress and log
  Progress &progress;
  std::function<bool()> interrupted; // SIGINT or SIGTERM came
};

class Command {
public:
  Command(std::string_view name, std::string_view summary, std::string_view example)
      : name(name), summary(summary), example(example) {}
  virtual ~Command() = default;

  const std::string_view name, summary;
  const std::string_view example; // shown by --help, one or more lines

  /// Declares options and positional arguments; they are bound to members.
  virtual void configure(CLI::App &app) = 0;
  /// Options of later versions: known, so that the answer is not "did you mean", and not there.
  virtual std::vector<std::string> plannedOptions() const { return {}; }
  /// Returns an exit code. Everything the user should know has been printed.
  virtual int run(Session &session) = 0;
};

using Commands = std::vector<std::unique_ptr<Command>>;

} // namespace lockstep::tool
