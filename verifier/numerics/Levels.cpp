// Bits are compared by reading both programs again with opaque floating-point operators (proveBits): first without any
// sum, then with whole sums as opaque functions, and that only for results that no sum over ranks can reach.
#include "verifier/numerics/Levels.h"

#include "verifier/numerics/Dependence.h"

#include <algorithm>

namespace lockstep::verifier {

namespace {

std::string placeText(const Graph &graph, NodeId node) {
  Location location = graph.locationOf(node);
  return location.line || !location.name.empty() ? " at " + location.str() : "";
}

std::string operatorText(const Graph &graph, NodeId node, bool inPlan) {
  return std::string(spelling(graph.node(node).opcode)) + placeText(graph, node) +
         (inPlan ? " in the plan" : " in the logical step");
}

void setAcrossRanks(ResultLevel &level, const Graph &plan, NodeId node) {
  level.node = node;
  level.inPlan = true;
  level.reason = operatorText(plan, node, true) + " adds over ranks in an order that is not declared";
}

void setReason(ResultLevel &level, const Graph &plan, const ResultProof &proof) {
  level.inPlan = proof.status == ResultStatus::Unsupported ? proof.unsupportedInPlan : true;
  switch (proof.status) {
  case ResultStatus::Unsupported:
    level.reason = proof.operatorName + (proof.location.line ? " at " + proof.location.str() : std::string()) +
                   (proof.unsupportedInPlan ? " in the plan: " : " in the logical step: ") +
                   (proof.reason.empty() ? "its roundings are not modelled" : proof.reason);
    return;
  case ResultStatus::Different:
    level.node = proof.planNode;
    level.reason = proof.planNode != kNone
                       ? operatorText(plan, proof.planNode, true) + " rounds what the logical step does not round there"
                       : "the two programs do not apply the same operators to the same numbers";
    return;
  default:
    level.reason = "the roundings were not compared to the end: " + proof.reason;
    return;
  }
}

std::optional<NodeId> sumAcrossRanks(const Graph &plan, const Dependence &dependence, unsigned result) {
  for (NodeId id : dependence.reaching(result))
    if (addsAcrossRanks(plan, plan.node(id)))
      return id;
  return std::nullopt;
}

} // namespace

std::vector<ResultLevel> findLevels(const Graph &logical, const Graph &plan, const std::vector<ArgumentFacts> &arguments,
                                    const Limits &limits) {
  std::vector<ResultLevel> levels(logical.body().results.size());
  Proof bits = proveBits(logical, plan, arguments, /*wholeSums=*/false, limits);
  Dependence dependence(plan);
  bool tryWhole = false;
  std::vector<bool> local(levels.size());
  for (unsigned i = 0; i < levels.size(); ++i) {
    if (i < bits.results.size() && bits.results[i].status == ResultStatus::Equal) {
      levels[i].level = Level::BitwiseReconfiguration;
      continue;
    }
    if (std::optional<NodeId> sum = sumAcrossRanks(plan, dependence, i)) {
      setAcrossRanks(levels[i], plan, *sum);
      continue;
    }
    local[i] = tryWhole = true;
    if (i < bits.results.size())
      setReason(levels[i], plan, bits.results[i]);
  }
  if (!tryWhole)
    return levels;
  Proof whole = proveBits(logical, plan, arguments, /*wholeSums=*/true, limits);
  for (unsigned i = 0; i < levels.size() && i < whole.results.size(); ++i) {
    if (!local[i])
      continue;
    if (whole.results[i].status == ResultStatus::Equal)
      levels[i].level = Level::BitwiseReplay; // the reason names the sum whose order is not declared
    else
      setReason(levels[i], plan, whole.results[i]);
  }
  return levels;
}

} // namespace lockstep::verifier
