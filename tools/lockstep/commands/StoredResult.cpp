#include "tools/lockstep/commands/StoredResult.h"

#include "ir/core/InputError.h"
#include "lockstep/Report.h"

#include "llvm/Support/MemoryBuffer.h"

namespace lockstep::tool {

llvm::Expected<verifier::Result> loadResult(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return llvm::make_error<InputError>("IN001", path.str(), 0, 0, "cannot read: " + buffer.getError().message());
  return verifier::readResult((*buffer)->getBuffer(), path);
}

} // namespace lockstep::tool
