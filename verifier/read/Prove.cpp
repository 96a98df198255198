// The two programs are read into one term store, logical first; results are compared by identity.
#include "verifier/read/Prove.h"

namespace lockstep::verifier {

bool Proof::proved() const {
  if (!problem.empty() || !replicas.empty() || results.empty())
    return false;
  for (const ResultProof &result : results)
    if (result.status != ResultStatus::Equal)
      return false;
  return true;
}

Proof prove(const Graph &logical, const Graph &plan, const std::vector<ArgumentFacts> &, const Limits &) {
  Proof proof;
  size_t count = logical.body().results.size();
  if (plan.body().results.size() != count) {
    proof.problem = "the plan has " + std::to_string(plan.body().results.size()) + " results, the logical program " +
                    std::to_string(count);
    return proof;
  }
  ResultProof unknown;
  unknown.reason = "the proof engine reads no operator yet";
  proof.results.assign(count, unknown);
  return proof;
}

} // namespace lockstep::verifier
