// Which pairs have equal bits. Every pair that must not claim them is equal over the reals.
#include "tests/verifier/engine/Texts.h"
#include "verifier/numerics/Levels.h"

using namespace lockstep;
using namespace lockstep::verifier;
using namespace lockstep::verifier::test;

namespace {

const std::string f = "tensor<4x6xf32>", half = "tensor<2x6xf32>", ints = "tensor<4x6xi32>";

std::string arguments() { return "%x: " + f + ", %g: " + f + ", %i: " + ints; }

std::string logical(const std::string &body, const std::string &type = f) {
  return "func.func public @main(" + arguments() + ") -> " + type + " {\n" + body + "  return %y : " + type + "\n}\n";
}

/// Rows of every argument over two ranks.
std::string sharded(const std::string &body, const std::string &local, const std::string &type, const std::string &out) {
  std::string halfInts = "tensor<2x6xi32>";
  return "sdy.mesh @mesh = <[\"dp\"=2]>\nfunc.func public @main(" + arguments() + ") -> " + type +
         " {\n  %0 = sdy.manual_computation(%x, %g, %i) in_shardings=[<@mesh, [{\"dp\"}, {}]>, <@mesh, [{\"dp\"}, {}]>, "
         "<@mesh, [{\"dp\"}, {}]>] out_shardings=[<@mesh, " + out + ">] manual_axes={\"dp\"} (%x_: " + half + ", %g_: " +
         half + ", %i_: " + halfInts + ") {\n" + body + "    sdy.return %r : " + local + "\n  } : (" + f + ", " + f + ", " +
         ints + ") -> " + type + "\n  return %0 : " + type + "\n}\n";
}

std::string allReduce(const std::string &result, const std::string &operand, const std::string &type,
                      const std::string &element, const std::string &op) {
  return "    " + result + " = \"stablehlo.all_reduce\"(" + operand +
         ") <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, "
         "type = 1>, use_global_device_ids}> ({\n      ^bb0(%p: tensor<" + element + ">, %q: tensor<" + element +
         ">):\n      %s = stablehlo." + op + " %p, %q : tensor<" + element + ">\n      stablehlo.return %s : tensor<" +
         element + ">\n    }) : (" + type + ") -> " + type + "\n";
}

ResultLevel levelOf(const std::string &spec, const std::string &impl, bool equalOverReals = true) {
  Program a = programOf(spec), b = programOf(impl);
  ImportedGraph x = importGraph(a), y = importGraph(b);
  EXPECT_EQ(x.graph.check(), "");
  EXPECT_EQ(y.graph.check(), "");
  std::vector<ArgumentFacts> facts(a.arguments.size());
  Proof proof = prove(x.graph, y.graph, facts);
  EXPECT_EQ(proof.proved(), equalOverReals) << summary(proof);
  std::vector<ResultLevel> levels = findLevels(x.graph, y.graph, facts, {});
  EXPECT_EQ(levels.size(), 1u);
  return levels.at(0);
}

#define EXPECT_LEVEL(expected, ...)                                                                                      \
  do {                                                                                                                   \
    ResultLevel found = levelOf(__VA_ARGS__);                                                                            \
    EXPECT_EQ(name(found.level), name(Level::expected)) << found.reason;                                                 \
  } while (false)

/// x - 0.1 g, elementwise.
std::string update(const std::string &x, const std::string &g, const std::string &type, const std::string &y) {
  return "    %lr = stablehlo.constant dense<1.000000e-01> : " + type + "\n    %d = stablehlo.multiply %lr, " + g + " : " +
         type + "\n    " + y + " = stablehlo.subtract " + x + ", %d : " + type + "\n";
}

TEST(Levels, ElementwiseUpdateOfShards) {
  std::string plan = sharded(update("%x_", "%g_", half, "%r"), half, f, "[{\"dp\"}, {}]");
  EXPECT_LEVEL(BitwiseReconfiguration, logical(update("%x", "%g", f, "%y")), plan);
}

TEST(Levels, UpdateOfShardsThenGathered) {
  std::string gather = "    %r = \"stablehlo.all_gather\"(%n) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : "
                       "tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, "
                       "use_global_device_ids}> : (" + half + ") -> " + f + "\n";
  EXPECT_LEVEL(BitwiseReconfiguration, logical(update("%x", "%g", f, "%y")),
               sharded(update("%x_", "%g_", half, "%n") + gather, f, f, "[{}, {}]"));
}

TEST(Levels, OperandsOfOneOperatorCommute) {
  for (std::string op : {"add", "multiply"})
    EXPECT_LEVEL(BitwiseReconfiguration, logical("  %y = stablehlo." + op + " %x, %g : " + f + "\n"),
                 logical("  %y = stablehlo." + op + " %g, %x : " + f + "\n"));
}

TEST(Levels, ReassociatedSumsDoNot) {
  std::string left = "  %a = stablehlo.add %x, %g : " + f + "\n  %y = stablehlo.add %a, %x : " + f + "\n";
  std::string right = "  %a = stablehlo.add %x, %x : " + f + "\n  %y = stablehlo.add %g, %a : " + f + "\n";
  EXPECT_LEVEL(Reordered, logical(left), logical(right));
}

TEST(Levels, AdditionToItselfIsNotRecognised) {
  std::string twice = "  %c = stablehlo.constant dense<2.0> : " + f + "\n  %y = stablehlo.multiply %x, %c : " + f + "\n";
  EXPECT_LEVEL(Reordered, logical("  %y = stablehlo.add %x, %x : " + f + "\n"), logical(twice));
}

TEST(Levels, ReciprocalIsNotDivision) {
  std::string c = "  %c = stablehlo.constant dense<3.0> : " + f + "\n";
  std::string multiply = "  %o = stablehlo.constant dense<1.0> : " + f + "\n  %q = stablehlo.divide %o, %c : " + f +
                         "\n  %y = stablehlo.multiply %x, %q : " + f + "\n";
  EXPECT_LEVEL(Reordered, logical(c + "  %y = stablehlo.divide %x, %c : " + f + "\n"), logical(c + multiply));
}

TEST(Levels, CastsRound) {
  auto narrow = [](const std::string &from, const std::string &to) {
    return "  " + to + "b = stablehlo.convert " + from + " : (" + f + ") -> tensor<4x6xbf16>\n  " + to +
           " = stablehlo.convert " + to + "b : (tensor<4x6xbf16>) -> " + f + "\n";
  };
  EXPECT_LEVEL(Reordered, logical("  %y = stablehlo.negate %x : " + f + "\n"),
               logical(narrow("%x", "%n") + "  %y = stablehlo.negate %n : " + f + "\n"));
  EXPECT_LEVEL(BitwiseReconfiguration, logical(narrow("%x", "%n") + "  %y = stablehlo.negate %n : " + f + "\n"),
               logical(narrow("%x", "%n") + "  %y = stablehlo.negate %n : " + f + "\n"));
}

TEST(Levels, WideningKeepsBits) {
  std::string wide = "tensor<4x6xf64>";
  std::string there = "  %a = stablehlo.convert %x : (" + f + ") -> " + wide + "\n";
  EXPECT_LEVEL(BitwiseReconfiguration, logical(there + "  %y = stablehlo.add %a, %a : " + wide + "\n", wide),
               logical(there + "  %y = stablehlo.add %a, %a : " + wide + "\n", wide));
  // Added in f32 and widened is something else.
  EXPECT_LEVEL(Reordered, logical(there + "  %y = stablehlo.add %a, %a : " + wide + "\n", wide),
               logical("  %a = stablehlo.add %x, %x : " + f + "\n  %y = stablehlo.convert %a : (" + f + ") -> " + wide + "\n", wide));
}

TEST(Levels, LiteralsOfOtherFormats) {
  std::string direct = "  %c = stablehlo.constant dense<1.000000e-01> : " + f + "\n";
  std::string narrow = "  %b = stablehlo.constant dense<1.000980e-01> : tensor<4x6xbf16>\n  %c = stablehlo.convert %b : "
                       "(tensor<4x6xbf16>) -> " + f + "\n";
  std::string product = "  %y = stablehlo.multiply %x, %c : " + f + "\n";
  EXPECT_LEVEL(Reordered, logical(direct + product), logical(narrow + product));
}

TEST(Levels, ZerosHaveSigns) {
  auto masked = [](const std::string &zero) {
    return logical("  %z = stablehlo.constant dense<" + zero + "> : " + f + "\n  %k = stablehlo.constant dense<3> : " + ints +
                   "\n  %m = stablehlo.compare LT, %i, %k, SIGNED : (" + ints + ", " + ints + ") -> tensor<4x6xi1>\n"
                   "  %y = stablehlo.select %m, %x, %z : tensor<4x6xi1>, " + f + "\n");
  };
  EXPECT_LEVEL(BitwiseReconfiguration, masked("0.0"), masked("0.0"));
  EXPECT_LEVEL(Reordered, masked("0.0"), masked("-0.0"));
}

std::string columnSum(const std::string &in, const std::string &rows, const std::string &out, const std::string &element,
                      const std::string &op, const std::string &init) {
  return "    %z = stablehlo.constant dense<" + init + "> : tensor<" + element + ">\n    " + out + " = stablehlo.reduce(" +
         in + " init: %z) applies stablehlo." + op + " across dimensions = [0] : (tensor<" + rows + "x6x" + element +
         ">, tensor<" + element + ">) -> tensor<6x" + element + ">\n";
}

TEST(Levels, SumsOverRanksHaveNoDeclaredOrder) {
  std::string plan = sharded(columnSum("%x_", "2", "%l", "f32", "add", "0.0") + allReduce("%r", "%l", "tensor<6xf32>", "f32", "add"),
                             "tensor<6xf32>", "tensor<6xf32>", "[{}]");
  ResultLevel level = levelOf(logical(columnSum("%x", "4", "%y", "f32", "add", "0.0"), "tensor<6xf32>"), plan);
  EXPECT_EQ(level.level, Level::Reordered);
  EXPECT_NE(level.reason.find("stablehlo.all_reduce"), std::string::npos) << level.reason;
  EXPECT_TRUE(level.inPlan);
}

TEST(Levels, LargestValuesHaveNoOrder) {
  EXPECT_LEVEL(BitwiseReconfiguration, logical(columnSum("%x", "4", "%y", "f32", "maximum", "0xFF800000"), "tensor<6xf32>"),
               sharded(columnSum("%x_", "2", "%l", "f32", "maximum", "0xFF800000") +
                           allReduce("%r", "%l", "tensor<6xf32>", "f32", "maximum"),
                       "tensor<6xf32>", "tensor<6xf32>", "[{}]"));
}

TEST(Levels, IntegersAreExact) {
  EXPECT_LEVEL(BitwiseReconfiguration, logical(columnSum("%i", "4", "%y", "i32", "add", "0"), "tensor<6xi32>"),
               sharded(columnSum("%i_", "2", "%l", "i32", "add", "0") + allReduce("%r", "%l", "tensor<6xi32>", "i32", "add"),
                       "tensor<6xi32>", "tensor<6xi32>", "[{}]"));
}

std::string gram(const std::string &x, const std::string &g, const std::string &rows, const std::string &y) {
  return "    " + y + " = stablehlo.dot_general " + x + ", " + g + ", contracting_dims = [1] x [1] : (tensor<" + rows +
         "x6xf32>, tensor<4x6xf32>) -> tensor<" + rows + "x4xf32>\n";
}

TEST(Levels, WholeContractionsAreReplayed) {
  std::string type = "tensor<4x4xf32>";
  ResultLevel same = levelOf(logical(gram("%x", "%g", "4", "%y"), type),
                             logical("  %t = stablehlo.transpose %x, dims = [1, 0] : (" + f + ") -> tensor<6x4xf32>\n"
                                     "  %m = stablehlo.transpose %t, dims = [1, 0] : (tensor<6x4xf32>) -> " + f + "\n" +
                                     gram("%m", "%g", "4", "%y"), type));
  EXPECT_EQ(same.level, Level::BitwiseReplay) << same.reason;
  EXPECT_NE(same.reason.find("stablehlo.dot_general"), std::string::npos) << same.reason;
}

TEST(Levels, ContractionsOfPiecesAreNot) {
  std::string gather = "    %w = \"stablehlo.all_gather\"(%g_) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : "
                       "tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, "
                       "use_global_device_ids}> : (" + half + ") -> " + f + "\n";
  EXPECT_LEVEL(Reordered, logical(gram("%x", "%g", "4", "%y"), "tensor<4x4xf32>"),
               sharded(gather + gram("%x_", "%w", "2", "%r"), "tensor<2x4xf32>", "tensor<4x4xf32>", "[{\"dp\"}, {}]"));
}

TEST(Levels, OtherContractionsAreOtherFunctions) {
  std::string type = "tensor<4x4xf32>";
  std::string turned = gram("%g", "%x", "4", "%t") + "    %y = stablehlo.transpose %t, dims = [1, 0] : (" + type + ") -> " + type + "\n";
  EXPECT_LEVEL(Reordered, logical(gram("%x", "%g", "4", "%y"), type), logical(turned, type));
}

TEST(Levels, PrecisionIsPartOfAContraction) {
  std::string type = "tensor<4x4xf32>", precise = gram("%x", "%g", "4", "%y");
  precise.insert(precise.find(" : ("), ", precision = [HIGHEST, HIGHEST]");
  EXPECT_LEVEL(BitwiseReplay, logical(precise, type), logical(precise, type));
  EXPECT_LEVEL(Reordered, logical(gram("%x", "%g", "4", "%y"), type), logical(precise, type));
}

TEST(Levels, WrongPlansClaimNothing) {
  EXPECT_LEVEL(Reordered, logical("  %y = stablehlo.add %x, %g : " + f + "\n"),
               logical("  %y = stablehlo.add %x, %x : " + f + "\n"), false);
  // Rows exchanged between the ranks.
  std::string swap = "    %r = \"stablehlo.collective_permute\"(%x_) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : "
                     "tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (" + half + ") -> " + half + "\n";
  EXPECT_LEVEL(Reordered, logical("  %y = stablehlo.optimization_barrier %x : " + f + "\n"),
               sharded(swap, half, f, "[{\"dp\"}, {}]"), false);
}

} // namespace
