// The normal form of a program, evaluated, against the interpreter executing the program.
#include "ReadProgram.h"

using namespace lockstep;
using namespace lockstep::verifier;
using namespace lockstep::verifier::engine;
using namespace lockstep::verifier::test;

namespace {

/// Reads the program, evaluates the normal form of every result element (at most `most` a result), and compares.
void compareWithInterpreter(const Program &program, int64_t most = 400) {
  for (const Element &x : elementsOf(program, inputOf, most)) {
    if (std::isnan(x.got) && std::isnan(x.want))
      continue; // both undefined: a root of a negative sample
    EXPECT_NEAR(x.got, x.want, 1e-6 * (1 + std::fabs(x.want))) << x.where << " is " << x.term;
  }
}

std::string function(const std::string &arguments, const std::string &type, const std::string &body) {
  return "func.func public @main(" + arguments + ") -> " + type + " {\n" + body + "\n  return %y : " + type + "\n}\n";
}

TEST(Reading, OperatorsAgreeWithTheInterpreter) {
  const std::string two = "%x: tensor<4x6xf32>, %w: tensor<4x6xf32>", six = "tensor<4x6xf32>";
  const std::vector<std::string> programs = {
      function(two, six, "  %y = stablehlo.add %x, %w : tensor<4x6xf32>"),
      function(two, six, "  %e = stablehlo.exponential %x : tensor<4x6xf32>\n  %l = stablehlo.logistic %w : tensor<4x6xf32>\n  %d = stablehlo.divide %e, %l : tensor<4x6xf32>\n  %y = stablehlo.tanh %d : tensor<4x6xf32>"),
      function(two, six, "  %c = stablehlo.compare GT, %x, %w : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>\n  %m = stablehlo.maximum %x, %w : tensor<4x6xf32>\n  %y = stablehlo.select %c, %m, %x : tensor<4x6xi1>, tensor<4x6xf32>"),
      function(two, six, "  %a = stablehlo.abs %x : tensor<4x6xf32>\n  %s = stablehlo.sqrt %a : tensor<4x6xf32>\n  %q = stablehlo.multiply %x, %x : tensor<4x6xf32>\n  %r = stablehlo.sqrt %q : tensor<4x6xf32>\n  %y = stablehlo.add %s, %r : tensor<4x6xf32>"),
      function(two, "tensor<6x4xf32>", "  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>\n  %y = stablehlo.reverse %t, dims = [0] : tensor<6x4xf32>"),
      function(two, "tensor<3x8xf32>", "  %y = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<3x8xf32>"),
      function(two, "tensor<2x3x4xf32>", "  %a = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<2x2x2x3xf32>\n  %b = stablehlo.transpose %a, dims = [0, 3, 1, 2] : (tensor<2x2x2x3xf32>) -> tensor<2x3x2x2xf32>\n  %y = stablehlo.reshape %b : (tensor<2x3x2x2xf32>) -> tensor<2x3x4xf32>"),
      function(two, "tensor<2x3xf32>", "  %y = stablehlo.slice %x [1:4:2, 0:6:2] : (tensor<4x6xf32>) -> tensor<2x3xf32>"),
      function(two, "tensor<8x6xf32>", "  %y = stablehlo.concatenate %x, %w, dim = 0 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>"),
      function(two, "tensor<9x7xf32>", "  %p = stablehlo.constant dense<2.0> : tensor<f32>\n  %y = stablehlo.pad %x, %p, low = [1, 0], high = [1, 1], interior = [1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<9x7xf32>"),
      function(two, "tensor<4x4xf32>", "  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x4xf32>"),
      function(two, "tensor<4xf32>", "  %y = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4xf32>"),
      function(two, "tensor<6xf32>", "  %z = stablehlo.constant dense<0xFF800000> : tensor<f32>\n  %y = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>"),
      function(two, "tensor<f32>", "  %z = stablehlo.constant dense<3.0> : tensor<f32>\n  %m = stablehlo.multiply %x, %w : tensor<4x6xf32>\n  %y = stablehlo.reduce(%m init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>"),
      function(two, "tensor<4x6xi32>", "  %i = stablehlo.iota dim = 1 : tensor<4x6xi32>\n  %c = stablehlo.constant dense<4> : tensor<4x6xi32>\n  %k = stablehlo.constant dense<3> : tensor<4x6xi32>\n  %s = stablehlo.subtract %i, %c : tensor<4x6xi32>\n  %r = stablehlo.remainder %s, %k : tensor<4x6xi32>\n  %d = stablehlo.divide %s, %k : tensor<4x6xi32>\n  %y = stablehlo.add %r, %d : tensor<4x6xi32>"),
      function("%x: tensor<4x6xf32>, %i: tensor<i32>", "tensor<2x6xf32>", "  %z = stablehlo.constant dense<0> : tensor<i32>\n  %y = stablehlo.dynamic_slice %x, %i, %z, sizes = [2, 6] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x6xf32>"),
      function("%x: tensor<4x6xf32>, %u: tensor<2x3xf32>, %i: tensor<i32>", six, "  %one = stablehlo.constant dense<1> : tensor<i32>\n  %y = stablehlo.dynamic_update_slice %x, %u, %i, %one : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>"),
      function("%x: tensor<7x6xf32>, %i: tensor<5x1xi32>", "tensor<5x6xf32>", "  %y = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<7x6xf32>, tensor<5x1xi32>) -> tensor<5x6xf32>"),
      function("%x: tensor<7x6xf32>, %i: tensor<5x1xi32>, %u: tensor<5x6xf32>", "tensor<7x6xf32>", "  %y = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n  ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n    %s = stablehlo.add %p, %q : tensor<f32>\n    stablehlo.return %s : tensor<f32>\n  }) : (tensor<7x6xf32>, tensor<5x1xi32>, tensor<5x6xf32>) -> tensor<7x6xf32>"),
      function(two, six, "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n  %y = \"stablehlo.reduce_window\"(%x, %z) <{window_dimensions = array<i64: 1, 6>, padding = dense<[[0, 0], [5, 0]]> : tensor<2x2xi64>}> ({\n  ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n    %s = stablehlo.add %p, %q : tensor<f32>\n    stablehlo.return %s : tensor<f32>\n  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>"),
  };
  for (const std::string &text : programs) {
    SCOPED_TRACE(text);
    compareWithInterpreter(programOf(text));
  }
}

class CorpusReading : public ::testing::TestWithParam<const char *> {};

TEST_P(CorpusReading, AgreesWithTheInterpreter) {
  std::string path = std::string(LOCKSTEP_TEST_CORPUS) + "/" + GetParam() + ".mlir.gz";
  auto program = loadProgram(path, context());
  ASSERT_TRUE(static_cast<bool>(program)) << llvm::toString(program.takeError());
  compareWithInterpreter(*program, 12);
}

INSTANTIATE_TEST_SUITE_P(Small, CorpusReading,
                         ::testing::Values("logical/mlp_sgd", "plans/mlp_dp4_sum", "plans/mlp_dp4_padded", "plans/mlp_dp4_tp2",
                                           "plans/mlp_tp4", "plans/mlp_zero2_flat", "plans/mlp_dp2_tp2_donated",
                                           "buggy/mlp_dp4_sum__mean_instead_of_sum"));

} // namespace
