// Roles: pairs of arguments and results by donation, names and operators; what contradicts is a warning.
#include "tests/import/Load.h"

#include <gtest/gtest.h>

using namespace lockstep;

namespace {

// "0-0 1-1": argument-result pairs in the order of the arguments.
std::string pairs(const Program &program) {
  std::string text;
  for (size_t i = 0; i < program.arguments.size(); ++i)
    if (program.arguments[i].result)
      text += (text.empty() ? "" : " ") + std::to_string(i) + "-" + std::to_string(*program.arguments[i].result);
  return text;
}

std::string roles(const Program &program) {
  std::string text;
  for (const ArgumentInfo &argument : program.arguments)
    text += (text.empty() ? "" : " ") + std::string(name(argument.role));
  return text;
}

TEST(Roles, namesPairParametersAndOptimizerState) {
  mlir::MLIRContext context;
  Program program = test::load(context, std::string(LOCKSTEP_TEST_CORPUS) + "/loc/logical_gpt.mlir.gz");
  unsigned checked = 0;
  for (const ArgumentInfo &argument : program.arguments) {
    if (!argument.result)
      continue;
    std::string path = argument.name.substr(argument.name.find('['));
    std::string expected = (argument.name[0] == 'p' ? "[0]" : "[1]") + path;
    EXPECT_EQ(program.results[*argument.result].name, expected) << argument.name;
    ++checked;
  }
  EXPECT_EQ(checked, 85u);
  EXPECT_EQ(program.arguments[87].name, "batch['tokens']");
  EXPECT_EQ(program.arguments[87].role, Role::Batch);
}

// Without names the operators alone must tell the same pairs.
TEST(Roles, operatorsAloneTellTheSamePairs) {
  for (const char *name : {"gpt", "llama", "mlp_sgd"}) {
    mlir::MLIRContext context;
    Program named = test::load(context, std::string(LOCKSTEP_TEST_CORPUS) + "/loc/logical_" + name + ".mlir.gz");
    Program bare = test::load(context, test::corpus(std::string("logical/") + name + ".mlir"));
    EXPECT_EQ(pairs(named), pairs(bare)) << name;
    EXPECT_EQ(roles(named), roles(bare)) << name;
    EXPECT_FALSE(pairs(named).empty());
  }
}

TEST(Roles, shardMapPlanHasThePairsOfItsStep) {
  mlir::MLIRContext context;
  Program step = test::load(context, std::string(LOCKSTEP_TEST_CORPUS) + "/loc/logical_gpt.mlir.gz");
  Program plan = test::load(context, std::string(LOCKSTEP_TEST_CORPUS) + "/loc/plans_gpt_dp2_tp2.mlir.gz");
  EXPECT_EQ(pairs(step), pairs(plan));
}

TEST(Roles, keyAndStep) {
  mlir::MLIRContext context;
  Program program = test::load(context, test::corpus("logical/dropout_rows.mlir"));
  EXPECT_EQ(roles(program), "state state state state batch batch key step");
  EXPECT_EQ(program.warnings.back(), "roles inferred from types: argument 4 'arg4' is batch, argument 5 'arg5' is batch, "
                                     "argument 6 'arg6' is key, argument 7 'arg7' is step; a contract can say otherwise");
}

TEST(Roles, donationThatAgreesSaysNothing) {
  mlir::MLIRContext context;
  Program program = test::load(context, test::corpus("logical/mlp_sgd_donated.mlir"));
  EXPECT_EQ(pairs(program), "0-0 1-1 2-2 3-3");
  ASSERT_EQ(program.warnings.size(), 1u);
  EXPECT_EQ(program.warnings[0], "roles inferred from types: argument 4 'arg4' is batch, argument 5 'arg5' is batch; a "
                                 "contract can say otherwise");
}

// m and v have one shape: donation pairs them crosswise, names and operators do not.
constexpr const char *kCrossed = R"(
func.func public @main(%m: tensor<4xf32> {tf.aliasing_output = 1 : i32} loc("o['m']"), %v: tensor<4xf32> {tf.aliasing_output = 0 : i32} loc("o['v']"))
    -> (tensor<4xf32> {jax.result_info = "result['m']"}, tensor<4xf32> {jax.result_info = "result['v']"}) {
  %0 = stablehlo.negate %m : tensor<4xf32>
  %1 = stablehlo.abs %v : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
})";

TEST(Roles, donationAgainstNamesIsReported) {
  mlir::MLIRContext context;
  Program program = test::analyze(context, kCrossed);
  EXPECT_EQ(pairs(program), "0-0 1-1");
  ASSERT_GE(program.warnings.size(), 2u);
  EXPECT_EQ(program.warnings[0], "donation pairs result 0 '['m']' with argument 1 'o['v']', names pair it with argument 0 "
                                 "'o['m']'; the names are followed");
}

TEST(Roles, donationAgainstOperatorsIsReported) {
  mlir::MLIRContext context;
  Program program = test::analyze(context, R"(
    func.func public @main(%m: tensor<4xf32> {tf.aliasing_output = 1 : i32}, %v: tensor<4xf32> {tf.aliasing_output = 0 : i32})
        -> (tensor<4xf32>, tensor<4xf32>) {
      %0 = stablehlo.negate %m : tensor<4xf32>
      %1 = stablehlo.abs %v : tensor<4xf32>
      return %0, %1 : tensor<4xf32>, tensor<4xf32>
    })");
  EXPECT_EQ(pairs(program), "0-0 1-1");
  EXPECT_EQ(program.warnings[0], "donation pairs result 0 'result0' with argument 1 'arg1', but it is computed from "
                                 "argument 0 'arg0'; the computation is followed");
}

TEST(Roles, donationToNowhere) {
  mlir::MLIRContext context;
  Program program = test::analyze(context, R"(
    func.func public @main(%a: tensor<4xf32> {tf.aliasing_output = 7 : i32}, %b: tensor<2xf32> {tf.aliasing_output = 0 : i32},
                           %c: tensor<3xf32> {jax.buffer_donor = true}) -> tensor<4xf32> {
      %0 = stablehlo.constant dense<0.0> : tensor<4xf32>
      return %0 : tensor<4xf32>
    })");
  std::vector<std::string> expected = {
      "argument 0 'arg0' is donated to result 7, which does not exist",
      "argument 1 'arg1' is donated to result 0 'result0' of another type",
      "argument 0 'arg0' is donated, but no result is known to update it",
      "argument 1 'arg1' is donated, but no result is known to update it",
      "argument 2 'arg2' is donated, but no result is known to update it"};
  EXPECT_EQ(program.warnings, expected);
}

TEST(Roles, attributesAndContractDisagree) {
  mlir::MLIRContext context;
  Contract contract = test::contract("[[argument]]\nindex = 0\nrole = 'batch'\n");
  Program program = test::analyze(context, R"(
    func.func public @main(%a: tensor<4xf32> {lockstep.role = "key"}, %b: tensor<4xf32> {lockstep.role = "weights"}) -> tensor<f32> {
      %0 = stablehlo.constant dense<0.0> : tensor<f32>
      return %0 : tensor<f32>
    })", &contract);
  EXPECT_EQ(roles(program), "batch unknown");
  std::vector<std::string> expected = {
      "argument 0 'arg0' is batch by the contract and key by the module; the contract is followed",
      "argument 1 'arg1': lockstep.role 'weights' is unknown; expected state, batch, key or step"};
  EXPECT_EQ(program.warnings, expected);
}

TEST(Roles, frozenWeightIsNotTakenForBatch) {
  mlir::MLIRContext context;
  Program program = test::analyze(context, R"(
    func.func public @main(%p: tensor<4xf32>, %frozen: tensor<5x4xf32>, %tokens: tensor<6xi32>, %mask: tensor<6x2xf32>) -> tensor<4xf32> {
      %0 = stablehlo.negate %p : tensor<4xf32>
      return %0 : tensor<4xf32>
    })");
  EXPECT_EQ(roles(program), "state unknown batch batch");
  EXPECT_EQ(program.warnings[0], "the role of argument 1 'arg1' is not known: no result updates it and its first extent is "
                                 "not that of the batch; a contract can say it");
}

TEST(Roles, namesByAttributeComeFirst) {
  mlir::MLIRContext context;
  Program program = test::analyze(context, R"(
    func.func public @main(%a: tensor<f32> {lockstep.name = "rate", jax.arg_info = "x"} loc("y"), %b: tensor<f32> {jax.arg_info = "x"} loc("y"),
                           %c: tensor<f32> loc("y"), %d: tensor<f32>)
        -> (tensor<f32> {lockstep.name = "loss", jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result"}) {
      return %a, %b : tensor<f32>, tensor<f32>
    })");
  EXPECT_EQ(program.arguments[0].name, "rate");
  EXPECT_EQ(program.arguments[1].name, "x");
  EXPECT_EQ(program.arguments[2].name, "y");
  EXPECT_EQ(program.arguments[3].name, "arg3");
  EXPECT_EQ(program.results[0].name, "loss");
  EXPECT_EQ(program.results[1].name, "result1");
}

} // namespace
