// The schedule of a plan of stages: its drawing, and whether it comes to its end.
#pragma once

#include "lockstep/Result.h"

#include "llvm/Support/Error.h"

namespace lockstep {
struct Program;
}

namespace lockstep::verifier {

struct ScheduleReport {
  std::string drawing;                 // text, one row a stage; a unit of time is one call
  std::vector<Obligation> obligations; // communication, schedule, memory and state, as in a verification
};

/// Fails when the program is no plan of stages.
llvm::Expected<ScheduleReport> scheduleOf(const Program &plan);

} // namespace lockstep::verifier
