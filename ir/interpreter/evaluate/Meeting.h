// Who meets at a collective.
#pragma once

#include "ir/interpreter/machine/Execution.h"

namespace lockstep::interp {

/// The members of one replica group as ranks, in the order in which the group lists them.
struct Meeting {
  std::vector<unsigned> ranks;
};

/// The groups in which executing ranks take part. Fails when some but not all members of a group execute the operator,
/// when an executing rank is in no group, when a device is in two, or when one is not in this world.
llvm::Expected<std::vector<Meeting>> meet(Execution &x, const Step &step);

struct Transfer {
  unsigned source, target; // ranks
};

/// Source and target pairs of executing ranks. Fails when only one end of a pair executes the operator, when a device
/// is a source or a target twice, or when one is not in this world.
llvm::Expected<std::vector<Transfer>> transfersOf(Execution &x, const Step &step);

} // namespace lockstep::interp
