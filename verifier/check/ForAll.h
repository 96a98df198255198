// Every size of one mesh axis: the plan as a family, each member proved by itself.
#pragma once

#include "lockstep/Result.h"
#include "verifier/import/GraphReader.h"
#include "verifier/read/Prove.h"

namespace lockstep::verifier {

struct ForAllOutcome {
  std::vector<Obligation> obligations; // one per size, ascending; the plan's own size is left out
  std::vector<std::string> readings;   // which literals of the plan were read as varying with the axis
};

/// Proves the members of the plan's family over `axis` at every size where all extents divide. A member that is not
/// proved, or a step of the plan that has no meaning at other sizes, leaves an unknown obligation that names the step.
ForAllOutcome proveForAll(const ImportedGraph &logical, const ImportedGraph &plan, const std::string &axis,
                          const std::vector<ArgumentFacts> &facts, const Limits &limits);

} // namespace lockstep::verifier
