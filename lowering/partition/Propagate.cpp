#include "lowering/partition/AxisPass.h"
#include "lowering/partition/Cost.h"

namespace lockstep::lowering {

/// Takes up what a round asked for. True when there was something new.
static bool merge(DueValues &due, const DueValues &asked) {
  bool grew = false;
  for (auto &[value, demand] : asked) {
    auto [known, isNew] = due.insert({value, demand});
    bool changes = !isNew && !(known->second.target == demand.target) && !known->second.target.isReplicated();
    if (changes)
      known->second.target = State::replicated();
    grew |= isNew || changes;
  }
  return grew;
}

/// Rounds until nothing new is due. Then one choice that is still open is taken both ways, and the cheaper way goes on.
static AxisResult settle(const Graph &graph, const AxisGoal &goal, DueValues due, unsigned choicesLeft) {
  // New demands only come from values that were partial and no longer are, so a few rounds suffice; a plan is right after
  // any number of them, only not the cheapest.
  constexpr unsigned maxRounds = 10;
  for (unsigned round = 0;; ++round) {
    AxisPass pass(graph, goal, due);
    AxisResult result = pass.run();
    if (merge(due, pass.newlyDue()) && round < maxRounds)
      continue;
    for (const AxisPass::Choice &choice : pass.choices()) {
      if (choice.empty() || choicesLeft == 0)
        continue;
      std::optional<AxisResult> best;
      for (unsigned value : choice) {
        DueValues decided = due;
        decided.insert({value, {State::replicated(), "a product of sums needs one of them whole"}});
        AxisResult other = settle(graph, goal, decided, choicesLeft - 1);
        if (!best || costOf(other.graph) < costOf(best->graph))
          best = std::move(other);
      }
      return std::move(*best);
    }
    return result;
  }
}

AxisResult propagateAxis(const Graph &graph, const AxisGoal &goal) {
  constexpr unsigned maxChoices = 4; // products of sums are rare; every choice doubles the work
  return settle(graph, goal, {}, maxChoices);
}

} // namespace lockstep::lowering
