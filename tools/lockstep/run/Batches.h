// Connects the batch arguments of a program with the data that fills them.
#pragma once

#include "ir/import/Program.h"
#include "ir/interpreter/Tensor.h"
#include "runtime/data/BatchMaker.h"
#include "runtime/data/TokenSource.h"

#include <optional>

namespace lockstep::tool {

struct DataOptions {
  std::string path;                         // token file, or safetensors of named arrays
  bool synthetic = false;                   // made-up values instead
  std::optional<runtime::TokenWidth> width; // of a raw token file
  std::vector<std::pair<std::string, runtime::Feed>> feeds;
  runtime::Sampling sampling;
};

class Batches {
public:
  /// Fails when batch arguments have no data, or data that does not fit. `fixed` names arguments that need none.
  static runtime::Result<Batches> create(const Program &program, const DataOptions &options,
                                         const std::vector<std::string> &fixed);

  /// Sets the batch arguments for a step.
  runtime::Status fill(uint64_t step, std::vector<interp::Tensor> &arguments) const;
  /// 0 when no data is used.
  uint64_t samplesPerStep() const { return maker ? maker->samplesPerStep() : 0; }

private:
  explicit Batches(const Program &program) : program(&program) {}
  void fillSynthetic(uint64_t step, std::vector<interp::Tensor> &arguments) const;

  const Program *program;
  std::vector<unsigned> indices; // the batch arguments
  std::optional<runtime::BatchMaker> maker;
  uint64_t seed = 0;
};

} // namespace lockstep::tool
