// Assembles the batch of a step from samples. Which samples is a pure function of the seed and the *global sample
// index*, never of ranks or of what ran before: any layout and any resumed run sees the same data.
#pragma once

#include "runtime/data/SampleSource.h"

#include <memory>

namespace lockstep::runtime {

struct Sampling {
  uint64_t seed = 0;
  bool shuffle = true; // a fresh permutation of all samples per epoch
  uint64_t epochs = 1; // passes over the data before it is exhausted; 0 repeats without end
};

class BatchMaker {
public:
  /// Fails when the arguments do not agree on the number of samples per step.
  static Result<BatchMaker> create(std::unique_ptr<SampleSource> source, std::vector<BatchArgument> arguments,
                                   Sampling sampling);

  uint64_t samplesPerStep() const { return rows; }
  /// Bytes of every argument for the samples [step * samplesPerStep, (step + 1) * samplesPerStep). Fault::Exhausted
  /// once the epochs are used up.
  Result<std::vector<std::vector<std::byte>>> make(uint64_t step) const;
  /// The sample that stands at a global sample index.
  uint64_t sampleAt(uint64_t globalIndex) const;

private:
  BatchMaker() = default;

  std::unique_ptr<SampleSource> source;
  std::vector<BatchArgument> arguments;
  Sampling sampling;
  uint64_t rows = 0;
};

} // namespace lockstep::runtime
