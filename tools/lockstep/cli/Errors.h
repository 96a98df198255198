// From errors to messages and exit codes.
#pragma once

#include "tools/lockstep/cli/Command.h"

#include "runtime/data/Status.h"

#include "llvm/Support/Error.h"

namespace lockstep::tool {

/// Prints "lockstep: error: ...". Input errors give exit 2, everything else `otherwise`.
int fail(Session &session, llvm::Error error, int otherwise = kInternal);
int fail(Session &session, const runtime::Status &status);
/// Bad usage that only shows after parsing: exit 2.
int usageError(Session &session, const std::string &message);

} // namespace lockstep::tool
