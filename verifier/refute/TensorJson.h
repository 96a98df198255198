// Tensors in a counterexample: `{"type": "tensor<2x3xf32>", "fill": 0}` or with `"values"` in row-major order.
#pragma once

#include "ir/interpreter/Tensor.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace lockstep::verifier {

/// JSON has no NaN and no infinities; they are written as strings.
nlohmann::ordered_json jsonNumber(double value);
std::optional<double> numberOfJson(const nlohmann::json &json);

nlohmann::ordered_json tensorJson(const interp::Tensor &tensor);
/// Held for f64 execution; nullopt when the object is malformed.
std::optional<interp::Tensor> tensorOfJson(const nlohmann::json &json);

} // namespace lockstep::verifier
