#include "runtime/data/BatchMaker.h"

#include "runtime/data/Permutation.h"

namespace lockstep::runtime {
namespace {

/// Product of the dims that count samples.
uint64_t sampleRows(const BatchArgument &argument, size_t sampleOrder) {
  uint64_t rows = 1;
  for (size_t dim = 0; dim + sampleOrder < argument.shape.size(); ++dim)
    rows *= static_cast<uint64_t>(argument.shape[dim]);
  return rows;
}

uint64_t byteSize(const BatchArgument &argument) {
  uint64_t bytes = byteWidth(argument.type);
  for (int64_t extent : argument.shape)
    bytes *= static_cast<uint64_t>(extent);
  return bytes;
}

} // namespace

Result<BatchMaker> BatchMaker::create(std::unique_ptr<SampleSource> source, std::vector<BatchArgument> arguments,
                                      Sampling sampling) {
  BatchMaker maker;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    uint64_t rows = sampleRows(arguments[i], source->sampleOrder(i));
    if (i == 0)
      maker.rows = rows;
    if (rows != maker.rows || rows == 0)
      return badInput("batch argument '" + arguments[i].name + "' takes " + std::to_string(rows) +
                      " samples per step, but '" + arguments[0].name + "' takes " + std::to_string(maker.rows));
  }
  maker.source = std::move(source);
  maker.arguments = std::move(arguments);
  maker.sampling = sampling;
  return maker;
}

uint64_t BatchMaker::sampleAt(uint64_t globalIndex) const {
  uint64_t count = source->sampleCount();
  uint64_t epoch = globalIndex / count, position = globalIndex % count;
  return sampling.shuffle ? Permutation(count, mix(sampling.seed) ^ epoch)[position] : position;
}

Result<std::vector<std::vector<std::byte>>> BatchMaker::make(uint64_t step) const {
  uint64_t first = step * rows, available = source->sampleCount() * sampling.epochs;
  if (sampling.epochs != 0 && first + rows > available)
    return Status(Fault::Exhausted, "data exhausted: step " + std::to_string(step) + " needs samples up to " +
                                        std::to_string(first + rows) + ", " + std::to_string(available) +
                                        " are available in " + std::to_string(sampling.epochs) + " epoch(s)");
  std::vector<std::vector<std::byte>> batch;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    std::vector<std::byte> bytes(byteSize(arguments[i]));
    uint64_t rowBytes = bytes.size() / rows;
    for (uint64_t row = 0; row < rows; ++row)
      if (Status status = source->fill(i, sampleAt(first + row), std::span(bytes).subspan(row * rowBytes, rowBytes));
          !status.ok())
        return status;
    batch.push_back(std::move(bytes));
  }
  return batch;
}

} // namespace lockstep::runtime
