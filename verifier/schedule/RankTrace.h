// Rank programs whose control flow depends on the rank: what each device communicates, decided from its number alone.
#pragma once

#include "verifier/schedule/Trace.h"

namespace lockstep::verifier {

struct RankTraces {
  std::vector<Trace> devices;
  std::string undecided; // why there are none; empty when there are
};

/// The traces of all devices of the graph's rank program: a per-device module, one manual computation, or a step of
/// stages. Undecided when a branch or loop around communication depends on data, when a program runs too long to be
/// followed, or with more than 1024 devices.
RankTraces rankTraces(const Graph &graph);

} // namespace lockstep::verifier
