// Makes the inputs of a counterexample as plain as they get while the difference stays.
#pragma once

#include "ir/interpreter/Tensor.h"

#include <functional>
#include <vector>

namespace lockstep::verifier {

using StillFails = std::function<bool(const std::vector<interp::Tensor> &)>;

struct ShrinkLimits {
  unsigned trials = 60;
  std::function<bool()> stop; // asked before every trial
};

/// `allowed(argument, value)` says whether a value lies in the argument's declared range. Requires that the inputs
/// fail; what is returned fails too.
std::vector<interp::Tensor> shrinkInputs(std::vector<interp::Tensor> inputs,
                                         const std::function<bool(unsigned, double)> &allowed,
                                         const StillFails &stillFails, const ShrinkLimits &limits);

} // namespace lockstep::verifier
