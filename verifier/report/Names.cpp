// Spellings of statuses, kinds and methods, and the rule by which answers merge.
#include "lockstep/Result.h"

#include "llvm/ADT/STLExtras.h"

#include <array>

namespace lockstep::verifier {

namespace {
constexpr std::array<std::string_view, 4> statusNames{"proved", "unknown", "unsupported", "refuted"};
constexpr std::array<std::string_view, 6> kindNames{"value", "placement", "communication", "schedule", "state", "memory"};
constexpr std::array<std::string_view, 4> methodNames{"normal-form", "smt", "interpretation", "simulation"};

template <typename Enum, size_t n>
std::optional<Enum> lookUp(const std::array<std::string_view, n> &names, std::string_view text) {
  const auto *found = llvm::find(names, text);
  if (found == names.end())
    return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}
} // namespace

std::string_view name(Status status) { return statusNames[static_cast<size_t>(status)]; }
std::string_view name(ObligationKind kind) { return kindNames[static_cast<size_t>(kind)]; }
std::string_view name(Method method) { return methodNames[static_cast<size_t>(method)]; }
std::optional<Status> parseStatus(std::string_view text) { return lookUp<Status>(statusNames, text); }
std::optional<ObligationKind> parseObligationKind(std::string_view text) {
  return lookUp<ObligationKind>(kindNames, text);
}
std::optional<Method> parseMethod(std::string_view text) { return lookUp<Method>(methodNames, text); }

Status mergeAll(std::span<const Status> statuses) {
  if (statuses.empty())
    return Status::Unknown;
  Status merged = Status::Proved;
  for (Status status : statuses)
    merged = merge(merged, status);
  return merged;
}

int exitCode(Status verdict) {
  switch (verdict) {
  case Status::Proved:
    return 0;
  case Status::Refuted:
    return 1;
  case Status::Unknown:
  case Status::Unsupported:
    return 3;
  }
  return 4;
}

Status Result::verdict() const {
  std::vector<Status> statuses;
  statuses.reserve(obligations.size());
  for (const Obligation &obligation : obligations)
    statuses.push_back(obligation.status);
  Status merged = mergeAll(statuses);
  // Work that ended early may have left obligations unstated, so it cannot add up to a proof.
  if (!stopped.empty())
    merged = merge(merged, Status::Unknown);
  return merged;
}

std::string str(const SourceLocation &location) {
  std::string text = location.file;
  if (location.line)
    text += ":" + std::to_string(location.line);
  if (location.line && location.column)
    text += ":" + std::to_string(location.column);
  return text;
}

} // namespace lockstep::verifier
