// Where a command's report goes: one main format, and more as FORMAT=FILE.
#pragma once

#include "tools/lockstep/cli/Output.h"

#include "lockstep/Report.h"

#include <vector>

namespace CLI {
class App;
}

namespace lockstep::tool {

class ReportSinks {
public:
  /// Declares --format, -o and --output.
  void configure(CLI::App &app);
  /// Creates every file, before any work is done.
  runtime::Status open();
  /// Writes every report and puts the files in place.
  runtime::Status write(const verifier::Result &result, bool verbose);

private:
  struct Sink {
    verifier::ReportFormat format;
    Output output;
  };
  runtime::Status add(const std::string &format, const std::string &path);

  std::string format, file = "-";
  std::vector<std::string> more;
  std::vector<Sink> sinks;
};

} // namespace lockstep::tool
