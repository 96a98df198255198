#include "verifier/schedule/Scalars.h"

#include <algorithm>

namespace lockstep::verifier {

namespace {

constexpr int64_t kMostElements = 1024;

int64_t countOf(const Value &value) {
  int64_t count = 1;
  for (int64_t extent : value.shape)
    count *= extent;
  return count;
}

bool isIntegral(ElementType type) { return isInteger(type) || isBoolean(type); }

// What is left of a number in the type.
int64_t wrapped(int64_t x, ElementType type) {
  if (isBoolean(type))
    return x != 0;
  unsigned width = bitWidth(type);
  if (width >= 64)
    return x;
  uint64_t bits = static_cast<uint64_t>(x) & ((uint64_t(1) << width) - 1);
  if (lockstep::isSigned(type) && bits >> (width - 1))
    bits |= ~uint64_t(0) << width;
  return static_cast<int64_t>(bits);
}

std::optional<int64_t> apply(Opcode op, int64_t a, int64_t b, ElementType type) {
  bool wide = bitWidth(type) >= 64 && !lockstep::isSigned(type) && !isBoolean(type);
  if (wide && (a < 0 || b < 0)) // beyond what the comparison and division of signed numbers can tell
    return std::nullopt;
  auto bits = [](int64_t x) { return static_cast<uint64_t>(x); };
  switch (op) {
  case Opcode::Add: return isBoolean(type) ? a | b : wrapped(static_cast<int64_t>(bits(a) + bits(b)), type);
  case Opcode::Subtract: return wrapped(static_cast<int64_t>(bits(a) - bits(b)), type);
  case Opcode::Multiply: return wrapped(static_cast<int64_t>(bits(a) * bits(b)), type);
  case Opcode::Divide: return b == 0 || b == -1 ? std::nullopt : std::optional(a / b);
  case Opcode::Remainder: return b == 0 || b == -1 ? std::nullopt : std::optional(a % b);
  case Opcode::Maximum: return std::max(a, b);
  case Opcode::Minimum: return std::min(a, b);
  case Opcode::And: return a & b;
  case Opcode::Or: return a | b;
  case Opcode::Xor: return wrapped(a ^ b, type);
  default: return std::nullopt;
  }
}

} // namespace

const Scalars::Elements *Scalars::known(ValueId value) const {
  auto found = values.find(value);
  return found == values.end() ? nullptr : &found->second;
}

std::optional<int64_t> Scalars::scalar(ValueId value) const {
  const Elements *elements = known(value);
  return elements && elements->size() == 1 ? std::optional(elements->front()) : std::nullopt;
}

std::optional<Scalars::Elements> Scalars::elements(ValueId value) const {
  const Elements *found = known(value);
  return found ? std::optional(*found) : std::nullopt;
}

void Scalars::assign(ValueId value, std::optional<Elements> elements) {
  if (elements)
    values[value] = std::move(*elements);
  else
    values.erase(value);
}

void Scalars::forget(const Node &node) {
  for (ValueId result : node.results)
    values.erase(result);
}

void Scalars::evaluate(const Node &node) {
  forget(node);
  if (node.opcode == Opcode::OptimizationBarrier) {
    for (size_t i = 0; i < node.results.size(); ++i)
      set(node.results[i], node.operands[i]);
    return;
  }
  if (node.results.size() != 1)
    return;
  const Value &result = graph.value(node.results[0]);
  if (!isIntegral(result.type) || countOf(result) > kMostElements)
    return;
  if (auto elements = compute(node); elements && static_cast<int64_t>(elements->size()) == countOf(result))
    values[node.results[0]] = std::move(*elements);
}

std::optional<Scalars::Elements> Scalars::compute(const Node &node) const {
  const Value &result = graph.value(node.results[0]);
  int64_t count = countOf(result);
  switch (node.opcode) {
  case Opcode::Constant: {
    const auto &constant = std::get<ConstantAttr>(node.attributes);
    Elements elements;
    for (int64_t i = 0; i < count; ++i)
      elements.push_back(constant.integerAt(constant.splat ? 0 : static_cast<size_t>(i)));
    return elements;
  }
  case Opcode::PartitionId:
    return Elements{device};
  case Opcode::Iota: {
    if (result.shape.size() != 1)
      return std::nullopt;
    Elements elements;
    for (int64_t i = 0; i < count; ++i)
      elements.push_back(wrapped(i, result.type));
    return elements;
  }
  case Opcode::Reshape: case Opcode::Identity:
    return known(node.operands[0]) ? std::optional(*known(node.operands[0])) : std::nullopt;
  case Opcode::BroadcastInDim: {
    auto element = scalar(node.operands[0]);
    return element ? std::optional(Elements(static_cast<size_t>(count), *element)) : std::nullopt;
  }
  case Opcode::Slice: {
    const auto &slice = std::get<SliceAttr>(node.attributes);
    const Elements *from = known(node.operands[0]);
    if (!from || slice.starts.size() != 1)
      return std::nullopt;
    Elements elements;
    for (int64_t i = slice.starts[0]; i < slice.limits[0]; i += slice.strides[0])
      elements.push_back((*from)[static_cast<size_t>(i)]);
    return elements;
  }
  case Opcode::DynamicSlice: {
    const Elements *from = known(node.operands[0]);
    auto start = node.operands.size() == 2 ? scalar(node.operands[1]) : std::nullopt;
    if (!from || !start || result.shape.size() != 1)
      return std::nullopt;
    int64_t first = std::clamp<int64_t>(*start, 0, static_cast<int64_t>(from->size()) - count);
    return Elements(from->begin() + first, from->begin() + first + count);
  }
  default:
    return elementwise(node);
  }
}

std::optional<Scalars::Elements> Scalars::elementwise(const Node &node) const {
  std::vector<const Elements *> operands;
  for (ValueId operand : node.operands) {
    operands.push_back(known(operand));
    if (!operands.back())
      return std::nullopt;
  }
  if (operands.empty() || !node.regions.empty())
    return std::nullopt;
  const Value &result = graph.value(node.results[0]);
  ElementType from = graph.value(node.operands[0]).type;
  if (!isIntegral(from))
    return std::nullopt;
  auto at = [&](size_t operand, size_t i) { return (*operands[operand])[operands[operand]->size() == 1 ? 0 : i]; };
  Elements elements;
  for (size_t i = 0; i < static_cast<size_t>(countOf(result)); ++i) {
    std::optional<int64_t> element;
    bool wide = bitWidth(from) >= 64 && !lockstep::isSigned(from) && !isBoolean(from);
    if (operands.size() == 1 && node.opcode == Opcode::Convert)
      element = wrapped(at(0, i), result.type);
    else if (operands.size() == 1 && node.opcode == Opcode::Not)
      element = isBoolean(from) ? !at(0, i) : wrapped(~at(0, i), from);
    else if (operands.size() == 1 && node.opcode == Opcode::Negate)
      element = wrapped(static_cast<int64_t>(-static_cast<uint64_t>(at(0, i))), from);
    else if (operands.size() == 2 && node.opcode == Opcode::Compare && !wide)
      element = holds(std::get<CompareAttr>(node.attributes).direction, at(0, i), at(1, i));
    else if (operands.size() == 2)
      element = apply(node.opcode, at(0, i), at(1, i), from);
    else if (operands.size() == 3 && node.opcode == Opcode::Select)
      element = at(0, i) ? at(1, i) : at(2, i);
    else if (operands.size() == 3 && node.opcode == Opcode::Clamp)
      element = std::min(std::max(at(1, i), at(0, i)), at(2, i));
    if (!element)
      return std::nullopt;
    elements.push_back(*element);
  }
  return elements;
}

} // namespace lockstep::verifier
