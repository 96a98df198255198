#include "verifier/trace/Arithmetic.h"

#include "verifier/term/BigRational.h"

#include <cstring>
#include <limits>

namespace lockstep::verifier::engine {

uint64_t mixWords(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0xBF58476D1CE4E5B9ull;
  hash = (hash ^ hash >> 29) * 0x94D049BB133111EBull;
  return hash ^ hash >> 32;
}

double unitOf(uint64_t hash) { return double(mixWords(hash, 7) >> 11) * 0x1p-53; }

// --- Field

static constexpr uint64_t kOrder = (Field::kPrime - 1) / 2; // of the group of squares; prime

static uint64_t powerOf(uint64_t base, uint64_t exponent, uint64_t modulus) {
  uint64_t result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1)
      result = uint64_t((unsigned __int128)result * base % modulus);
    base = uint64_t((unsigned __int128)base * base % modulus);
  }
  return result;
}

static bool isSquare(Field::Number a) { return powerOf(a, kOrder, Field::kPrime) == 1; }

static Field::Number modulo(int64_t x, uint64_t modulus) {
  int64_t r = x % int64_t(modulus);
  return r < 0 ? uint64_t(r + int64_t(modulus)) : uint64_t(r);
}

Field::Number Field::integer(int64_t x) { return modulo(x, kPrime); }

static Field::Number bigModulo(const BigInteger &x) {
  BigInteger r = x % BigInteger(Field::kPrime);
  if (r < 0)
    r += BigInteger(Field::kPrime);
  return r.convert_to<uint64_t>();
}

std::optional<Field::Number> Field::rational(const Rationals &q, Q x) {
  auto [n, d] = q.parts(x);
  Number above, below;
  if (d != 0) {
    above = integer(n), below = integer(d);
  } else {
    BigNumber big = q.big(x);
    above = bigModulo(numerator(big.value)), below = bigModulo(denominator(big.value));
  }
  if (below == 0)
    return std::nullopt;
  return mul(above, powerOf(below, kPrime - 2, kPrime));
}

std::optional<Field::Number> Field::power(Number a, const Rationals &q, Q exponent, bool &strained) {
  auto [n, d] = q.parts(exponent);
  if (d == 0)
    return std::nullopt;
  if (a == 0)
    return n > 0 ? std::optional<Number>(0) : std::nullopt;
  if (d == 1)
    return powerOf(a, modulo(n, kPrime - 1), kPrime);
  bool negative = !isSquare(a);
  bool evenRoot = d % 2 == 0;
  strained |= negative && evenRoot;
  Number size = negative ? kPrime - a : a;
  uint64_t inverse = powerOf(modulo(d, kOrder), kOrder - 2, kOrder);
  uint64_t e = uint64_t((unsigned __int128)modulo(n, kOrder) * inverse % kOrder);
  Number root = powerOf(size, e, kPrime);
  return negative && !evenRoot && n % 2 != 0 ? kPrime - root : root;
}

std::optional<Field::Number> Field::exp(Number a) { return opaque(mixWords(a, 0xE), Sign::Positive, true); }

std::optional<int64_t> Field::toInteger(Number a) {
  constexpr uint64_t kMost = uint64_t(1) << 44;
  if (a < kMost)
    return int64_t(a);
  if (kPrime - a < kMost)
    return -int64_t(kPrime - a);
  return std::nullopt;
}

Field::Number Field::opaque(uint64_t hash, Sign sign, bool positive) {
  Number x = mixWords(hash, 3) % (kPrime - 1) + 1;
  return sign == Sign::Unknown && !positive ? x : mul(x, x);
}

std::optional<Field::Number> Field::scalar(llvm::StringRef name, Span<Number> x) {
  if (name == "abs")
    return x[0] == 0 || isSquare(x[0]) ? x[0] : kPrime - x[0];
  if (name == "sign")
    return x[0] == 0 ? 0 : isSquare(x[0]) ? 1 : kPrime - 1;
  if (name == "max")
    return std::max(x[0], x[1]);
  if (name == "min")
    return std::min(x[0], x[1]);
  if (name == "is-zero")
    return x[0] == 0;
  if (name == "is-positive")
    return x[0] != 0 && isSquare(x[0]);
  if (name == "is-nonnegative")
    return x[0] == 0 || isSquare(x[0]);
  return std::nullopt;
}

// --- Real

static constexpr long double kBig = 1e300L;

static std::optional<Real::Number> finite(long double value, long double size) {
  if (!std::isfinite(value) || !std::isfinite(size) || size > kBig)
    return std::nullopt;
  return Real::Number{value, std::max(size, std::fabs(value))};
}

std::optional<Real::Number> Real::rational(const Rationals &q, Q x) {
  auto [n, d] = q.parts(x);
  long double value = d != 0 ? (long double)n / (long double)d : (long double)q.toDouble(x);
  if (!std::isfinite(value))
    return std::nullopt;
  return Number{value, d != 0 ? std::fabs(value) : std::fabs(value) * 1e4L}; // a double is less exact
}

std::optional<Real::Number> Real::power(Number a, const Rationals &q, Q exponent, bool &strained) {
  auto [n, d] = q.parts(exponent);
  if (d == 0)
    return std::nullopt;
  if (isZero(a))
    return n > 0 ? std::optional<Number>(Number{0, 0}) : std::nullopt;
  strained |= a.value < 0 && d % 2 == 0;
  long double e = (long double)n / (long double)d;
  long double value = std::pow(std::fabs(a.value), e);
  if (a.value < 0 && d % 2 != 0 && n % 2 != 0)
    value = -value;
  return finite(value, std::fabs(value) * (1 + std::fabs(e) * (a.size / std::fabs(a.value))));
}

std::optional<Real::Number> Real::exp(Number a) {
  if (a.value < -11000)
    return Number{0, 0};
  long double value = std::exp(a.value);
  return finite(value, value * (1 + a.size));
}

std::optional<Real::Number> Real::log(Number a, bool &strained) {
  if (isZero(a))
    return std::nullopt;
  strained |= a.value < 0;
  long double value = std::log(std::fabs(a.value));
  return finite(value, std::fabs(value) + a.size / std::fabs(a.value));
}

bool Real::same(Number a, Number b) { return std::fabs(a.value - b.value) <= 1e-12L * (a.size + b.size); }

std::optional<int64_t> Real::toInteger(Number a) {
  long double rounded = std::round(a.value);
  if (std::fabs(rounded) > 1e15L || std::fabs(rounded - a.value) > 1e-6L)
    return std::nullopt;
  return int64_t(rounded);
}

uint64_t Real::words(Number a) {
  double x = double(a.value);
  uint64_t word;
  std::memcpy(&word, &x, sizeof word);
  return word;
}

Real::Number Real::opaque(uint64_t hash, Sign sign, bool positive) {
  long double size = 0.3L + 1.4L * unitOf(hash);
  bool negative = sign == Sign::Unknown && !positive && mixWords(hash, 5) % 2 == 0;
  return {negative ? -size : size, size};
}

std::optional<Real::Number> Real::constant(FnKind kind, const Rationals &q, Q name) {
  if (kind == FnKind::Huge)
    return rational(q, name);
  if (kind == FnKind::Infinity)
    return Number{1e200L, 1e200L}; // e^-x of it is 0
  return std::nullopt;
}

std::optional<Real::Number> Real::scalar(llvm::StringRef name, Span<Number> x) {
  auto smooth = [&](long double value) { return finite(value, std::fabs(value) + x[0].size); };
  bool zero = !x.empty() && isZero(x[0]);
  if (name == "tanh")
    return smooth(std::tanh(x[0].value));
  if (name == "sin")
    return smooth(std::sin(x[0].value));
  if (name == "cos")
    return smooth(std::cos(x[0].value));
  if (name == "erf")
    return smooth(std::erf(x[0].value));
  if (name == "abs")
    return Number{std::fabs(x[0].value), x[0].size};
  if (name == "sign")
    return integer(zero ? 0 : x[0].value > 0 ? 1 : -1);
  if (name == "max")
    return less(x[0], x[1]) ? x[1] : x[0];
  if (name == "min")
    return less(x[0], x[1]) ? x[0] : x[1];
  if (name == "is-zero")
    return integer(zero);
  if (name == "is-positive")
    return integer(!zero && x[0].value > 0);
  if (name == "is-nonnegative")
    return integer(zero || x[0].value > 0);
  return std::nullopt;
}

} // namespace lockstep::verifier::engine
