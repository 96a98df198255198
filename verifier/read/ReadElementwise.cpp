// Operators on single elements, read over the reals. Conversions between floating-point formats are the identity, an
// assumption of the verdict. What has no law here is a named function of its operands.
#include "verifier/read/Reader.h"

namespace lockstep::verifier::engine {

/// Functions without laws; nullptr for the others.
static const char *plainName(Opcode op) {
  switch (op) {
  case Opcode::Cbrt: return "cbrt";
  case Opcode::Ceil: return "ceil";
  case Opcode::Floor: return "floor";
  case Opcode::RoundNearestAfz: return "round-afz";
  case Opcode::RoundNearestEven: return "round-even";
  case Opcode::Cosine: return "cos";
  case Opcode::Sine: return "sin";
  case Opcode::Tan: case Opcode::ChloTan: return "tan";
  case Opcode::Tanh: return "tanh";
  case Opcode::ChloAcos: return "acos";
  case Opcode::ChloAcosh: return "acosh";
  case Opcode::ChloAsin: return "asin";
  case Opcode::ChloAsinh: return "asinh";
  case Opcode::ChloAtan: return "atan";
  case Opcode::ChloAtanh: return "atanh";
  case Opcode::ChloBesselI1e: return "bessel-i1e";
  case Opcode::ChloCosh: return "cosh";
  case Opcode::ChloSinh: return "sinh";
  case Opcode::ChloDigamma: return "digamma";
  case Opcode::ChloLgamma: return "lgamma";
  case Opcode::ChloErf: return "erf";
  case Opcode::ChloErfInv: return "erf-inv";
  default: return nullptr;
  }
}

Comb Reader::predicate(llvm::StringRef name, Comb x) {
  Normalizer::ScalarTraits traits;
  traits.boolean = true;
  return n.scalar(name, {x}, traits);
}

std::optional<Comb> Reader::unaryFloat(Opcode op, Comb x) {
  if (const char *name = plainName(op))
    return n.function(name, x);
  switch (op) {
  case Opcode::Negate: return n.neg(x);
  case Opcode::Exponential: return n.exp(x);
  case Opcode::ExponentialMinusOne: return n.add(n.exp(x), n.number(-1));
  case Opcode::Log: return n.log(x);
  case Opcode::LogPlusOne: return n.log(n.add(s.one, x));
  case Opcode::Sqrt: return n.power(x, kHalf);
  case Opcode::Rsqrt: return n.power(x, s.q.neg(kHalf));
  case Opcode::ChloSquare: return n.power(x, s.q.integer(2));
  case Opcode::Logistic: return n.power(n.add(s.one, n.exp(n.neg(x))), kMinusOne);
  case Opcode::ChloErfc: return n.sub(s.one, n.function("erf", x));
  // Steers loss scaling; never folded, although every real number is finite.
  case Opcode::IsFinite: return predicate("is-finite", x);
  case Opcode::ChloIsInf: return predicate("is-inf", x);
  case Opcode::ChloIsPosInf: return predicate("is-pos-inf", x);
  case Opcode::ChloIsNegInf: return predicate("is-neg-inf", x);
  case Opcode::Abs:
  case Opcode::Sign: {
    if (x == s.zero)
      return x;
    auto [c, m] = n.fold(x);
    Q size = s.q.sign(c) < 0 ? s.q.neg(c) : c;
    Sign sign = n.signOf(m);
    Comb rest = n.monoComb(m);
    Normalizer::ScalarTraits traits;
    if (op == Opcode::Abs) {
      traits.sign = Sign::NonNegative;
      return n.scale(sign != Sign::Unknown ? rest : n.scalar("abs", {rest}, traits), size);
    }
    Comb one = sign == Sign::Positive ? s.one : n.scalar("sign", {rest});
    return s.q.sign(c) < 0 ? n.neg(one) : one;
  }
  default: return std::nullopt;
  }
}

bool Reader::mayBeInfinite(Comb x) const {
  return llvm::any_of(s[x].terms, [&](const Term &term) { return s[term.mono].hasInfinity; });
}

/// Whether a term may be exactly 0 where it is defined, as masks and counters are.
bool Reader::mayVanish(Comb x) {
  if (x == s.zero)
    return true;
  for (const Term &term : s[x].terms)
    for (const Factor &f : s[term.mono].factors) {
      const FnNode &fn = s.fnOf(f.atom);
      if (fn.boolean || fn.kind == FnKind::Index || fn.kind == FnKind::Table || !n.guardsOf(s[f.atom].fn).empty())
        return true;
    }
  return false;
}

/// 0 times infinity is not a number, but where a guard is 0 its product with anything is read as 0: a product that could
/// hide an infinity that way stays opaque. (A selection does hide it.)
Comb Reader::floatMultiply(Comb x, Comb y) {
  if ((mayBeInfinite(x) && mayVanish(y)) || (mayBeInfinite(y) && mayVanish(x)))
    return n.scalar("multiply-infinite", {x, y});
  return n.mul(x, y);
}

/// A sum in which infinities cancel is not a number; it must not look like an ordinary value.
Comb Reader::floatAdd(Comb x, Comb y) {
  Comb sum = n.add(x, y);
  for (const Term &a : s[x].terms) {
    if (!s[a.mono].hasInfinity)
      continue;
    for (const Term &b : s[y].terms)
      if (s[b.mono].hasInfinity && s.q.sign(a.coef) != s.q.sign(b.coef))
        return n.scalar("sum-of-infinities", {x, y});
  }
  return sum;
}

std::optional<Comb> Reader::binaryFloat(Opcode op, Comb x, Comb y) {
  switch (op) {
  case Opcode::Add: return floatAdd(x, y);
  case Opcode::Subtract: return floatAdd(x, n.neg(y));
  case Opcode::Multiply: return floatMultiply(x, y);
  case Opcode::Divide:
    if (mayBeInfinite(y))
      return n.scalar("divide-by-infinite", {x, y});
    if (y == s.zero) // plus or minus infinity: zeros have signs that numbers do not
      return n.mul(n.single(s.atom(n.intern({FnKind::Infinity}, Sign::Positive), {})), n.unique());
    return n.mul(x, n.power(y, kMinusOne));
  case Opcode::Power:
    return n.isNumber(y) ? n.power(x, n.numberOf(y)) : n.scalar("power", {x, y});
  case Opcode::Maximum: return extremumOf(true, x, y, ElementType::F32);
  case Opcode::Minimum: return extremumOf(false, x, y, ElementType::F32);
  case Opcode::Remainder: return n.scalar("remainder", {x, y});
  case Opcode::Atan2: // of plus or minus zero: pi or -pi
    return x == s.zero ? n.unique() : n.scalar("atan2", {x, y});
  case Opcode::ChloNextAfter: return n.scalar("next-after", {x, y});
  case Opcode::ChloPolygamma: return n.scalar("polygamma", {x, y});
  case Opcode::ChloZeta: return n.scalar("zeta", {x, y});
  default: return std::nullopt;
  }
}

static bool isInfinite(const Store &s, Comb x, bool positive) {
  const CombNode &node = s[x];
  if (node.terms.size() != 1 || (s.q.sign(node.terms[0].coef) > 0) != positive)
    return false;
  Span<Factor> factors = s[node.terms[0].mono].factors;
  return factors.size() == 1 && factors[0].exp == kOne && s.fnOf(factors[0].atom).kind == FnKind::Infinity;
}

Comb Reader::extremumOf(bool max, Comb x, Comb y, ElementType type) {
  if (x == y)
    return x;
  if (n.isNumber(x) && n.isNumber(y))
    return s.q.less(n.numberOf(x), n.numberOf(y)) == max ? y : x;
  if (isBoolean(type))
    return max ? n.logicalOr(x, y) : n.mul(x, y);
  if (isInteger(type)) {
    Ix a = n.toIndex(x), b = n.toIndex(y);
    Range difference = n.range(n.sub(a, b));
    if (difference.lo >= 0)
      return max ? x : y;
    if (difference.hi <= 0)
      return max ? y : x;
    // Ties go to the side that holds data, so that a known bound on it leaves just that side.
    if ((s[b].hasData && !s[a].hasData) || n.isNumber(x)) {
      std::swap(x, y);
      std::swap(a, b);
    }
    Comb guard = n.guardAtLeast(max ? n.sub(a, b) : n.sub(b, a));
    return n.select(guard, x, y);
  }
  for (Comb side : {x, y}) {
    Comb other = side == x ? y : x;
    if (isInfinite(s, side, !max))
      return other;
    if (isInfinite(s, side, max)) // and nothing finite may be concluded from it
      return side;
  }
  Normalizer::ScalarTraits traits;
  Sign a = n.signOf(x), b = n.signOf(y);
  traits.sign = max ? std::max(a, b) : std::min(a, b);
  if (n.isBoolean(x) && n.isBoolean(y) && n.rangeOf(x) == Range{0, 1} && n.rangeOf(y) == Range{0, 1})
    return max ? n.logicalOr(x, y) : n.mul(x, y);
  return n.scalar(max ? "max" : "min", {x, y}, traits);
}

static Direction mirrored(Direction d) {
  switch (d) {
  case Direction::GE: return Direction::LE;
  case Direction::GT: return Direction::LT;
  case Direction::LE: return Direction::GE;
  case Direction::LT: return Direction::GT;
  default: return d;
  }
}

/// Infinities and NaN are not compared as numbers are: twice infinity is infinity, and NaN is neither less nor not less.
Comb Reader::infiniteCompare(Direction d, Comb x, Comb y) {
  Normalizer::ScalarTraits traits;
  traits.boolean = true;
  if (d == Direction::EQ || d == Direction::NE) {
    Comb equal = n.scalar("equal-infinite", {x, y}, traits);
    return d == Direction::EQ ? equal : n.logicalNot(equal);
  }
  if (d == Direction::GT || d == Direction::GE)
    std::swap(x, y);
  return n.scalar(d == Direction::GT || d == Direction::LT ? "less-infinite" : "at-most-infinite", {x, y}, traits);
}

std::optional<Comb> Reader::compare(const CompareAttr &attr, Comb x, Comb y, ElementType type) {
  Direction d = attr.direction;
  if (isBoolean(type)) {
    Comb differ = n.add({x, y, n.scale(n.mul(x, y), s.q.integer(-2))});
    switch (d) {
    case Direction::NE: return differ;
    case Direction::EQ: return n.logicalNot(differ);
    case Direction::GT: return n.mul(x, n.logicalNot(y));
    case Direction::LT: return n.mul(y, n.logicalNot(x));
    case Direction::GE: return n.logicalNot(n.mul(y, n.logicalNot(x)));
    case Direction::LE: return n.logicalNot(n.mul(x, n.logicalNot(y)));
    }
  }
  if (isInteger(type)) {
    Ix e = n.sub(n.toIndex(x), n.toIndex(y));
    switch (d) {
    case Direction::EQ: return n.guardEqual(e);
    case Direction::NE: return n.logicalNot(n.guardEqual(e));
    case Direction::GE: return n.guardAtLeast(e);
    case Direction::LE: return n.guardAtLeast(n.scale(e, -1));
    case Direction::GT: return n.guardAtLeast(n.plus(e, -1));
    case Direction::LT: return n.guardAtLeast(n.plus(n.scale(e, -1), -1));
    }
  }
  if (!isFloat(type) || attr.totalOrder)
    return std::nullopt;
  if (x == y && !n.isNumber(x)) { // tells numbers from NaN; kept, like is_finite
    bool holds = d == Direction::EQ || d == Direction::GE || d == Direction::LE;
    Comb number = predicate("is-number", x);
    return holds ? number : d == Direction::NE ? n.logicalNot(number) : s.zero;
  }
  if (mayBeInfinite(x) || mayBeInfinite(y))
    return infiniteCompare(d, x, y);
  Comb difference = n.sub(x, y);
  auto [c, m] = n.fold(difference);
  if (s.q.sign(c) < 0)
    d = mirrored(d);
  if (c == kZero || m == s.unit) {
    int sign = s.q.sign(c) == 0 ? 0 : 1; // the direction was mirrored
    bool holds = d == Direction::EQ ? sign == 0 : d == Direction::NE ? sign != 0 : d == Direction::GE ? sign >= 0
               : d == Direction::GT ? sign > 0 : d == Direction::LE ? sign <= 0 : sign < 0;
    return holds ? s.one : s.zero;
  }
  Sign sign = n.signOf(m);
  Comb z = n.monoComb(m);
  switch (d) {
  case Direction::EQ: return sign == Sign::Positive ? s.zero : predicate("is-zero", z);
  case Direction::NE: return sign == Sign::Positive ? s.one : n.logicalNot(predicate("is-zero", z));
  case Direction::GE: return sign != Sign::Unknown ? s.one : predicate("is-nonnegative", z);
  case Direction::LT: return sign != Sign::Unknown ? s.zero : n.logicalNot(predicate("is-nonnegative", z));
  case Direction::GT: return sign == Sign::Positive ? s.one : predicate("is-positive", z);
  case Direction::LE: return sign == Sign::Positive ? s.zero : n.logicalNot(predicate("is-positive", z));
  }
  return std::nullopt;
}

std::optional<Comb> Reader::binaryBoolean(Opcode op, Comb x, Comb y) {
  switch (op) {
  case Opcode::And: case Opcode::Multiply: case Opcode::Minimum: return n.mul(x, y);
  case Opcode::Or: case Opcode::Add: case Opcode::Maximum: return n.logicalOr(x, y);
  case Opcode::Xor: return n.add({x, y, n.scale(n.mul(x, y), s.q.integer(-2))});
  default: return std::nullopt;
  }
}

std::optional<Comb> Reader::unary(const Node &node, Comb x, ElementType type, ElementType to) {
  Opcode op = node.opcode;
  if (op == Opcode::Convert)
    return convert(x, type, to);
  if (op == Opcode::ReducePrecision) {
    n.assume(AssumptionKind::RoundingIgnored, "rounding between floating-point formats is not part of the comparison");
    return x;
  }
  if (op == Opcode::BitcastConvert)
    return bitWidth(type) == bitWidth(to) && !(isFloat(type) && x == s.zero) // the bits of zero tell its sign
               ? std::optional(n.scalar("bitcast." + std::string(name(type)) + "." + std::string(name(to)), {x},
                                        [&] {
                                          Normalizer::ScalarTraits traits;
                                          if (isInteger(to))
                                            traits.range = Range();
                                          return traits;
                                        }()))
               : std::nullopt;
  if (isBoolean(type))
    return op == Opcode::Not ? std::optional(n.logicalNot(x)) : std::nullopt;
  if (isInteger(type))
    return unaryInteger(op, x, type);
  return isFloat(type) ? unaryFloat(op, x) : std::nullopt;
}

std::optional<Comb> Reader::binary(const Node &node, Comb x, Comb y, ElementType type) {
  if (isBoolean(type))
    return binaryBoolean(node.opcode, x, y);
  if (isInteger(type))
    return binaryInteger(node.opcode, x, y, type);
  return isFloat(type) ? binaryFloat(node.opcode, x, y) : std::nullopt;
}

} // namespace lockstep::verifier::engine
