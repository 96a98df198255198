// Inside this folder only: one operator on one device.
#pragma once

#include "verifier/numerics/Magnitude.h"

namespace lockstep::verifier {

using MeasuredOr = llvm::Expected<Measured>;

/// The error of an operator that is not known.
llvm::Error notMeasured(const Node &node);

/// Operators without regions of control and without communication; `x` are the operands.
MeasuredOr measureOperator(const Graph &graph, const Node &node, const std::vector<Measured> &x);
/// Elementwise floating-point operators; nullopt when the operator is none.
std::optional<MeasuredOr> measureElementwise(const Graph &graph, const Node &node, const std::vector<Measured> &x);

/// |x|, infinities as 0.
interp::Tensor magnitudeOf(const interp::Tensor &x);
/// Every element plus a number.
interp::Tensor plus(interp::Tensor x, double extra);

} // namespace lockstep::verifier
