#include "tools/lockstep/cli/Errors.h"

#include "ir/core/InputError.h"
#include "tools/lockstep/cli/Progress.h"

namespace lockstep::tool {

int fail(Session &session, llvm::Error error, int otherwise) {
  session.progress.clear();
  int code = kSuccess;
  llvm::handleAllErrors(
      std::move(error),
      [&](const InputError &input) {
        input.log(session.err);
        session.err << '\n';
        code = std::max<int>(code, kBadInput);
      },
      [&](const llvm::ErrorInfoBase &other) {
        session.err << "lockstep: error: " << other.message() << '\n';
        code = std::max(code, otherwise);
      });
  return code;
}

int fail(Session &session, const runtime::Status &status) {
  session.progress.clear();
  session.err << "lockstep: error: " << status.message() << '\n';
  return status.fault() == runtime::Fault::BadInput ? kBadInput : kRunFailed;
}

int usageError(Session &session, const std::string &message) {
  session.progress.clear();
  session.err << "lockstep: error: " << message << '\n';
  return kBadInput;
}

} // namespace lockstep::tool
