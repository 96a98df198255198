// Exact rationals, interned: equal numbers have equal ids. Small ones are pairs of machine words, products of many
// float literals fall back to big numbers.
#pragma once

#include "verifier/term/KeyTable.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep::verifier::engine {

struct BigNumber; // BigRational.h; kept out of here because its header is slow to compile

/// An id of Rationals. The constants below have fixed ids.
struct Q {
  uint32_t v = 0;
  bool operator==(const Q &) const = default;
  auto operator<=>(const Q &) const = default;
};
inline constexpr Q kZero{0}, kOne{1}, kMinusOne{2}, kHalf{3};

class Rationals {
public:
  Rationals();
  Q integer(int64_t n) { return make(n, 1); }
  Q make(int64_t numerator, int64_t denominator);
  Q fromBig(const BigNumber &value);
  /// The simplest rational (least denominator) that rounds to `value` in a format with `mantissaBits` bits after the
  /// leading one; exact tells whether it is the value itself. Integers and powers of two stand for themselves.
  Q simplest(double value, unsigned mantissaBits, bool &exact);
  /// |a| as powers of primes, exponents negative for the denominator; what is left after small primes counts as one.
  std::vector<std::pair<Q, int64_t>> primePowers(Q a);

  Q add(Q a, Q b);
  Q sub(Q a, Q b) { return add(a, neg(b)); }
  Q mul(Q a, Q b);
  Q neg(Q a);
  Q inverse(Q a); // a is not zero
  Q div(Q a, Q b) { return mul(a, inverse(b)); }
  Q power(Q a, int64_t exponent); // a is not zero when exponent < 0

  int sign(Q a) const;
  bool isInteger(Q a) const;
  bool less(Q a, Q b);
  /// True and the value when it is an integer that fits.
  bool toInt(Q a, int64_t &out) const;
  int64_t floorOf(Q a) const; // saturates
  /// Numerator and denominator; the denominator is 0 when they do not fit in words.
  std::pair<int64_t, int64_t> parts(Q a) const;
  bool numeratorIsEven(Q a) const;
  BigNumber big(Q a) const;
  double toDouble(Q a) const;
  std::string str(Q a) const;

private:
  struct Item {
    int64_t n = 0, d = 1;
    bool small = true;
    std::shared_ptr<const BigNumber> big;
  };
  Q intern(int64_t n, int64_t d);
  StableVector<Item> items;
  KeyTable smallKeys;
  std::vector<uint32_t> smallIds;
  std::unordered_map<std::string, uint32_t> bigIds;
};

} // namespace lockstep::verifier::engine
