#include "Snippets.h"
#include "ir/interpreter/Literals.h"

#include <cmath>
#include <set>

namespace lockstep::test {
namespace {

using interp::Recipe;

TEST(Inputs, generatorIsTheRecordedOne) {
  // SplitMix64's first outputs for the seeds 0 and 1.
  EXPECT_EQ(interp::mix(0), 0xE220A8397B1DCDAFull);
  EXPECT_EQ(interp::mix(1), 0x910A2DEC89025CC1ull);
  EXPECT_EQ(interp::unit(0, 0), static_cast<double>(0xE220A8397B1DCDAFull >> 40) / 16777216.0);
}

TEST(Inputs, recipesFillWithinTheirBounds) {
  Recipe integers{Recipe::Kind::Int, 3, 7, 0, {}};
  interp::Tensor ids = interp::fill(integers, 1, ElementType::I32, {1000});
  std::set<int64_t> seen;
  for (int64_t i = 0; i < ids.size(); ++i)
    seen.insert(ids.integer(i));
  EXPECT_EQ(seen, (std::set<int64_t>{3, 4, 5, 6}));
  Recipe mask;
  mask.kind = Recipe::Kind::Mask;
  mask.density = 0.25;
  double ones = 0;
  for (double value : valuesOf(interp::fill(mask, 2, ElementType::F32, {1000})))
    ones += value;
  EXPECT_NEAR(ones, 250, 50);
  Recipe values;
  values.kind = Recipe::Kind::Values;
  values.values = {3, 17};
  EXPECT_EQ(valuesOf(interp::fill(values, 0, ElementType::UI32, {2})), (Numbers{3, 17}));
}

TEST(Literals, simplestRationalThatRounds) {
  auto f32 = [](double value) { return interp::simplestLiteral(ElementType::F32, static_cast<float>(value)); };
  EXPECT_EQ(f32(0.1), 0.1);
  EXPECT_EQ(f32(-0.1), -0.1);
  EXPECT_EQ(f32(1.0 / 28), 1.0 / 28);
  EXPECT_EQ(f32(0.999), 0.999);
  EXPECT_EQ(f32(1e-6), 1e-6);
  EXPECT_EQ(f32(3.5), 3.5);
  EXPECT_EQ(f32(0.25), 0.25);
  EXPECT_EQ(f32(16777215), 16777215);
  EXPECT_EQ(f32(0), 0);
  EXPECT_EQ(f32(INFINITY), INFINITY);
  // Whatever the literal is, its reading lies within half a unit of the last place.
  for (uint64_t i = 0; i < 200; ++i) {
    float literal = static_cast<float>(std::ldexp(interp::unit(9, i) + 0.01, static_cast<int>(i % 90) - 60));
    float above = std::nextafterf(literal, INFINITY);
    EXPECT_LE(std::fabs(f32(literal) - literal), (above - literal) * (0.5 + 1e-6)) << literal;
  }
  EXPECT_EQ(interp::simplestLiteral(ElementType::BF16, 0.10009765625), 0.1);
}

const char *step = R"(func.func public @main(%w: tensor<3xf32>, %v: tensor<3xf32>, %g: tensor<3xf32>, %n: tensor<i32>,
    %key: tensor<2xui32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %square = stablehlo.multiply %g, %g : tensor<3xf32>
  %half = stablehlo.constant dense<0.5> : tensor<3xf32>
  %decayed = stablehlo.multiply %v, %half : tensor<3xf32>
  %moment = call @sum(%decayed, %square) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %root = stablehlo.sqrt %moment : tensor<3xf32>
  %ratio = stablehlo.divide %g, %root : tensor<3xf32>
  %updated = stablehlo.subtract %w, %ratio : tensor<3xf32>
  return %updated, %moment : tensor<3xf32>, tensor<3xf32>
}
func.func private @sum(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %a, %b : tensor<3xf32>
  return %0 : tensor<3xf32>
})";

TEST(Inputs, secondMomentsAreFound) {
  Snippet snippet(step);
  ASSERT_TRUE(snippet.program);
  EXPECT_EQ(interp::positiveArguments(*snippet.program), (std::vector<bool>{false, true, false, false, false}));
}

TEST(Inputs, madeForAProgram) {
  Snippet snippet(step);
  ASSERT_TRUE(snippet.program);
  snippet.program->arguments[3].range = ValueRange{5, 9};
  interp::InputOptions options;
  options.seed = 7;
  options.makePositive = interp::positiveArguments(*snippet.program);
  std::vector<interp::Tensor> inputs = interp::makeInputs(*snippet.program, options);
  ASSERT_EQ(inputs.size(), 5u);
  for (double value : valuesOf(inputs[1]))
    EXPECT_GT(value, 0);
  EXPECT_GE(inputs[3].integer(0), 5);
  EXPECT_LE(inputs[3].integer(0), 9);
  EXPECT_GT(inputs[4].integer(0), 1000);
  for (double value : snippet.result(inputs))
    EXPECT_FALSE(std::isnan(value));
  options.seed = 8;
  EXPECT_FALSE(interp::makeInputs(*snippet.program, options)[0].identical(inputs[0]));
}

} // namespace
} // namespace lockstep::test
