// What must not be proved, beside the twin that must be.
#include "Texts.h"

using namespace lockstep;
using namespace lockstep::verifier;
using namespace lockstep::verifier::test;

namespace {

/// A logical function of x: 12x5 and w: 5 with result y of type `type`.
std::string logical(const std::string &body, const std::string &type) {
  return "func.func public @main(%x: tensor<12x5xf32>, %w: tensor<5xf32>) -> " + type + " {\n" + body + "  return %y : " + type + "\n}\n";
}

/// The same function on a 2x2 mesh, x sharded by rows over `rows`; y as `out` says.
std::string plan(const std::string &rows, int64_t local, const std::string &body, const std::string &type,
                 const std::string &out, const std::string &localType) {
  return R"(sdy.mesh @mesh = <["dp"=2, "tp"=2]>
func.func public @main(%x: tensor<12x5xf32>, %w: tensor<5xf32>) -> )" + type + R"( {
  %0 = sdy.manual_computation(%x, %w) in_shardings=[<@mesh, [{)" + rows + R"(}, {}]>, <@mesh, [{}]>] out_shardings=[<@mesh, )" +
         out + R"(>] manual_axes={"dp", "tp"} (%a: tensor<)" + std::to_string(local) + R"(x5xf32>, %v: tensor<5xf32>) {
)" + body + "    sdy.return %r : " + localType + "\n  } : (tensor<12x5xf32>, tensor<5xf32>) -> " + type + "\n  return %0 : " + type + "\n}\n";
}

std::string allReduce(const std::string &result, const std::string &operand, const std::string &groups,
                      const std::string &type, const std::string &op = "add") {
  return "    " + result + " = \"stablehlo.all_reduce\"(" + operand + ") <{replica_groups = dense<" + groups +
         ">, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({\n"
         "      ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n      %s = stablehlo." + op +
         " %p, %q : tensor<f32>\n      stablehlo.return %s : tensor<f32>\n    }) : (" + type + ") -> " + type + "\n";
}

const std::string overDp = "[[0, 2], [1, 3]]> : tensor<2x2xi64", overTp = "[[0, 1], [2, 3]]> : tensor<2x2xi64",
                  overAll = "[[0, 1, 2, 3]]> : tensor<1x4xi64", overOdd = "[[0, 3], [1, 2]]> : tensor<2x2xi64";
const std::string columnType = "tensor<5xf32>";

std::string columnSum(const std::string &in, int64_t rows, const std::string &out) {
  return "    %z = stablehlo.constant dense<0.0> : tensor<f32>\n    " + out + " = stablehlo.reduce(" + in +
         " init: %z) applies stablehlo.add across dimensions = [0] : (tensor<" + std::to_string(rows) +
         "x5xf32>, tensor<f32>) -> tensor<5xf32>\n";
}

const std::string columnSums = logical(columnSum("%x", 12, "%y"), columnType);

std::string columnPlan(const std::string &rows, int64_t local, const std::string &tail, const std::string &out = "[{}]") {
  return plan(rows, local, columnSum("%a", local, "%l") + tail, columnType, out, columnType);
}

TEST(Traps, ReductionsOverTheRightAxesOnce) {
  auto proved = [](const std::string &p) { return proveTexts(columnSums, p); };
  EXPECT_TRUE(proved(columnPlan("\"dp\"", 6, allReduce("%r", "%l", overDp, columnType))).proved());
  EXPECT_TRUE(proved(columnPlan("\"dp\", \"tp\"", 3, allReduce("%r", "%l", overAll, columnType))).proved());
  EXPECT_TRUE(proved(columnPlan("\"tp\", \"dp\"", 3, allReduce("%m", "%l", overTp, columnType) + allReduce("%r", "%m", overDp, columnType))).proved());
  // Over the wrong axis, over too many ranks, twice.
  Proof wrongAxis = proved(columnPlan("\"dp\"", 6, allReduce("%r", "%l", overTp, columnType)));
  EXPECT_FALSE(wrongAxis.proved());
  ASSERT_EQ(wrongAxis.replicas.size(), 1u);
  EXPECT_EQ(wrongAxis.replicas[0].axis, "dp");
  Proof all = proved(columnPlan("\"dp\"", 6, allReduce("%r", "%l", overAll, columnType)));
  EXPECT_FALSE(all.proved());
  EXPECT_EQ(all.results[0].reason, "2 times the logical value");
  EXPECT_FALSE(proved(columnPlan("\"dp\"", 6, allReduce("%m", "%l", overDp, columnType) + allReduce("%r", "%m", overDp, columnType))).proved());
  EXPECT_FALSE(proved(columnPlan("\"dp\", \"tp\"", 3, allReduce("%r", "%l", overDp, columnType))).proved());
}

TEST(Traps, MissingReductionIsAFindingOnTheAxis) {
  Proof proof = proveTexts(columnSums, columnPlan("\"dp\"", 6, "    %r = stablehlo.add %l, %l : tensor<5xf32>\n"));
  EXPECT_FALSE(proof.proved());
  ASSERT_EQ(proof.replicas.size(), 1u);
  EXPECT_EQ(proof.replicas[0].axis, "dp");
}

TEST(Traps, AllReduceOfAReplicatedValueMultiplies) {
  std::string body = columnSum("%a", 12, "%l");
  EXPECT_FALSE(proveTexts(columnSums, columnPlan("", 12, allReduce("%r", "%l", overDp, columnType))).proved());
  EXPECT_TRUE(proveTexts(columnSums, columnPlan("", 12, allReduce("%m", "%l", overDp, columnType) +
    "    %h = stablehlo.constant dense<5.000000e-01> : tensor<5xf32>\n    %r = stablehlo.multiply %m, %h : tensor<5xf32>\n")).proved());
}

/// Groups across both axes still hold one rank of every row block here, but not where rows are cut over the other axis.
TEST(Traps, GroupsThatAreNotAxesAreReadRankByRank) {
  EXPECT_TRUE(proveTexts(columnSums, columnPlan("\"dp\"", 6, allReduce("%r", "%l", overOdd, columnType))).proved());
  EXPECT_FALSE(proveTexts(columnSums, columnPlan("\"dp\", \"tp\"", 3, allReduce("%r", "%l", overOdd, columnType))).proved());
}

/// The mean of squares under a root; eps at two places.
TEST(Traps, EpsilonInsideTheRoot) {
  auto step = [](bool inside) {
    std::string eps = "  %e = stablehlo.constant dense<1.000000e-08> : tensor<5xf32>\n";
    std::string root = inside ? "  %v2 = stablehlo.add %w, %e : tensor<5xf32>\n  %y = stablehlo.sqrt %v2 : tensor<5xf32>\n"
                              : "  %v2 = stablehlo.sqrt %w : tensor<5xf32>\n  %y = stablehlo.add %v2, %e : tensor<5xf32>\n";
    return logical(eps + root, columnType);
  };
  EXPECT_TRUE(proveTexts(step(true), step(true)).proved());
  EXPECT_FALSE(proveTexts(step(true), step(false)).proved());
}

TEST(Traps, FiniteChecksSteer) {
  auto step = [](const std::string &tested) {
    return logical("  %f = stablehlo.is_finite " + tested + " : (tensor<5xf32>) -> tensor<5xi1>\n  %z = stablehlo.constant dense<0.0> : tensor<5xf32>\n"
                   "  %y = stablehlo.select %f, %w, %z : tensor<5xi1>, tensor<5xf32>\n", columnType);
  };
  std::string unchecked = logical("  %y = stablehlo.optimization_barrier %w : tensor<5xf32>\n", columnType);
  EXPECT_TRUE(proveTexts(step("%w"), step("%w")).proved());
  EXPECT_FALSE(proveTexts(step("%w"), unchecked).proved());
  EXPECT_FALSE(proveTexts(unchecked, step("%w")).proved());
}

TEST(Traps, SlicesAtComputedPlaces) {
  auto step = [](int64_t start) {
    return logical("  %s = stablehlo.constant dense<" + std::to_string(start) + "> : tensor<i32>\n  %z = stablehlo.constant dense<0> : tensor<i32>\n"
                   "  %y = stablehlo.dynamic_slice %x, %s, %z, sizes = [4, 5] : (tensor<12x5xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>\n", "tensor<4x5xf32>");
  };
  std::string fixed = logical("  %y = stablehlo.slice %x [8:12, 0:5] : (tensor<12x5xf32>) -> tensor<4x5xf32>\n", "tensor<4x5xf32>");
  EXPECT_TRUE(proveTexts(fixed, step(8)).proved());
  EXPECT_TRUE(proveTexts(fixed, step(11)).proved()); // clamped to 8
  EXPECT_FALSE(proveTexts(fixed, step(7)).proved());
}

/// Integers may wrap: i + 1 > i is not true of every i32.
TEST(Traps, WrapAroundIsRespected) {
  auto program = [](const std::string &body) {
    return "func.func public @main(%i: tensor<i32>) -> tensor<i1> {\n  %one = stablehlo.constant dense<1> : tensor<i32>\n" + body + "  return %y : tensor<i1>\n}\n";
  };
  std::string always = program("  %y = stablehlo.constant dense<true> : tensor<i1>\n");
  std::string compared = program("  %j = stablehlo.add %i, %one : tensor<i32>\n  %y = stablehlo.compare GT, %j, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n");
  EXPECT_FALSE(proveTexts(always, compared).proved());
  ArgumentFacts small;
  small.range = {0, 1000};
  EXPECT_TRUE(proveTexts(always, compared, {small}).proved());
}

/// Rows padded from 12 to 16 count unless they are masked.
TEST(Traps, PaddedRows) {
  auto step = [](bool masked) {
    std::string pad = "  %p = stablehlo.constant dense<1.0> : tensor<f32>\n"
                      "  %l = stablehlo.pad %x, %p, low = [0, 0], high = [4, 0], interior = [0, 0] : (tensor<12x5xf32>, tensor<f32>) -> tensor<16x5xf32>\n";
    std::string mask = "  %i = stablehlo.iota dim = 0 : tensor<16x5xi32>\n  %n = stablehlo.constant dense<12> : tensor<16x5xi32>\n"
                       "  %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<16x5xi32>, tensor<16x5xi32>) -> tensor<16x5xi1>\n"
                       "  %o = stablehlo.constant dense<0.0> : tensor<16x5xf32>\n"
                       "  %m = stablehlo.select %c, %l, %o : tensor<16x5xi1>, tensor<16x5xf32>\n";
    return logical(pad + (masked ? mask : "") + columnSum(masked ? "%m" : "%l", 16, "%y"), columnType);
  };
  EXPECT_TRUE(proveTexts(columnSums, step(true)).proved());
  EXPECT_FALSE(proveTexts(columnSums, step(false)).proved());
}

TEST(Traps, UnsupportedOperatorsTaintTheirResultsOnly) {
  std::string text = "func.func public @main(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {\n"
                     "  %lo = stablehlo.constant dense<0.0> : tensor<f32>\n"
                     "  %s = stablehlo.constant dense<4> : tensor<2xi64>\n"
                     "  %c = stablehlo.rng %lo, %lo, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x4xf32>\n"
                     "  %d = stablehlo.add %c, %x : tensor<4x4xf32>\n  %e = stablehlo.add %x, %x : tensor<4x4xf32>\n"
                     "  return %d, %e : tensor<4x4xf32>, tensor<4x4xf32>\n}\n";
  Proof proof = proveTexts(text, text);
  ASSERT_EQ(proof.results.size(), 2u);
  EXPECT_EQ(proof.results[0].status, ResultStatus::Unsupported);
  EXPECT_EQ(proof.results[0].operatorName, "stablehlo.rng");
  EXPECT_EQ(proof.results[1].status, ResultStatus::Equal);
}

/// Every operand of every operator matters: a program against itself with %w replaced by its double at one place.
TEST(Traps, EveryOperandCanChangeTheVerdict) {
  const std::vector<std::string> uses = {
      "%y = stablehlo.add {}, %w : tensor<5xf32>", "%y = stablehlo.add %w, {} : tensor<5xf32>",
      "%y = stablehlo.subtract {}, %w : tensor<5xf32>", "%y = stablehlo.multiply %w, {} : tensor<5xf32>",
      "%y = stablehlo.divide %w, {} : tensor<5xf32>", "%y = stablehlo.divide {}, %w : tensor<5xf32>",
      "%y = stablehlo.maximum {}, %w : tensor<5xf32>", "%y = stablehlo.minimum %w, {} : tensor<5xf32>",
      "%y = stablehlo.power {}, %w : tensor<5xf32>", "%y = stablehlo.power %w, {} : tensor<5xf32>",
      "%y = stablehlo.atan2 {}, %w : tensor<5xf32>", "%y = stablehlo.remainder %w, {} : tensor<5xf32>",
      "%y = stablehlo.exponential {} : tensor<5xf32>", "%y = stablehlo.log {} : tensor<5xf32>",
      "%y = stablehlo.tanh {} : tensor<5xf32>", "%y = stablehlo.logistic {} : tensor<5xf32>",
      "%y = stablehlo.rsqrt {} : tensor<5xf32>", "%y = stablehlo.abs {} : tensor<5xf32>",
      "%y = stablehlo.floor {} : tensor<5xf32>", "%y = stablehlo.cosine {} : tensor<5xf32>",
      "%y = stablehlo.clamp {}, %w, %w2 : tensor<5xf32>", "%y = stablehlo.clamp %w, %w, {} : tensor<5xf32>",
      "%y = stablehlo.clamp %w, {}, %w2 : tensor<5xf32>", // between equal limits the middle operand can't matter
      "%c = stablehlo.compare GT, {}, %w : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>\n  %y = stablehlo.select %c, %w, %w2 : tensor<5xi1>, tensor<5xf32>",
      "%c = stablehlo.compare EQ, %w, {} : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>\n  %y = stablehlo.select %c, %one, %w2 : tensor<5xi1>, tensor<5xf32>",
  };
  for (const std::string &use : uses) {
    auto step = [&](const std::string &operand) {
      std::string line = use;
      line.replace(line.find("{}"), 2, operand);
      return logical("  %w2 = stablehlo.add %w, %w : tensor<5xf32>\n  %one = stablehlo.constant dense<1.0> : tensor<5xf32>\n  %w3 = stablehlo.add %w, %one : tensor<5xf32>\n  " + line + "\n", columnType);
    };
    EXPECT_TRUE(proveTexts(step("%w2"), step("%w2")).proved()) << use;
    Proof changed = proveTexts(step("%w2"), step("%w3"));
    EXPECT_FALSE(changed.proved()) << use << summary(changed);
  }
}

/// Accumulating over micro-batches in any order is the whole batch; dropping, repeating or averaging them is not.
TEST(Traps, MicroBatches) {
  auto step = [](const std::vector<std::pair<int, int>> &pieces) {
    std::string body, last;
    for (size_t i = 0; i < pieces.size(); ++i) {
      std::string n = std::to_string(i), rows = std::to_string(pieces[i].second - pieces[i].first);
      body += "  %p" + n + " = stablehlo.slice %x [" + std::to_string(pieces[i].first) + ":" + std::to_string(pieces[i].second) + ", 0:5] : (tensor<12x5xf32>) -> tensor<" + rows + "x5xf32>\n";
      body += "  %t" + n + " = stablehlo.tanh %p" + n + " : tensor<" + rows + "x5xf32>\n  %z" + n + " = stablehlo.constant dense<0.0> : tensor<f32>\n";
      body += "  %s" + n + " = stablehlo.reduce(%t" + n + " init: %z" + n + ") applies stablehlo.add across dimensions = [0] : (tensor<" + rows + "x5xf32>, tensor<f32>) -> tensor<5xf32>\n";
      body += i == 0 ? "  %a0 = stablehlo.add %s0, %w : tensor<5xf32>\n" : "  %a" + n + " = stablehlo.add %a" + std::to_string(i - 1) + ", %s" + n + " : tensor<5xf32>\n";
      last = "%a" + n;
    }
    return logical(body + "  %y = stablehlo.optimization_barrier " + last + " : tensor<5xf32>\n", columnType);
  };
  std::string whole = step({{0, 12}});
  EXPECT_TRUE(proveTexts(whole, step({{0, 4}, {4, 8}, {8, 12}})).proved());
  EXPECT_TRUE(proveTexts(whole, step({{8, 12}, {0, 4}, {4, 8}})).proved());
  EXPECT_TRUE(proveTexts(whole, step({{0, 5}, {5, 12}})).proved());
  EXPECT_FALSE(proveTexts(whole, step({{0, 4}, {4, 8}})).proved());
  EXPECT_FALSE(proveTexts(whole, step({{0, 4}, {4, 8}, {4, 8}, {8, 12}})).proved());
  EXPECT_FALSE(proveTexts(whole, step({{0, 4}, {3, 8}, {8, 12}})).proved());
}

/// Ring steps: the right direction, the wrong one, one step short.
TEST(Traps, PermutesMoveTheRightWay) {
  auto ring = [](const std::string &pairs) {
    return R"(sdy.mesh @mesh = <["dp"=4]>
func.func public @main(%x: tensor<12x5xf32>, %w: tensor<5xf32>) -> tensor<12x5xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"dp"}, {}]>] out_shardings=[<@mesh, [{"dp"}, {}]>] manual_axes={"dp"} (%a: tensor<3x5xf32>) {
    %r = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<)" + pairs + R"(> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<3x5xf32>) -> tensor<3x5xf32>
    sdy.return %r : tensor<3x5xf32>
  } : (tensor<12x5xf32>) -> tensor<12x5xf32>
  return %0 : tensor<12x5xf32>
}
)";
  };
  // Rows move down by three: y[i] = x[(i - 3) mod 12].
  std::string rolled = logical("  %t = stablehlo.slice %x [9:12, 0:5] : (tensor<12x5xf32>) -> tensor<3x5xf32>\n  %u = stablehlo.slice %x [0:9, 0:5] : (tensor<12x5xf32>) -> tensor<9x5xf32>\n"
                               "  %y = stablehlo.concatenate %t, %u, dim = 0 : (tensor<3x5xf32>, tensor<9x5xf32>) -> tensor<12x5xf32>\n", "tensor<12x5xf32>");
  Proof right = proveTexts(rolled, ring("[[0, 1], [1, 2], [2, 3], [3, 0]]"));
  EXPECT_TRUE(right.proved()) << summary(right);
  EXPECT_FALSE(proveTexts(rolled, ring("[[1, 0], [2, 1], [3, 2], [0, 3]]")).proved());
  EXPECT_FALSE(proveTexts(rolled, ring("[[0, 2], [1, 3], [2, 0], [3, 1]]")).proved());
}

/// A value that differs between ranks may not leave the rank program as a replicated one and be used there.
TEST(Traps, DisagreeingReplicasUsedOutside) {
  std::string body = columnSum("%a", 6, "%r");
  std::string text = plan("\"dp\"", 6, body, columnType, "[{}]", columnType);
  size_t at = text.find("  return %0");
  text = text.substr(0, at) + "  %2 = stablehlo.add %0, %0 : tensor<5xf32>\n  return %2 : tensor<5xf32>\n}\n";
  Proof proof = proveTexts(columnSums, text);
  EXPECT_FALSE(proof.proved());
  EXPECT_EQ(proof.results[0].status, ResultStatus::Unsupported) << summary(proof);
}

/// An assumption is listed when a denominator cancels.
TEST(Traps, CancelledDenominatorsAreAssumptions) {
  std::string cancelled = logical("  %p = stablehlo.multiply %w, %w : tensor<5xf32>\n  %y = stablehlo.divide %p, %w : tensor<5xf32>\n", columnType);
  std::string plain = logical("  %y = stablehlo.optimization_barrier %w : tensor<5xf32>\n", columnType);
  Proof proof = proveTexts(plain, cancelled);
  EXPECT_TRUE(proof.proved());
  bool listed = false;
  for (const Assumption &assumption : proof.assumptions)
    listed |= assumption.kind == AssumptionKind::NonZero;
  EXPECT_TRUE(listed);
}

} // namespace
