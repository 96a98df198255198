// The default output, word for word.
#include "tests/verifier/report/Samples.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace lockstep::verifier;
using namespace lockstep::verifier::test;

namespace {

TEST(TextReportTest, RefutedGolden) {
  EXPECT_EQ(written(refutedResult(), ReportFormat::Text),
            R"(refuted: the plan does not compute the logical step (level reordered, mesh dp=2)

refuted [EQ012] ['w1'] (result 1): differs from the logical value by up to 0.5 of its magnitude
  element [0, 3]: expected 0.25, found 0.125
  relation: partial sum: equals the logical value after summing over dp
  rank 0 (dp=0): 0.125  <- differs
  rank 1 (dp=1): 0.125  <- differs
  first wrong value: stablehlo.subtract at mlp_dp2.mlir:40:11 (from train.py:12:5)
    uses a partial sum as if it were complete
  counterexample: cex.json (lockstep replay cex.json)
  the same for 1 more: ['w2'] (result 2)

unsupported [EQ020] ['s'] (result 3): depends on the operator foo.bar in the plan, which is not supported

4 obligations: 1 proved, 2 refuted, 1 unsupported in 1.50 s
unsupported operator: foo.bar at mlp_dp2.mlir:9:3: not a known operator
assumption: the divisor at mlp.mlir:7 is not zero
)");
}

TEST(TextReportTest, ProvedGolden) {
  Result result;
  Obligation proved;
  proved.id = "value-0";
  proved.subject = "['w'] (result 0)";
  proved.status = Status::Proved;
  result.obligations = {proved};
  EXPECT_EQ(written(result, ReportFormat::Text),
            "proved: the plan computes the logical step (level reordered)\n\n1 obligations: 1 proved\n");
  EXPECT_EQ(written(result, ReportFormat::Text, {.verbose = true}),
            "proved: the plan computes the logical step (level reordered)\n\n1 obligations: 1 proved\n"
            "  proved value-0 ['w'] (result 0) (normal-form)\n");
}

TEST(TextReportTest, LevelsAndBoundsGolden) {
  EXPECT_EQ(written(provedResult(), ReportFormat::Text),
            R"(proved: the plan computes the logical step (level reordered)

3 obligations: 3 proved
levels: 1 bitwise-reconfiguration, 2 reordered (['w'] (result 0): stablehlo.all_reduce in the plan adds over ranks in an order that is not declared)
rounding: plan and logical step differ by at most 3e-07 of the absolute values added (['w'] (result 0))
rounding: no bound for 1 value (['n'] (result 1): stablehlo.rsqrt: the error of its operand has no bound)
)");
}

TEST(TextReportTest, StoppedEarlyIsSaid) {
  Result result;
  result.stopped = "time limit of 5 s";
  EXPECT_NE(written(result, ReportFormat::Text).find("stopped early: time limit of 5 s"), std::string::npos);
}

TEST(TextReportTest, ColourOnlyWhenAsked) {
  EXPECT_EQ(written(refutedResult(), ReportFormat::Text).find('\033'), std::string::npos);
  EXPECT_NE(written(refutedResult(), ReportFormat::Text, {.color = true}).find('\033'), std::string::npos);
}

TEST(TextReportTest, NoColorIsHonoured) {
  setenv("NO_COLOR", "1", 1);
  EXPECT_FALSE(wantsColor(llvm::outs()));
  unsetenv("NO_COLOR");
}

} // namespace
