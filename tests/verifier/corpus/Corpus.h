// The corpus' manifest and verification of its pairs.
#pragma once

#include "lockstep/Verify.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace lockstep::verifier::test {

struct Pair {
  std::string plan, logical, contract; // as the manifest names them
  bool isCorrect = false;
  std::string testName() const; // letters, digits and underscores
};

/// Pairs whose plan lies in one of the folders ("buggy", "plans", ...), sorted.
std::vector<Pair> pairsOf(const std::vector<std::string> &folders);

/// Those of a list of names such as "buggy/mlp_tp4__bias_over_tp"; unknown names abort.
std::vector<Pair> pairsNamed(const std::vector<std::string> &names);

llvm::Expected<Result> verifyPair(const Pair &pair, const VerifyOptions &options = {});

/// Values of all statuses as one line, for messages.
std::string summaryOf(const Result &result);

} // namespace lockstep::verifier::test
