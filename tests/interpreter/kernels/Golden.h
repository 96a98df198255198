// Golden cases: reading them, and calling the operator they name.
#pragma once

#include "ir/interpreter/kernels/Common.h"

#include <nlohmann/json.hpp>

namespace lockstep::interp {

struct GoldenCase {
  std::string op;
  nlohmann::json attrs;
  std::vector<Tensor> operands, results;
  double tolerance = 0;
  bool elementwise = false; // tolerance relative to each element, not to the largest
};

/// The cases of tests/interpreter/kernels/golden/FAMILY.json.
std::vector<GoldenCase> readGolden(const std::string &family);

/// Calls the operator; an unknown name is an error.
Results callOperator(const GoldenCase &golden);

/// Empty when equal within the tolerance, else what differs first.
std::string differenceOf(const Tensor &found, const Tensor &expected, double tolerance, bool elementwise);

} // namespace lockstep::interp
