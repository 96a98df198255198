#include "verifier/refute/Findings.h"

#include <algorithm>
#include <cmath>

namespace lockstep::verifier {

using interp::Tensor;

namespace {

bool isReal(const Tensor &tensor) { return isFloat(tensor.type()); }

double elementOf(const Tensor &tensor, int64_t flat) {
  return isReal(tensor) ? tensor.real(flat) : static_cast<double>(tensor.integer(flat));
}

double largestMagnitude(const Tensor &tensor) {
  double largest = 0;
  for (int64_t i = 0; i < tensor.size(); ++i)
    if (double value = std::abs(elementOf(tensor, i)); std::isfinite(value))
      largest = std::max(largest, value);
  return largest;
}

/// Complex results are compared part by part, on a real tensor twice as long.
double difference(double a, double b) {
  if (std::isnan(a) && std::isnan(b))
    return 0;
  if (a == b)
    return 0;
  if (!std::isfinite(a) || !std::isfinite(b))
    return HUGE_VAL;
  return std::abs(a - b);
}

std::optional<Finding> compareValue(unsigned result, const Tensor &logical, const Tensor &plan) {
  Finding finding;
  finding.result = result;
  finding.magnitude = largestMagnitude(logical);
  // A result that is zero everywhere has no scale of its own.
  double scale = finding.magnitude > 0 ? finding.magnitude : std::min(1.0, largestMagnitude(plan));
  double limit = isReal(logical) ? candidateTolerance * scale : 0;
  bool any = false;
  if (logical.size() != plan.size())
    return std::nullopt;
  for (int64_t i = 0; i < logical.size(); ++i) {
    double expected = elementOf(logical, i), found = elementOf(plan, i);
    // Where the logical step itself is undefined nothing is claimed of the plan.
    if (!std::isfinite(expected))
      continue;
    double apart = difference(expected, found);
    finding.error = std::max(finding.error, apart);
    if (!(apart > limit) || any)
      continue;
    any = true;
    finding.element = i;
    finding.expected = expected;
    finding.found = found;
    finding.nonFinite = std::isfinite(expected) != std::isfinite(found);
  }
  return any ? std::optional(finding) : std::nullopt;
}

/// Devices whose pieces start at the same place hold replicas; they are compared with the first of them.
std::optional<Finding> compareReplicas(unsigned result, const interp::Outcome &plan, const ResultPlacement &placement,
                                       const Tensor &logical, double magnitude) {
  const Shape &global = logical.shape();
  std::vector<std::pair<std::vector<int64_t>, size_t>> firsts;
  if (!placement.sharding.unreduced.empty())
    return std::nullopt; // the pieces are addends, not replicas
  for (size_t position = 0; position < plan.deviceResults.size(); ++position) {
    int64_t device = static_cast<int64_t>(position);
    if (!placement.isOn(device))
      continue;
    std::vector<int64_t> offset = pieceOffset(placement.mesh, placement.sharding, global, device);
    auto same = std::find_if(firsts.begin(), firsts.end(), [&](const auto &entry) { return entry.first == offset; });
    if (same == firsts.end()) {
      firsts.emplace_back(std::move(offset), position);
      continue;
    }
    const Tensor &first = plan.deviceResults[same->second][placement.deviceResult];
    const Tensor &other = plan.deviceResults[position][placement.deviceResult];
    double limit = isReal(first) ? candidateTolerance * std::max(magnitude, 1e-300) : 0;
    for (int64_t i = 0; i < first.size() && i < other.size(); ++i) {
      double a = elementOf(first, i), b = elementOf(other, i);
      double apart = difference(a, b);
      if (!(apart > limit))
        continue;
      std::vector<int64_t> index = unflatten(i, first.shape());
      for (size_t dim = 0; dim < index.size(); ++dim)
        index[dim] += same->first[dim];
      if (!std::isfinite(elementOf(logical, flatten(index, global))))
        continue;
      Finding finding;
      finding.result = result;
      finding.replicasDisagree = true;
      finding.element = flatten(index, global);
      finding.expected = a;
      finding.found = b;
      finding.magnitude = magnitude;
      finding.error = apart;
      finding.nonFinite = std::isfinite(a) != std::isfinite(b);
      return finding;
    }
  }
  return std::nullopt;
}

} // namespace

std::vector<int64_t> unflatten(int64_t flat, const Shape &shape) {
  std::vector<int64_t> index(shape.size());
  for (size_t dim = shape.size(); dim-- > 0;) {
    index[dim] = shape[dim] ? flat % shape[dim] : 0;
    flat = shape[dim] ? flat / shape[dim] : 0;
  }
  return index;
}

int64_t flatten(const std::vector<int64_t> &index, const Shape &shape) {
  int64_t flat = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    flat = flat * shape[dim] + index[dim];
  return flat;
}

std::vector<Finding> compareOutcomes(const interp::Outcome &logical, const interp::Outcome &plan,
                                     const std::vector<std::optional<ResultPlacement>> &placements) {
  std::vector<Finding> findings;
  for (unsigned i = 0; i < logical.results.size() && i < plan.results.size(); ++i) {
    const Tensor &expected = logical.results[i];
    if (isComplex(expected.type()))
      continue; // no relation in words is defined for them; equality of parts is checked by their real functions
    auto value = compareValue(i, expected, plan.results[i]);
    if (value)
      findings.push_back(*value);
    std::optional<Finding> replicas;
    if (i < placements.size() && placements[i])
      replicas = compareReplicas(i, plan, *placements[i], expected, largestMagnitude(expected));
    else
      for (const interp::Disagreement &disagreement : plan.disagreements)
        if (disagreement.result == i && std::abs(disagreement.valueA - disagreement.valueB) >
                                            candidateTolerance * largestMagnitude(expected)) {
          replicas = Finding{i, true, 0, disagreement.valueA, disagreement.valueB, largestMagnitude(expected),
                             std::abs(disagreement.valueA - disagreement.valueB), false};
        }
    if (replicas)
      findings.push_back(*replicas);
  }
  return findings;
}

std::vector<double> spread(const interp::Outcome &a, const interp::Outcome &b) {
  std::vector<double> widths(a.results.size(), 0);
  for (size_t i = 0; i < a.results.size() && i < b.results.size(); ++i) {
    const Tensor &x = a.results[i], &y = b.results[i];
    if (isComplex(x.type()))
      continue;
    for (int64_t k = 0; k < x.size() && k < y.size(); ++k)
      widths[i] = std::max(widths[i], difference(elementOf(x, k), elementOf(y, k)));
  }
  return widths;
}

std::vector<RankValue> rankValues(const interp::Outcome &plan, const std::optional<ResultPlacement> &placement,
                                  const Shape &shape, int64_t element, double expected, double tolerance) {
  std::vector<RankValue> values;
  if (!placement)
    return values;
  const Mesh &mesh = placement->mesh;
  std::vector<int64_t> index = unflatten(element, shape);
  for (size_t position = 0; position < plan.deviceResults.size(); ++position) {
    auto device = static_cast<int64_t>(position);
    if (!placement->isOn(device))
      continue;
    const Tensor &local = plan.deviceResults[position][placement->deviceResult];
    std::vector<int64_t> offset = pieceOffset(mesh, placement->sharding, shape, device);
    bool inside = true;
    std::vector<int64_t> at(index.size());
    for (size_t dim = 0; dim < index.size(); ++dim) {
      at[dim] = index[dim] - offset[dim];
      inside &= at[dim] >= 0 && at[dim] < local.shape()[dim];
    }
    if (!inside)
      continue;
    RankValue value;
    value.rank = device;
    std::vector<int64_t> coordinates = mesh.coordinates(device);
    for (size_t axis = 0; axis < coordinates.size(); ++axis)
      value.coordinates += (axis ? "," : "") + mesh.axes[axis].name + "=" + std::to_string(coordinates[axis]);
    value.value = elementOf(local, flatten(at, local.shape()));
    value.differs = difference(value.value, expected) > tolerance;
    values.push_back(std::move(value));
  }
  return values;
}

} // namespace lockstep::verifier
