#include "lowering/partition/AxisPass.h"

namespace lockstep::lowering {

AxisResult propagateAxis(const Graph &graph, const AxisGoal &goal) {
  // New demands can only come from values that were partial and no longer are, so a few rounds suffice; a plan is right
  // after any number of them, only not the cheapest.
  constexpr unsigned maxRounds = 10;
  DueValues due;
  for (unsigned round = 0;; ++round) {
    AxisPass pass(graph, goal, due);
    AxisResult result = pass.run();
    bool grew = false;
    for (auto &[value, demand] : pass.newlyDue()) {
      auto [known, isNew] = due.insert({value, demand});
      bool changes = !isNew && !(known->second.target == demand.target) && !known->second.target.isReplicated();
      if (changes)
        known->second.target = State::replicated();
      grew |= isNew || changes;
    }
    if (!grew || round == maxRounds)
      return result;
  }
}

} // namespace lockstep::lowering
