// What `lockstep --version` prints.
#pragma once

#include <string>

namespace lockstep::tool {

/// Tool, LLVM and Z3 versions, one a line.
std::string versionText();

} // namespace lockstep::tool
