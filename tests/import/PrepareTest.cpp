#include "ir/import/Prepare.h"
#include "ir/sdy/Convert.h"
#include "tests/import/Load.h"

#include <gtest/gtest.h>

using namespace lockstep;

namespace {

std::string print(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text;
}

// Both sides in one string when the prepared text lacks `part`.
void expectPart(const std::string &text, const std::string &part) {
  EXPECT_NE(text.find(part), std::string::npos) << "missing: " << part << "\nin:\n" << text;
}

std::string prepared(llvm::StringRef text, const PrepareOptions &options = {}) {
  mlir::MLIRContext context;
  Program program = test::analyze(context, text);
  auto result = prepare(program, options);
  if (result)
    return print(result->module.get());
  ADD_FAILURE() << llvm::toString(result.takeError());
  return "";
}

std::string prepareError(llvm::StringRef text, const PrepareOptions &options = {}) {
  mlir::MLIRContext context;
  Program program = test::analyze(context, text);
  return test::message(prepare(program, options));
}

TEST(Prepare, inlinesNestedCallsAndDropsThem) {
  std::string text = prepared(R"(
    func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0:2 = call @outer(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
      %1 = call @inner(%0#1) : (tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    func.func private @outer(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %0 = call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %x, %0 : tensor<4xf32>, tensor<4xf32>
    }
    func.func private @inner(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.negate %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func private @dead() { return }
  )");
  EXPECT_EQ(text, "module {\n"
                  "  func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {\n"
                  "    %0 = stablehlo.negate %arg0 : tensor<4xf32>\n"
                  "    %1 = stablehlo.negate %0 : tensor<4xf32>\n"
                  "    return %1 : tensor<4xf32>\n"
                  "  }\n"
                  "}\n");
}

TEST(Prepare, locatesInlinedOperatorsAtTheCall) {
  mlir::MLIRContext context;
  Program program = test::analyze(context, R"(
    func.func public @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = call @f(%x) : (tensor<f32>) -> tensor<f32> loc("step.py":7:3)
      return %0 : tensor<f32>
    }
    func.func private @f(%x: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.negate %x : tensor<f32> loc("layers.py":20:9)
      return %0 : tensor<f32>
    })");
  auto result = prepare(program);
  ASSERT_TRUE(bool(result)) << llvm::toString(result.takeError());
  std::string where;
  llvm::raw_string_ostream(where) << result->main.getBody().front().front().getLoc();
  EXPECT_EQ(where, "loc(callsite(\"layers.py\":20:9 at \"step.py\":7:3))");
  // The original is untouched.
  EXPECT_TRUE(llvm::isa<mlir::func::CallOp>(program.main.getBody().front().front()));
}

TEST(Prepare, inlinesNamedComputationsAndDropsHints) {
  std::string text = prepared(R"(
    sdy.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"dp"}]>] out_shardings=[<@mesh, [{"dp"}]>] manual_axes={"dp"} (%y: tensor<2xf32>) {
        %1 = sdy.named_computation<"f">(%y) (%z: tensor<2xf32>) {
          %2 = stablehlo.negate %z : tensor<2xf32>
          sdy.return %2 : tensor<2xf32>
        } : (tensor<2xf32>) -> tensor<2xf32>
        sdy.return %1 : tensor<2xf32>
      } : (tensor<4xf32>) -> tensor<4xf32>
      %3 = sdy.sharding_constraint %0 <@mesh, [{"dp"}]> : tensor<4xf32>
      return %3 : tensor<4xf32>
    })");
  EXPECT_EQ(text.find("named_computation"), std::string::npos);
  EXPECT_EQ(text.find("sharding_constraint"), std::string::npos);
  expectPart(text, "%1 = stablehlo.negate %arg1 : tensor<2xf32>\n      sdy.return %1");
  expectPart(text, "return %0 : tensor<4xf32>");
}

TEST(Prepare, recursionIsAnError) {
  EXPECT_EQ(prepareError(R"(
    func.func public @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = call @f(%x) : (tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }
    func.func private @f(%x: tensor<f32>) -> tensor<f32> {
      %0 = call @f(%x) : (tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    })"),
            "t.mlir: error: @f calls itself, directly or through others [IN014]");
}

TEST(Prepare, doublingCallsEndInAnError) {
  std::string text = "func.func public @main(%x: tensor<f32>) -> tensor<f32> {\n"
                     "  %0 = call @f0(%x) : (tensor<f32>) -> tensor<f32>\n  return %0 : tensor<f32>\n}\n";
  for (int i = 0; i < 40; ++i) {
    std::string next = i == 39 ? "stablehlo.negate" : "call @f" + std::to_string(i + 1);
    auto use = [&](const std::string &to, const std::string &from) {
      return "  %" + to + " = " + (i == 39 ? "stablehlo.negate %" + from + " : tensor<f32>\n"
                                           : next + "(%" + from + ") : (tensor<f32>) -> tensor<f32>\n");
    };
    text += "func.func private @f" + std::to_string(i) + "(%x: tensor<f32>) -> tensor<f32> {\n" + use("0", "x") +
            use("1", "0") + "  return %1 : tensor<f32>\n}\n";
  }
  PrepareOptions options;
  options.mostOperators = 10000;
  EXPECT_EQ(prepareError(text, options), "t.mlir: error: calls expand to more than 10000 operators [IN014]");
}

// What JAX printed for shard_map before Shardy (jax 0.10, jax_use_shardy_partitioner=False).
constexpr const char *kLegacy = R"(
module @jit_f attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x4xf32>, %arg1: tensor<4x6xf32>) -> (tensor<8x6xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "", mhlo.sharding = "{devices=[2,2]<=[4]}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<4x2xf32>
    %2 = stablehlo.custom_call @Sharding(%arg1) {backend_config = "", mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %3 = stablehlo.custom_call @SPMDFullToShardShape(%2) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4x6xf32>) -> tensor<2x6xf32>
    %4 = call @shmap_body(%1, %3) : (tensor<4x2xf32>, tensor<2x6xf32>) -> tensor<4x6xf32>
    %5 = stablehlo.custom_call @Sharding(%4) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %6 = stablehlo.custom_call @SPMDShardToFullShape(%5) {backend_config = "", mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<4x6xf32>) -> tensor<8x6xf32>
    return %6 : tensor<8x6xf32>
  }
  func.func private @shmap_body(%arg0: tensor<4x2xf32>, %arg1: tensor<2x6xf32>) -> (tensor<4x6xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2x6xf32>) -> tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
})";

TEST(Prepare, legacyShardMapBecomesManualComputation) {
  mlir::MLIRContext context;
  Program program = test::analyze(context, kLegacy);
  EXPECT_EQ(program.form, ProgramForm::ManualComputation);
  EXPECT_EQ(program.mesh.str(), "x0=2 x x1=2");
  std::string text = prepared(kLegacy);
  expectPart(text, "sdy.mesh @mesh = <[\"x0\"=2, \"x1\"=2]>");
  expectPart(text, "sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{\"x0\"}, {\"x1\"}]>, "
                   "<@mesh, [{\"x1\"}, {}]>] out_shardings=[<@mesh, [{\"x0\"}, {}]>] manual_axes={\"x0\", \"x1\"} "
                   "(%arg2: tensor<4x2xf32>, %arg3: tensor<2x6xf32>) {\n      %1 = stablehlo.dot_general %arg2, %arg3");
  EXPECT_EQ(text.find("custom_call"), std::string::npos) << text;
}

TEST(Prepare, legacyPartlyManualKeepsTheOtherAxis) {
  std::string text = prepared(R"(
    func.func public @main(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
      %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
      %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<8x4xf32>) -> tensor<8x2xf32>
      %c = stablehlo.constant dense<2.0> : tensor<8x2xf32>
      %2 = stablehlo.multiply %1, %c : tensor<8x2xf32>
      %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{devices=[1,1,2,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}"} : (tensor<8x2xf32>) -> tensor<8x2xf32>
      %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<8x2xf32>) -> tensor<8x4xf32>
      return %4 : tensor<8x4xf32>
    })");
  expectPart(text, "in_shardings=[<@mesh, [{}, {\"x1\"}]>] out_shardings=[<@mesh, [{}, {\"x1\"}]>] manual_axes={\"x1\"}");
  expectPart(text, "stablehlo.constant dense<2.000000e+00> : tensor<8x2xf32>\n      %1 = stablehlo.multiply");
}

TEST(Prepare, legacyValueWithoutShardingIsAnError) {
  EXPECT_EQ(prepareError(R"(
    func.func public @main(%x: tensor<8xf32>, %y: tensor<4xf32>) -> tensor<8xf32> {
      %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<8xf32>) -> tensor<8xf32>
      %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<4xf32>
      %2 = stablehlo.add %1, %y : tensor<4xf32>
      %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<8xf32>
      return %3 : tensor<8xf32>
    })"),
            "t.mlir: error: a manual computation uses a whole tensor that did not enter through SPMDFullToShardShape "
            "[IN014]");
}

TEST(Prepare, encodedManualComputation) {
  std::string text = prepared(R"(
    module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\"dp\"=2]>}"}} {
      func.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {
        %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%x) : (tensor<8xf32>) -> tensor<4xf32>
        %1 = call @xla.sdy.manual_computation_body(%0) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\"dp\"}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\"dp\"}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\"dp\"}]>]>"}} : (tensor<4xf32>) -> tensor<4xf32>
        %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) : (tensor<4xf32>) -> tensor<8xf32>
        return %2 : tensor<8xf32>
      }
      func.func private @xla.sdy.manual_computation_body(%x: tensor<4xf32>) -> tensor<4xf32> {
        %0 = stablehlo.negate %x : tensor<4xf32>
        return %0 : tensor<4xf32>
      }
    })");
  expectPart(text, "sdy.mesh @mesh = <[\"dp\"=2]>");
  expectPart(text, "sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{\"dp\"}]>] out_shardings=[<@mesh, [{\"dp\"}]>] "
                   "manual_axes={\"dp\"} (%arg1: tensor<4xf32>) {\n      %1 = stablehlo.negate %arg1");
}

TEST(Prepare, corpusPlansHaveNoCallsLeft) {
  for (const char *name : {"plans/gpt_cp2_ring_scan.mlir", "plans/dropout_rows_dp4.mlir", "xla_spmd/moe_ep2.spmd.mlir"}) {
    mlir::MLIRContext context;
    Program program = test::load(context, test::corpus(name));
    auto result = prepare(program);
    ASSERT_TRUE(bool(result)) << llvm::toString(result.takeError());
    unsigned calls = 0;
    result->module->walk([&](mlir::func::CallOp) { ++calls; });
    EXPECT_EQ(calls, 0u) << name;
    EXPECT_EQ(std::distance(result->module->getOps<mlir::func::FuncOp>().begin(),
                            result->module->getOps<mlir::func::FuncOp>().end()),
              1) << name;
  }
}

} // namespace
