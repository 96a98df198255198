// Which operator of the plan made the first value that is wrong?
#pragma once

#include "lockstep/Result.h"
#include "verifier/refute/Execution.h"

#include <optional>
#include <vector>

namespace lockstep::verifier {

/// For every result in `wrong` (indices of main's results) the operator to look at first; nullopt when the values give
/// no answer. Executes both programs once on `inputs`.
std::vector<std::optional<Blame>> blame(const Program &logical, const Program &plan,
                                        llvm::ArrayRef<interp::Tensor> inputs, const std::vector<unsigned> &wrong,
                                        const Interrupted &interrupted);

} // namespace lockstep::verifier
