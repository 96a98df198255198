// Do the programs of a step of stages fit together: messages, collectives, deadlocks, bounds, donated buffers?
#pragma once

#include "lockstep/Result.h"
#include "verifier/graph/Graph.h"

namespace lockstep::verifier {

/// Obligations of kinds communication, schedule, memory and state; empty when the graph holds no step of stages.
std::vector<Obligation> checkStages(const Graph &plan);

/// What a stage holds for micro-batches that are not finished.
struct InFlight {
  unsigned microBatches = 0, values = 0; // most at one time
  uint64_t bytes = 0;                    // on one device, most at one time
};

/// An activation is a value made for a micro-batch and read only for the same one (by calls and sends); it is held from
/// its definition to its last use. What calls of other micro-batches read is an accumulator and does not count.
InFlight inFlight(const Graph &graph, const Region &program);

/// A value that is read, returned or given up again after a call took its buffer.
struct DonationFault {
  NodeId call = kNone, reader = kNone; // kNone: returned
  std::string text;
};
std::vector<DonationFault> donationFaults(const Graph &graph, const Region &program);

} // namespace lockstep::verifier
