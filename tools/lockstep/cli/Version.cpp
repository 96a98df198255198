#include "tools/lockstep/cli/Version.h"

#include "llvm/Config/llvm-config.h"

namespace lockstep::tool {

std::string versionText() { return "lockstep " LOCKSTEP_VERSION "\nLLVM and MLIR " LLVM_VERSION_STRING; }

} // namespace lockstep::tool
