// Are the collectives of a rank program well formed, and do all ranks execute the same ones in the same order?
#pragma once

#include "lockstep/Result.h"
#include "verifier/graph/Graph.h"

namespace lockstep::verifier {

/// Obligations of kind communication; empty when no rank communicates. A rank program is one program for all ranks, so
/// order can only differ where a branch or loop around a collective depends on the rank.
std::vector<Obligation> checkCommunication(const Graph &plan);

} // namespace lockstep::verifier
