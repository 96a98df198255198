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

/// Messages from one stage to another with one tag.
struct MessageSummary {
  unsigned target = 0;
  std::string tag;
  size_t count = 0;
  uint64_t bytes = 0; // on one device
};

struct StageSummary {
  size_t devices = 0, calls = 0, microBatches = 0; // micro-batches: different numbers that are called
  size_t groups = 0, collectives = 0;              // groups of several messages; collectives that stand in the program
  uint64_t argumentBytes = 0, resultBytes = 0;     // on one device
  std::vector<MessageSummary> sent;                // by target and tag
};

struct Inspection {
  std::string path, form, mesh;
  uint64_t stateElements = 0, stateBytes = 0;
  std::vector<ArgumentInfo> arguments;
  std::vector<ResultInfo> results;
  std::vector<std::string> argumentPlacements, resultPlacements; // sdy spelling; empty when the module says nothing
  std::map<std::string, size_t> operators;
  std::vector<CollectiveSummary> collectives;
  std::vector<StageSummary> stages; // of a plan of stages
  std::vector<std::string> warnings;
};

Inspection inspect(const Program &program);

/// One per stage; empty when the program is no plan of stages.
std::vector<StageSummary> summarizeStages(const Program &program);

std::string toText(const Inspection &inspection);
nlohmann::json toJson(const Inspection &inspection);

/// The axes of the mesh along which the members of each group differ, in the mesh's order: "dp x tp". Groups that are
/// not exactly those of some axes give "groups of N".
std::string axesOf(const Mesh &mesh, const std::vector<std::vector<int64_t>> &groups);

} // namespace lockstep
