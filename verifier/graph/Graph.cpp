// Access to graphs: names of operators, elements of constants, builders.
#include "verifier/graph/Graph.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <unordered_map>

namespace lockstep::verifier {

static constexpr std::array kSpellings = {
#define LOCKSTEP_OPCODE(enumerator, spelling) std::string_view(spelling),
#include "verifier/graph/Opcodes.def"
};

std::string_view spelling(Opcode opcode) { return kSpellings[static_cast<size_t>(opcode)]; }

std::optional<Opcode> parseOpcode(std::string_view text) {
  for (size_t i = 0; i < kSpellings.size(); ++i)
    if (kSpellings[i] == text)
      return static_cast<Opcode>(i);
  return std::nullopt;
}

std::string Location::str() const {
  if (!file.empty())
    return file + (line ? ":" + std::to_string(line) : "") + (line && column ? ":" + std::to_string(column) : "");
  return name.empty() ? "unknown location" : name;
}

static uint64_t rawBits(const ConstantAttr &c, size_t i) {
  uint64_t bits = 0;
  unsigned width = byteWidth(c.type);
  std::memcpy(&bits, c.bytes.data() + (c.splat ? 0 : i) * width, std::min(width, 8u));
  return bits;
}

int64_t ConstantAttr::integerAt(size_t i) const {
  uint64_t bits = rawBits(*this, i);
  unsigned width = bitWidth(type);
  if (width >= 64)
    return static_cast<int64_t>(bits);
  bits &= (uint64_t(1) << width) - 1;
  if (lockstep::isSigned(type) && bits >> (width - 1))
    bits |= ~uint64_t(0) << width;
  return static_cast<int64_t>(bits);
}

/// Binary format with an implicit leading bit, subnormals, and all-ones exponent for infinities and NaN.
static double decodeIeee(uint64_t bits, unsigned exponentBits, unsigned mantissaBits) {
  uint64_t mantissa = bits & ((uint64_t(1) << mantissaBits) - 1);
  unsigned exponent = (bits >> mantissaBits) & ((1u << exponentBits) - 1);
  bool negative = bits >> (mantissaBits + exponentBits) & 1;
  int bias = (1 << (exponentBits - 1)) - 1;
  double value;
  if (exponent == (1u << exponentBits) - 1)
    value = mantissa ? std::nan("") : HUGE_VAL;
  else if (exponent == 0)
    value = std::ldexp(double(mantissa), 1 - bias - int(mantissaBits));
  else
    value = std::ldexp(double(mantissa | (uint64_t(1) << mantissaBits)), int(exponent) - bias - int(mantissaBits));
  return negative ? -value : value;
}

/// An 8-bit format without infinities: the largest exponent is an ordinary one.
static double decodeFinite(uint64_t bits, unsigned mantissaBits, int bias) {
  uint64_t mantissa = bits & ((uint64_t(1) << mantissaBits) - 1), exponent = bits >> mantissaBits & ((0x80u >> mantissaBits) - 1);
  double value = exponent == 0 ? std::ldexp(double(mantissa), 1 - bias - int(mantissaBits))
                               : std::ldexp(double(mantissa | (uint64_t(1) << mantissaBits)), int(exponent) - bias - int(mantissaBits));
  return bits & 0x80 ? -value : value;
}

bool ConstantAttr::isReadable() const {
  switch (type) {
  case ElementType::F64: case ElementType::F32: case ElementType::F16: case ElementType::BF16:
  case ElementType::F8E5M2: case ElementType::F8E3M4: case ElementType::F8E4M3: case ElementType::F8E4M3FN:
  case ElementType::F8E4M3FNUZ: case ElementType::F8E4M3B11FNUZ: case ElementType::F8E5M2FNUZ:
    return true;
  default:
    return isInteger(type) || isBoolean(type);
  }
}

double ConstantAttr::floatAt(size_t i) const {
  uint64_t bits = rawBits(*this, i);
  switch (type) {
  case ElementType::F64: return std::bit_cast<double>(bits);
  case ElementType::F32: return std::bit_cast<float>(static_cast<uint32_t>(bits));
  case ElementType::F16: return decodeIeee(bits, 5, 10);
  case ElementType::BF16: return std::bit_cast<float>(static_cast<uint32_t>(bits << 16));
  case ElementType::F8E5M2: return decodeIeee(bits, 5, 2);
  case ElementType::F8E3M4: return decodeIeee(bits, 3, 4);
  case ElementType::F8E4M3: return decodeIeee(bits, 4, 3);
  case ElementType::F8E4M3FN: return (bits & 0x7F) == 0x7F ? std::nan("") : decodeFinite(bits, 3, 7);
  case ElementType::F8E4M3FNUZ: return bits == 0x80 ? std::nan("") : decodeFinite(bits, 3, 8);
  case ElementType::F8E4M3B11FNUZ: return bits == 0x80 ? std::nan("") : decodeFinite(bits, 3, 11);
  case ElementType::F8E5M2FNUZ: return bits == 0x80 ? std::nan("") : decodeFinite(bits, 2, 16);
  default: return std::nan("");
  }
}

Location Graph::locationOf(NodeId id) const {
  if (id == kNone || nodes[id].location == kNone)
    return {};
  return locations[nodes[id].location];
}

ValueId Graph::addValue(ElementType type, Shape shape, NodeId node, uint32_t index) {
  values.push_back({type, std::move(shape), node, index});
  return static_cast<ValueId>(values.size() - 1);
}

NodeId Graph::addNode(Opcode opcode, std::vector<ValueId> operands, std::vector<std::pair<ElementType, Shape>> results,
                      Attributes attributes, std::vector<Region> regions, uint32_t location) {
  NodeId id = static_cast<NodeId>(nodes.size());
  nodes.push_back({opcode, std::move(operands), {}, std::move(attributes), std::move(regions), location, {}});
  for (uint32_t i = 0; i < results.size(); ++i)
    nodes[id].results.push_back(addValue(results[i].first, std::move(results[i].second), id, i));
  return id;
}

Shape globalShape(const Mesh &mesh, const Sharding &sharding, const Shape &local) {
  Shape global = local;
  for (size_t i = 0; i < global.size() && i < sharding.dims.size(); ++i)
    global[i] *= axesSize(mesh, sharding.dims[i].axes);
  return global;
}

bool holds(Direction direction, int64_t a, int64_t b) {
  switch (direction) {
  case Direction::EQ: return a == b;
  case Direction::NE: return a != b;
  case Direction::GE: return a >= b;
  case Direction::GT: return a > b;
  case Direction::LE: return a <= b;
  case Direction::LT: return a < b;
  }
  return false;
}

} // namespace lockstep::verifier
