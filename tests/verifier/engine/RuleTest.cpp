// Every rule against arithmetic: random small instances are built by the rules and, apart from them, by brute force.
#include "RandomTerms.h"

#include "gtest/gtest.h"

using namespace lockstep::verifier;
using namespace lockstep::verifier::engine;

namespace {

struct Fixture {
  Limits limits;
  Normalizer n{limits};
  Evaluator evaluate{n.s, sampleInput};
};

using Assignment = Evaluator::Assignment;

/// Calls f for every assignment of the variables.
template <typename F> void forAll(const Store &s, Span<Var> vars, Assignment at, F f) {
  if (vars.empty())
    return f(at);
  for (int64_t i = 0; i < s.extent(vars[0]); ++i) {
    at[vars[0]] = i;
    forAll(s, vars.drop_front(), at, f);
  }
}

::testing::AssertionResult near(double x, double y) {
  if (std::fabs(x - y) <= 1e-7 * (1 + std::fabs(x) + std::fabs(y)))
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << x << " is not " << y;
}

TEST(IndexRules, FloorAndModAgreeWithArithmetic) {
  for (uint32_t seed = 0; seed < 400; ++seed) {
    Fixture f;
    RandomTerms random(f.n, seed);
    Vec<Var> vars{random.variable(random.number(1, 6)), random.variable(random.number(2, 5)), random.variable(4)};
    Ix e = random.affine(vars);
    int64_t d = random.number(1, 12);
    if (random.chance(40))
      e = f.n.add(e, f.n.scale(f.n.floorDiv(random.affine(vars), random.number(2, 6)), random.number(-3, 3)));
    Ix quotient = f.n.floorDiv(e, d), rest = f.n.mod(e, d);
    Range range = f.n.range(e);
    forAll(f.n.s, vars, {}, [&](const Assignment &at) {
      int64_t x = f.evaluate.value(e, at);
      EXPECT_EQ(f.evaluate.value(quotient, at), floorDivide(x, d)) << f.n.s.str(e) << " by " << d;
      EXPECT_EQ(f.evaluate.value(rest, at), x - d * floorDivide(x, d));
      EXPECT_TRUE(range.lo <= x && x <= range.hi) << f.n.s.str(e);
    });
  }
}

TEST(GuardRules, ProductsSumsAndNegationsAgree) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    Fixture f;
    RandomTerms random(f.n, seed + 1000);
    Vec<Var> vars{random.variable(5), random.variable(random.number(2, 6))};
    Comb a = random.guard(vars), b = random.guard(vars), c = random.guard(vars);
    Comb x = random.product(vars), y = random.product(vars);
    Comb product = f.n.mul(a, f.n.mul(b, x)), merged = f.n.add({f.n.guarded(a, x), f.n.guarded(f.n.logicalNot(a), x)});
    Comb either = f.n.logicalOr(a, f.n.mul(b, c)), chosen = f.n.select(f.n.mul(a, b), x, y);
    forAll(f.n.s, vars, {}, [&](const Assignment &at) {
      double va = f.evaluate.value(a, at), vb = f.evaluate.value(b, at), vc = f.evaluate.value(c, at);
      double vx = f.evaluate.value(x, at), vy = f.evaluate.value(y, at);
      EXPECT_TRUE(near(f.evaluate.value(product, at), va * vb * vx));
      EXPECT_TRUE(near(f.evaluate.value(merged, at), vx));
      EXPECT_TRUE(near(f.evaluate.value(either, at), std::max(va, vb * vc)));
      EXPECT_TRUE(near(f.evaluate.value(chosen, at), va * vb != 0 ? vx : vy));
    });
  }
}

/// The sum of x over vars by the rules, against adding up x itself.
void checkSum(Fixture &f, Span<Var> summed, Span<Var> free, Comb x, const std::string &what) {
  Comb total = f.n.sum(summed, x);
  ASSERT_FALSE(f.n.exhausted()) << what;
  forAll(f.n.s, free, {}, [&](const Assignment &at) {
    double expected = 0;
    forAll(f.n.s, summed, at, [&](const Assignment &inner) { expected += f.evaluate.value(x, inner); });
    EXPECT_TRUE(near(f.evaluate.value(total, at), expected))
        << what << "\n x = " << f.n.s.str(x, 3) << "\n sum = " << f.n.s.str(total, 3);
  });
}

TEST(SumRules, RandomProductsAgreeWithAddition) {
  std::array<uint64_t, static_cast<size_t>(Rule::Count)> used{};
  for (uint32_t seed = 0; seed < 600; ++seed) {
    Fixture f;
    RandomTerms random(f.n, seed + 5000);
    Vec<Var> summed, free{random.variable(3), random.variable(4)};
    for (int64_t k = random.number(1, 3); k > 0; --k)
      summed.push_back(random.variable(random.chance(50) ? 4 : random.number(1, 6)));
    Vec<Var> all(summed.begin(), summed.end());
    all.append(free.begin(), free.end());
    checkSum(f, summed, free, random.sumOfProducts(all, 2), "seed " + std::to_string(seed));
    EXPECT_FALSE(f.evaluate.sawEmptyDomain) << seed;
    for (size_t r = 0; r < used.size(); ++r)
      used[r] += f.n.ruleCounts[r];
  }
  for (Rule rule : {Rule::SumUnused, Rule::SumEquality, Rule::SumShrink, Rule::SumSplit, Rule::SumEliminate, Rule::SumEnd,
                    Rule::SumRebase, Rule::SumOpen})
    EXPECT_GT(used[static_cast<size_t>(rule)], 0u) << name(rule);
}

TEST(SumRules, NestedSumsAgreeWithAddition) {
  std::array<uint64_t, static_cast<size_t>(Rule::Count)> used{};
  for (uint32_t seed = 0; seed < 300; ++seed) {
    Fixture f;
    RandomTerms random(f.n, seed + 9000);
    Var outer = random.variable(random.number(2, 4)), free = random.variable(3), inner = random.variable(random.number(2, 5));
    Comb local = f.n.sum(inner, random.sumOfProducts({inner, outer, free}, 2));
    Comb x = f.n.mul(random.product({outer, free}), local);
    if (random.chance(30))
      x = f.n.mul(x, f.n.sum(inner, random.product({inner, outer})));
    checkSum(f, outer, free, x, "seed " + std::to_string(seed));
    for (size_t r = 0; r < used.size(); ++r)
      used[r] += f.n.ruleCounts[r];
  }
  EXPECT_GT(used[static_cast<size_t>(Rule::SumFlatten)], 0u);
  EXPECT_GT(used[static_cast<size_t>(Rule::SumProduct)], 0u);
}

/// Partial sums over tiles, summed over the tiles, are the whole sum: by identity, and by value.
TEST(SumRules, TilesTelescopeToTheWhole) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Fixture f;
    RandomTerms random(f.n, seed + 20000);
    int64_t tile = random.number(2, 4), ranks = random.number(2, 4);
    Var local = random.variable(tile), whole = random.variable(tile * ranks), rank = random.variable(ranks), free = random.variable(3);
    Fn weight = f.n.intern({FnKind::Input, 4, 2}, Sign::Unknown);
    auto body = [&](Ix i) {
      Comb x = random.element(0, {i, f.n.s.varIx(free)});
      Comb w = f.n.single(f.n.s.atom(weight, {i, f.n.constant(1)}));
      return f.n.mul(x, f.n.mul(w, f.n.add(x, w)));
    };
    Comb part = f.n.sum(local, body(f.n.add(f.n.scale(f.n.s.varIx(rank), tile), f.n.s.varIx(local))));
    Comb all = f.n.sum(whole, body(f.n.s.varIx(whole)));
    EXPECT_NE(part, all);
    EXPECT_EQ(f.n.sum(rank, part), all) << seed;
    // Reducing a second time multiplies by the number of ranks.
    Var again = random.variable(ranks);
    EXPECT_EQ(f.n.sum(again, all), f.n.scale(all, f.n.s.q.integer(ranks)));
    // Inside a longer expression, too: a * part + b * part is additive in the tile.
    Comb a = random.element(1, {f.n.s.varIx(free), f.n.constant(0)}), b = random.element(2, {f.n.s.varIx(free), f.n.constant(0)});
    Comb lump = f.n.named(f.n.add(f.n.mul(a, part), f.n.mul(b, part)));
    EXPECT_EQ(f.n.named(f.n.sum(rank, lump)), f.n.named(f.n.add(f.n.mul(a, all), f.n.mul(b, all))));
    // A product of two partial sums is not.
    Comb square = f.n.mul(part, part);
    EXPECT_NE(f.n.sum(rank, square), f.n.mul(all, all));
    checkSum(f, rank, free, square, "square");
  }
}

TEST(SumRules, AdjacentDomainsJoinInAnyOrder) {
  Fixture f;
  RandomTerms random(f.n, 1);
  Var free = random.variable(3), whole = random.variable(10);
  auto over = [&](int64_t lo, int64_t hi) {
    Var u = random.variable(hi - lo);
    return f.n.sum(u, random.element(0, {f.n.plus(f.n.s.varIx(u), lo), f.n.s.varIx(free)}));
  };
  Comb all = f.n.sum(whole, random.element(0, {f.n.s.varIx(whole), f.n.s.varIx(free)}));
  EXPECT_EQ(f.n.add({over(0, 3), over(3, 7), over(7, 10)}), all);
  EXPECT_EQ(f.n.add({over(7, 10), over(0, 3), over(3, 7)}), all);
  EXPECT_NE(f.n.add({over(0, 3), over(2, 7), over(7, 10)}), all); // row 2 counted twice
  EXPECT_NE(f.n.add({over(0, 3), over(4, 7), over(7, 10)}), all); // row 3 missing
  EXPECT_NE(f.n.add({over(0, 3), over(3, 7)}), all);
}

/// Guards bound floors, on either side and by other variables: floor(x / d) is what they leave it.
TEST(GuardRules, FloorsUnderGuardsAgree) {
  uint64_t used = 0;
  for (uint32_t seed = 0; seed < 400; ++seed) {
    Fixture f;
    RandomTerms random(f.n, seed + 70000);
    Vec<Var> vars{random.variable(random.number(2, 6)), random.variable(random.number(2, 7)), random.variable(4)};
    Ix x = f.n.add(f.n.scale(f.n.s.varIx(vars[0]), 5), f.n.s.varIx(vars[1]));
    int64_t d = random.number(2, 7), a = random.number(-2, 20), width = random.number(0, 9);
    Ix start = random.chance(40) ? f.n.plus(f.n.scale(f.n.s.varIx(vars[2]), d), random.number(0, 2)) : f.n.constant(a);
    Ix low = f.n.sub(x, start), high = f.n.plus(f.n.scale(low, -1), random.chance(50) ? d - 1 : width);
    Ix quotient = f.n.floorDiv(x, d), rest = f.n.mod(x, d);
    Comb value = f.n.mul(random.element(0, {quotient, rest}), random.element(1, {f.n.floorDiv(f.n.plus(rest, 3), 2), x}));
    Comb guards = f.n.mul(f.n.guardAtLeast(low), f.n.guardAtLeast(high));
    if (random.chance(30))
      guards = f.n.mul(guards, f.n.mul(f.n.guardEqual(f.n.plus(quotient, -random.number(0, 3))), f.n.guardEqual(f.n.plus(rest, -1))));
    if (random.chance(30))
      guards = f.n.mul(guards, f.n.guardAtLeast(f.n.plus(f.n.sub(quotient, f.n.s.varIx(vars[2])), 1)));
    Comb product = f.n.guarded(guards, value);
    used += f.n.ruleCounts[static_cast<size_t>(Rule::FloorContext)];
    forAll(f.n.s, vars, {}, [&](const Assignment &at) {
      EXPECT_TRUE(near(f.evaluate.value(product, at), f.evaluate.value(guards, at) * f.evaluate.value(value, at))) << seed;
      int64_t e = f.evaluate.value(low, at), h = f.evaluate.value(high, at);
      if (e < 0 || h < 0)
        EXPECT_EQ(f.evaluate.value(guards, at), 0) << seed;
    });
  }
  EXPECT_GT(used, 100u);
}

TEST(GuardRules, StepFunctionsAreTakenPieceByPiece) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    Fixture f;
    RandomTerms random(f.n, seed + 80000);
    Var v = random.variable(12), w = random.variable(4);
    Ix i = f.n.s.varIx(v);
    std::vector<int64_t> contents(12, 0);
    Vec<Comb> pieces;
    for (int64_t at = 0; at < 12;) {
      int64_t last = std::min<int64_t>(11, at + random.number(0, 4)), value = random.number(-3, 3);
      Comb inside = f.n.mul(f.n.guardAtLeast(f.n.plus(i, -at)), f.n.guardAtLeast(f.n.plus(f.n.scale(i, -1), last)));
      pieces.push_back(f.n.scale(inside, f.n.s.q.integer(value)));
      for (; at <= last; ++at)
        contents[at] = value;
    }
    Ix steps = f.n.toIndex(f.n.add(pieces));
    int64_t k = random.number(1, 3) * (random.chance(50) ? 1 : -1), c = random.number(-4, 4);
    Ix e = f.n.plus(f.n.scale(steps, k), c);
    if (random.chance(50))
      e = f.n.sub(e, f.n.s.varIx(w));
    Comb atLeast = f.n.guardAtLeast(e), equal = f.n.guardEqual(e);
    Vec<Var> vars{v, w};
    forAll(f.n.s, vars, {}, [&](const Assignment &at) {
      int64_t expected = c + k * contents[at.at(v)] - (contains(f.n.s[e].vars, w) ? at.at(w) : 0);
      EXPECT_EQ(f.evaluate.value(atLeast, at), expected >= 0) << seed;
      EXPECT_EQ(f.evaluate.value(equal, at), expected == 0) << seed;
    });
  }
}

/// Pieces of c(i) f(i + w, i), those of one place read at that place: equal coefficients give the whole value again.
TEST(GuardRules, PiecesOfOnePlaceJoinTheirNeighbours) {
  uint64_t joined = 0;
  for (uint32_t seed = 0; seed < 300; ++seed) {
    Fixture f;
    RandomTerms random(f.n, seed + 90000);
    Var v = random.variable(7), w = random.variable(3);
    bool shifted = random.chance(50), same = random.chance(50);
    auto elementAt = [&](Ix i) {
      return f.n.mul(random.element(0, {f.n.add(i, f.n.s.varIx(w)), i}), random.element(1, {f.n.scale(i, 2)}));
    };
    // Places are cut along i, or along i + 3 w.
    Ix i = f.n.s.varIx(v), form = shifted ? f.n.add(i, f.n.scale(f.n.s.varIx(w), 3)) : i;
    int64_t places = shifted ? 13 : 7;
    Vec<Comb> pieces;
    std::vector<int64_t> coefficients(places, 0);
    for (int64_t at = 0; at < places;) {
      int64_t last = std::min<int64_t>(places - 1, at + (random.chance(50) ? 0 : random.number(1, 3)));
      int64_t c = same ? 2 : random.number(-2, 2);
      Comb inside = f.n.mul(f.n.guardAtLeast(f.n.plus(form, -at)), f.n.guardAtLeast(f.n.plus(f.n.scale(form, -1), last)));
      Ix place = at == last ? f.n.plus(f.n.sub(i, form), at) : i;
      pieces.push_back(f.n.scale(f.n.guarded(inside, elementAt(place)), f.n.s.q.integer(c)));
      for (; at <= last; ++at)
        coefficients[at] = c;
    }
    Comb value = f.n.add(pieces), wide = f.n.scale(elementAt(i), f.n.s.q.integer(2));
    joined += value == wide;
    Vec<Var> vars{v, w};
    forAll(f.n.s, vars, {}, [&](const Assignment &at) {
      double expected = double(coefficients[f.evaluate.value(form, at)]) * f.evaluate.value(elementAt(i), at);
      EXPECT_TRUE(near(f.evaluate.value(value, at), expected)) << seed;
      EXPECT_TRUE(near(f.evaluate.value(f.n.sub(wide, value), at), f.evaluate.value(wide, at) - expected)) << seed;
    });
  }
  EXPECT_GT(joined, 100u);
}

/// Micro-batches of every third row, of one row each, and of rows in turn, behind functions without laws.
TEST(SumRules, CopiesWithOtherConstantsJoin) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Fixture f;
    RandomTerms random(f.n, seed + 90000);
    int64_t copies = random.number(2, 4), rows = random.number(1, 4);
    Var row = random.variable(rows), whole = random.variable(copies * rows), free = random.variable(3), inner = random.variable(5);
    Fn input = f.n.intern({FnKind::Input, 5, 2}, Sign::Unknown);
    f.n.s.edit(input).paramExtent = {copies * rows, 3};
    auto body = [&](Ix i) {
      Comb x = f.n.single(f.n.s.atom(input, {i, f.n.s.varIx(free)}));
      Comb statistic = f.n.sum(inner, f.n.single(f.n.s.atom(input, {i, f.n.s.varIx(inner)})));
      return f.n.mul(x, f.n.scalar("tanh", {f.n.add(x, f.n.exp(f.n.scale(statistic, f.n.s.q.make(1, 9))))}));
    };
    auto part = [&](int64_t m) {
      return f.n.sum(row, body(f.n.plus(f.n.scale(f.n.s.varIx(row), copies), m)));
    };
    Vec<Comb> parts;
    for (int64_t m = copies; m-- > 0;)
      parts.push_back(part(m));
    Comb total = f.n.add(parts), all = f.n.sum(whole, body(f.n.s.varIx(whole)));
    EXPECT_EQ(f.n.joinCopies(total), all) << seed;
    EXPECT_TRUE(f.n.sameValue(total, all));
    Comb root = f.n.scalar("tanh", {f.n.mul(total, total)}), expectedRoot = f.n.scalar("tanh", {f.n.mul(all, all)});
    EXPECT_EQ(root, expectedRoot) << seed; // a product names its operands, and joins them first
    // A copy that is missing, counted twice or scaled is seen.
    EXPECT_FALSE(f.n.sameValue(f.n.sub(total, part(0)), all));
    EXPECT_FALSE(f.n.sameValue(f.n.add(total, part(copies - 1)), all));
    EXPECT_FALSE(f.n.sameValue(f.n.add(total, part(1)), f.n.add(total, part(0))));
    Comb joined = f.n.joinCopies(f.n.sub(total, part(0)));
    forAll(f.n.s, free, {}, [&](const Assignment &at) {
      EXPECT_TRUE(near(f.evaluate.value(joined, at), f.evaluate.value(all, at) - f.evaluate.value(part(0), at)));
    });
  }
}

TEST(ScalarRules, PowersExponentialsAndLogarithms) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Fixture f;
    RandomTerms random(f.n, seed + 40000);
    Var v = random.variable(3);
    Ix i = f.n.s.varIx(v);
    Comb x = random.element(0, {i, i}), y = random.element(1, {i, i});
    Comb sum = f.n.add(f.n.scale(x, f.n.s.q.make(random.number(1, 9), random.number(1, 4))), y);
    Q half = kHalf, third = f.n.s.q.make(1, 3);
    Comb ratio = f.n.mul(f.n.power(sum, half), f.n.power(f.n.mul(x, sum), f.n.s.q.integer(-2)));
    Comb exponential = f.n.mul(f.n.exp(f.n.sub(x, sum)), f.n.exp(y)), back = f.n.log(f.n.exp(sum));
    Comb root = f.n.power(f.n.number(random.number(2, 50)), third);
    EXPECT_EQ(back, sum);
    EXPECT_EQ(f.n.mul(root, f.n.mul(root, root)), f.n.power(f.n.power(root, third), f.n.s.q.integer(9)));
    // sqrt(x^2) is |x|, never x.
    Comb size = f.n.power(f.n.power(x, f.n.s.q.integer(2)), half);
    EXPECT_NE(size, x);
    EXPECT_EQ(f.n.power(size, f.n.s.q.integer(2)), f.n.power(x, f.n.s.q.integer(2)));
    forAll(f.n.s, v, {}, [&](const Assignment &at) {
      double vx = f.evaluate.value(x, at), vy = f.evaluate.value(y, at), vs = f.evaluate.value(sum, at);
      EXPECT_TRUE(near(f.evaluate.value(ratio, at), std::sqrt(vs) / (vx * vs * vx * vs)));
      EXPECT_TRUE(near(f.evaluate.value(exponential, at), std::exp(vx - vs + vy)));
    });
  }
}

TEST(ExtremumRules, LocalMaximaHaveTheGlobalMaximum) {
  for (uint32_t seed = 0; seed < 100; ++seed) {
    Fixture f;
    RandomTerms random(f.n, seed + 60000);
    Var rank = random.variable(3), local = random.variable(4), whole = random.variable(12), free = random.variable(3);
    auto body = [&](Ix i) { return f.n.add(random.element(0, {i, f.n.s.varIx(free)}), random.element(1, {f.n.s.varIx(free), i})); };
    Comb part = f.n.extremum(FnKind::Maximum, local, body(f.n.add(f.n.scale(f.n.s.varIx(rank), 4), f.n.s.varIx(local))));
    Comb all = f.n.extremum(FnKind::Maximum, whole, body(f.n.s.varIx(whole)));
    EXPECT_NE(part, all);
    EXPECT_EQ(f.n.extremum(FnKind::Maximum, rank, part), all);
    forAll(f.n.s, free, {}, [&](const Assignment &at) {
      double expected = -1e300;
      forAll(f.n.s, whole, at, [&](const Assignment &a) { expected = std::max(expected, f.evaluate.value(body(f.n.s.varIx(whole)), a)); });
      EXPECT_TRUE(near(f.evaluate.value(all, at), expected));
    });
  }
}

/// A guard decided by the range of one viewer must not change the function that another viewer uses.
TEST(GuardRules, RangesOfOneViewerStayItsOwn) {
  Fixture f;
  RandomTerms random(f.n, 7);
  Var small = random.variable(5), large = random.variable(20);
  auto padded = [&](Var v) {
    Ix i = f.n.s.varIx(v);
    return f.n.guarded(f.n.guardAtLeast(f.n.plus(f.n.scale(i, -1), 8)), random.element(0, {i, i}));
  };
  Comb first = f.n.scalar("tanh", {padded(small)}), second = f.n.scalar("tanh", {padded(large)});
  Comb sum = f.n.sum(large, f.n.mul(second, second));
  double expected = 0;
  forAll(f.n.s, large, {}, [&](const Assignment &at) {
    double x = at.at(large) <= 8 ? sampleInput(0, {at.at(large), at.at(large)}) : 0;
    EXPECT_TRUE(near(f.evaluate.value(second, at), std::tanh(x)));
    expected += std::tanh(x) * std::tanh(x);
  });
  forAll(f.n.s, small, {}, [&](const Assignment &at) {
    EXPECT_TRUE(near(f.evaluate.value(first, at), std::tanh(sampleInput(0, {at.at(small), at.at(small)}))));
  });
  EXPECT_TRUE(near(f.evaluate.value(sum, {}), expected));
}

TEST(Literals, SimplestRationals) {
  Rationals q;
  bool exact;
  EXPECT_EQ(q.str(q.simplest(double(0.1f), 23, exact)), "1/10");
  EXPECT_FALSE(exact);
  EXPECT_EQ(q.str(q.simplest(double(1e-8f), 23, exact)), "1/99999997"); // least denominator, not fewest decimals
  EXPECT_EQ(q.str(q.simplest(0.3333333333333333, 52, exact)), "1/3");
  EXPECT_EQ(q.str(q.simplest(-0.125, 23, exact)), "-1/8");
  EXPECT_TRUE(exact);
  EXPECT_EQ(q.str(q.simplest(1e30, 52, exact)), "1000000000000000019884624838656");
}

TEST(Limits, FuelAndInterruption) {
  Limits limits;
  limits.fuel = 50;
  Normalizer n(limits);
  RandomTerms random(n, 3);
  Vec<Var> vars{random.variable(4), random.variable(5), random.variable(6)};
  for (int i = 0; i < 20; ++i)
    n.sum(vars, random.sumOfProducts(vars, 3));
  EXPECT_TRUE(n.exhausted());
  EXPECT_NE(n.stopReason().find("step limit"), std::string::npos);
}

} // namespace
