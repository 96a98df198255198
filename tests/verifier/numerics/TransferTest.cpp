// The error of single operators against operands moved as far as their states allow.
#include "verifier/numerics/ErrorState.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

using namespace lockstep;
using namespace lockstep::verifier;

namespace {

constexpr ElementType kType = ElementType::F32;

/// An operand: its state, an exact value and magnitude that fit it, and a computed value at the edge of its bound.
struct Operand {
  ErrorState state;
  double value, magnitude, computed;
};

Operand drawOperand(std::mt19937_64 &random, double lo, double hi, bool cancelled) {
  std::uniform_real_distribution<double> within(lo, hi), unit(-1, 1);
  Operand x;
  x.value = within(random);
  x.state.factor = std::ldexp(1 + unit(random) * 0.5, -4 - static_cast<int>(random() % 20));
  x.state.range = {lo, hi};
  x.state.largest = std::max(std::fabs(lo), std::fabs(hi));
  x.magnitude = std::fabs(x.value);
  if (cancelled) {
    x.state.ratio = kUnbounded;
    x.magnitude = std::fabs(x.value) + (x.state.largest - std::fabs(x.value)) * std::fabs(unit(random));
  }
  x.computed = x.value + (random() % 2 ? 1 : -1) * x.state.factor * x.magnitude;
  return x;
}

using Transfer = std::function<ErrorState(const ErrorState &)>;
using Magnitude = std::function<double(double value, double operandMagnitude)>;

/// Counts how often a bound exists; every one must hold, but for the rounding of this test's own f64.
unsigned check(const char *what, double lo, double hi, bool cancelled, double rounding, const std::function<double(double)> &f,
               const Transfer &transfer, const Magnitude &magnitude) {
  std::mt19937_64 random(7);
  unsigned bounded = 0;
  for (unsigned i = 0; i < 3000; ++i) {
    Operand x = drawOperand(random, lo, hi, cancelled);
    ErrorState y = transfer(x.state);
    if (!std::isfinite(y.factor))
      continue;
    ++bounded;
    double exact = f(x.value), computed = f(x.computed), a = magnitude(exact, x.magnitude);
    computed += (computed > exact ? 1 : -1) * rounding * std::fabs(computed); // rounded away from the exact value
    EXPECT_LE(std::fabs(computed - exact), y.factor * a + 1e-14 * a) << what << " of " << x.value;
    EXPECT_LE(std::fabs(exact), a * (1 + 1e-12)) << what;
    EXPECT_TRUE(y.range.holds(exact)) << what << " of " << x.value;
    EXPECT_LE(a, y.ratio * std::fabs(exact) + y.offset * (1 + 1e-12) + 1e-12 * a) << what;
    EXPECT_LE(a, y.largest * (1 + 1e-12)) << what;
  }
  return bounded;
}

TEST(Transfer, FunctionsOfOneOperand) {
  double u = rounding::unitRoundoff(kType), g = rounding::functionFactor(kType), tiny = rounding::smallestNormal(kType);
  auto value = [](double v, double) { return std::fabs(v); };
  auto valueTiny = [&](double v, double) { return std::fabs(v) + tiny; };
  auto valueOne = [](double v, double) { return std::fabs(v) + 1; };
  auto operandTiny = [&](double, double a) { return a + tiny; };
  auto operandOne = [](double, double a) { return a + 1; };
  for (bool cancelled : {false, true}) {
    EXPECT_GT(check("sqrt", 0.5, 9, cancelled, u, [](double x) { return std::sqrt(x); }, [](auto &x) { return transfer::squareRoot(x, kType); }, value), 500u);
    EXPECT_GT(check("rsqrt", 0.5, 9, cancelled, g, [](double x) { return 1 / std::sqrt(x); }, [](auto &x) { return transfer::reciprocalRoot(x, kType); }, value), 500u);
    EXPECT_GT(check("exp", -6, 4, cancelled, g, [](double x) { return std::exp(x); }, [](auto &x) { return transfer::exponential(x, kType); }, valueTiny), 2500u);
    EXPECT_GT(check("expm1", -6, 4, cancelled, g, [](double x) { return std::expm1(x); }, [](auto &x) { return transfer::exponentialMinusOne(x, kType); }, valueOne), 2500u);
    EXPECT_GT(check("log", 0.5, 9, cancelled, g, [](double x) { return std::log(x); }, [](auto &x) { return transfer::logarithm(x, kType); }, valueOne), 500u);
    EXPECT_GT(check("log1p", -0.5, 9, cancelled, g, [](double x) { return std::log1p(x); }, [](auto &x) { return transfer::logarithmPlusOne(x, kType); }, valueOne), 500u);
    EXPECT_GT(check("tanh", -3, 4, cancelled, g, [](double x) { return std::tanh(x); }, [](auto &x) { return transfer::contraction(x, kType, false, monotone(x.range, std::tanh)); }, operandTiny), 2500u);
    EXPECT_GT(check("sine", -3, 4, cancelled, g, [](double x) { return std::sin(x); }, [](auto &x) { return transfer::contraction(x, kType, false, {-1, 1}); }, operandTiny), 2500u);
    EXPECT_GT(check("cosine", -3, 4, cancelled, g, [](double x) { return std::cos(x); }, [](auto &x) { return transfer::contraction(x, kType, true, {-1, 1}); }, operandOne), 2500u);
    EXPECT_GT(check("logistic", -3, 4, cancelled, g, [](double x) { return 1 / (1 + std::exp(-x)); }, [](auto &x) { return transfer::contraction(x, kType, true, {0, 1}); }, operandOne), 2500u);
    EXPECT_GT(check("erf", -3, 4, cancelled, g, [](double x) { return std::erf(x); }, [](auto &x) { return transfer::errorFunction(x, kType); }, [&](double, double a) { return 2 * a + tiny; }), 2500u);
    EXPECT_GT(check("power", 0.5, 9, cancelled, g, [](double x) { return std::pow(x, -2.5); }, [](auto &x) { return transfer::power(x, -2.5, kType); }, valueTiny), 500u);
  }
}

TEST(Transfer, FunctionsOfTwoOperands) {
  std::mt19937_64 random(11);
  double u = rounding::unitRoundoff(kType), tiny = rounding::smallestNormal(kType);
  for (unsigned i = 0; i < 20000; ++i) {
    bool cancelled = i % 2, positive = i % 3 == 0;
    Operand x = drawOperand(random, positive ? 0.1 : -3, 4, cancelled), y = drawOperand(random, positive ? 0.2 : -2, 5, i % 5 == 0);
    auto expect = [&](const char *what, const ErrorState &z, double exact, double computed, double a) {
      if (!std::isfinite(z.factor))
        return;
      computed += (computed > exact ? 1 : -1) * u * std::fabs(computed);
      EXPECT_LE(std::fabs(computed - exact), z.factor * a + 1e-14 * a) << what;
      EXPECT_TRUE(z.range.holds(exact)) << what;
      EXPECT_LE(a, z.ratio * std::fabs(exact) + z.offset + 1e-12 * a) << what;
      EXPECT_LE(a, z.largest * (1 + 1e-12)) << what;
    };
    expect("add", transfer::add(x.state, y.state, kType), x.value + y.value, x.computed + y.computed, x.magnitude + y.magnitude);
    expect("multiply", transfer::multiply(x.state, y.state, kType, false), x.value * y.value, x.computed * y.computed, x.magnitude * y.magnitude + tiny);
    expect("square", transfer::multiply(x.state, x.state, kType, true), x.value * x.value, x.computed * x.computed, x.magnitude * x.magnitude + tiny);
    expect("divide", transfer::divide(x.state, y.state, kType), x.value / y.value, x.computed / y.computed, x.magnitude / std::fabs(y.value) + tiny);
  }
}

TEST(Transfer, LiteralsStandForWhatRoundsToThem) {
  EXPECT_EQ(transfer::number(0.5, kType).factor, 0);
  EXPECT_EQ(transfer::number(3, kType).factor, 0);
  EXPECT_EQ(transfer::number(0.1f, kType).factor, rounding::unitRoundoff(kType));
  EXPECT_TRUE(transfer::number(0.1f, kType).range.holds(0.1));
}

/// The interpreter accumulates contractions in f64, so chains in f32 are tried here: products rounded or fused, of
/// numbers of both signs; every other time with 8 bits, as bf16 has.
TEST(Rounding, ContractionsAsChainsInF32) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (unsigned run = 0; run < 3000; ++run) {
    int64_t n = 1 + static_cast<int64_t>(random() % 300);
    bool narrow = run % 2, fused = run % 3 == 0;
    float sum = 0;
    double exact = 0, magnitude = 0;
    for (int64_t i = 0; i < n; ++i) {
      float a = static_cast<float>(unit(random)), b = i % 2 ? static_cast<float>(-unit(random)) : static_cast<float>(unit(random));
      if (narrow) {
        a = std::ldexp(std::round(std::ldexp(a, 7)), -7);
        b = std::ldexp(std::round(std::ldexp(b, 7)), -7);
      }
      sum = fused ? std::fmaf(a, b, sum) : static_cast<float>(sum + static_cast<float>(a * b));
      exact += static_cast<double>(a) * b;
      magnitude += std::fabs(static_cast<double>(a) * b);
    }
    double factor = rounding::dotFactor(narrow ? ElementType::BF16 : kType, kType, n);
    EXPECT_LE(std::fabs(sum - exact), factor * magnitude + 1e-15 * magnitude) << n;
  }
}

TEST(Rounding, FactorsAreNotBelowTheirFormulas) {
  EXPECT_GE(rounding::compose(0x1p-24, 0x1p-24), 0x1p-23 + 0x1p-48);
  EXPECT_GE(rounding::sumFactor(ElementType::BF16, 256), 255 * 0x1p-8);
  EXPECT_EQ(rounding::sumFactor(kType, 1), 0);
  EXPECT_GE(rounding::dotFactor(ElementType::BF16, kType, 16384), std::expm1(1024 * std::log1p(5 * 0x1p-23)));
  EXPECT_GE(rounding::dotFactor(ElementType::BF16, kType, 16384), 16384 * 0x1p-24);
  EXPECT_GE(rounding::dotFactor(ElementType::BF16, ElementType::BF16, 1), 0x1p-8);
  EXPECT_GE(rounding::reciprocal(0.25), 1.0 / 3);
  EXPECT_TRUE(std::isinf(rounding::reciprocal(1)));
  EXPECT_GE(rounding::squareRoot(0.19), 0.1);
  EXPECT_GE(rounding::exponential(1), std::exp(1.0) - 1);
  EXPECT_GE(rounding::logarithm(0.5), std::log(2.0));
}

} // namespace
