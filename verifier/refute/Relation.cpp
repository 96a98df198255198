#include "verifier/refute/Relation.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lockstep::verifier {

using interp::Tensor;

namespace {

constexpr double closeness = 1e-6;

double largest(std::span<const double> values) {
  double found = 0;
  for (double value : values)
    found = std::max(found, std::abs(value));
  return found;
}

bool close(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size() || a.empty())
    return false;
  double limit = closeness * std::max(largest(a), largest(b));
  for (size_t i = 0; i < a.size(); ++i)
    if (!(std::abs(a[i] - b[i]) <= limit))
      return false;
  return true;
}

std::string axesText(const Mesh &mesh, unsigned mask) {
  std::string text;
  for (size_t axis = 0; axis < mesh.axes.size(); ++axis)
    if (mask >> axis & 1)
      text += (text.empty() ? "" : " and ") + mesh.axes[axis].name;
  return text;
}

/// The pieces of all devices put together after folding those that differ only in the axes of `mask`.
class Folded {
public:
  Folded(const interp::Outcome &plan, const ResultPlacement &placement, const Shape &global)
      : plan(plan), placement(placement), global(global) {}

  enum class Fold { Sum, Mean, Max };

  /// Every element must be reached once; the other axes must be replicas or shards.
  std::vector<double> values(unsigned mask, Fold fold) const {
    int64_t count = 1;
    for (int64_t extent : global)
      count *= extent;
    std::vector<double> folded(static_cast<size_t>(count), fold == Fold::Max ? -HUGE_VAL : 0);
    double members = 1;
    for (size_t axis = 0; axis < placement.mesh.axes.size(); ++axis)
      if (mask >> axis & 1)
        members *= static_cast<double>(placement.mesh.axes[axis].size);
    // Replicas over the axes outside of the mask: one representative each, the one with the lowest device number.
    std::map<std::pair<std::vector<int64_t>, std::vector<int64_t>>, bool> taken;
    for (size_t position = 0; position < plan.deviceResults.size(); ++position) {
      auto device = static_cast<int64_t>(position);
      if (!placement.isOn(device))
        continue;
      std::vector<int64_t> offset = pieceOffset(placement.mesh, placement.sharding, global, device);
      std::vector<int64_t> coordinates = placement.mesh.coordinates(device), masked;
      for (size_t axis = 0; axis < coordinates.size(); ++axis)
        if (mask >> axis & 1)
          masked.push_back(coordinates[axis]);
      if (!taken.try_emplace({offset, masked}, true).second)
        continue;
      addPiece(plan.deviceResults[position][placement.deviceResult], offset, fold, folded);
    }
    if (fold == Fold::Mean)
      for (double &value : folded)
        value /= members;
    return folded;
  }

private:
  const interp::Outcome &plan;
  const ResultPlacement &placement;
  const Shape &global;

  void addPiece(const Tensor &piece, const std::vector<int64_t> &offset, Fold fold, std::vector<double> &folded) const {
    for (int64_t i = 0; i < piece.size(); ++i) {
      std::vector<int64_t> index = unflatten(i, piece.shape());
      for (size_t dim = 0; dim < index.size(); ++dim)
        index[dim] += offset[dim];
      double &target = folded[static_cast<size_t>(flatten(index, global))];
      double value = piece.real(i);
      target = fold == Fold::Max ? std::max(target, value) : target + value;
    }
  }
};

std::string missingReduction(const std::vector<double> &expected, const interp::Outcome &plan,
                             const ResultPlacement &placement, const Shape &global) {
  const Mesh &mesh = placement.mesh;
  if (mesh.axes.size() > 6 || !placement.sharding.unreduced.empty())
    return {};
  Folded folded(plan, placement, global);
  for (unsigned mask = 1; mask < (1u << mesh.axes.size()); ++mask) {
    bool isUsed = false; // an axis that cuts the result can't hold addends of it
    int64_t members = 1;
    for (size_t axis = 0; axis < mesh.axes.size(); ++axis) {
      if (!(mask >> axis & 1))
        continue;
      members *= mesh.axes[axis].size;
      for (const DimSharding &dim : placement.sharding.dims)
        for (const AxisRef &ref : dim.axes)
          isUsed |= ref.name == mesh.axes[axis].name;
    }
    if (isUsed || members == 1)
      continue;
    if (close(folded.values(mask, Folded::Fold::Sum), expected))
      return "partial sum: equals the logical value after summing over " + axesText(mesh, mask);
    if (close(folded.values(mask, Folded::Fold::Mean), expected))
      return "partial mean: equals the logical value after averaging over " + axesText(mesh, mask);
    if (close(folded.values(mask, Folded::Fold::Max), expected))
      return "partial maximum: equals the logical value after taking the maximum over " + axesText(mesh, mask);
  }
  return {};
}

} // namespace

bool samePermuted(std::vector<double> a, std::vector<double> b) {
  if (a.size() != b.size() || a.size() < 2)
    return false;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a.front() != a.back() && close(a, b);
}

std::vector<double> realValues(const Tensor &tensor) {
  std::vector<double> values(static_cast<size_t>(tensor.size()));
  bool real = isFloat(tensor.type());
  for (size_t i = 0; i < values.size(); ++i) {
    auto flat = static_cast<int64_t>(i);
    values[i] = real ? tensor.real(flat) : static_cast<double>(tensor.integer(flat));
  }
  return values;
}

std::string ratioText(double ratio) {
  // Larger numbers are no group sizes or counts any more, only a way to write a decimal.
  for (int denominator = 1; denominator <= 64; ++denominator) {
    double numerator = std::round(ratio * denominator);
    if (numerator == 0 || std::abs(numerator) > 64)
      continue;
    if (std::abs(numerator / denominator - ratio) <= closeness * std::abs(ratio)) {
      std::string text = std::to_string(static_cast<long long>(numerator));
      return denominator == 1 ? text : text + "/" + std::to_string(denominator);
    }
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.7g", ratio);
  return text;
}

std::optional<double> commonRatio(std::span<const double> expected, std::span<const double> found) {
  double scale = largest(expected);
  if (expected.size() != found.size() || !(scale > 0) || !std::isfinite(scale))
    return std::nullopt;
  // From the largest element, where the ratio is known best.
  size_t top = 0;
  for (size_t i = 1; i < expected.size(); ++i)
    if (std::abs(expected[i]) > std::abs(expected[top]))
      top = i;
  double ratio = found[top] / expected[top];
  if (!std::isfinite(ratio) || ratio == 0)
    return std::nullopt;
  for (size_t i = 0; i < expected.size(); ++i)
    if (!(std::abs(found[i] - ratio * expected[i]) <= closeness * scale * std::abs(ratio)))
      return std::nullopt;
  return ratio;
}

Relation describeRelation(const Finding &finding, const interp::Outcome &logical, const interp::Outcome &plan,
                          const std::optional<ResultPlacement> &placement) {
  const Tensor &expectedTensor = logical.results[finding.result];
  if (finding.nonFinite)
    return {finding.replicasDisagree ? "PL001" : "EQ014", "not finite"};
  std::vector<double> expected = realValues(expectedTensor), found = realValues(plan.results[finding.result]);
  // What the pieces are says more than the fact that they differ, so it is asked first for disagreeing replicas too.
  if (placement && isFloat(expectedTensor.type()))
    if (std::string text = missingReduction(expected, plan, *placement, expectedTensor.shape()); !text.empty())
      return {"EQ012", text};
  if (finding.replicasDisagree)
    return {"PL001", "replicas differ"};
  // One element always has a ratio; it says something only when it is as simple as a group size.
  auto isSimple = [](double ratio) {
    double upright = std::abs(ratio) < 1 ? 1 / ratio : ratio;
    return std::abs(upright) <= 64 && std::abs(upright - std::round(upright)) < closeness;
  };
  if (auto ratio = commonRatio(expected, found); ratio && (expected.size() > 1 || isSimple(*ratio))) {
    if (std::abs(*ratio + 1) < closeness)
      return {"EQ011", "the negative of the logical value"};
    return {"EQ011", ratioText(*ratio) + " of the logical value"};
  }
  if (samePermuted(expected, found))
    return {"EQ013", "the logical elements in other places"};
  double limit = candidateTolerance * finding.magnitude;
  auto wrong = static_cast<size_t>(0);
  for (size_t i = 0; i < expected.size(); ++i)
    wrong += !(std::abs(expected[i] - found[i]) <= limit);
  if (wrong < expected.size())
    return {"EQ010", "differs in " + std::to_string(wrong) + " of " + std::to_string(expected.size()) + " elements"};
  return {"EQ010", ""};
}

} // namespace lockstep::verifier
