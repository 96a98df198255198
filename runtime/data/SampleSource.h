// Where the rows of a batch come from: one sample fills one row of every batch argument.
#pragma once

#include "ir/core/ElementType.h"
#include "ir/core/Mesh.h"
#include "runtime/data/Status.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::runtime {

/// One argument of the training step that is fed from data.
struct BatchArgument {
  std::string name;
  ElementType type = ElementType::I32;
  Shape shape;                                    // global
  std::optional<std::pair<double, double>> range; // inclusive bounds the step was proved for
};

class SampleSource {
public:
  virtual ~SampleSource() = default;
  /// Samples before the data repeats.
  virtual uint64_t sampleCount() const = 0;
  /// How many trailing dims of the argument one sample fills; the dims before them count samples.
  virtual size_t sampleOrder(unsigned argument) const = 0;
  /// Writes the sample's part of the argument: dense, row-major, little endian.
  virtual Status fill(unsigned argument, uint64_t sample, std::span<std::byte> row) const = 0;
};

} // namespace lockstep::runtime
