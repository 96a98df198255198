#include "verifier/refute/Noise.h"

#include "ir/import/Program.h"
#include "verifier/refute/Findings.h"
#include "verifier/refute/Random.h"

#include <algorithm>

namespace lockstep::verifier {

using interp::Tensor;

namespace {

/// Inputs moved far below every tolerance: what this changes is rounding noise and jumps, not meaning.
std::vector<Tensor> nudge(std::vector<Tensor> inputs, uint64_t seed) {
  for (size_t i = 0; i < inputs.size(); ++i)
    if (isFloat(inputs[i].type()))
      for (int64_t k = 0; k < inputs[i].size(); ++k) {
        double value = inputs[i].real(k);
        inputs[i].setReal(k, value * (1 + 1e-13 * normalOf(mixKey(mixKey(seed, i), static_cast<uint64_t>(k)))));
      }
  return inputs;
}

} // namespace

NoiseMeter::NoiseMeter(const Program &logical, const Program &plan) : logical(logical), plan(plan) {}
NoiseMeter::~NoiseMeter() = default;

std::optional<std::vector<double>> NoiseMeter::measure(const std::vector<Tensor> &inputs,
                                                       const interp::Outcome &logicalOutcome,
                                                       const interp::Outcome &planOutcome,
                                                       const Interrupted &interrupted) {
  std::vector<double> noise(logicalOutcome.results.size(), 0);
  auto widen = [&](const interp::Outcome &reference, const Program &program, uint64_t seed) {
    Run moved = runProgram(program, nudge(inputs, seed), interrupted);
    if (!moved.outcome)
      return false;
    std::vector<double> width = spread(reference, *moved.outcome);
    for (size_t i = 0; i < noise.size() && i < width.size(); ++i)
      noise[i] = std::max(noise[i], width[i]);
    return true;
  };
  for (uint64_t side : {0, 1}) {
    if (!movedLogical[side]) {
      movedLogical[side] = jitterLiterals(logical, 31 + side);
      movedPlan[side] = jitterLiterals(plan, 31 + side);
    }
    if (!widen(logicalOutcome, *movedLogical[side], side) || !widen(planOutcome, *movedPlan[side], side))
      return std::nullopt;
  }
  return noise;
}

} // namespace lockstep::verifier
