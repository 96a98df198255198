#include "verifier/refute/PlanValues.h"

#include "verifier/refute/Linearity.h"

namespace lockstep::verifier {

namespace {

int rankOf(const ValueMatch &match) {
  switch (match.kind) {
  case MatchKind::Trivial:
    return 0;
  case MatchKind::Exact:
    return match.isDerived ? 2 : 1;
  case MatchKind::Partial:
    return 3;
  case MatchKind::Scaled:
    return 4;
  case MatchKind::None:
    return 5;
  }
  return 5;
}

} // namespace

ValueMatch worse(const ValueMatch &a, const ValueMatch &b) { return rankOf(b) > rankOf(a) ? b : a; }

void PlanValues::observe(const interp::Observation &observation) {
  mlir::Operation *operation = observation.operation;
  orders.try_emplace(operation, static_cast<unsigned>(orders.size()));
  for (size_t i = 0; i < observation.results.size(); ++i) {
    ValueMatch match = matchValue(logical, mesh, observation.devices, observation.results[i]);
    if (match.kind == MatchKind::None)
      match = Dataflow::isTransparent(operation) ? matchOfReturned(operation->getResult(static_cast<unsigned>(i)))
                                                 : derive(operation);
    auto [known, isNew] = matches.try_emplace(operation->getResult(static_cast<unsigned>(i)), match);
    if (!isNew)
      known->second = worse(known->second, match);
  }
}

/// An unrecognised value is still known when no data went into it, or when it was only moved together from known ones.
ValueMatch PlanValues::derive(mlir::Operation *operation) const {
  bool allTrivial = true, allKnown = true;
  std::optional<unsigned> summed;
  ValueMatch derived{MatchKind::Trivial};
  for (mlir::Value operand : operation->getOperands()) {
    auto match = matchOf(operand);
    if (!match || match->kind == MatchKind::None || match->kind == MatchKind::Scaled) {
      allTrivial = allKnown = false;
      continue;
    }
    if (match->kind == MatchKind::Trivial)
      continue;
    allTrivial = false;
    auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(operand.getType());
    if (!tensor || !mlir::isa<mlir::FloatType>(tensor.getElementType()))
      continue; // where to is decided by integers, what by the rest
    if (summed && *summed != match->summedAxes)
      allKnown = false;
    summed = match->summedAxes;
    derived = *match;
    derived.isDerived = true;
  }
  if (allTrivial)
    return {MatchKind::Trivial};
  if (allKnown && isMovement(operation) && summed)
    return derived;
  return {};
}

/// What a call or loop hands on is known as well as what its body returned.
ValueMatch PlanValues::matchOfReturned(mlir::Value value) const {
  std::optional<ValueMatch> found;
  for (mlir::Value source : flow.sources(value))
    if (auto match = matchOf(source))
      found = found ? worse(*found, *match) : *match;
  return found.value_or(ValueMatch());
}

std::optional<ValueMatch> PlanValues::matchOf(mlir::Value value) const { return matchAt(value, 0); }

std::optional<ValueMatch> PlanValues::matchAt(mlir::Value value, unsigned depth) const {
  if (auto known = matches.find(value); known != matches.end())
    return known->second;
  if (!mlir::isa<mlir::BlockArgument>(value) || depth > 32)
    return std::nullopt;
  auto sources = flow.sources(value);
  if (sources.empty())
    return ValueMatch{MatchKind::Exact}; // an argument of main
  std::optional<ValueMatch> found;
  for (mlir::Value source : sources)
    if (auto match = matchAt(source, depth + 1))
      found = found ? worse(*found, *match) : *match;
  return found;
}

} // namespace lockstep::verifier
