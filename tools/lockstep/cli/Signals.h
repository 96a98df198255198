// Interruption by the user, and crashes.
#pragma once

#include <span>

namespace lockstep::tool {

/// From now on SIGINT and SIGTERM ask for an orderly end. A second one ends the process at once with exit 3, and so
/// does the first when the work has not come to a point where it looks for interruptions.
void watchSignals();

/// SIGINT or SIGTERM has come.
bool interrupted();

/// From now on a crash, a failed assertion or lack of memory ends the process with exit 4, after writing a shell script
/// that repeats the command and printing its path.
void watchCrashes(std::span<char *const> commandLine);

} // namespace lockstep::tool
