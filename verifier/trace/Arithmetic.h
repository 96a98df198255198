// Two arithmetics in which terms are given values to test an equation. In the field, equal is exactly equal, and an
// equation that holds at random points is one of rational functions. In the reals functions have their laws, and values
// carry a bound of what rounding may have done. Even roots and logarithms of negative numbers are those of their sizes and
// set `strained`: sides that differ after that differ for no reason that matters.
#pragma once

#include "verifier/term/Store.h"

#include <cmath>
#include <optional>

namespace lockstep::verifier::engine {

uint64_t mixWords(uint64_t hash, uint64_t word);
double unitOf(uint64_t hash); // in [0, 1)

/// Integers modulo p = 2q + 1 with p and q prime and p = 3 mod 4. Exactly one of x and -x is a square, squares are closed
/// under products and have unique roots of every order below q: squares stand for the positive numbers.
class Field {
public:
  using Number = uint64_t;
  static constexpr Number kPrime = 2305843009213691579ull;

  static Number integer(int64_t x);
  static std::optional<Number> rational(const Rationals &q, Q x);
  static Number add(Number a, Number b) { return a + b >= kPrime ? a + b - kPrime : a + b; }
  static Number mul(Number a, Number b) { return Number((unsigned __int128)a * b % kPrime); }
  static std::optional<Number> power(Number a, const Rationals &q, Q exponent, bool &strained);
  static std::optional<Number> exp(Number a);
  static std::optional<Number> log(Number, bool &) { return std::nullopt; }
  static bool isZero(Number a) { return a == 0; }
  static bool less(Number a, Number b) { return a < b; }
  static bool same(Number a, Number b) { return a == b; }
  static std::optional<int64_t> toInteger(Number a);
  static uint64_t words(Number a) { return a; }
  /// Some value that depends on all of the hash, with the sign that the function has.
  static Number opaque(uint64_t hash, Sign sign, bool positive);
  static std::optional<Number> constant(FnKind, const Rationals &, Q) { return std::nullopt; }
  static std::optional<Number> scalar(llvm::StringRef name, Span<Number> x);
  static std::string str(Number a) { return std::to_string(a); }
};

class Real {
public:
  struct Number {
    long double value = 0, size = 0; // size: sum of the sizes of what was added and multiplied
  };

  static Number integer(int64_t x) { return {(long double)x, std::fabs((long double)x)}; }
  static std::optional<Number> rational(const Rationals &q, Q x);
  static Number add(Number a, Number b) { return {a.value + b.value, a.size + b.size}; }
  static Number mul(Number a, Number b) { return {a.value * b.value, a.size * b.size}; }
  static std::optional<Number> power(Number a, const Rationals &q, Q exponent, bool &strained);
  static std::optional<Number> exp(Number a);
  static std::optional<Number> log(Number a, bool &strained);
  static bool isZero(Number a) { return std::fabs(a.value) <= 1e-13L * a.size; }
  static bool less(Number a, Number b) { return a.value < b.value; }
  static bool same(Number a, Number b);
  static std::optional<int64_t> toInteger(Number a);
  static uint64_t words(Number a);
  static Number opaque(uint64_t hash, Sign sign, bool positive);
  static std::optional<Number> constant(FnKind kind, const Rationals &q, Q name);
  static std::optional<Number> scalar(llvm::StringRef name, Span<Number> x);
  static std::string str(Number a) { return std::to_string(double(a.value)); }
};

} // namespace lockstep::verifier::engine
