#include "ir/import/Inspect.h"
#include "tests/import/Load.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace lockstep;

namespace {

TEST(Inspect, text) {
  mlir::MLIRContext context;
  Program plan = test::analyze(context, R"(
    sdy.mesh @mesh = <["dp"=2, "tp"=2]>
    func.func @main(%w: tensor<8xf32> loc("p['w']"), %x: tensor<4x8xf32> loc("x")) -> (tensor<8xf32> {jax.result_info = "result['w']"}) {
      %0 = sdy.manual_computation(%w, %x) in_shardings=[<@mesh, [{}]>, <@mesh, [{"dp"}, {}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"dp", "tp"} (%v: tensor<8xf32>, %y: tensor<2x8xf32>) {
        %1 = "stablehlo.all_reduce"(%v) <{replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %2 = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %2 : tensor<f32>
        }) : (tensor<8xf32>) -> tensor<8xf32>
        %3 = "stablehlo.collective_permute"(%1) <{source_target_pairs = dense<[[0, 1], [1, 0], [2, 3], [3, 2]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<8xf32>) -> tensor<8xf32>
        %4 = stablehlo.add %v, %3 : tensor<8xf32>
        sdy.return %4 : tensor<8xf32>
      } : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    })");
  EXPECT_EQ(toText(inspect(plan)), R"(plan with manual computations on the mesh dp=2 x tp=2
state: 8 elements, 32 bytes

arguments
    0  p['w']: f32[8], state, updated by result 0, placed [{}]
    1  x: f32[4,8], batch, placed [{"dp"}, {}]

results
    0  ['w']: f32[8], updates argument 0, placed [{}]

collectives, with bytes on one device; loops are counted once
    1  all_reduce over dp, 32 bytes
    1  collective_permute over tp, 32 bytes

operators
    1  func.func
    1  func.return
    1  sdy.manual_computation
    1  sdy.mesh
    1  sdy.return
    2  stablehlo.add
    1  stablehlo.all_reduce
    1  stablehlo.collective_permute
    1  stablehlo.return

warnings
  1 argument is taken as state because of names or of the operators that update it
  roles inferred from types: argument 1 'x' is batch; a contract can say otherwise
)");
}

TEST(Inspect, json) {
  mlir::MLIRContext context;
  Program plan = test::load(context, test::corpus("shardy_local/mlp_dp2_tp2.mlir"));
  nlohmann::json json = toJson(inspect(plan));
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["form"], "per-device");
  EXPECT_EQ(json["mesh"], "dp=2 x tp=2");
  EXPECT_EQ(json["arguments"].size(), 6u);
  EXPECT_EQ(json["arguments"][2]["shape"], nlohmann::json({12, 28}));
  EXPECT_EQ(json["arguments"][2]["placement"], "[{}, {\"tp\"}]");
  EXPECT_EQ(json["arguments"][2]["role"], "state");
  EXPECT_EQ(json["arguments"][2]["updated_by"], 2);
  EXPECT_EQ(json["arguments"][4]["role"], "batch");
  EXPECT_EQ(json["results"][2]["updates"], 2);
}

TEST(Inspect, groupsOfAxes) {
  Mesh mesh{"m", {{"dp", 2}, {"tp", 3}}, {}};
  EXPECT_EQ(axesOf(mesh, {{0, 1, 2}, {3, 4, 5}}), "tp");
  EXPECT_EQ(axesOf(mesh, {{0, 3}, {1, 4}, {2, 5}}), "dp");
  EXPECT_EQ(axesOf(mesh, {{0, 1, 2, 3, 4, 5}}), "dp x tp");
  EXPECT_EQ(axesOf(mesh, {{0, 4}, {1, 5}, {2, 3}}), "groups of 2");
  EXPECT_EQ(axesOf(mesh, {{0}, {1}, {2}, {3}, {4}, {5}}), "itself");
  EXPECT_EQ(axesOf(mesh, {}), "all devices");
  EXPECT_EQ(axesOf(mesh, {{0, 99}}), "groups of 2");
}

TEST(Inspect, collectivesOfACorpusPlan) {
  mlir::MLIRContext context;
  Inspection inspection = inspect(test::load(context, test::corpus("plans/gpt_dp2_tp2.mlir")));
  ASSERT_EQ(inspection.collectives.size(), 2u);
  EXPECT_EQ(inspection.collectives[0].axes, "dp");
  EXPECT_EQ(inspection.collectives[1].axes, "tp");
}

} // namespace
