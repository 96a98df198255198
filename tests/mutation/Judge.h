// Executes plans against a logical step and says which differ. No proof is looked at.
#pragma once

#include "ir/import/Program.h"
#include "ir/interpreter/Interpreter.h"

#include <string>
#include <vector>

namespace lockstep::mutation {

/// What execution says of a plan.
struct Judgement {
  std::string word = "equal"; // equal|small|differs|replicas|fails|slow|invalid
  double error = 0;           // relative to the result's largest magnitude
  unsigned result = 0;        // where that is
};

class Judge {
public:
  /// `right` is a right plan: what it differs by is rounding, and another one counts as different only when it differs
  /// by much more. Null: rounding is taken to be that of f64. Throws std::runtime_error when either can't be executed.
  Judge(const Program &logical, const Program *right, unsigned trials, unsigned seed, double secondsPerRun);

  Judgement of(const Program &plan) const;

private:
  struct Trial {
    std::vector<interp::Tensor> inputs;
    interp::Outcome logical;
    std::vector<double> noise; // of the right plan, one a result
  };

  const Program &logical;
  double runSeconds;
  std::vector<Trial> trials;

  bool sameSignature(const Program &plan) const;
  static Judgement compare(const Trial &trial, const interp::Outcome &plan);
};

} // namespace lockstep::mutation
