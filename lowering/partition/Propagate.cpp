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

namespace {

/// How many alternatives may still be tried; each costs a propagation.
struct Budget {
  unsigned choices = 4; // doubles the work each
  unsigned cuts = 3;
};

/// Rounds until nothing new is due. Then what is still open is taken both ways, and the cheaper way goes on.
AxisResult settle(const Graph &graph, const AxisGoal &goal, Decisions decisions, Budget budget) {
  // New demands only come from values that were partial and no longer are, so a few rounds suffice; a plan is right after
  // any number of them, only not the cheapest.
  constexpr unsigned maxRounds = 10;
  for (unsigned round = 0;; ++round) {
    AxisPass pass(graph, goal, decisions);
    AxisResult result = pass.run();
    if (merge(decisions.due, pass.newlyDue()) && round < maxRounds)
      continue;
    for (const AxisPass::Choice &choice : pass.choices()) {
      if (choice.empty() || budget.choices == 0)
        continue;
      --budget.choices;
      std::optional<AxisResult> best;
      for (unsigned value : choice) {
        Decisions decided = decisions;
        decided.due.insert({value, {State::replicated(), "a product of sums needs one of them whole"}});
        AxisResult other = settle(graph, goal, decided, budget);
        if (!best || costOf(other.graph) < costOf(best->graph))
          best = std::move(other);
      }
      return std::move(*best);
    }
    Decisions again{{}, decisions.cuts};
    again.cuts.insert(pass.possibleCuts().begin(), pass.possibleCuts().end());
    if (again.cuts.size() == decisions.cuts.size() || budget.cuts == 0)
      return result;
    --budget.cuts;
    AxisResult other = settle(graph, goal, again, budget);
    return costOf(other.graph) < costOf(result.graph) ? std::move(other) : std::move(result);
  }
}

} // namespace

AxisResult propagateAxis(const Graph &graph, const AxisGoal &goal) { return settle(graph, goal, {}, {}); }

} // namespace lockstep::lowering
