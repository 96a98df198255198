// Findings that have one cause are told once: a missing reduction shows in fifty results.
#pragma once

#include "lockstep/Result.h"

#include <vector>

namespace lockstep::verifier {

/// Obligations of one status that share code, relation and blamed operator; the first is told in full.
struct FindingGroup {
  std::vector<const Obligation *> members; // never empty, in the result's order
  const Obligation &first() const { return *members.front(); }
};

/// Groups of everything that is not proved: refuted first, then unsupported, then unknown.
std::vector<FindingGroup> groupFindings(const Result &result);

/// How many obligations have each status, indexed by Status.
std::vector<size_t> countStatuses(const Result &result);

/// "plan differs: 3 of 86 results" - the verdict in one line.
std::string summaryLine(const Result &result);

/// Where an editor should jump: the user's source if known, else the plan.
const SourceLocation *bestLocation(const Obligation &obligation);

/// A number as people read it: shortest text that gives 7 digits.
std::string formatNumber(double value);

/// "[3, 0, 7]"; "[]" for a scalar.
std::string formatIndex(const std::vector<int64_t> &index);

} // namespace lockstep::verifier
