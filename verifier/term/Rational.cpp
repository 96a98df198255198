#include "verifier/term/Rational.h"

#include "verifier/term/BigRational.h"

#include <cmath>
#include <map>
#include <numeric>

namespace lockstep::verifier::engine {

using Wide = __int128;

Rationals::Rationals() {
  intern(0, 1);
  intern(1, 1);
  intern(-1, 1);
  intern(1, 2);
}

Q Rationals::intern(int64_t n, int64_t d) {
  uint32_t words[4] = {uint32_t(n), uint32_t(uint64_t(n) >> 32), uint32_t(d), uint32_t(uint64_t(d) >> 32)};
  bool isNew;
  uint32_t key = smallKeys.intern(words, isNew);
  if (isNew) {
    smallIds.push_back(items.size());
    items.push({n, d, true, nullptr});
  }
  return {smallIds[key]};
}

static constexpr int64_t kSmallLimit = int64_t(1) << 61;
static bool fits(Wide x) { return x > -Wide(kSmallLimit) && x < Wide(kSmallLimit); }

Q Rationals::make(int64_t numerator, int64_t denominator) {
  if (!fits(numerator) || !fits(denominator))
    return fromBig({BigRational(BigInteger(numerator), BigInteger(denominator))});
  int64_t g = std::gcd(numerator, denominator);
  if (denominator < 0)
    g = -g;
  return intern(numerator / g, denominator / g);
}

Q Rationals::fromBig(const BigNumber &number) {
  const BigRational &value = number.value;
  const BigInteger n = boost::multiprecision::numerator(value), d = boost::multiprecision::denominator(value);
  if (d < kSmallLimit && n < kSmallLimit && n > -kSmallLimit)
    return intern(n.convert_to<int64_t>(), d.convert_to<int64_t>());
  auto [it, isNew] = bigIds.try_emplace(value.str(), items.size());
  if (isNew)
    items.push({0, 1, false, std::make_shared<BigNumber>(number)});
  return {it->second};
}

BigNumber Rationals::big(Q a) const {
  const Item &x = items[a.v];
  return x.small ? BigNumber{BigRational(BigInteger(x.n), BigInteger(x.d))} : *x.big;
}

static Wide gcdWide(Wide a, Wide b) {
  if (a < 0)
    a = -a;
  while (b != 0) {
    Wide t = a % b;
    a = b;
    b = t;
  }
  return a;
}

Q Rationals::add(Q a, Q b) {
  if (a == kZero)
    return b;
  if (b == kZero)
    return a;
  const Item &x = items[a.v], &y = items[b.v];
  if (x.small && y.small) {
    // Operands are below 2^61, so nothing here reaches 2^124.
    Wide n = Wide(x.n) * y.d + Wide(y.n) * x.d, d = Wide(x.d) * y.d;
    Wide g = n == 0 ? d : gcdWide(n, d);
    if (fits(n / g) && fits(d / g))
      return intern(int64_t(n / g), int64_t(d / g));
  }
  return fromBig({big(a).value + big(b).value});
}

Q Rationals::mul(Q a, Q b) {
  if (a == kOne)
    return b;
  if (b == kOne)
    return a;
  if (a == kZero || b == kZero)
    return kZero;
  const Item &x = items[a.v], &y = items[b.v];
  if (x.small && y.small) {
    Wide n = Wide(x.n) * y.n, d = Wide(x.d) * y.d;
    Wide g = gcdWide(n, d);
    if (fits(n / g) && fits(d / g))
      return intern(int64_t(n / g), int64_t(d / g));
  }
  return fromBig({big(a).value * big(b).value});
}

Q Rationals::neg(Q a) {
  const Item &x = items[a.v];
  return x.small ? intern(-x.n, x.d) : fromBig({-x.big->value});
}

Q Rationals::inverse(Q a) {
  const Item &x = items[a.v];
  if (x.small)
    return x.n < 0 ? intern(-x.d, -x.n) : intern(x.d, x.n);
  return fromBig({1 / x.big->value});
}

Q Rationals::power(Q a, int64_t exponent) {
  if (exponent < 0)
    return power(inverse(a), -exponent);
  Q result = kOne;
  for (Q base = a; exponent > 0; exponent >>= 1) {
    if (exponent & 1)
      result = mul(result, base);
    if (exponent > 1)
      base = mul(base, base);
  }
  return result;
}

int Rationals::sign(Q a) const {
  const Item &x = items[a.v];
  if (x.small)
    return x.n > 0 ? 1 : x.n < 0 ? -1 : 0;
  return x.big->value.sign();
}

bool Rationals::isInteger(Q a) const {
  const Item &x = items[a.v];
  return x.small ? x.d == 1 : boost::multiprecision::denominator(x.big->value) == 1;
}

bool Rationals::less(Q a, Q b) { return sign(sub(a, b)) < 0; }

bool Rationals::toInt(Q a, int64_t &out) const {
  const Item &x = items[a.v];
  out = x.n;
  return x.small && x.d == 1;
}

int64_t Rationals::floorOf(Q a) const {
  const Item &x = items[a.v];
  if (!x.small)
    return x.big->value.sign() > 0 ? INT64_MAX / 4 : INT64_MIN / 4;
  return x.n >= 0 ? x.n / x.d : -((-x.n + x.d - 1) / x.d);
}

std::pair<int64_t, int64_t> Rationals::parts(Q a) const {
  const Item &x = items[a.v];
  return x.small ? std::pair(x.n, x.d) : std::pair<int64_t, int64_t>(0, 0);
}

bool Rationals::numeratorIsEven(Q a) const {
  const Item &x = items[a.v];
  return x.small ? x.n % 2 == 0 : boost::multiprecision::numerator(x.big->value) % 2 == 0;
}

double Rationals::toDouble(Q a) const {
  const Item &x = items[a.v];
  return x.small ? double(x.n) / double(x.d) : x.big->value.convert_to<double>();
}

std::string Rationals::str(Q a) const {
  const Item &x = items[a.v];
  if (!x.small)
    return x.big->value.str();
  return x.d == 1 ? std::to_string(x.n) : std::to_string(x.n) + "/" + std::to_string(x.d);
}

static BigInteger floorBig(const BigRational &x) {
  const BigInteger n = boost::multiprecision::numerator(x), d = boost::multiprecision::denominator(x);
  BigInteger q = n / d;
  return n < 0 && q * d != n ? BigInteger(q - 1) : q;
}

/// Least denominator in [lo, hi], 0 < lo <= hi, by the continued fraction both ends share.
static BigRational simplestBetween(const BigRational &lo, const BigRational &hi) {
  BigInteger whole = floorBig(lo);
  if (BigRational(whole) == lo)
    return lo;
  BigInteger next = whole + 1;
  if (BigRational(next) <= hi)
    return BigRational(next);
  BigRational low = lo - whole, high = hi - whole;
  BigRational rest = simplestBetween(1 / high, 1 / low);
  return whole + 1 / rest;
}

Q Rationals::simplest(double value, unsigned mantissaBits, bool &isExact) {
  int exponent;
  double mantissa = std::frexp(std::fabs(value), &exponent); // in [1/2, 1)
  BigRational exact(std::fabs(value)), result = exact;
  if (value != std::floor(value) && mantissa != 0.5) {
    BigInteger one = 1;
    int shift = exponent - 2 - int(mantissaBits); // half a unit in the last place is 2^shift
    BigRational half =
        shift >= 0 ? BigRational(BigInteger(one << shift)) : BigRational(one, BigInteger(one << -shift));
    result = simplestBetween(exact - half, exact + half);
  }
  isExact = result == exact;
  return fromBig({value < 0 ? BigRational(-result) : result});
}

/// Prime factors of n with multiplicity.
static void factorize(BigInteger n, int sign, std::map<BigInteger, int64_t> &out) {
  for (unsigned p = 2; p < 2000 && n > 1; p += p == 2 ? 1 : 2)
    while (n % p == 0) {
      out[p] += sign;
      n /= p;
    }
  if (n > 1)
    out[n] += sign;
}

std::vector<std::pair<Q, int64_t>> Rationals::primePowers(Q a) {
  std::map<BigInteger, int64_t> primes;
  BigRational value = abs(big(a).value);
  factorize(boost::multiprecision::numerator(value), 1, primes);
  factorize(boost::multiprecision::denominator(value), -1, primes);
  std::vector<std::pair<Q, int64_t>> out;
  for (const auto &[p, k] : primes)
    out.push_back({fromBig({BigRational(p)}), k});
  return out;
}

} // namespace lockstep::verifier::engine
