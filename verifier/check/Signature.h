// A plan is a function of the same global tensors as the logical step.
#pragma once

#include "llvm/Support/Error.h"

namespace lockstep {
struct Program;
}

namespace lockstep::verifier {

/// Success when arguments and results agree in number, shapes and types. Otherwise an InputError with code IN010 at the
/// plan that lists what differs.
llvm::Error compareSignatures(const Program &logical, const Program &plan);

} // namespace lockstep::verifier
