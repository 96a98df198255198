// Results that `lockstep verify --format json` wrote.
#pragma once

#include "lockstep/Result.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace lockstep::tool {

/// `-` is standard input. The error is an InputError.
llvm::Expected<verifier::Result> loadResult(llvm::StringRef path);

} // namespace lockstep::tool
