// What is in a module, for people and for scripts.
#pragma once

#include "ir/import/Program.h"

#include <nlohmann/json_fwd.hpp>

#include <map>

namespace lockstep {

/// Collectives of one kind along the same axes.
struct CollectiveSummary {
  std::string kind;     // "all_reduce"
  std::string axes;     // "dp", "dp x tp", or "groups of 4" when the groups follow no axes
  size_t count = 0;     // as written, calls expanded, loops counted once
  size_t inLoops = 0;   // how many of them are inside of a loop
  uint64_t bytes = 0;   // of the operands on one device, loops counted once
};

struct Inspection {
  std::string path, form, mesh;
  uint64_t stateElements = 0, stateBytes = 0;
  std::vector<ArgumentInfo> arguments;
  std::vector<ResultInfo> results;
  std::vector<std::string> argumentPlacements, resultPlacements; // sdy spelling; empty when the module says nothing
  std::map<std::string, size_t> operators;
  std::vector<CollectiveSummary> collectives;
  std::vector<std::string> warnings;
};

Inspection inspect(const Program &program);

std::string toText(const Inspection &inspection);
nlohmann::json toJson(const Inspection &inspection);

/// The axes of the mesh along which the members of each group differ, in the mesh's order: "dp x tp". Groups that are
/// not exactly those of some axes give "groups of N".
std::string axesOf(const Mesh &mesh, const std::vector<std::vector<int64_t>> &groups);

} // namespace lockstep
