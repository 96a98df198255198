#include "verifier/import/Subject.h"

#include "ir/import/Program.h"

namespace lockstep::verifier {

std::string subjectOf(const Program &program, unsigned result) {
  const ResultInfo &info = program.results[result];
  std::string name = info.name;
  if (info.argument) {
    const std::string &state = program.arguments[*info.argument].name;
    // "arg7" only says that the module carries no names.
    if (state != "arg" + std::to_string(*info.argument))
      name = state;
  }
  return name + " (result " + std::to_string(result) + ")";
}

} // namespace lockstep::verifier
