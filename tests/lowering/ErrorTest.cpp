// What lowering says about inputs it cannot lower.
#include "Corpus.h"

#include "ir/core/InputError.h"
#include "lowering/Lower.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace lockstep;
using namespace lockstep::lowering;
using testing::HasSubstr;

namespace {

const char *const step = R"(
func.func public @main(%w: tensor<6xf32>, %x: tensor<20x6xf32>, %y: tensor<20xf32>, %t: tensor<i32>) -> (tensor<6xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.dot_general %y, %x, contracting_dims = [0] x [0] : (tensor<20xf32>, tensor<20x6xf32>) -> tensor<6xf32>
  %1 = stablehlo.subtract %w, %0 : tensor<6xf32>
  %2 = stablehlo.add %t, %one : tensor<i32>
  return %1, %2 : tensor<6xf32>, tensor<i32>
})";

/// The error's text, and that it is the user's error.
std::string errorOf(const std::string &text, const LoweringSpec &spec) {
  auto context = test::makeContext();
  auto logical = test::programOf(*context, text);
  if (!logical)
    return "";
  auto plan = lower(*logical, spec);
  if (plan) {
    ADD_FAILURE() << "lowered";
    return "";
  }
  std::string message;
  llvm::handleAllErrors(
      plan.takeError(),
      [&](const InputError &error) { message = error.code + ": " + error.message + " | " + error.note; },
      [&](const llvm::ErrorInfoBase &other) { ADD_FAILURE() << "not an input error: " << other.message(); });
  return message;
}

LoweringSpec over(std::vector<MeshAxis> axes) {
  LoweringSpec spec;
  spec.axes = std::move(axes);
  return spec;
}

} // namespace

TEST(LoweringErrors, ExtentThatDoesNotDivide) {
  EXPECT_THAT(errorOf(step, over({{"dp", 3}})),
              testing::AllOf(HasSubstr("IN052"), HasSubstr("argument 1"), HasSubstr("dp=3"), HasSubstr("extent 20 in dim 0")));
  EXPECT_THAT(errorOf(step, over({{"dp", 4}, {"dq", 2}})),
              testing::AllOf(HasSubstr("dq=2"), HasSubstr("extent 20"), HasSubstr("8 pieces")));
}

TEST(LoweringErrors, MeshesThatMakeNoSense) {
  EXPECT_THAT(errorOf(step, over({})), HasSubstr("found none"));
  EXPECT_THAT(errorOf(step, over({{"dp", 0}})), HasSubstr("size of at least 1, found 0"));
  EXPECT_THAT(errorOf(step, over({{"dp", -2}})), HasSubstr("found -2"));
  EXPECT_THAT(errorOf(step, over({{"dp", 2}, {"dp", 2}})), HasSubstr("'dp' twice"));
  EXPECT_THAT(errorOf(step, over({{"", 2}})), HasSubstr("to have a name"));
  LoweringSpec spec = over({{"dp", 2}});
  spec.dataAxes = {"tp"};
  EXPECT_THAT(errorOf(step, spec), HasSubstr("data axis 'tp'"));
  spec.dataAxes = {"dp", "dp"};
  EXPECT_THAT(errorOf(step, spec), HasSubstr("'dp' twice"));
}

TEST(LoweringErrors, NoBatch) {
  const char *text = R"(
func.func public @main(%w: tensor<6xf32>, %key: tensor<2xui32>) -> tensor<6xf32> {
  %0 = stablehlo.add %w, %w : tensor<6xf32>
  return %0 : tensor<6xf32>
})";
  EXPECT_THAT(errorOf(text, over({{"dp", 2}})), testing::AllOf(HasSubstr("IN050"), HasSubstr("expected a batch argument")));
}

TEST(LoweringErrors, AmbiguousBatchListsTheCandidates) {
  const char *text = R"(
func.func public @main(%w: tensor<6xf32>, %x: tensor<20x6xf32>, %rope: tensor<36x5xf32>) -> tensor<6xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20x6xf32>, tensor<f32>) -> tensor<6xf32>
  %1 = stablehlo.reduce(%rope init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<36x5xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<6xf32>
  %3 = stablehlo.add %0, %2 : tensor<6xf32>
  %4 = stablehlo.subtract %w, %3 : tensor<6xf32>
  return %4 : tensor<6xf32>
})";
  EXPECT_THAT(errorOf(text, over({{"dp", 2}})),
              testing::AllOf(HasSubstr("argument 1"), HasSubstr("20x6xf32"), HasSubstr("argument 2"), HasSubstr("36x5xf32"),
                             HasSubstr("--batch")));
}

TEST(LoweringErrors, NamedBatchThatIsNone) {
  LoweringSpec spec = over({{"dp", 2}});
  spec.batch = {{std::nullopt, "tokens", 0}};
  EXPECT_THAT(errorOf(step, spec), HasSubstr("'tokens'"));
  spec.batch = {{17, std::nullopt, 0}};
  EXPECT_THAT(errorOf(step, spec), HasSubstr("17"));
  spec.batch = {{3, std::nullopt, 0}};
  EXPECT_THAT(errorOf(step, spec), HasSubstr("batch dim 0"));
  spec.batch = {{1, std::nullopt, 2}};
  EXPECT_THAT(errorOf(step, spec), HasSubstr("batch dim 2"));
}

TEST(LoweringErrors, OperatorsThatAreNoFunctions) {
  const char *text = R"(
func.func public @main(%w: tensor<6xf32>, %x: tensor<20x6xf32>) -> tensor<6xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20x6xf32>, tensor<f32>) -> tensor<6xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<6> : tensor<1xi64>
  %3 = stablehlo.rng %zero, %one, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<6xf32>
  %4 = stablehlo.add %0, %3 : tensor<6xf32>
  %5 = stablehlo.subtract %w, %4 : tensor<6xf32>
  return %5 : tensor<6xf32>
})";
  LoweringSpec spec = over({{"dp", 2}});
  spec.batch = {{1, std::nullopt, 0}};
  EXPECT_THAT(errorOf(text, spec), testing::AllOf(HasSubstr("IN042"), HasSubstr("stablehlo.rng")));
}

TEST(LoweringErrors, PlansAreNotLowered) {
  auto context = test::makeContext();
  auto plan = test::loadCorpusProgram(*context, "plans/mlp_dp4_mean.mlir", test::readCorpusJson("manifest.json"));
  ASSERT_TRUE(plan);
  auto lowered = lower(*plan, over({{"dp", 2}}));
  ASSERT_FALSE(static_cast<bool>(lowered));
  EXPECT_THAT(llvm::toString(lowered.takeError()), HasSubstr("one device"));
}
