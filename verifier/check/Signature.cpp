#include "verifier/check/Signature.h"

#include "ir/import/Signature.h"

namespace lockstep::verifier {

llvm::Error compareSignatures(const Program &logical, const Program &plan) {
  return lockstep::compareSignatures(logical, plan);
}

} // namespace lockstep::verifier
