#include "tests/verifier/check/Programs.h"
#include "verifier/refute/ArgumentUse.h"

using namespace lockstep;
using namespace lockstep::verifier;
using namespace lockstep::verifier::test;

namespace {

std::vector<ArgumentUse> usesOf(const std::string &text) {
  auto context = makeContext();
  return argumentUses(importGraph(programOf(*context, text)).graph);
}

TEST(ArgumentUseTest, GatherBoundsItsIndices) {
  auto uses = usesOf(R"(
func.func public @main(%table: tensor<11x3xf32>, %ids: tensor<5x1xi32>) -> tensor<5x3xf32> {
  %y = "stablehlo.gather"(%table, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<11x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return %y : tensor<5x3xf32>
})");
  EXPECT_EQ(uses[1].largestIndex, 10);
  EXPECT_FALSE(uses[0].largestIndex);
}

TEST(ArgumentUseTest, OneHotBoundsByTheCounter) {
  auto uses = usesOf(R"(
func.func public @main(%ids: tensor<5xi32>) -> tensor<5x7xi1> {
  %i = stablehlo.iota dim = 1 : tensor<5x7xi32>
  %b = stablehlo.broadcast_in_dim %ids, dims = [0] : (tensor<5xi32>) -> tensor<5x7xi32>
  %y = stablehlo.compare EQ, %b, %i, SIGNED : (tensor<5x7xi32>, tensor<5x7xi32>) -> tensor<5x7xi1>
  return %y : tensor<5x7xi1>
})");
  EXPECT_EQ(uses[0].largestIndex, 6);
}

TEST(ArgumentUseTest, SquareRootOfAMovingAverage) {
  auto uses = usesOf(R"(
func.func public @main(%v: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %sq = stablehlo.multiply %g, %g : tensor<4xf32>
  %n = stablehlo.add %v, %sq : tensor<4xf32>
  %y = stablehlo.sqrt %n : tensor<4xf32>
  return %y : tensor<4xf32>
})");
  EXPECT_TRUE(uses[0].wantsNonNegative);
  EXPECT_FALSE(uses[1].wantsNonNegative); // a square has any sign in it
}

TEST(ArgumentUseTest, CounterThresholdsAreSeenThroughCalls) {
  auto uses = usesOf(R"(
func.func public @main(%t: tensor<i32>) -> tensor<f32> {
  %f = stablehlo.convert %t : (tensor<i32>) -> tensor<f32>
  %y = call @warm(%f) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}
func.func private @warm(%f: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<100.0> : tensor<f32>
  %y = stablehlo.minimum %f, %c : tensor<f32>
  return %y : tensor<f32>
})");
  EXPECT_EQ(uses[0].thresholds, (std::vector<double>{100}));
}

} // namespace
