// The state of an operator's result from those of its operands, none of which is lost.
#include "verifier/numerics/Analysis.h"
#include "verifier/numerics/Dependence.h"

#include <algorithm>
#include <cmath>

namespace lockstep::verifier {

namespace {

constexpr const char *kNoRange = "the error of its operand has no bound that does not depend on the data; a range of the "
                                 "arguments in the contract may give one";
constexpr const char *kJump = "its operand is rounded, and a rounded value may fall on the other side of a jump";

bool allExact(const std::vector<ErrorState> &states) {
  return std::all_of(states.begin(), states.end(), [](const ErrorState &s) { return s.isExact(); });
}

std::optional<int64_t> known(Opcode op, int64_t a, int64_t b) {
  int64_t out;
  switch (op) {
  case Opcode::Add: return __builtin_add_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  case Opcode::Subtract: return __builtin_sub_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  case Opcode::Multiply: return __builtin_mul_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  case Opcode::Maximum: return std::max(a, b);
  case Opcode::Minimum: return std::min(a, b);
  case Opcode::And: return a & b;
  case Opcode::Or: return a | b;
  default: return std::nullopt;
  }
}

int mantissaBits(ElementType type) { return 1 - std::ilogb(rounding::unitRoundoff(type)) - 2; }

} // namespace

ErrorState ErrorAnalysis::bounded(NodeId id, State state, const char *why) {
  return std::isfinite(state.factor) ? state : lose(id, why);
}

ErrorState ErrorAnalysis::joined(NodeId id, const States &x, size_t first, size_t count) {
  (void)id;
  State out = x[first];
  for (size_t i = first + 1; i < first + count; ++i)
    out = join(out, x[i]);
  return out;
}

ErrorState ErrorAnalysis::floatsJoined(NodeId id, const States &x) {
  const Node &node = graph.node(id);
  std::optional<State> out;
  for (size_t i = 0; i < x.size(); ++i)
    if (isFloat(typeOf(node.operands[i])))
      out = out ? join(*out, x[i]) : x[i];
  return out.value_or(typed(node.results[0]));
}

ErrorState ErrorAnalysis::evaluate(NodeId id, const States &x) {
  const Node &node = graph.node(id);
  bool floatResult = !node.results.empty() && isFloat(typeOf(node.results[0]));
  for (ValueId result : node.results)
    if (isComplex(typeOf(result)))
      return lose(id, "complex numbers are not modelled");
  switch (node.opcode) {
  case Opcode::Constant: return constant(id);
  case Opcode::Iota: {
    State out = typed(node.results[0]);
    double last = static_cast<double>(graph.value(node.results[0]).shape[std::get<DimAttr>(node.attributes).dim] - 1);
    out.range = {0, last};
    out.largest = last;
    if (floatResult && last > std::ldexp(1, mantissaBits(typeOf(node.results[0]))))
      out.factor = rounding::unitRoundoff(typeOf(node.results[0]));
    return out;
  }
  case Opcode::BroadcastInDim: case Opcode::Reshape: case Opcode::Transpose: case Opcode::Reverse: case Opcode::Slice:
  case Opcode::DynamicSlice: case Opcode::Gather:
    return x[0];
  case Opcode::CollectivePermute: { // who receives nothing holds zeros
    State zero = x[0];
    zero.range = hull(zero.range, {0, 0});
    zero.number = std::nullopt;
    return zero;
  }
  case Opcode::Concatenate: return joined(id, x, 0, x.size());
  case Opcode::Pad: case Opcode::DynamicUpdateSlice: return joined(id, x, 0, 2);
  case Opcode::Select: return joined(id, x, 1, 2);
  case Opcode::Clamp:
    if (!floatResult)
      return integers(id, x);
    return transfer::extremum(transfer::extremum(x[1], x[0], true), x[2], false);
  case Opcode::Compare: return compare(id, x);
  case Opcode::IsFinite: { // overflow is excluded
    State out = typed(node.results[0]);
    out.number = 1;
    return out;
  }
  case Opcode::Convert: return convert(id, x[0]);
  case Opcode::Dot: case Opcode::DotGeneral: case Opcode::Convolution: return contraction(id, x);
  case Opcode::Reduce: case Opcode::ReduceWindow: case Opcode::Scatter: case Opcode::AllReduce:
  case Opcode::ReduceScatter: case Opcode::CrossReplicaSum:
    return addition(id, x);
  case Opcode::Sort: case Opcode::TopK: case Opcode::BitcastConvert:
    if (!allExact(x))
      return lose(id, kJump);
    return floatResult && node.opcode != Opcode::BitcastConvert ? floatsJoined(id, x) : typed(node.results[0]);
  case Opcode::PartitionId: case Opcode::ReplicaId: case Opcode::RngBitGenerator: return typed(node.results[0]);
  default:
    break;
  }
  bool floats = std::any_of(node.operands.begin(), node.operands.end(), [&](ValueId v) { return isFloat(typeOf(v)); });
  if (!floatResult && !floats)
    return integers(id, x);
  if (floatResult && x.size() == 1 && node.regions.empty())
    return floatUnary(id, x[0]);
  if (floatResult && x.size() == 2 && node.regions.empty())
    return floatBinary(id, x[0], x[1]);
  return lose(id, "its roundings are not modelled");
}

ErrorState ErrorAnalysis::floatUnary(NodeId id, const State &x) {
  const Node &node = graph.node(id);
  ElementType type = typeOf(node.results[0]);
  switch (node.opcode) {
  case Opcode::Negate: return transfer::negate(x);
  case Opcode::Abs: return transfer::absolute(x);
  case Opcode::ChloSquare: return transfer::multiply(x, x, type, true);
  case Opcode::Sqrt: return bounded(id, transfer::squareRoot(x, type), kNoRange);
  case Opcode::Rsqrt: return bounded(id, transfer::reciprocalRoot(x, type), kNoRange);
  case Opcode::Exponential: return bounded(id, transfer::exponential(x, type), kNoRange);
  case Opcode::ExponentialMinusOne: return bounded(id, transfer::exponentialMinusOne(x, type), kNoRange);
  case Opcode::Log: return bounded(id, transfer::logarithm(x, type), kNoRange);
  case Opcode::LogPlusOne: return bounded(id, transfer::logarithmPlusOne(x, type), kNoRange);
  case Opcode::Tanh: return transfer::contraction(x, type, false, monotone(x.range, std::tanh));
  case Opcode::Sine: return transfer::contraction(x, type, false, {-1, 1});
  case Opcode::Cosine: return transfer::contraction(x, type, true, {-1, 1});
  case Opcode::Logistic: return transfer::contraction(x, type, true, {0, 1});
  case Opcode::ChloErf: return transfer::errorFunction(x, type);
  case Opcode::Floor: case Opcode::Ceil: case Opcode::RoundNearestAfz: case Opcode::RoundNearestEven: case Opcode::Sign: {
    if (!x.isExact())
      return lose(id, kJump);
    State out; // exact; magnitudes grow by one at most
    out.range = node.opcode == Opcode::Sign ? Interval{-1, 1} : Interval{x.range.lo - 1, x.range.hi + 1};
    out.largest = out.range.most();
    return out;
  }
  default: return lose(id, "its roundings are not modelled");
  }
}

ErrorState ErrorAnalysis::floatBinary(NodeId id, const State &x, const State &y) {
  const Node &node = graph.node(id);
  ElementType type = typeOf(node.results[0]);
  switch (node.opcode) {
  case Opcode::Add: return transfer::add(x, y, type);
  case Opcode::Subtract: return transfer::add(x, transfer::negate(y), type);
  case Opcode::Multiply: return transfer::multiply(x, y, type, node.operands[0] == node.operands[1]);
  case Opcode::Divide: return bounded(id, transfer::divide(x, y, type), kNoRange);
  case Opcode::Maximum: return transfer::extremum(x, y, true);
  case Opcode::Minimum: return transfer::extremum(x, y, false);
  case Opcode::Power:
    if (y.isExact())
      return bounded(id, transfer::power(x, x.isExact() ? 0 : y.range.most(), type), kNoRange);
    return lose(id, "its exponent is rounded");
  default: return lose(id, "its roundings are not modelled");
  }
}

ErrorState ErrorAnalysis::integers(NodeId id, const States &x) {
  const Node &node = graph.node(id);
  State out = typed(node.results[0]);
  if (x.size() == 2 && x[0].number && x[1].number)
    out.number = known(node.opcode, *x[0].number, *x[1].number);
  int64_t limit = int64_t(1) << std::min(31u, bitWidth(typeOf(node.results[0])) - (bitWidth(typeOf(node.results[0])) > 1));
  if (out.number && (*out.number >= limit || *out.number < -limit))
    out.number = std::nullopt; // it may have wrapped around
  if (x.size() == 2) {
    std::optional<Interval> sum = node.opcode == Opcode::Add        ? std::optional(x[0].range + x[1].range)
                                  : node.opcode == Opcode::Subtract ? std::optional(x[0].range + -x[1].range)
                                  : node.opcode == Opcode::Multiply ? std::optional(x[0].range * x[1].range)
                                                                    : std::nullopt;
    if (sum && sum->lo >= std::max(out.range.lo, -static_cast<double>(limit)) && sum->hi < static_cast<double>(limit)) {
      out.range = *sum; // no wrap-around
      out.largest = out.range.most();
    }
  }
  if (node.opcode == Opcode::Not && isBoolean(typeOf(node.results[0])) && x[0].number)
    out.number = 1 - *x[0].number;
  if (out.number) {
    out.range = {static_cast<double>(*out.number), static_cast<double>(*out.number)};
    out.largest = out.range.most();
  }
  return out;
}

ErrorState ErrorAnalysis::compare(NodeId id, const States &x) {
  const Node &node = graph.node(id);
  if (!allExact(x))
    return lose(id, kJump);
  State out = typed(node.results[0]);
  if (x[0].number && x[1].number)
    out.number = holds(std::get<CompareAttr>(node.attributes).direction, *x[0].number, *x[1].number);
  return out;
}

ErrorState ErrorAnalysis::convert(NodeId id, const State &x) {
  const Node &node = graph.node(id);
  ElementType from = typeOf(node.operands[0]), to = typeOf(node.results[0]);
  if (isFloat(from) && isFloat(to)) {
    // bf16 reaches as far as f32, f16 does not reach as far as bf16.
    bool widens = rounding::unitRoundoff(to) <= rounding::unitRoundoff(from) &&
                  rounding::smallestNormal(to) <= rounding::smallestNormal(from);
    return widens ? x : transfer::narrow(x, to);
  }
  if (isFloat(from)) {
    if (!x.isExact())
      return lose(id, kJump);
    return typed(node.results[0]);
  }
  if (!isFloat(to)) {
    State out = typed(node.results[0]);
    if (x.number && !isBoolean(to) && std::abs(*x.number) < 64)
      out.number = x.number;
    return out;
  }
  State out = x;
  out.number = std::nullopt;
  if (x.range.most() > std::ldexp(1, mantissaBits(to)))
    out.factor = rounding::unitRoundoff(to);
  return out;
}

ErrorState ErrorAnalysis::constant(NodeId id) {
  const Node &node = graph.node(id);
  const auto &attr = std::get<ConstantAttr>(node.attributes);
  if (!attr.isReadable())
    return lose(id, "constants of this type can't be read");
  State out;
  size_t count = attr.splat ? std::min<size_t>(1, attr.elementsStored()) : attr.elementsStored();
  for (size_t i = 0; i < count; ++i) {
    State element;
    if (isFloat(attr.type)) {
      double value = attr.floatAt(i);
      if (std::isnan(value))
        return lose(id, "it is not a number");
      element = transfer::number(value, attr.type);
    } else {
      element.number = attr.integerAt(i);
      element.range = {static_cast<double>(*element.number), static_cast<double>(*element.number)};
      element.largest = element.range.most();
    }
    out = i == 0 ? element : join(out, element);
  }
  return out;
}

ErrorState ErrorAnalysis::addition(NodeId id, const States &x) {
  const Node &node = graph.node(id);
  if (!std::any_of(node.operands.begin(), node.operands.end(), [&](ValueId v) { return isFloat(typeOf(v)); }))
    return typed(node.results[0]); // integers and booleans are exact in any order
  SumSize size = sumSize(graph, node, devices);
  Opcode combiner = node.regions.empty() ? Opcode::Add : combinerOf(graph, node.regions[0]);
  bool single = node.opcode != Opcode::Reduce && node.opcode != Opcode::ReduceWindow ? true : x.size() == 2;
  ElementType type = coarsestResult(graph, node);
  if (node.opcode == Opcode::Scatter && x.size() != 3)
    return lose(id, "its roundings are not modelled");
  if (node.opcode == Opcode::ReduceWindow && combiner == Opcode::Add && !(x[1].isExact() && x[1].largest == 0))
    return lose(id, "its padding is not zero");
  if (single && size.terms > 0 && node.opcode == Opcode::Scatter) {
    State out = transfer::sum(join(x[0], x[2]), type, size.terms);
    out.range = hull(out.range, x[0].range);
    return out;
  }
  if (single && size.terms > 0) {
    State all = joined(id, x, 0, node.opcode == Opcode::Reduce || node.opcode == Opcode::ReduceWindow ? 1 : x.size());
    State out = transfer::sum(all, type, size.terms);
    if (node.opcode == Opcode::ReduceWindow)
      out.range = hull(out.range, {0, 0}); // padding
    return node.opcode == Opcode::Reduce || node.opcode == Opcode::ReduceWindow ? transfer::add(out, x[1], type) : out;
  }
  if (combiner == Opcode::Maximum || combiner == Opcode::Minimum) {
    bool hasInitial = node.opcode == Opcode::Reduce || node.opcode == Opcode::ReduceWindow;
    if (!single)
      return lose(id, "its roundings are not modelled");
    return hasInitial ? transfer::extremum(x[0], x[1], combiner == Opcode::Maximum) : joined(id, x, 0, x.size());
  }
  bool replaces = node.opcode == Opcode::Scatter && x.size() == 3 && node.regions[0].nodes.empty();
  if (replaces)
    return join(x[0], x[2]);
  // Such as the place of the largest element: a function of exact numbers.
  if (node.opcode == Opcode::Reduce && x.size() == 4 && allExact(x))
    return floatsJoined(id, x); // integer results get the range of their type
  return lose(id, allExact(x) ? "its roundings are not modelled" : kJump);
}

ErrorState ErrorAnalysis::contraction(NodeId id, const States &x) {
  const Node &node = graph.node(id);
  ElementType operand = typeOf(node.operands[0]), result = typeOf(node.results[0]);
  if (!isFloat(operand) || !isFloat(result))
    return allExact(x) && !isFloat(result) ? typed(node.results[0]) : lose(id, "its roundings are not modelled");
  if (auto *dot = std::get_if<DotAttr>(&node.attributes); dot && dot->hasAlgorithm)
    return lose(id, "its algorithm computes in formats of its own");
  if (std::max(bitWidth(typeOf(node.operands[1])), bitWidth(operand)) == 8)
    return lose(id, "8-bit formats accumulate in a precision that is not declared");
  if (typeOf(node.operands[1]) != operand)
    return lose(id, "its operands have different formats");
  State out = transfer::dot(x[0], x[1], operand, result, std::max<int64_t>(1, sumSize(graph, node, devices).terms));
  if (node.opcode == Opcode::Convolution)
    out.range = hull(out.range, {0, 0}); // padding
  return out;
}

} // namespace lockstep::verifier
