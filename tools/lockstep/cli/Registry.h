// The table of commands: one line per command, in the order of --help.
#pragma once

#include "tools/lockstep/cli/Command.h"

#include <span>

namespace lockstep::tool {

std::unique_ptr<Command> makeVerify();
std::unique_ptr<Command> makeLower();
std::unique_ptr<Command> makeRun();
std::unique_ptr<Command> makeInspect();
std::unique_ptr<Command> makeSchedule();
std::unique_ptr<Command> makeReplay();
std::unique_ptr<Command> makeReport();
std::unique_ptr<Command> makeExplain();
std::unique_ptr<Command> makeDoctor();

Commands allCommands();

/// Commands of later versions: known, so that the answer is not "did you mean", and not there.
std::span<const std::string_view> plannedCommands();

} // namespace lockstep::tool
