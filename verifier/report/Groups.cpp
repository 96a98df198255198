#include "verifier/report/Groups.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <tuple>

namespace lockstep::verifier {

static unsigned rankOf(const FindingGroup &group) {
  const auto &difference = group.members.front()->difference;
  return difference && difference->blame ? difference->blame->rank : ~0u;
}

static std::vector<FindingGroup> inOrderOfRank(std::vector<FindingGroup> groups) {
  std::multimap<unsigned, FindingGroup> sorted; // keeps the order of equal ranks
  for (FindingGroup &group : groups)
    sorted.emplace(rankOf(group), std::move(group));
  std::vector<FindingGroup> result;
  for (auto &[rank, group] : sorted)
    result.push_back(std::move(group));
  return result;
}

std::vector<FindingGroup> groupFindings(const Result &result) {
  std::vector<FindingGroup> groups;
  using Key = std::tuple<std::string, std::string, std::string>;
  for (Status status : {Status::Refuted, Status::Unsupported, Status::Unknown}) {
    std::map<Key, size_t> positions;
    for (const Obligation &obligation : result.obligations) {
      if (obligation.status != status)
        continue;
      const auto &difference = obligation.difference;
      // One wrong operator is one cause, whatever the results made of it. Without a blamed operator the relation tells
      // causes apart, without an executed difference the sentence itself.
      Key key{obligation.code, "", obligation.message};
      // Terms differ from result to result; the operator where they part is the cause that results share.
      if (status == Status::Unknown && obligation.planLocation && obligation.planLocation->line)
        key = {obligation.code, str(*obligation.planLocation), ""};
      if (difference && difference->blame)
        key = {std::to_string(difference->blame->rank), str(difference->blame->planLocation), difference->blame->op};
      else if (difference)
        key = {obligation.code, "", obligation.code == "EQ010" ? "" : difference->relation};
      auto [position, isNew] = positions.try_emplace(std::move(key), groups.size());
      if (isNew)
        groups.emplace_back();
      groups[position->second].members.push_back(&obligation);
    }
    // What names a cause comes before what only shows its traces.
    if (status == Status::Refuted)
      groups = inOrderOfRank(std::move(groups));
  }
  return groups;
}

std::vector<size_t> countStatuses(const Result &result) {
  std::vector<size_t> counts(4);
  for (const Obligation &obligation : result.obligations)
    ++counts[static_cast<size_t>(obligation.status)];
  return counts;
}

std::string summaryLine(const Result &result) {
  switch (result.verdict()) {
  case Status::Proved:
    return "the plan computes the logical step";
  case Status::Refuted:
    return "the plan does not compute the logical step";
  case Status::Unsupported:
    return "not decided: the programs use operators outside the supported set";
  case Status::Unknown:
    return "not decided: neither a proof nor a difference was found";
  }
  return {};
}

const SourceLocation *bestLocation(const Obligation &obligation) {
  if (obligation.difference && obligation.difference->blame) {
    const Blame &blame = *obligation.difference->blame;
    if (blame.location.line)
      return &blame.location;
    if (blame.planLocation.line)
      return &blame.planLocation;
  }
  if (obligation.location && obligation.location->line)
    return &*obligation.location;
  if (obligation.planLocation && obligation.planLocation->line)
    return &*obligation.planLocation;
  return nullptr;
}

std::string formatNumber(double value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::format("%.7g", value);
  return text;
}

std::string formatIndex(const std::vector<int64_t> &index) {
  std::string text = "[";
  for (size_t i = 0; i < index.size(); ++i)
    text += (i ? ", " : "") + std::to_string(index[i]);
  return text + "]";
}

} // namespace lockstep::verifier
