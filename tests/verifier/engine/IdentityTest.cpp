// Writing values out, against arithmetic: on random functions it changes no value, and what it calls 0 is 0.
#include "RandomTerms.h"

#include "verifier/normalize/Expander.h"
#include "verifier/normalize/Lemmas.h"
#include "gtest/gtest.h"

using namespace lockstep::verifier;
using namespace lockstep::verifier::engine;

namespace {

constexpr uint64_t kWork = 20'000;

/// Random functions of elements of the arguments 0 and 1, and of sums over them.
class RandomFunctions : public RandomTerms {
public:
  RandomFunctions(Normalizer &n, uint32_t seed) : RandomTerms(n, seed), n(n), s(n.s), i(variable(3)) {}

  Comb value(int depth) {
    if (depth == 0)
      return leaf();
    Comb x = value(depth - 1), y = chance(50) ? leaf() : value(depth - 1);
    switch (number(0, 16)) {
    case 0: return n.add(x, n.scale(y, s.q.make(number(-3, 3), number(1, 3))));
    case 1: return n.mul(x, y);
    case 2: return n.function("tanh", x);
    case 3: return n.exp(n.scale(bounded(x), s.q.make(number(-2, 2), 2)));
    case 4: return n.log(n.add(s.one, square(x)));
    case 5: return n.function(chance(50) ? "sin" : "cos", chance(50) ? n.add(x, y) : n.scale(x, s.q.integer(number(-3, 3))));
    case 6: return n.power(n.add(s.one, square(x)), chance(50) ? kMinusOne : s.q.make(number(-3, 3), 2));
    case 7: return n.power(x, s.q.integer(number(2, 3)));
    case 8: return n.scalar("max", {x, y});
    case 9: return n.scalar("min", {x, y});
    case 10: return n.scalar("abs", {x}, signed_());
    case 11: return n.mul(condition(x), y);
    case 12: return n.select(condition(x), y, x);
    case 13: return n.power(n.add(s.one, n.exp(n.neg(bounded(x)))), kMinusOne);
    case 14: return n.sub(n.exp(n.log(n.add(n.number(2), square(x)))), y);
    case 15: return n.scalar("sign", {n.sub(x, y)});
    default: return total(x);
    }
  }
  Ix place() { return s.varIx(i); }
  Var index() const { return i; }

private:
  Comb leaf() { return chance(20) ? n.number(s.q.make(number(-3, 3), number(1, 3))) : element(number(0, 1), {place(), n.constant(number(0, 1))}); }
  Comb square(Comb x) { return n.power(bounded(x), s.q.integer(2)); }
  /// Exponentials of exponentials are no test of anything.
  Comb bounded(Comb x) { return n.function("tanh", x); }
  Normalizer::ScalarTraits signed_() {
    Normalizer::ScalarTraits traits;
    traits.sign = Sign::NonNegative;
    return traits;
  }
  Comb condition(Comb x) {
    Normalizer::ScalarTraits traits;
    traits.boolean = true;
    Comb z = n.named(n.sub(x, leaf()));
    if (n.isNumber(z))
      return s.one;
    return n.scalar(chance(70) ? "is-positive" : "is-nonnegative", {z}, traits);
  }
  /// The sum over another index of a product with the value.
  Comb total(Comb x) {
    Var v = variable(number(2, 3));
    Comb factor = n.add(element(2, {s.varIx(v), place()}), chance(50) ? x : n.neg(element(3, {place(), s.varIx(v)})));
    return n.sum(v, n.mul(element(3, {s.varIx(v), n.constant(0)}), n.power(factor, s.q.integer(number(1, 2)))));
  }

  Normalizer &n;
  Store &s;
  Var i;
};

bool near(double x, double y) { return std::fabs(x - y) <= 1e-6 * (1 + std::fabs(x) + std::fabs(y)); }

TEST(Identities, WritingOutChangesNoValue) {
  unsigned changed = 0;
  for (uint32_t seed = 0; seed < 1500; ++seed) {
    Limits limits;
    Normalizer n(limits);
    Evaluator evaluate(n.s, sampleInput);
    RandomFunctions random(n, seed);
    Comb x = random.value(3), y = Expander(n, 6, kWork).writtenOut(x);
    changed += x != y;
    for (int64_t at = 0; at < 3; ++at) {
      double want = evaluate.value(x, {{random.index(), at}}), found = evaluate.value(y, {{random.index(), at}});
      if (std::isfinite(want))
        EXPECT_TRUE(near(want, found)) << seed << ": " << want << " is not " << found << "\n" << n.s.str(x, 6) << "\n" << n.s.str(y, 6);
    }
  }
  EXPECT_GT(changed, 700u);
}

/// Differences of random values, and of a value and its written-out double with one coefficient changed.
TEST(Identities, OnlyZeroVanishes) {
  unsigned proved = 0;
  for (uint32_t seed = 0; seed < 600; ++seed) {
    Limits limits;
    Normalizer n(limits);
    Evaluator evaluate(n.s, sampleInput);
    RandomFunctions random(n, seed + 5000);
    Comb x = random.value(2), y = random.chance(50) ? random.value(2) : Expander(n, 6, kWork).writtenOut(x);
    if (random.chance(30) && !n.s[y].isZero()) {
      Term first = n.s[y].terms[0];
      y = n.add(y, n.monoComb(first.mono, first.coef));
    }
    bool vanishes = Expander(n, 4, kWork).vanishes(n.sub(n.named(x), n.named(y)));
    bool same = Lemmas(n, kWork, 10).same(x, y);
    proved += vanishes;
    for (int64_t at = 0; at < 3 && (vanishes || same); ++at) {
      double want = evaluate.value(x, {{random.index(), at}}), found = evaluate.value(y, {{random.index(), at}});
      if (std::isfinite(want) && std::isfinite(found))
        EXPECT_TRUE(near(want, found)) << seed << "\n" << n.s.str(x, 6) << "\n" << n.s.str(y, 6);
    }
  }
  EXPECT_GT(proved, 150u);
}

/// The gradient of a key bias: sum over k of p_k (g_k - sum p g), over a triangle, and its twin with one p missing.
TEST(Identities, SumsThatAreZero) {
  for (bool right : {true, false}) {
    Limits limits;
    Normalizer n(limits);
    RandomTerms random(n, 1);
    Store &s = n.s;
    Var q = random.variable(6);
    auto causal = [&](Ix k, Comb x) { return n.guarded(n.guardAtLeast(n.sub(s.varIx(q), k)), x); };
    auto e = [&](Ix k) { return n.exp(random.element(0, {s.varIx(q), k})); };
    auto g = [&](Ix k) { return random.element(1, {s.varIx(q), k}); };
    Var a = random.variable(6), b = random.variable(6), k = random.variable(6);
    Comb z = n.sum(a, causal(s.varIx(a), e(s.varIx(a))));
    Comb mean = n.mul(n.sum(b, causal(s.varIx(b), n.mul(e(s.varIx(b)), g(s.varIx(b))))), right ? n.power(z, kMinusOne) : s.one);
    Comb term = n.mul(n.mul(e(s.varIx(k)), n.power(z, kMinusOne)), n.sub(g(s.varIx(k)), mean));
    Comb total = n.sum(k, n.sum(q, causal(s.varIx(k), n.mul(random.element(2, {s.varIx(q), n.constant(0)}), term))));
    EXPECT_EQ(Expander(n, 4, kWork).vanishes(total), right);
  }
}

} // namespace
