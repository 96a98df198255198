#include "tools/lockstep/cli/Registry.h"

namespace lockstep::tool {

Commands allCommands() {
  Commands commands;
  commands.push_back(makeVerify());
  commands.push_back(makeLower());
  commands.push_back(makeRun());
  commands.push_back(makeInspect());
  commands.push_back(makeSchedule());
  commands.push_back(makeReplay());
  commands.push_back(makeReport());
  commands.push_back(makeExplain());
  commands.push_back(makeDoctor());
  return commands;
}

std::span<const std::string_view> plannedCommands() {
  static constexpr std::string_view kNames[] = {"compile", "diff"};
  return kNames;
}

} // namespace lockstep::tool
