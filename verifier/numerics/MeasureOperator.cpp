// Operators that move elements or add them: the same kernel makes the values and the magnitudes.
#include "ir/interpreter/kernels/Convert.h"
#include "ir/interpreter/kernels/Dot.h"
#include "ir/interpreter/kernels/Elementwise.h"
#include "ir/interpreter/kernels/Generate.h"
#include "ir/interpreter/kernels/Index.h"
#include "ir/interpreter/kernels/Reduce.h"
#include "ir/interpreter/kernels/Shape.h"
#include "lockstep/Numerics.h"
#include "verifier/numerics/Bounds.h"
#include "verifier/numerics/Dependence.h"
#include "verifier/numerics/Measure.h"

#include <functional>

namespace lockstep::verifier {

using interp::Tensor;
using Tensors = std::vector<Tensor>;

llvm::Error notMeasured(const Node &node) {
  return llvm::createStringError(std::string(spelling(node.opcode)) + ": its magnitude is not evaluated");
}

namespace {

/// The kernel on values, then on magnitudes where an operand has one.
MeasuredOr both(const std::vector<Measured> &x, const std::function<interp::Result(const Tensors &)> &kernel) {
  Tensors values, magnitudes;
  for (const Measured &operand : x) {
    values.push_back(operand.value);
    magnitudes.push_back(isFloat(operand.value.type()) ? operand.magnitude : operand.value);
  }
  interp::Result value = kernel(values);
  if (!value)
    return value.takeError();
  if (!isFloat(value->type()))
    return Measured{*value, {}};
  interp::Result magnitude = kernel(magnitudes);
  if (!magnitude)
    return magnitude.takeError();
  return Measured{*value, *magnitude};
}

Tensors tail(const Tensors &x, size_t from) { return Tensors(x.begin() + static_cast<int64_t>(from), x.end()); }

MeasuredOr constantOf(const Node &node, const Shape &shape) {
  const auto &attr = std::get<ConstantAttr>(node.attributes);
  if (!attr.isReadable())
    return notMeasured(node);
  std::vector<double> reals;
  std::vector<int64_t> integers;
  for (size_t i = 0; i < attr.elementsStored(); ++i)
    isFloat(attr.type) ? reals.push_back(attr.floatAt(i)) : integers.push_back(attr.integerAt(i));
  interp::Result value = isFloat(attr.type) ? interp::constantOfReals(attr.type, shape, reals, true)
                                            : interp::constantOfIntegers(attr.type, shape, integers, true);
  if (!value)
    return value.takeError();
  return Measured{*value, isFloat(attr.type) ? magnitudeOf(*value) : Tensor()};
}

MeasuredOr contraction(const Graph &graph, const Node &node, const std::vector<Measured> &x) {
  interp::DotDims dims;
  if (auto *d = std::get_if<DotAttr>(&node.attributes))
    dims = {d->lhsBatch, d->rhsBatch, d->lhsContracting, d->rhsContracting};
  else
    dims = {{}, {}, {x[0].value.order() - 1}, {0}};
  ElementType operand = x[0].value.type(), result = graph.value(node.results[0]).type;
  MeasuredOr out = both(x, [&](const Tensors &t) { return interp::dotGeneral(t[0], t[1], dims, result); });
  if (out && isFloat(result)) {
    ElementType wide = bitWidth(operand) < 32 ? ElementType::F32 : operand;
    double terms = static_cast<double>(std::max<int64_t>(1, sumSize(graph, node, 1).terms));
    out->magnitude = plus(out->magnitude, terms * rounding::smallestNormal(wide) + rounding::smallestNormal(result));
  }
  return out;
}

std::optional<interp::Primitive> primitiveOf(const Graph &graph, const Node &node) {
  bool boolean = isBoolean(graph.value(node.results[0]).type);
  switch (combinerOf(graph, node.regions[0])) {
  case Opcode::Add: return boolean ? interp::Primitive::Or : interp::Primitive::Add;
  case Opcode::Maximum: return interp::Primitive::Maximum;
  case Opcode::Minimum: return interp::Primitive::Minimum;
  case Opcode::And: return interp::Primitive::And;
  case Opcode::Or: return interp::Primitive::Or;
  default: return std::nullopt;
  }
}

MeasuredOr reduction(const Graph &graph, const Node &node, const std::vector<Measured> &x) {
  std::optional<interp::Primitive> primitive = x.size() == 2 ? primitiveOf(graph, node) : std::nullopt;
  if (!primitive)
    return notMeasured(node);
  bool forMagnitudes = false; // the largest magnitude bounds the smallest value, too
  return both(x, [&](const Tensors &t) -> interp::Result {
    interp::Primitive how = forMagnitudes && *primitive == interp::Primitive::Minimum ? interp::Primitive::Maximum : *primitive;
    forMagnitudes = true;
    interp::Results out = interp::reduce({t[0]}, {t[1]}, std::get<DimsAttr>(node.attributes).dims, how);
    if (!out)
      return out.takeError();
    return out->front();
  });
}

MeasuredOr conversion(const Graph &graph, const Node &node, const Measured &x) {
  ElementType from = x.value.type(), to = graph.value(node.results[0]).type;
  interp::Result value = interp::convert(x.value, to, true);
  if (!value)
    return value.takeError();
  if (!isFloat(to))
    return Measured{*value, {}};
  if (!isFloat(from))
    return Measured{*value, magnitudeOf(*value)};
  interp::Result magnitude = interp::convert(x.magnitude, to, true);
  if (!magnitude)
    return magnitude.takeError();
  bool widens = rounding::unitRoundoff(to) <= rounding::unitRoundoff(from) &&
                rounding::smallestNormal(to) <= rounding::smallestNormal(from);
  return Measured{*value, plus(*magnitude, widens ? 0 : rounding::smallestNormal(to))};
}

std::optional<interp::Direction> directionOf(Direction d) { return static_cast<interp::Direction>(d); }

MeasuredOr indexed(const Graph &graph, const Node &node, const std::vector<Measured> &x) {
  switch (node.opcode) {
  case Opcode::DynamicSlice:
    return both(x, [&](const Tensors &t) {
      return interp::dynamicSlice(t[0], tail(t, 1), graph.value(node.results[0]).shape);
    });
  case Opcode::DynamicUpdateSlice:
    return both(x, [&](const Tensors &t) { return interp::dynamicUpdateSlice(t[0], t[1], tail(t, 2)); });
  case Opcode::Gather: {
    const auto &g = std::get<GatherAttr>(node.attributes);
    interp::GatherDims dims{g.offsetDims, g.collapsedSliceDims, g.operandBatchingDims, g.startIndicesBatchingDims,
                            g.startIndexMap, g.indexVectorDim};
    return both(x, [&](const Tensors &t) { return interp::gather(t[0], t[1], dims, g.sliceSizes); });
  }
  default: {
    const auto &g = std::get<ScatterAttr>(node.attributes);
    interp::ScatterDims dims{g.updateWindowDims, g.insertedWindowDims, g.inputBatchingDims,
                             g.scatterIndicesBatchingDims, g.scatterDimsToOperandDims, g.indexVectorDim};
    bool adds = combinerOf(graph, node.regions[0]) == Opcode::Add;
    if (x.size() != 3 || (!adds && !node.regions[0].nodes.empty()))
      return notMeasured(node);
    return both(x, [&](const Tensors &t) -> interp::Result {
      interp::Results out = interp::scatter({t[0]}, t[1], {t[2]}, dims,
                                            adds ? interp::Primitive::Add : interp::Primitive::Replace);
      if (!out)
        return out.takeError();
      return out->front();
    });
  }
  }
}

std::optional<MeasuredOr> integerOperator(const Node &node, const std::vector<Measured> &x) {
  auto plain = [](interp::Result value) -> MeasuredOr {
    if (!value)
      return value.takeError();
    return Measured{*value, {}};
  };
  const Tensor &a = x[0].value;
  if (x.size() == 1)
    switch (node.opcode) {
    case Opcode::Negate: return plain(interp::negate(a));
    case Opcode::Not: return plain(interp::bitwiseNot(a));
    default: return std::nullopt;
    }
  const Tensor &b = x[1].value;
  switch (node.opcode) {
  case Opcode::Add: return plain(interp::add(a, b));
  case Opcode::Subtract: return plain(interp::subtract(a, b));
  case Opcode::Multiply: return plain(interp::multiply(a, b));
  case Opcode::Divide: return plain(interp::divide(a, b));
  case Opcode::Remainder: return plain(interp::remainder(a, b));
  case Opcode::Maximum: return plain(interp::maximum(a, b));
  case Opcode::Minimum: return plain(interp::minimum(a, b));
  case Opcode::And: return plain(interp::bitwiseAnd(a, b));
  case Opcode::Or: return plain(interp::bitwiseOr(a, b));
  case Opcode::Xor: return plain(interp::bitwiseXor(a, b));
  default: return std::nullopt;
  }
}

} // namespace

MeasuredOr measureOperator(const Graph &graph, const Node &node, const std::vector<Measured> &x) {
  const Value &result = graph.value(node.results[0]);
  auto dims = [&]() -> const Dims & { return std::get<DimsAttr>(node.attributes).dims; };
  switch (node.opcode) {
  case Opcode::Constant: return constantOf(node, result.shape);
  case Opcode::Iota: {
    interp::Result value = interp::iota(result.type, result.shape, std::get<DimAttr>(node.attributes).dim, true);
    if (!value)
      return value.takeError();
    return Measured{*value, isFloat(result.type) ? magnitudeOf(*value) : Tensor()};
  }
  case Opcode::BroadcastInDim:
    return both(x, [&](const Tensors &t) { return interp::broadcastInDim(t[0], dims(), result.shape); });
  case Opcode::Reshape: return both(x, [&](const Tensors &t) { return interp::reshape(t[0], result.shape); });
  case Opcode::Transpose: return both(x, [&](const Tensors &t) { return interp::transpose(t[0], dims()); });
  case Opcode::Reverse: return both(x, [&](const Tensors &t) { return interp::reverse(t[0], dims()); });
  case Opcode::Slice: {
    const auto &s = std::get<SliceAttr>(node.attributes);
    return both(x, [&](const Tensors &t) { return interp::slice(t[0], s.starts, s.limits, s.strides); });
  }
  case Opcode::Pad: {
    const auto &p = std::get<PadAttr>(node.attributes);
    return both(x, [&](const Tensors &t) { return interp::pad(t[0], t[1], p.low, p.high, p.interior); });
  }
  case Opcode::Concatenate:
    return both(x, [&](const Tensors &t) { return interp::concatenate(t, std::get<DimAttr>(node.attributes).dim); });
  case Opcode::Select: return both(x, [&](const Tensors &t) { return interp::select(t[0], t[1], t[2]); });
  case Opcode::DynamicSlice: case Opcode::DynamicUpdateSlice: case Opcode::Gather: case Opcode::Scatter:
    return indexed(graph, node, x);
  case Opcode::Dot: case Opcode::DotGeneral: return contraction(graph, node, x);
  case Opcode::Reduce: return reduction(graph, node, x);
  case Opcode::Convert: return conversion(graph, node, x[0]);
  case Opcode::Compare: {
    const auto &c = std::get<CompareAttr>(node.attributes);
    if (c.totalOrder)
      return notMeasured(node);
    interp::Result value = interp::compare(x[0].value, x[1].value, *directionOf(c.direction));
    if (!value)
      return value.takeError();
    return Measured{*value, {}};
  }
  default: break;
  }
  std::optional<MeasuredOr> out = isFloat(result.type) ? measureElementwise(graph, node, x) : integerOperator(node, x);
  if (!out)
    return notMeasured(node);
  return std::move(*out);
}

} // namespace lockstep::verifier
