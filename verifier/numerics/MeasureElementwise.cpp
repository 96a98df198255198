#include "ir/interpreter/kernels/Chlo.h"
#include "ir/interpreter/kernels/Elementwise.h"
#include "lockstep/Numerics.h"
#include "verifier/numerics/Measure.h"

#include <cmath>

namespace lockstep::verifier {

using interp::Tensor;

Tensor magnitudeOf(const Tensor &x) {
  Tensor out(x.type(), x.shape(), /*f64Mode=*/true);
  for (int64_t i = 0; i < x.size(); ++i)
    out.setReal(i, std::isinf(x.real(i)) ? 0 : std::fabs(x.real(i)));
  return out;
}

Tensor plus(Tensor x, double extra) {
  for (int64_t i = 0; extra != 0 && i < x.size(); ++i)
    x.setReal(i, x.real(i) + extra);
  return x;
}

namespace {

template <typename F> Tensor zip(const Tensor &a, const Tensor &b, F f) {
  Tensor out(a.type(), a.shape(), true);
  for (int64_t i = 0; i < a.size(); ++i)
    out.setReal(i, f(a.real(i), b.real(i)));
  return out;
}

/// The magnitude follows from the value alone: |v| + extra.
MeasuredOr fresh(interp::Result value, double extra) {
  if (!value)
    return value.takeError();
  return Measured{*value, plus(magnitudeOf(*value), extra)};
}

/// The magnitude follows from an operand's: times Ax + extra.
MeasuredOr from(interp::Result value, const Tensor &magnitude, double extra, double times = 1) {
  if (!value)
    return value.takeError();
  Tensor out = plus(magnitude, 0);
  for (int64_t i = 0; i < out.size(); ++i)
    out.setReal(i, out.real(i) * times + extra);
  return Measured{*value, out};
}

MeasuredOr with(interp::Result value, Tensor magnitude) {
  if (!value)
    return value.takeError();
  return Measured{*value, std::move(magnitude)};
}

std::optional<MeasuredOr> unary(Opcode op, const Measured &x, double tiny) {
  const Tensor &v = x.value, &a = x.magnitude;
  switch (op) {
  case Opcode::Negate: return from(interp::negate(v), a, 0);
  case Opcode::Abs: return from(interp::abs(v), a, 0);
  case Opcode::ChloSquare: return with(interp::square(v), zip(a, a, [&](double p, double q) { return p * q + tiny; }));
  case Opcode::Sqrt: return fresh(interp::sqrt(v), 0);
  case Opcode::Rsqrt: return fresh(interp::rsqrt(v), 0);
  case Opcode::Exponential: return fresh(interp::exponential(v), tiny);
  case Opcode::ExponentialMinusOne: return fresh(interp::exponentialMinusOne(v), 1);
  case Opcode::Log: return fresh(interp::log(v), 1);
  case Opcode::LogPlusOne: return fresh(interp::logPlusOne(v), 1);
  case Opcode::Tanh: return from(interp::tanh(v), a, tiny);
  case Opcode::Sine: return from(interp::sine(v), a, tiny);
  case Opcode::Cosine: return from(interp::cosine(v), a, 1);
  case Opcode::Logistic: return from(interp::logistic(v), a, 1);
  case Opcode::ChloErf: return from(interp::erf(v), a, tiny, 2);
  case Opcode::Floor: return fresh(interp::floor(v), 0);
  case Opcode::Ceil: return fresh(interp::ceil(v), 0);
  case Opcode::Sign: return fresh(interp::sign(v), 0);
  case Opcode::RoundNearestAfz: return fresh(interp::roundNearestAfz(v), 0);
  case Opcode::RoundNearestEven: return fresh(interp::roundNearestEven(v), 0);
  default: return std::nullopt;
  }
}

std::optional<MeasuredOr> binary(Opcode op, const Measured &x, const Measured &y, double tiny) {
  auto sum = [](double p, double q) { return p + q; };
  auto larger = [](double p, double q) { return std::fmax(p, q); };
  auto product = [&](double p, double q) { return p * q + tiny; };
  auto quotient = [&](double p, double q) { return p / std::fabs(q) + tiny; };
  switch (op) {
  case Opcode::Add: return with(interp::add(x.value, y.value), zip(x.magnitude, y.magnitude, sum));
  case Opcode::Subtract: return with(interp::subtract(x.value, y.value), zip(x.magnitude, y.magnitude, sum));
  case Opcode::Multiply: return with(interp::multiply(x.value, y.value), zip(x.magnitude, y.magnitude, product));
  case Opcode::Divide: return with(interp::divide(x.value, y.value), zip(x.magnitude, y.value, quotient));
  case Opcode::Maximum: return with(interp::maximum(x.value, y.value), zip(x.magnitude, y.magnitude, larger));
  case Opcode::Minimum: return with(interp::minimum(x.value, y.value), zip(x.magnitude, y.magnitude, larger));
  case Opcode::Power: return fresh(interp::power(x.value, y.value), tiny);
  default: return std::nullopt;
  }
}

} // namespace

std::optional<MeasuredOr> measureElementwise(const Graph &graph, const Node &node, const std::vector<Measured> &x) {
  if (node.results.size() != 1 || !isFloat(graph.value(node.results[0]).type))
    return std::nullopt;
  double tiny = rounding::smallestNormal(graph.value(node.results[0]).type);
  if (x.size() == 1)
    return unary(node.opcode, x[0], tiny);
  if (x.size() == 2)
    return binary(node.opcode, x[0], x[1], tiny);
  return std::nullopt;
}

double allowance(double factor, double magnitude) {
  if (!(factor < 1))
    return magnitude == 0 ? 0 : HUGE_VAL;
  return rounding::mulUp(rounding::divUp(factor, std::nextafter(1 - factor, 0.0)), magnitude);
}

} // namespace lockstep::verifier
