// The values of a step's arguments over a run: where they start, and how results feed back.
#pragma once

#include "ir/import/Program.h"
#include "ir/interpreter/Tensor.h"
#include "runtime/data/Safetensors.h"

#include <map>
#include <optional>

namespace lockstep::tool {

struct StateOptions {
  std::string initPath; // safetensors, empty: from the seed
  uint64_t seed = 0;
  bool f64 = false;
  std::map<std::string, double> fixed; // --set: arguments held at one value
};

class State {
public:
  /// Starting values of all arguments that no batch fills. From a file: by argument name, absent state is zero. From a
  /// seed, see seededValue(). Errors name the argument.
  static runtime::Result<State> create(const Program &program, const StateOptions &options);

  /// The step that comes next: what a saved state says, else 0.
  uint64_t firstStep() const { return start; }
  /// One tensor per argument; those of batch arguments are the caller's to fill. Keys and counters that are no state
  /// are set for `step`.
  std::vector<interp::Tensor> &arguments(uint64_t step);
  /// Takes over the updated state.
  void update(const std::vector<interp::Tensor> &results);
  /// Writes all state, to go on after `nextStep` steps.
  runtime::Status save(const std::string &path, uint64_t nextStep) const;

private:
  State(const Program &program, const StateOptions &options) : program(&program), options(options) {}
  runtime::Status fill();
  runtime::Status load(const runtime::SafetensorsFile &file);

  const Program *program;
  StateOptions options;
  uint64_t start = 0;
  std::vector<interp::Tensor> values;
};

/// Which arguments a seed fills, without knowledge of the model. Counters and integers start at 0. State arguments with
/// the top-level name of the first one ("params" of "params['w']"; without such names, "[0]" of the result that updates
/// it) are taken for parameters and drawn uniformly from +-1/sqrt(fan-in), fan-in being the product of all dims but the
/// last; all other state (moments) starts at 0. Without any such names, every array is drawn but those that only make
/// sense when positive.
std::vector<bool> seededArguments(const Program &program);

} // namespace lockstep::tool
