#include "ir/import/Signature.h"
#include "tests/import/Load.h"

#include <gtest/gtest.h>

using namespace lockstep;

namespace {

TEST(Signature, equalStepAndPlan) {
  mlir::MLIRContext context;
  Program step = test::load(context, test::corpus("logical/gpt.mlir"));
  Program plan = test::load(context, test::corpus("plans/gpt_dp2_tp2.mlir"));
  EXPECT_FALSE(compareSignatures(step, plan));
  EXPECT_TRUE(compareNames(step, plan).empty());
}

TEST(Signature, perDevicePlanIsComparedByItsGlobalShapes) {
  mlir::MLIRContext context;
  Program step = test::load(context, test::corpus("logical/mlp_sgd.mlir"));
  Program plan = test::load(context, test::corpus("shardy_local/mlp_dp2_tp2.mlir"));
  EXPECT_FALSE(compareSignatures(step, plan));
}

TEST(Signature, listsSomeDifferencesAndCountsTheRest) {
  mlir::MLIRContext context;
  Program step = test::load(context, test::corpus("logical/mlp_sgd.mlir"));
  Program plan = test::load(context, test::corpus("plans/gpt_dp4.mlir"));
  step.path = "step.mlir";
  plan.path = "plan.mlir";
  std::string text = test::message(compareSignatures(step, plan));
  EXPECT_EQ(text, "plan.mlir: error: the plan is for another step: the step has 6 arguments, the plan has 88; argument 0 "
                  "'arg0' is tensor<28xf32> in the step and tensor<88xf32> in the plan; argument 1 'arg1' is tensor<6xf32> "
                  "in the step and tensor<84xf32> in the plan; ... (10 more) [IN010]\n  note: the step is step.mlir");
}

TEST(Signature, unpartitionedPlanIsRecognised) {
  mlir::MLIRContext context;
  Program step = test::load(context, test::corpus("logical/mlp_sgd.mlir"));
  Program plan = test::load(context, test::corpus("xla_spmd/mlp_dp2_tp2.sharded.mlir"));
  std::string text = test::message(compareSignatures(step, plan));
  EXPECT_NE(text.find("note: the plan has shardings but the shapes of whole tensors, as before partitioning"),
            std::string::npos) << text;
}

TEST(Signature, namesThatChangedPlaces) {
  mlir::MLIRContext context;
  Program step = test::analyze(context, R"(
    func.func @main(%m: tensor<4xf32> loc("o['m']"), %v: tensor<4xf32> loc("o['v']"), %x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
      return %m : tensor<4xf32>
    })");
  Program plan = test::analyze(context, R"(
    func.func @main(%m: tensor<4xf32> loc("a[0]['v']"), %v: tensor<4xf32> loc("a[0]['m']"), %x: tensor<4xf32> loc("a[1]")) -> tensor<4xf32> {
      return %m : tensor<4xf32>
    })");
  EXPECT_FALSE(compareSignatures(step, plan));
  std::vector<std::string> expected = {"argument 0 is named 'o['m']' in the step and 'a[0]['v']' in the plan",
                                       "argument 1 is named 'o['v']' in the step and 'a[0]['m']' in the plan"};
  EXPECT_EQ(compareNames(step, plan), expected);
}

} // namespace
