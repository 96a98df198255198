#include "ir/interpreter/kernels/Common.h"

namespace lockstep::interp {

llvm::Error operatorError(llvm::StringRef operation, const std::string &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s: %s", operation.str().c_str(), message.c_str());
}

} // namespace lockstep::interp
