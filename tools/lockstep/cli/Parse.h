// The command line: parses it and runs the command that it names.
#pragma once

#include "tools/lockstep/cli/Command.h"

#include <span>

namespace lockstep::tool {

/// Returns the exit code. Help and version go to standard output; bad usage gives one message and exit 2.
int dispatch(Commands &commands, std::span<char *const> arguments, Session &session);

/// The shell completion script for "bash", "zsh" or "fish"; empty for another shell.
std::string completionScript(const CLI::App &app, std::string_view shell);

} // namespace lockstep::tool
