// Verifies two files through the installed library: consumer LOGICAL PLAN prints the verdict.
#include "lockstep/Report.h"
#include "lockstep/Verify.h"

#include "llvm/Support/raw_ostream.h"

int main(int count, char **arguments) {
  if (count != 3)
    return 2;
  auto result = lockstep::verifier::verifyFiles(arguments[1], arguments[2], "");
  if (!result) {
    llvm::errs() << llvm::toString(result.takeError()) << '\n';
    return 2;
  }
  llvm::outs() << lockstep::verifier::name(result->verdict()) << '\n';
  return 0;
}
