// Finds input scales at which a step's scalar decisions (is the norm above the clip, is the scale finite) just change.
// A wrong constant factor on all gradients vanishes under a hard clip and a wrong clip shows only when it is active, so
// both sides of such an edge are worth trying.
#pragma once

#include "verifier/refute/Execution.h"
#include "verifier/refute/TrialInputs.h"

#include <vector>

namespace lockstep::verifier {

/// Trials just below and just above the edges that were found, nearest to `base` first; at most four.
std::vector<Trial> edgeTrials(const Program &logical, const TrialInputs &inputs, const Trial &base,
                              const Interrupted &interrupted);

} // namespace lockstep::verifier
