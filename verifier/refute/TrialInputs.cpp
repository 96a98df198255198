#include "verifier/refute/TrialInputs.h"

#include "ir/import/Program.h"
#include "verifier/refute/Random.h"

#include <algorithm>
#include <limits>

namespace lockstep::verifier {

using interp::Tensor;

namespace {

/// Unequal on purpose: rows of a mask with equal counts hide a wrong denominator.
double rowDensity(uint64_t argumentKey, int64_t row) {
  constexpr double densities[] = {0.2, 0.9, 0.5, 0.35, 0.75};
  return densities[mixKey(argumentKey, 77 + static_cast<uint64_t>(row)) % 5];
}

double largestOf(ElementType type) {
  unsigned bits = bitWidth(type) - (isSigned(type) ? 1 : 0);
  return std::ldexp(1.0, static_cast<int>(bits)) - 1;
}

} // namespace

TrialInputs::TrialInputs(const Program &logical, std::vector<ArgumentUse> uses) {
  uses.resize(logical.arguments.size());
  for (size_t i = 0; i < logical.arguments.size(); ++i) {
    const ArgumentInfo &argument = logical.arguments[i];
    const ArgumentUse &use = uses[i];
    Spec spec;
    spec.name = argument.name;
    spec.type = argument.type;
    spec.shape = argument.shape;
    spec.isState = argument.role == Role::State || argument.result.has_value();
    spec.nonNegative = use.wantsNonNegative;
    spec.thresholds = use.thresholds;
    if (argument.range) {
      spec.lo = argument.range->lo;
      spec.hi = argument.range->hi;
      spec.isMask = isFloat(spec.type) && *spec.hi - *spec.lo == 1 && std::floor(*spec.lo) == *spec.lo;
    } else if (isInteger(spec.type) && use.largestIndex) {
      spec.lo = 0;
      spec.hi = static_cast<double>(std::max<int64_t>(*use.largestIndex, 0));
      spec.derived = true;
    } else if (isSigned(spec.type)) {
      // A scalar is a counter. Arrays without a visible bound may still be ids that reach a table by detours, and 0 and
      // 1 are in range of every table: a difference on ids that nobody may use would refute nothing.
      spec.lo = 0;
      spec.hi = spec.shape.empty() ? std::min(1000.0, largestOf(spec.type)) : 1;
      spec.derived = true;
    }
    specs.push_back(std::move(spec));
  }
}

std::vector<Tensor> TrialInputs::make(const Trial &trial) const {
  std::vector<Tensor> inputs;
  inputs.reserve(specs.size());
  for (unsigned i = 0; i < specs.size(); ++i)
    inputs.push_back(makeArgument(specs[i], i, trial));
  return inputs;
}

Tensor TrialInputs::makeArgument(const Spec &spec, unsigned index, const Trial &trial) const {
  Tensor tensor(spec.type, spec.shape, /*f64Mode=*/true);
  uint64_t argumentKey = mixKey(trial.seed, index);
  int64_t rowSize = 1;
  for (size_t dim = 1; dim < spec.shape.size(); ++dim)
    rowSize *= spec.shape[dim];
  // Full-range words have no exact double, so they take their bits directly.
  bool words = isUnsigned(spec.type) && !spec.lo;
  for (int64_t flat = 0; flat < tensor.size(); ++flat) {
    uint64_t key = mixKey(argumentKey, 1000 + static_cast<uint64_t>(flat));
    int64_t row = rowSize ? flat / rowSize : 0;
    if (isFloat(spec.type))
      tensor.setReal(flat, interp::roundTo(spec.type, realElement(spec, key, row, trial)));
    else if (isBoolean(spec.type))
      tensor.setInteger(flat, unitOf(key) < rowDensity(argumentKey, row));
    else if (words)
      tensor.setInteger(flat, static_cast<int64_t>(key));
    else if (isInteger(spec.type))
      tensor.setInteger(flat, static_cast<int64_t>(integerElement(spec, key, row, trial)));
    else if (isComplex(spec.type)) {
      tensor.data<double>()[static_cast<size_t>(2 * flat)] = normalOf(key);
      tensor.data<double>()[static_cast<size_t>(2 * flat + 1)] = normalOf(mixKey(key, 3));
    }
  }
  return tensor;
}

double TrialInputs::realElement(const Spec &spec, uint64_t key, int64_t row, const Trial &trial) const {
  if (spec.isMask)
    return unitOf(key) < rowDensity(mixKey(trial.seed, 0xa5), row) ? *spec.hi : *spec.lo;
  if (spec.lo && spec.shape.empty() && *spec.hi - *spec.lo > 50)
    return counterValue(spec, key, trial);
  if (spec.lo)
    return *spec.lo + unitOf(key) * (*spec.hi - *spec.lo);
  double scale = spec.isState ? trial.stateScale : trial.batchScale;
  if (spec.nonNegative) {
    // Second moments are squares, so they scale with the square.
    double root = 0.1 + 0.4 * std::abs(normalOf(key));
    return root * root * scale * scale;
  }
  if (spec.shape.empty())
    return 0.5 + unitOf(key);
  if (!spec.isState)
    return normalOf(key) * scale;
  // Vectors are scales and shifts as often as not: most of them positive, none of them tiny. Matrices keep the
  // magnitude of what they are applied to.
  if (spec.shape.size() == 1)
    return (0.7 + 0.3 * normalOf(key)) * scale;
  double fanIn = static_cast<double>(std::max<int64_t>(spec.shape[spec.shape.size() - 2], 1));
  return normalOf(key) * scale / std::sqrt(fanIn);
}

double TrialInputs::integerElement(const Spec &spec, uint64_t key, int64_t row, const Trial &trial) const {
  double lo = spec.lo.value_or(0), hi = spec.hi.value_or(1);
  if (spec.shape.empty() && hi - lo > 50)
    return counterValue(spec, key, trial);
  // 0/1 integers are masks more often than ids.
  if (hi - lo == 1)
    return unitOf(key) < rowDensity(mixKey(trial.seed, 0xa6), row) ? hi : lo;
  return std::min(hi, std::floor(lo + unitOf(key) * (hi - lo + 1)));
}

double TrialInputs::counterValue(const Spec &spec, uint64_t key, const Trial &trial) const {
  // Small counts, where bias corrections are strong and an off-by-one is large, then around every constant that the
  // program compares with.
  std::vector<double> candidates = {*spec.lo + 3, *spec.lo + 1, *spec.lo + 17};
  for (double threshold : spec.thresholds)
    for (double offset : {-1.0, 0.0, 1.0})
      candidates.push_back(std::floor(threshold) + offset);
  double value = candidates[trial.counter % candidates.size()];
  if (value < *spec.lo || value > *spec.hi)
    value = *spec.lo + std::floor(unitOf(key) * std::min(100.0, *spec.hi - *spec.lo));
  return value;
}

std::vector<std::string> TrialInputs::choices() const {
  std::vector<std::string> texts;
  for (const Spec &spec : specs)
    if (spec.derived)
      texts.push_back("argument " + spec.name + " was only tried with values in [" +
                      std::to_string(static_cast<int64_t>(*spec.lo)) + ", " +
                      std::to_string(static_cast<int64_t>(*spec.hi)) +
                      "], as its use suggests: no range is declared for it");
  return texts;
}

} // namespace lockstep::verifier
