// Global inputs on which faults show: distinct data everywhere, unequal counts, living optimizer state, numbers near
// the points where a step changes its behaviour. Everything stays inside the declared ranges.
#pragma once

#include "ir/interpreter/Tensor.h"
#include "verifier/refute/ArgumentUse.h"

#include <string>
#include <vector>

namespace lockstep {
struct Program;
}

namespace lockstep::verifier {

/// One way to make inputs.
struct Trial {
  uint64_t seed = 0;
  double stateScale = 1; // factor on real state without a declared range
  double batchScale = 1; // factor on real batch data without a declared range
  unsigned counter = 0;  // which value a step counter takes
};

class TrialInputs {
public:
  TrialInputs(const Program &logical, std::vector<ArgumentUse> uses);

  /// One global tensor per argument, held for f64 execution; every real is a value of the argument's own type.
  std::vector<interp::Tensor> make(const Trial &trial) const;

  /// What was chosen because nothing is declared, one sentence per argument.
  std::vector<std::string> choices() const;

private:
  struct Spec {
    std::string name;
    ElementType type = ElementType::F32;
    Shape shape;
    bool isState = false;
    bool nonNegative = false;
    bool isMask = false;             // only the two ends of the range
    std::optional<double> lo, hi;    // declared, or derived from its use
    bool derived = false;
    std::vector<double> thresholds;
  };
  std::vector<Spec> specs;

  interp::Tensor makeArgument(const Spec &spec, unsigned index, const Trial &trial) const;
  double realElement(const Spec &spec, uint64_t key, int64_t row, const Trial &trial) const;
  double integerElement(const Spec &spec, uint64_t key, int64_t row, const Trial &trial) const;
  double counterValue(const Spec &spec, uint64_t key, const Trial &trial) const;
};

} // namespace lockstep::verifier
