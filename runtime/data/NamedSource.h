// Batches from a safetensors file of named arrays: dim 0 counts samples, the rest is what one sample gives.
#pragma once

#include "runtime/data/Safetensors.h"
#include "runtime/data/SampleSource.h"

namespace lockstep::runtime {

class NamedSource : public SampleSource {
public:
  /// Every argument needs a tensor of its name (or of the last key in it: "batch['x']" also finds "x"), its element
  /// type and a sample shape equal to its trailing dims.
  static Result<NamedSource> create(SafetensorsFile file, std::vector<BatchArgument> arguments);

  uint64_t sampleCount() const override { return samples; }
  size_t sampleOrder(unsigned argument) const override { return tensors[argument]->shape.size() - 1; }
  Status fill(unsigned argument, uint64_t sample, std::span<std::byte> row) const override;

private:
  explicit NamedSource(SafetensorsFile file) : file(std::move(file)) {}

  SafetensorsFile file;
  std::vector<BatchArgument> arguments;
  std::vector<const StoredTensor *> tensors; // one per argument, into file
  uint64_t samples = 0;
};

/// "batch['x']" -> "x", "params.w" -> "w"; names without such parts stay.
std::string lastKey(std::string_view name);

} // namespace lockstep::runtime
