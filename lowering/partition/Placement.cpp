#include "lowering/partition/Placement.h"

#include "lowering/partition/Cost.h"

#include <algorithm>

namespace lockstep::lowering {

/// The digit of consecutive blocks: the largest stride that leaves the digits of earlier axes alone.
static std::optional<Digit> blocks(const Value &argument, unsigned dim, int64_t size) {
  int64_t extent = argument.shape[dim];
  for (int64_t stride = extent / size; stride >= 1; --stride) {
    if (extent % (stride * size) != 0)
      continue;
    Digit digit{dim, stride, size};
    bool isFree = llvm::all_of(argument.states, [&](const State &state) {
      return !state.isSharded() || areIndependent(state.digit(), digit);
    });
    if (isFree)
      return digit;
  }
  return std::nullopt;
}

static AxisGoal goalFor(const Graph &graph, const std::vector<BatchPlacement> &batch, const std::vector<Digit> &digits,
                        int64_t size) {
  AxisGoal goal;
  goal.size = size;
  goal.arguments.resize(graph.body().arguments.size());
  goal.results.resize(graph.body().results.size());
  for (auto [placement, digit] : llvm::zip(batch, digits))
    goal.arguments[placement.argument] = State::sharded(digit);
  return goal;
}

/// The same cut for all batch arguments, where each has room for it.
static std::optional<std::vector<Digit>> allCutLike(const Graph &graph, const std::vector<BatchPlacement> &batch,
                                                    const Digit &digit) {
  std::vector<Digit> digits;
  for (const BatchPlacement &placement : batch) {
    Digit own{placement.dim, digit.stride, digit.n};
    const Value &argument = *graph.body().arguments[placement.argument];
    for (const State &state : argument.states)
      if (state.isSharded() && state.digit().dim == own.dim)
        return std::nullopt; // an earlier axis has the dim: keep to blocks
    if (!divides(own, argument.shape[placement.dim]))
      return std::nullopt;
    digits.push_back(own);
  }
  return digits;
}

std::optional<Graph> placeBatch(const Graph &graph, const std::vector<BatchPlacement> &batch, int64_t axisSize,
                                unsigned &blocking) {
  std::vector<Digit> digits;
  for (const BatchPlacement &placement : batch) {
    auto digit = blocks(*graph.body().arguments[placement.argument], placement.dim, axisSize);
    if (!digit) {
      blocking = placement.argument;
      return std::nullopt;
    }
    digits.push_back(*digit);
  }
  AxisResult best = propagateAxis(graph, goalFor(graph, batch, digits, axisSize));
  double least = costOf(best.graph);
  constexpr size_t maxTrials = 4;
  std::vector<Digit> tried;
  for (const PlacementWish &wish : std::vector(best.wishes)) {
    bool cutsBatch = llvm::any_of(batch, [&](const BatchPlacement &placement) {
      return placement.argument == wish.argument && placement.dim == wish.digit.dim;
    });
    Digit digit{0, wish.digit.stride, wish.digit.n};
    if (!cutsBatch || llvm::is_contained(digits, Digit{wish.digit.dim, digit.stride, digit.n}))
      continue;
    if (tried.size() == maxTrials || llvm::is_contained(tried, digit))
      continue;
    tried.push_back(digit);
    auto other = allCutLike(graph, batch, digit);
    if (!other)
      continue;
    AxisResult result = propagateAxis(graph, goalFor(graph, batch, *other, axisSize));
    double price = costOf(result.graph);
    if (price < least) {
      least = price;
      best = std::move(result);
    }
  }
  return std::move(best.graph);
}

} // namespace lockstep::lowering
