// What a replay of a proof trace found: plain data.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lockstep::verifier {

struct ReplayReport {
  /// Steps by how they were tested. Every step is counted once.
  struct Tally {
    uint64_t exact = 0;     // equal in a prime field at every point, a test of equality as rational functions
    uint64_t numeric = 0;   // equal as real numbers, within rounding
    uint64_t tooLarge = 0;  // not decided within the budget
    uint64_t undefined = 0; // no point was found where both sides have a value
    uint64_t failed = 0;
  };
  struct Failure {
    std::string rule, text; // text: the equation, the point and the two values, or the fact that does not hold
  };
  std::map<std::string, Tally> rules;
  uint64_t facts = 0, factsUndecided = 0; // side conditions and facts about functions
  std::vector<Failure> failures;          // the first few
  uint64_t failed = 0;

  void add(const ReplayReport &other) {
    for (const auto &[rule, tally] : other.rules) {
      Tally &sum = rules[rule];
      sum.exact += tally.exact;
      sum.numeric += tally.numeric;
      sum.tooLarge += tally.tooLarge;
      sum.undefined += tally.undefined;
      sum.failed += tally.failed;
    }
    facts += other.facts;
    factsUndecided += other.factsUndecided;
    failed += other.failed;
    failures.insert(failures.end(), other.failures.begin(), other.failures.end());
  }
};

} // namespace lockstep::verifier
