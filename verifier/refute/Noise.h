// How much of a difference means nothing: rounding noise, the reading of literals, jumps nearby.
#pragma once

#include "verifier/refute/Execution.h"

#include <memory>
#include <optional>
#include <vector>

namespace lockstep::verifier {

class NoiseMeter {
public:
  NoiseMeter(const Program &logical, const Program &plan);
  ~NoiseMeter();

  /// Per result, the largest change in either program when every inexact literal moves by an ulp and every input by
  /// 1e-13 of itself. The outcomes are those of the unmoved inputs. Nullopt when a run was interrupted or failed.
  std::optional<std::vector<double>> measure(const std::vector<interp::Tensor> &inputs,
                                             const interp::Outcome &logicalOutcome, const interp::Outcome &planOutcome,
                                             const Interrupted &interrupted);

private:
  const Program &logical, &plan;
  std::unique_ptr<Program> movedLogical[2], movedPlan[2]; // made when first needed
};

} // namespace lockstep::verifier
