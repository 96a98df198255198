#include "verifier/refute/ValueMatch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace lockstep::verifier {

using interp::Tensor;

void LogicalValues::addArguments(llvm::ArrayRef<Tensor> inputs) {
  for (const Tensor &input : inputs) {
    if (!isComplex(input.type())) {
      index.add(Fingerprint::of(input), static_cast<unsigned>(operations.size()));
      blocks.add(input, static_cast<unsigned>(operations.size()));
    }
    operations.push_back(nullptr);
  }
}

void LogicalValues::observe(const interp::Observation &observation) {
  for (const std::vector<Tensor> &result : observation.results) {
    if (result.empty() || isComplex(result.front().type()))
      continue;
    index.add(Fingerprint::of(result.front()), static_cast<unsigned>(operations.size()));
    blocks.add(result.front(), static_cast<unsigned>(operations.size()));
    operations.push_back(observation.operation);
  }
}

std::string axisNames(const Mesh &mesh, unsigned mask) {
  std::string text;
  for (size_t axis = 0; axis < mesh.axes.size(); ++axis)
    if (mask >> axis & 1)
      text += (text.empty() ? "" : " and ") + mesh.axes[axis].name;
  return text;
}

namespace {

std::vector<double> elements(const Tensor &tensor) {
  std::vector<double> values(static_cast<size_t>(tensor.size()));
  bool real = isFloat(tensor.type());
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = real ? tensor.real(static_cast<int64_t>(i))
                     : static_cast<double>(tensor.integer(static_cast<int64_t>(i)));
  return values;
}

class Matcher {
public:
  Matcher(const LogicalValues &logical, const Mesh &mesh, llvm::ArrayRef<int64_t> devices,
          llvm::ArrayRef<Tensor> tensors)
      : logical(logical), mesh(mesh), devices(devices), tensors(tensors) {
    for (const Tensor &tensor : tensors)
      prints.push_back(Fingerprint::of(tensor));
  }

  ValueMatch run() {
    if (std::all_of(prints.begin(), prints.end(), [](const Fingerprint &print) { return print.isZero(); }))
      return {MatchKind::Trivial};
    if (tensors.size() == 1)
      return lookUp(prints.front(), 0);
    return perRank();
  }

private:
  const LogicalValues &logical;
  const Mesh &mesh;
  llvm::ArrayRef<int64_t> devices;
  llvm::ArrayRef<Tensor> tensors;
  std::vector<Fingerprint> prints;

  ValueMatch lookUp(const Fingerprint &print, unsigned summed) const {
    if (auto id = logical.prints().find(print))
      return {summed ? MatchKind::Partial : MatchKind::Exact, *id, 1, summed};
    return {};
  }

  /// Axes along which ranks hold different values.
  unsigned varyingAxes() const {
    unsigned mask = 0;
    std::map<std::vector<int64_t>, size_t> positions;
    for (size_t i = 0; i < devices.size(); ++i)
      positions[mesh.coordinates(devices[i])] = i;
    for (const auto &[coordinates, position] : positions)
      for (size_t axis = 0; axis < coordinates.size(); ++axis) {
        std::vector<int64_t> first = coordinates;
        first[axis] = 0;
        auto other = positions.find(first);
        if (other != positions.end() && !prints[position].matches(prints[other->second]))
          mask |= 1u << axis;
      }
    return mask;
  }

  ValueMatch perRank() const {
    unsigned varying = varyingAxes();
    std::optional<ValueMatch> scaled;
    // A value may be cut over some of the varying axes and partial over the others; fewer partial axes first.
    std::vector<unsigned> masks;
    for (unsigned summed = varying;; summed = (summed - 1) & varying) {
      masks.push_back(summed);
      if (summed == 0)
        break;
    }
    std::sort(masks.begin(), masks.end(), [](unsigned a, unsigned b) {
      return std::pair(std::popcount(a), a) < std::pair(std::popcount(b), b);
    });
    for (unsigned summed : masks) {
      Fingerprint print = assembled(varying, summed);
      if (ValueMatch match = lookUp(print, summed); match.kind != MatchKind::None)
        return match;
      if (auto multiple = logical.prints().findScaled(print); multiple && !scaled)
        scaled = ValueMatch{MatchKind::Scaled, multiple->id, multiple->ratio, summed};
    }
    return scaled.value_or(ValueMatch());
  }

  /// Replicas counted once, addends added, pieces put side by side.
  Fingerprint assembled(unsigned varying, unsigned summed) const {
    std::map<std::vector<int64_t>, std::vector<double>> sums;
    Fingerprint total;
    for (size_t i = 0; i < devices.size(); ++i) {
      std::vector<int64_t> coordinates = mesh.coordinates(devices[i]), piece;
      bool first = true; // representative along axes that don't vary
      for (size_t axis = 0; axis < coordinates.size(); ++axis) {
        if (!(varying >> axis & 1))
          first &= coordinates[axis] == 0;
        else if (!(summed >> axis & 1))
          piece.push_back(coordinates[axis]);
      }
      if (!first)
        continue;
      if (!summed) {
        total += prints[i];
        continue;
      }
      std::vector<double> values = elements(tensors[i]);
      auto [sum, isNew] = sums.try_emplace(piece, std::move(values));
      if (!isNew)
        for (size_t k = 0; k < values.size() && k < sum->second.size(); ++k)
          sum->second[k] += values[k];
    }
    for (const auto &[piece, values] : sums)
      total += Fingerprint::of(values);
    return total;
  }
};

} // namespace

/// Every rank holds a block of one logical value, or the same multiple of one.
static std::optional<ValueMatch> matchPieces(const LogicalValues &logical, llvm::ArrayRef<Tensor> tensors) {
  std::optional<ValueMatch> common;
  for (const Tensor &tensor : tensors) {
    auto found = logical.pieces().find(tensor);
    if (!found)
      return std::nullopt;
    ValueMatch match{found->ratio == 1 ? MatchKind::Exact : MatchKind::Scaled, found->id, found->ratio};
    match.isDerived = true; // a block of a right value, but perhaps not the right block
    if (common && (common->logical != match.logical || std::abs(common->ratio - match.ratio) > 1e-5))
      return std::nullopt;
    common = match;
  }
  return common;
}

ValueMatch matchValue(const LogicalValues &logical, const Mesh &mesh, llvm::ArrayRef<int64_t> devices,
                      llvm::ArrayRef<Tensor> tensors) {
  if (tensors.empty() || isComplex(tensors.front().type()))
    return {};
  ValueMatch match = Matcher(logical, mesh, devices, tensors).run();
  if (match.kind == MatchKind::None && tensors.size() == 1)
    if (auto multiple = logical.prints().findScaled(Fingerprint::of(tensors.front())))
      match = {MatchKind::Scaled, multiple->id, multiple->ratio, 0};
  if (match.kind == MatchKind::None || match.kind == MatchKind::Scaled)
    if (auto pieces = matchPieces(logical, tensors))
      if (pieces->kind == MatchKind::Exact || match.kind == MatchKind::None)
        return *pieces;
  return match;
}

} // namespace lockstep::verifier
