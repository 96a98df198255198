// Integer operators. A result is exact when its range fits the type; otherwise it is `wrap(x)` with x the exact value
// of the ring of integers modulo 2^n, so that nothing is concluded from its size. Bit operators are opaque.
#include "verifier/read/Reader.h"

namespace lockstep::verifier::engine {

Range integerBounds(ElementType type) {
  if (isBoolean(type))
    return {0, 1};
  unsigned bits = bitWidth(type);
  if (isUnsigned(type))
    return {0, bits >= 62 ? kInfinite : (int64_t(1) << bits) - 1};
  return bits >= 63 ? Range() : Range{-(int64_t(1) << (bits - 1)), (int64_t(1) << (bits - 1)) - 1};
}

/// For 64-bit types the type's own bounds are beyond what ranges express: only finite ranges are known to fit.
static bool fits(Range r, ElementType type) {
  Range bounds = integerBounds(type);
  return r.isFinite() && r.lo >= bounds.lo && r.hi <= bounds.hi;
}

static Normalizer::ScalarTraits traitsOf(ElementType type) {
  Normalizer::ScalarTraits traits;
  traits.range = integerBounds(type);
  return traits;
}

static std::string typed(llvm::StringRef op, ElementType type) { return op.str() + "." + std::string(name(type)); }

/// x without the wrap() around its terms: equal modulo 2^n.
Comb Reader::stripped(Comb x, ElementType type) {
  Symbol wrap = s.symbol(typed("wrap", type));
  Vec<Comb> parts;
  bool changed = false;
  for (const Term &term : s[x].terms) {
    Span<Factor> factors = s[term.mono].factors;
    const FnNode *fn = factors.size() == 1 && factors[0].exp == kOne ? &s.fnOf(factors[0].atom) : nullptr;
    if (fn && fn->kind == FnKind::Scalar && fn->name == wrap.v && s.q.isInteger(term.coef)) {
      parts.push_back(n.scale(n.argumentOf(factors[0].atom), term.coef));
      changed = true;
    } else {
      parts.push_back(n.monoComb(term.mono, term.coef));
    }
  }
  return changed ? n.add(parts) : x;
}

Comb Reader::wrapped(Comb exact, Comb modular, ElementType type) {
  if (fits(n.range(n.toIndex(exact)), type))
    return exact;
  n.assume(AssumptionKind::NoWrapAround, "integers whose range is not known to fit their type are compared modulo wrap-around");
  return n.scalar(typed("wrap", type), {modular}, traitsOf(type));
}

std::optional<Comb> Reader::unaryInteger(Opcode op, Comb x, ElementType type) {
  switch (op) {
  case Opcode::Negate: return wrapped(n.neg(x), n.neg(stripped(x, type)), type);
  case Opcode::ChloSquare: return binaryInteger(Opcode::Multiply, x, x, type);
  case Opcode::Abs: {
    Range r = n.range(n.toIndex(x));
    if (r.lo >= 0)
      return x;
    return n.scalar(typed("abs", type), {x}, traitsOf(type));
  }
  case Opcode::Sign: {
    Range r = n.range(n.toIndex(x));
    if (r.lo > 0)
      return s.one;
    Normalizer::ScalarTraits traits;
    traits.range = Range{-1, 1};
    return n.scalar(typed("sign", type), {x}, traits);
  }
  case Opcode::Not: return n.scalar(typed("not", type), {x}, traitsOf(type));
  case Opcode::Popcnt: return n.scalar(typed("popcnt", type), {x}, traitsOf(type));
  case Opcode::CountLeadingZeros: return n.scalar(typed("clz", type), {x}, traitsOf(type));
  default: return std::nullopt;
  }
}

std::optional<Comb> Reader::binaryInteger(Opcode op, Comb x, Comb y, ElementType type) {
  Comb a = x, b = y;
  auto opaque = [&](llvm::StringRef name) { return n.scalar(typed(name, type), {x, y}, traitsOf(type)); };
  switch (op) {
  case Opcode::Add: return wrapped(n.add(x, y), n.add(stripped(a, type), stripped(b, type)), type);
  case Opcode::Subtract: return wrapped(n.sub(x, y), n.sub(stripped(a, type), stripped(b, type)), type);
  case Opcode::Multiply: {
    if (!n.isNumber(x) && !n.isNumber(y)) {
      // Products of index values: exact only while the range is known.
      Comb exact = n.mul(x, y);
      return fits(product(n.range(n.toIndex(x)), n.range(n.toIndex(y))), type) ? exact : opaque("multiply");
    }
    return wrapped(n.mul(x, y), n.mul(stripped(a, type), stripped(b, type)), type);
  }
  case Opcode::Divide:
  case Opcode::Remainder: {
    int64_t d = 0;
    bool simple = n.isNumber(y) && s.q.toInt(n.numberOf(y), d) && d > 0;
    Ix e = simple ? n.toIndex(x) : s.zeroIx;
    if (!simple || !n.range(e).isFinite())
      return opaque(op == Opcode::Divide ? "divide" : "remainder");
    // Truncated towards zero: one more than the floor for negative dividends that do not divide.
    Ix rest = n.mod(e, d);
    Comb negative = n.logicalNot(n.guardAtLeast(e));
    Comb up = negative == s.zero ? s.zero : n.mul(negative, n.logicalNot(n.guardEqual(rest)));
    if (op == Opcode::Divide)
      return n.add(n.fromIndex(n.floorDiv(e, d)), up);
    return n.sub(n.fromIndex(rest), n.scale(up, s.q.integer(d)));
  }
  case Opcode::Maximum: return extremumOf(true, x, y, type);
  case Opcode::Minimum: return extremumOf(false, x, y, type);
  case Opcode::And: return opaque("and");
  case Opcode::Or: return opaque("or");
  case Opcode::Xor: return opaque("xor");
  case Opcode::ShiftLeft: return opaque("shift-left");
  case Opcode::ShiftRightArithmetic: return opaque("shift-right-arithmetic");
  case Opcode::ShiftRightLogical: return opaque("shift-right-logical");
  case Opcode::Power: return opaque("power");
  case Opcode::ChloMulhi: return opaque("mulhi");
  default: return std::nullopt;
  }
}

std::optional<Comb> Reader::convert(Comb x, ElementType from, ElementType to) {
  if (from == to)
    return x;
  if (isComplex(from) || isComplex(to))
    return std::nullopt;
  if (isBoolean(to)) {
    CompareAttr notEqual{Direction::NE, false};
    return compare(notEqual, x, s.zero, from);
  }
  if (isInteger(to)) {
    if (isFloat(from)) {
      int64_t whole;
      if (n.isNumber(x) && s.q.toInt(n.numberOf(x), whole) && fits({whole, whole}, to))
        return x;
      return n.scalar(typed("to-integer", to), {x}, traitsOf(to));
    }
    return wrapped(x, stripped(x, to), to);
  }
  if (isFloat(from))
    n.assume(AssumptionKind::RoundingIgnored, "rounding between floating-point formats is not part of the comparison");
  return x;
}

} // namespace lockstep::verifier::engine
