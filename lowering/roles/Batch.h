// Finds the arguments that hold the batch.
#pragma once

#include "lowering/Lower.h"

namespace lockstep::lowering {

/// One entry per batch argument. Errors name the candidates when there is a choice to be made.
llvm::Expected<std::vector<BatchPlacement>> findBatch(const Program &logical, const LoweringSpec &spec);

} // namespace lockstep::lowering
