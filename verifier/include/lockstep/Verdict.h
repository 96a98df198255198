// The four answers, how answers merge, and what a command exits with.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace lockstep::verifier {

/// Ordered so that the larger one wins when answers are merged: refuted > unsupported > unknown > proved.
enum class Status : unsigned char { Proved, Unknown, Unsupported, Refuted };

std::string_view name(Status status); // "proved", "unknown", "unsupported", "refuted"
std::optional<Status> parseStatus(std::string_view text);

inline Status merge(Status a, Status b) { return a < b ? b : a; }

/// The merged status; nothing decided is unknown, never proved.
Status mergeAll(std::span<const Status> statuses);

/// 0 proved, 1 refuted, 3 unknown or unsupported.
int exitCode(Status verdict);

} // namespace lockstep::verifier
