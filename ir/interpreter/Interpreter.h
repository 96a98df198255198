// The meaning of programs: executes the dialects themselves on one or N ranks. Judge of everything else.
#pragma once

#include "ir/core/Mesh.h"
#include "ir/interpreter/Tensor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <string>
#include <vector>

namespace lockstep {
struct Program;
}
namespace mlir {
class Operation;
}

namespace lockstep::interp {

/// One executed operator, shown to Options::observe right after its results exist and before anything is freed.
struct Observation {
  mlir::Operation *operation = nullptr;
  /// The ranks that executed it, ascending device numbers; empty outside of any rank program.
  std::vector<int64_t> devices;
  /// results[i][j]: result i on devices[j]; one entry when no rank program runs or when every rank holds the same
  /// tensor.
  std::vector<std::vector<Tensor>> results;
};

struct Options {
  /// Compute every floating-point element type in f64, without rounding to its own precision.
  bool f64 = false;
  /// In f64 mode: read floating-point constants as the simplest rational that rounds to them (see Literals.h), the
  /// reading that proofs over the reals use.
  bool simplestLiterals = false;
  /// Asked between operators; true ends the run with an error "interrupted".
  std::function<bool()> interrupted;
  /// Called after every operator of every function and region executed as such (not for combiners that a kernel
  /// recognises). Costs nothing when empty.
  std::function<void(const Observation &)> observe;
};

/// Two devices hold different bits where the placement says they hold replicas.
struct Disagreement {
  unsigned result = 0; // of @main: one that depends on the value in question
  int64_t deviceA = 0, deviceB = 0;
  int64_t element = 0; // flat, row-major, in the local tensor
  double valueA = 0, valueB = 0;
};

struct Outcome {
  std::vector<Tensor> results; // global; where replicas disagree, the value of the lowest device
  std::vector<Disagreement> disagreements; // first one per result
  /// Per device, what it returned from the manual computation (the last one executed) or from @main when the program
  /// is per-device. Empty for logical programs.
  std::vector<std::vector<Tensor>> deviceResults;
};

/// Runs @main on global arguments (shapes and types of Program::arguments). Errors: an argument that does not match,
/// an unsupported operator (named, with its location), an index out of range where the operator does not define it,
/// ranks that disagree about a collective (both named).
llvm::Expected<Outcome> run(const Program &program, llvm::ArrayRef<Tensor> arguments, const Options &options = {});

} // namespace lockstep::interp
