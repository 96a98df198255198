// Levels and bounds of whole verifications, and what contracts ask of them.
#include "lockstep/Verify.h"
#include "tests/verifier/check/Programs.h"

using namespace lockstep;
using namespace lockstep::verifier;
using namespace lockstep::verifier::test;

namespace {

Result verified(const std::string &logical, const std::string &plan, const std::string &contractText) {
  auto context = makeContext();
  auto contract = Contract::parse(contractText, "contract.toml");
  if (!contract) {
    ADD_FAILURE() << llvm::toString(contract.takeError());
    return {};
  }
  Program first = programOf(*context, logical, &*contract, Reading::Logical), second = programOf(*context, plan, &*contract);
  auto result = verify(first, second, &*contract);
  if (!result) {
    ADD_FAILURE() << llvm::toString(result.takeError());
    return {};
  }
  return std::move(*result);
}

const Obligation &value(const Result &result) {
  static const Obligation none;
  for (const Obligation &obligation : result.obligations)
    if (obligation.id == "value-0")
      return obligation;
  ADD_FAILURE() << "no value-0";
  return none;
}

TEST(Rounding, ReorderedSumHasABound) {
  Result result = verified(scaleBySum, correctPlan(), "");
  EXPECT_EQ(result.verdict(), Status::Proved);
  EXPECT_EQ(result.levelReached, Level::Reordered);
  const Obligation &y = value(result);
  EXPECT_EQ(y.level, Level::Reordered);
  EXPECT_NE(y.levelReason.find("stablehlo.all_reduce"), std::string::npos) << y.levelReason;
  ASSERT_TRUE(y.bound && y.bound->relative);
  double u = 0x1p-24; // 8 terms and a product; 4 terms, then 2, and a product
  EXPECT_GE(*y.bound->logicalFactor, 8 * u);
  EXPECT_LT(*y.bound->logicalFactor, 8.001 * u);
  EXPECT_GE(*y.bound->planFactor, 5 * u);
  EXPECT_LT(*y.bound->planFactor, 5.001 * u);
  EXPECT_GE(*y.bound->relative, 13 * u);
}

TEST(Rounding, LevelsThatAreMissedAreNotProved) {
  for (std::string asked : {"bitwise-replay", "bitwise-reconfiguration"}) {
    Result result = verified(scaleBySum, correctPlan(), "level = \"" + asked + "\"\n");
    EXPECT_EQ(result.verdict(), Status::Unknown) << asked;
    EXPECT_EQ(value(result).code, "NU002");
    EXPECT_NE(value(result).message.find("stablehlo.all_reduce"), std::string::npos) << value(result).message;
    EXPECT_EQ(result.levelReached, Level::Reordered);
  }
}

TEST(Rounding, LevelsThatHoldAreProved) {
  Result replay = verified(scaleBySum, scaleBySum, "level = \"bitwise-replay\"\n");
  EXPECT_EQ(replay.verdict(), Status::Proved);
  EXPECT_EQ(replay.levelReached, Level::BitwiseReplay);
  EXPECT_EQ(value(replay).bound->relative, 0);
  Result stronger = verified(scaleBySum, scaleBySum, "level = \"bitwise-reconfiguration\"\n");
  EXPECT_EQ(stronger.verdict(), Status::Unknown);
  EXPECT_NE(value(stronger).message.find("stablehlo.reduce"), std::string::npos) << value(stronger).message;
}

TEST(Rounding, WeakerLevelsAreImplied) {
  EXPECT_EQ(verified(scaleBySum, correctPlan(), "level = \"statistical\"\n").verdict(), Status::Proved);
}

TEST(Rounding, TolerancesAreComparedWithTheBound) {
  auto asking = [](const std::string &tolerance) {
    return verified(scaleBySum, correctPlan(), "[[result]]\nindex = 0\ntolerance = " + tolerance + "\n");
  };
  EXPECT_EQ(asking("1e-6").verdict(), Status::Proved);
  Result tight = asking("1e-7");
  EXPECT_EQ(tight.verdict(), Status::Unknown);
  EXPECT_EQ(value(tight).code, "NU001");
}

std::string exponentials(const std::string &sum) {
  return "func.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n" + sum +
         "  %y = stablehlo.exponential %s : tensor<8xf32>\n  return %y : tensor<8xf32>\n}\n";
}
const std::string left = "  %a = stablehlo.add %x, %x : tensor<8xf32>\n  %s = stablehlo.add %a, %x : tensor<8xf32>\n";
const std::string scaled = "  %c = stablehlo.constant dense<3.0> : tensor<8xf32>\n  %s = stablehlo.multiply %x, %c : tensor<8xf32>\n";

TEST(Rounding, RangesGiveBounds) {
  std::string tolerance = "[[result]]\nindex = 0\ntolerance = 1e-4\n";
  Result without = verified(exponentials(left), exponentials(scaled), tolerance);
  EXPECT_EQ(without.verdict(), Status::Unknown);
  EXPECT_EQ(value(without).code, "NU004");
  EXPECT_NE(value(without).bound->reason.find("stablehlo.exponential"), std::string::npos) << value(without).bound->reason;
  Result with = verified(exponentials(left), exponentials(scaled), tolerance + "[[argument]]\nindex = 0\nrange = [-10, 10]\n");
  EXPECT_EQ(with.verdict(), Status::Proved);
  EXPECT_LT(*value(with).bound->relative, 1e-4);
}

std::string narrowSum(bool wide) {
  std::string type = wide ? "f32" : "bf16", x = "tensor<512x" + type + ">", scalar = "tensor<" + type + ">";
  return "func.func public @main(%x: tensor<512xbf16>) -> tensor<bf16> {\n  %w = stablehlo.convert %x : (tensor<512xbf16>) -> " + x +
         "\n  %z = stablehlo.constant dense<0.0> : " + scalar +
         "\n  %s = stablehlo.reduce(%w init: %z) applies stablehlo.add across dimensions = [0] : (" + x + ", " + scalar + ") -> " +
         scalar + "\n  %y = stablehlo.convert %s : (" + scalar + ") -> tensor<bf16>\n  return %y : tensor<bf16>\n}\n";
}

TEST(Rounding, VacuousBoundsAreRejected) {
  std::string tolerance = "[[result]]\nindex = 0\ntolerance = 10\n";
  Result result = verified(narrowSum(true), narrowSum(false), tolerance);
  EXPECT_EQ(result.verdict(), Status::Unknown);
  EXPECT_EQ(value(result).code, "NU003");
  EXPECT_FALSE(value(result).bound->relative);
  ASSERT_FALSE(value(result).bound->segments.empty());
  const BoundSegment &segment = value(result).bound->segments[0];
  EXPECT_TRUE(segment.inPlan);
  EXPECT_EQ(segment.op, "stablehlo.reduce");
  EXPECT_EQ(segment.terms, 512);
  EXPECT_GE(segment.factor, 511.0 / 256);
}

TEST(Rounding, WrongPlansHaveNoLevel) {
  Result result = verified(scaleBySum, unreducedPlan(), "");
  EXPECT_EQ(result.verdict(), Status::Refuted);
  EXPECT_FALSE(result.levelReached);
}

} // namespace
