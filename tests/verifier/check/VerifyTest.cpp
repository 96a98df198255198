// Verdicts of whole verifications on the smallest programs.
#include "lockstep/Verify.h"
#include "tests/verifier/check/Programs.h"

#include <algorithm>

using namespace lockstep;
using namespace lockstep::verifier;
using namespace lockstep::verifier::test;

namespace {

class VerifyTest : public ::testing::Test {
protected:
  std::unique_ptr<mlir::MLIRContext> context = makeContext();

  Result verified(const std::string &logical, const std::string &plan, VerifyOptions options = {}) {
    Program first = programOf(*context, logical, nullptr, Reading::Logical), second = programOf(*context, plan);
    auto result = verify(first, second, nullptr, options);
    if (!result) {
      ADD_FAILURE() << llvm::toString(result.takeError());
      return {};
    }
    return std::move(*result);
  }

  static const Obligation *find(const Result &result, const std::string &id) {
    auto found = std::find_if(result.obligations.begin(), result.obligations.end(),
                              [&](const Obligation &obligation) { return obligation.id == id; });
    return found == result.obligations.end() ? nullptr : &*found;
  }
};

// Two results of one type, both computed from the same argument: which of them updates it is a guess.
std::string twoUpdates(const std::string &attributes, const std::string &body) {
  return "func.func public @main(%w: tensor<4xf32>" + attributes + ", %g: tensor<4xf32>) -> (tensor<4xf32> {jax.result_info = \"result[0]['w']\"}, "
         "tensor<4xf32> {jax.result_info = \"result[1]['v']\"}) {\n" + body + "  return %0, %1 : tensor<4xf32>, tensor<4xf32>\n}\n";
}

const std::string direct = "  %0 = stablehlo.add %w, %g : tensor<4xf32>\n  %1 = stablehlo.subtract %w, %g : tensor<4xf32>\n";
const std::string byDetour = "  %n = stablehlo.negate %g : tensor<4xf32>\n  %m = stablehlo.negate %w : tensor<4xf32>\n  %d = stablehlo.add %m, %n : tensor<4xf32>\n"
                             "  %0 = stablehlo.negate %d : tensor<4xf32>\n  %1 = stablehlo.add %w, %n : tensor<4xf32>\n";

TEST_F(VerifyTest, GuessedUpdatesThatDifferRefuteNothing) {
  Result result = verified(twoUpdates("", direct), twoUpdates("", byDetour));
  EXPECT_EQ(result.verdict(), Status::Proved);
}

TEST_F(VerifyTest, DonationToAnotherResultIsRefuted) {
  Result result = verified(twoUpdates(" {tf.aliasing_output = 0 : i32}", direct), twoUpdates(" {tf.aliasing_output = 1 : i32}", direct));
  EXPECT_EQ(result.verdict(), Status::Refuted);
  const Obligation *state = find(result, "state-0");
  ASSERT_TRUE(state);
  EXPECT_EQ(state->code, "ST003");
}

TEST_F(VerifyTest, CorrectPlanIsNotRefuted) {
  Result result = verified(scaleBySum, correctPlan());
  EXPECT_NE(result.verdict(), Status::Refuted);
  EXPECT_NE(result.verdict(), Status::Unsupported);
}

TEST_F(VerifyTest, MissingReductionIsRefutedAndExplained) {
  Result result = verified(scaleBySum, unreducedPlan());
  EXPECT_EQ(result.verdict(), Status::Refuted);
  EXPECT_EQ(exitCode(result.verdict()), 1);
  const Obligation *value = find(result, "value-0");
  ASSERT_TRUE(value && value->difference);
  EXPECT_EQ(value->status, Status::Refuted);
  EXPECT_EQ(value->method, Method::Interpretation);
  EXPECT_EQ(value->subject, "['y'] (result 0)");
  EXPECT_FALSE(value->difference->ranks.empty());
  ASSERT_TRUE(value->difference->blame);
  EXPECT_EQ(value->difference->blame->planLocation.file, "t.mlir");
}

TEST_F(VerifyTest, SumOverAGroupOfOneIsRefuted) {
  Result result = verified(scaleBySum, scaleBySumOnTwo(allReduce("dense<[[0], [1]]> : tensor<2x1xi64>")));
  EXPECT_EQ(result.verdict(), Status::Refuted);
}

TEST_F(VerifyTest, ReplicasThatDifferAreRefuted) {
  std::string plan = R"(
sdy.mesh @mesh = <["dp"=2]>
func.func public @main(%x: tensor<8xf32>) -> tensor<f32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"dp"}]>] out_shardings=[<@mesh, []>] manual_axes={"dp"} (%a: tensor<4xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %local = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    sdy.return %local : tensor<f32>
  } : (tensor<8xf32>) -> tensor<f32>
  return %0 : tensor<f32>
})";
  std::string logical = R"(
func.func public @main(%x: tensor<8xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %sum : tensor<f32>
})";
  Result result = verified(logical, plan);
  const Obligation *placement = find(result, "placement-0");
  ASSERT_TRUE(placement);
  EXPECT_EQ(placement->status, Status::Refuted);
  const Obligation *value = find(result, "value-0");
  ASSERT_TRUE(value && value->difference);
  EXPECT_EQ(value->code, "EQ012");
  EXPECT_EQ(value->difference->relation, "partial sum: equals the logical value after summing over dp");
}

TEST_F(VerifyTest, ProgramAgainstItselfIsNotRefuted) {
  EXPECT_NE(verified(scaleBySum, scaleBySum).verdict(), Status::Refuted);
}

TEST_F(VerifyTest, SignatureDifferenceListsArguments) {
  Program logical = programOf(*context, scaleBySum, nullptr, Reading::Logical);
  Program plan = programOf(*context, "func.func public @main(%x: tensor<4xf32>, %y: tensor<8xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }");
  auto result = verify(logical, plan, nullptr);
  ASSERT_FALSE(static_cast<bool>(result));
  std::string message = llvm::toString(result.takeError());
  EXPECT_NE(message.find("the step has 1 arguments, the plan has 2"), std::string::npos) << message;
  EXPECT_NE(message.find("argument 0 'arg0' is tensor<8xf32> in the step and tensor<4xf32> in the plan"), std::string::npos) << message;
  EXPECT_NE(message.find("IN010"), std::string::npos) << message;
}

TEST_F(VerifyTest, UnsupportedOperatorIsNamedAndNeverProved) {
  std::string custom = R"(
func.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = stablehlo.custom_call @mystery(%x) {has_side_effect = true} : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
})";
  Result result = verified(custom, custom);
  EXPECT_EQ(exitCode(result.verdict()), 3);
  EXPECT_NE(result.verdict(), Status::Proved);
  ASSERT_EQ(result.coverage.unsupported.size(), 2u);
  EXPECT_EQ(result.coverage.unsupported[0].name, "stablehlo.custom_call");
  EXPECT_EQ(result.coverage.unsupported[0].location.line, 3u);
}

TEST_F(VerifyTest, InterruptEndsWithUnknown) {
  VerifyOptions options;
  options.interrupted = [] { return true; };
  Result result = verified(scaleBySum, unreducedPlan(), options);
  EXPECT_EQ(result.stopped, "interrupted");
  EXPECT_NE(result.verdict(), Status::Proved);
  EXPECT_EQ(exitCode(result.verdict()), 3);
}

TEST_F(VerifyTest, SameSeedSameResult) {
  Result first = verified(scaleBySum, unreducedPlan()), second = verified(scaleBySum, unreducedPlan());
  const Obligation *a = find(first, "value-0"), *b = find(second, "value-0");
  ASSERT_TRUE(a && b && a->difference && b->difference);
  EXPECT_EQ(a->difference->element, b->difference->element);
  EXPECT_EQ(a->difference->found, b->difference->found);
}

/// y = f(x) with f given as lines that make %y from %x.
std::string elementwise(const std::string &lines) {
  return "func.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n" + lines + "\n  return %y : tensor<8xf32>\n}";
}

// The logical step is undefined for negative x; what the plan does there is its own business.
TEST_F(VerifyTest, UndefinedLogicalValuesClaimNothing) {
  std::string logical = elementwise("  %a = stablehlo.sqrt %x : tensor<8xf32>\n  %y = stablehlo.multiply %a, %a : tensor<8xf32>");
  std::string plan = elementwise("  %y = stablehlo.abs %x : tensor<8xf32>");
  EXPECT_NE(verified(logical, plan).verdict(), Status::Refuted);
}

TEST_F(VerifyTest, PlanThatIsNotFiniteIsRefuted) {
  std::string logical = elementwise("  %y = stablehlo.add %x, %x : tensor<8xf32>");
  std::string plan = elementwise("  %s = stablehlo.subtract %x, %x : tensor<8xf32>\n  %q = stablehlo.divide %s, %s : tensor<8xf32>\n"
                                 "  %y = stablehlo.add %q, %x : tensor<8xf32>");
  Result result = verified(logical, plan);
  const Obligation *value = find(result, "value-0");
  ASSERT_TRUE(value);
  EXPECT_EQ(value->status, Status::Refuted);
  EXPECT_EQ(value->code, "EQ014");
}

// 0.1 as f32 and as the rounded product of two literals: less than an ulp apart is no fault.
TEST_F(VerifyTest, RoundedLiteralsAreNotAFault) {
  std::string logical = elementwise("  %c = stablehlo.constant dense<0.1> : tensor<8xf32>\n  %y = stablehlo.multiply %x, %c : tensor<8xf32>");
  std::string plan = elementwise("  %c = stablehlo.constant dense<0.100000009> : tensor<8xf32>\n  %y = stablehlo.multiply %x, %c : tensor<8xf32>");
  EXPECT_NE(verified(logical, plan).verdict(), Status::Refuted);
}

} // namespace
