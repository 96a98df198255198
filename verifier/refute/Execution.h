// Runs logical step and plan on the same inputs in f64 and lines up what came out.
#pragma once

#include "ir/core/Sharding.h"
#include "ir/interpreter/Interpreter.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {
struct Program;
}

namespace lockstep::verifier {

/// Where a plan's result lies: known when it is returned by the devices themselves.
struct ResultPlacement {
  Mesh mesh;
  Sharding sharding;
  unsigned deviceResult = 0; // index in Outcome::deviceResults[device]
  std::vector<bool> holds{}; // by device: returns the result; empty when all do
  bool isOn(int64_t device) const { return holds.empty() || holds[static_cast<size_t>(device)]; }
};

/// One entry per result of main; nullopt when main computes on after the devices.
std::vector<std::optional<ResultPlacement>> resultPlacements(const Program &plan);

/// A run that gave no outcome.
struct RunFailure {
  std::string code, message;
  bool isInterrupt() const { return code == "IN033"; }
};

struct Run {
  std::optional<interp::Outcome> outcome;
  RunFailure failure; // when there is no outcome
};

using Interrupted = std::function<bool()>;

Run runProgram(const Program &program, llvm::ArrayRef<interp::Tensor> inputs, const Interrupted &interrupted,
               std::function<void(const interp::Observation &)> observe = {});

/// A copy of the program in which every inexact floating-point literal is moved by one unit in its last place, up or
/// down as the seed says. What moves its results is the reading of literals, not a fault.
std::unique_ptr<Program> jitterLiterals(const Program &program, uint64_t seed);

} // namespace lockstep::verifier
