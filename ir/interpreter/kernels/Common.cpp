#include "ir/interpreter/kernels/Common.h"

#include <algorithm>

namespace lockstep::interp {

llvm::Error operatorError(llvm::StringRef operation, const std::string &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s: %s", operation.str().c_str(), message.c_str());
}

llvm::Error requireShape(llvm::StringRef operation, const Shape &shape) {
  int64_t count = 1;
  for (int64_t extent : shape) {
    if (extent < 0)
      return operatorError(operation, "expected extents of at least 0, found " + std::to_string(extent));
    if (extent != 0 && count > kMaxElements / extent)
      return operatorError(operation, "the result is too large to be held: more than " + std::to_string(kMaxElements) +
                                          " elements");
    count *= std::max<int64_t>(extent, 1);
  }
  return llvm::Error::success();
}

} // namespace lockstep::interp
