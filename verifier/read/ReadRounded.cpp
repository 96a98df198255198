// The reading of bits: a term stands for the number that an element holds, and a floating-point operator is an opaque
// function of the numbers it is applied to. Whatever follows from that about real numbers holds for the numbers held,
// so everything that moves, selects or compares elements is read as usual. Zeros keep their sign: +0 is the number 0,
// -0 is a literal without laws, and no law of real arithmetic is applied to a floating-point sum or product.
#include "verifier/read/Reader.h"

#include <cmath>
#include <cstdio>

namespace lockstep::verifier::engine {

namespace {

std::string typed(std::string_view op, ElementType type) {
  return "rounded." + std::string(op.substr(op.find('.') + 1)) + "." + std::string(name(type));
}

bool isElementwise(Opcode op) { return op >= Opcode::Abs && op <= Opcode::ChloMulhi; }

/// Operators that hand on elements as they are, or say something exact about them.
bool keepsBits(Opcode op) {
  switch (op) {
  case Opcode::Constant: case Opcode::Call: case Opcode::Composite: case Opcode::While: case Opcode::Case:
  case Opcode::If: case Opcode::OptimizationBarrier: case Opcode::Identity:
  case Opcode::ShardingConstraint: case Opcode::Reshard: case Opcode::PropagationBarrier:
  case Opcode::ManualComputation: case Opcode::BroadcastInDim: case Opcode::Reshape: case Opcode::Transpose:
  case Opcode::Reverse: case Opcode::Slice: case Opcode::Concatenate: case Opcode::Pad: case Opcode::DynamicSlice:
  case Opcode::DynamicUpdateSlice: case Opcode::Gather: case Opcode::Select: case Opcode::Clamp:
  case Opcode::Maximum: case Opcode::Minimum: case Opcode::BitcastConvert: case Opcode::IsFinite: case Opcode::Sort:
  case Opcode::TopK: case Opcode::AllGather: case Opcode::AllToAll: case Opcode::CollectivePermute:
  case Opcode::CollectiveBroadcast: case Opcode::PartitionId: case Opcode::ReplicaId:
    return true;
  default:
    return false;
  }
}

bool isSum(Opcode op) {
  switch (op) {
  case Opcode::Dot: case Opcode::DotGeneral: case Opcode::Convolution: case Opcode::Reduce: case Opcode::ReduceWindow:
  case Opcode::Scatter: case Opcode::AllReduce: case Opcode::ReduceScatter: case Opcode::CrossReplicaSum:
    return true;
  default:
    return false;
  }
}

struct Precision {
  int mantissa, exponent;
};
Precision precisionOf(ElementType type) {
  switch (type) {
  case ElementType::F64: return {52, 11};
  case ElementType::F32: return {23, 8};
  case ElementType::F16: return {10, 5};
  case ElementType::BF16: return {7, 8};
  default: return {0, 0}; // 8-bit formats: nothing is concluded
  }
}

bool holdsAll(ElementType to, ElementType from) {
  Precision a = precisionOf(to), b = precisionOf(from);
  return b.mantissa > 0 && a.mantissa >= b.mantissa && a.exponent >= b.exponent;
}

std::string text(const Dims &dims) {
  std::string out = "[";
  for (int64_t d : dims)
    out += std::to_string(d) + ",";
  return out + "]";
}

} // namespace

Comb Reader::roundedLiteral(double value) {
  if (value == 0 && !std::signbit(value))
    return s.zero;
  char digits[40];
  std::snprintf(digits, sizeof digits, "rounded-literal.%a", value);
  return n.scalar(digits, {});
}

bool Reader::isReplacing(const Node &node, Span<Tensor> operands) {
  return operands.size() == 3 && node.regions[0].nodes.empty() && node.regions[0].arguments.size() == 2 &&
         node.regions[0].results == std::vector<ValueId>{node.regions[0].arguments[1]};
}

/// Whether the operator adds (or combines in some unknown way) floating-point numbers.
bool Reader::roundsWhenSummed(const Node &node, Span<Tensor> operands) {
  if (!llvm::any_of(operands, [](const Tensor &x) { return isFloat(x.type); }))
    return false;
  switch (node.opcode) {
  case Opcode::Scatter: return !isReplacing(node, operands);
  case Opcode::Reduce: case Opcode::AllReduce: case Opcode::ReduceScatter: {
    if (node.opcode == Opcode::Reduce && operands.size() != 2)
      return true; // a pair of rows such as argmax: opaque as a whole
    ReduceKind kind = node.regions.empty() ? ReduceKind::Other : reducer(node.regions[0]);
    return kind != ReduceKind::Max && kind != ReduceKind::Min;
  }
  default: return true;
  }
}

std::optional<Reader::Values> Reader::rounded(const Node &node, Span<Tensor> operands) {
  bool anyFloat = llvm::any_of(operands, [](const Tensor &x) { return isFloat(x.type); });
  for (ValueId result : node.results)
    anyFloat |= isFloat(graph.values[result].type);
  if (!anyFloat || keepsBits(node.opcode))
    return std::nullopt;
  if (isSum(node.opcode))
    return roundsWhenSummed(node, operands) ? std::optional(roundedSum(node, operands)) : std::nullopt;
  switch (node.opcode) {
  case Opcode::Convert: return roundedConvert(node, operands[0]);
  case Opcode::Iota:
    if (graph.values[node.results[0]].shape[std::get<DimAttr>(node.attributes).dim] <=
        int64_t(1) << precisionOf(graph.values[node.results[0]].type).mantissa)
      return std::nullopt; // small integers are exact
    break;
  default:
    if (isElementwise(node.opcode) && node.results.size() == 1)
      return roundedElementwise(node, operands);
  }
  fail("its roundings are not modelled");
  return Values();
}

std::optional<Reader::Values> Reader::roundedConvert(const Node &node, const Tensor &x) {
  ElementType to = graph.values[node.results[0]].type;
  if (isBoolean(x.type) || (isInteger(to) && isFloat(x.type)))
    return std::nullopt; // 0 and 1 are exact; truncation is a function of the number
  if (isFloat(x.type) && holdsAll(to, x.type))
    return Values{make(node.results[0], [&](Span<Ix> i) { return at(x, i); })};
  Normalizer::ScalarTraits traits;
  traits.boolean = isBoolean(to);
  return Values{make(node.results[0], [&](Span<Ix> i) { return n.scalar(typed(".convert", to), {at(x, i)}, traits); })};
}

Reader::Values Reader::roundedElementwise(const Node &node, Span<Tensor> operands) {
  const Value &result = graph.values[node.results[0]];
  std::string name = typed(spelling(node.opcode), operands[0].type);
  if (auto *compare = std::get_if<CompareAttr>(&node.attributes))
    name += "." + std::to_string(int(compare->direction)) + (compare->totalOrder ? "t" : "");
  else if (!std::holds_alternative<std::monostate>(node.attributes))
    fail("its roundings are not modelled");
  for (const Tensor &x : operands)
    if (x.shape != result.shape)
      fail("its operands differ in shape");
  if (failed)
    return {};
  Normalizer::ScalarTraits traits;
  traits.boolean = isBoolean(result.type);
  return {make(node.results[0], [&](Span<Ix> index) {
    Vec<Comb, 4> elements;
    for (const Tensor &x : operands)
      elements.push_back(at(x, index));
    return n.scalar(name, elements, traits);
  })};
}

/// Everything that tells one contraction or reduction from another; empty when that is not known.
std::string Reader::sumText(const Node &node, Span<Tensor> operands) {
  std::string out = typed(spelling(node.opcode), graph.values[node.results[0]].type);
  for (const Tensor &x : operands)
    out += std::string(name(x.type)) + text(x.shape);
  if (auto *d = std::get_if<DotAttr>(&node.attributes))
    return out + text(d->lhsBatch) + text(d->rhsBatch) + text(d->lhsContracting) + text(d->rhsContracting) + d->precision;
  if (node.opcode != Opcode::Reduce)
    return "";
  std::string region = regionText(node.regions[0]);
  return region.empty() ? "" : out + text(std::get<DimsAttr>(node.attributes).dims) + region;
}

Reader::Values Reader::roundedSum(const Node &node, Span<Tensor> operands) {
  bool collective = node.opcode != Opcode::Reduce && !isElementwise(node.opcode) &&
                    std::holds_alternative<CollectiveAttr>(node.attributes);
  std::string label = n.settings.arithmetic == Arithmetic::RoundedWhole && !collective ? sumText(node, operands) : "";
  if (label.empty()) {
    fail("the order in which it adds is not declared");
    return {};
  }
  Vec<Var> vars;
  Vec<Comb> bodies;
  for (const Tensor &x : operands) {
    Vec<Ix> index;
    for (int64_t extent : x.shape) {
      if (extent > 1)
        vars.push_back(summed(extent));
      index.push_back(extent > 1 ? s.varIx(vars.back()) : s.zeroIx);
    }
    bodies.push_back(at(x, index));
  }
  Values out;
  for (size_t k = 0; k < node.results.size(); ++k) {
    Normalizer::ScalarTraits traits;
    ElementType type = graph.values[node.results[k]].type;
    traits.boolean = isBoolean(type);
    if (isInteger(type))
      traits.range = integerBounds(type);
    out.push_back(make(node.results[k], [&](Span<Ix> index) {
      return n.rows(label + "." + std::to_string(k), vars, bodies, index, traits);
    }));
  }
  return out;
}

} // namespace lockstep::verifier::engine
