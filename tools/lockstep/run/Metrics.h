// The scalar results of a step that are no state: the loss and its companions.
#pragma once

#include "ir/import/Program.h"
#include "ir/interpreter/Tensor.h"
#include "tools/lockstep/cli/Output.h"

#include <string>
#include <utility>
#include <vector>

namespace lockstep::tool {

class Metrics {
public:
  explicit Metrics(const Program &program);

  /// Name and value of each metric.
  std::vector<std::pair<std::string, double>> read(const std::vector<interp::Tensor> &results) const;

private:
  std::vector<std::pair<unsigned, std::string>> results; // number and short name
};

/// "step 12  loss 3.2046"
std::string textLine(uint64_t step, const std::vector<std::pair<std::string, double>> &metrics);
/// One JSON object with step, seconds and the metrics; NaN and infinities become strings.
std::string jsonLine(uint64_t step, double seconds, const std::vector<std::pair<std::string, double>> &metrics);

} // namespace lockstep::tool
