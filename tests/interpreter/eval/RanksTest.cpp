// Placement of arguments and results, device numbers, replicas.
#include "Snippets.h"

namespace lockstep::test {
namespace {

TEST(Ranks, piecesGoThereAndBack) {
  Snippet snippet(onMesh("tensor<4x6xf32>", R"([{"a"}, {"b"}])", "tensor<2x3xf32>",
                         "%y = stablehlo.add %x, %x : tensor<2x3xf32>", "tensor<2x3xf32>", R"([{"a"}, {"b"}])",
                         "tensor<4x6xf32>"));
  Numbers expected;
  for (int i = 0; i < 24; ++i)
    expected.push_back(2 * i);
  interp::Outcome outcome = snippet.run({counting({4, 6})});
  ASSERT_EQ(outcome.results.size(), 1u);
  EXPECT_EQ(valuesOf(outcome.results[0]), expected);
  ASSERT_EQ(outcome.deviceResults.size(), 4u);
  EXPECT_EQ(valuesOf(outcome.deviceResults[2][0]), (Numbers{24, 26, 28, 36, 38, 40}));
  EXPECT_TRUE(outcome.disagreements.empty());
}

TEST(Ranks, resultOfAnotherPlacementIsATranspose) {
  Snippet snippet(onMesh("tensor<2x2xf32>", R"([{"a"}, {"b"}])", "tensor<1x1xf32>",
                         "%y = stablehlo.negate %x : tensor<1x1xf32>", "tensor<1x1xf32>", R"([{"b"}, {"a"}])",
                         "tensor<2x2xf32>"));
  EXPECT_EQ(snippet.result({counting({2, 2})}), (Numbers{0, -2, -1, -3}));
}

TEST(Ranks, severalAxesOnOneDimAreMajorFirst) {
  Snippet snippet(onMesh("tensor<4xf32>", R"([{"b", "a"}])", "tensor<1xf32>",
                         "%y = stablehlo.negate %x : tensor<1xf32>", "tensor<1xf32>", R"([{"a", "b"}])",
                         "tensor<4xf32>"));
  // Device 2a + b holds piece 2b + a of the argument and 2a + b of the result.
  EXPECT_EQ(snippet.result({counting({4})}), (Numbers{0, -2, -1, -3}));
}

TEST(Ranks, subAxesSelectDigits) {
  llvm::Expected<Contract> contract = Contract::parse(R"(
[mesh]
a = 4
[[argument]]
index = 0
sharding = '[{"a":(1)2}]'
[[result]]
index = 0
sharding = '[{"a"}]'
)",
                                                      "contract.toml");
  ASSERT_TRUE(static_cast<bool>(contract)) << llvm::toString(contract.takeError());
  Snippet snippet("func.func public @main(%x: tensor<1xf32>) -> tensor<1xf32> {\n  return %x : tensor<1xf32>\n}",
                  &*contract);
  EXPECT_EQ(snippet.result({f32({2}, {5, 7})}), (Numbers{5, 5, 7, 7}));
}

const char *deviceNumber = R"(%id = stablehlo.partition_id : tensor<ui32>
    %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
    %r = stablehlo.reshape %f : (tensor<f32>) -> tensor<1x1xf32>
    %y = stablehlo.add %x, %r : tensor<1x1xf32>)";

TEST(Ranks, partitionIdIsTheDevice) {
  Snippet snippet(onMesh("tensor<2x2xf32>", R"([{"a"}, {"b"}])", "tensor<1x1xf32>", deviceNumber, "tensor<1x1xf32>",
                         R"([{"a"}, {"b"}])", "tensor<2x2xf32>"));
  EXPECT_EQ(snippet.result({f32({2, 2}, {0, 0, 0, 0})}), (Numbers{0, 1, 2, 3}));
}

TEST(Ranks, deviceIdsPlaceDevicesOnTheMesh) {
  std::string text = onMesh("tensor<2x2xf32>", R"([{"a"}, {"b"}])", "tensor<1x1xf32>", deviceNumber, "tensor<1x1xf32>",
                            R"([{"a"}, {"b"}])", "tensor<2x2xf32>");
  text.replace(text.find("\"b\"=2]"), 6, "\"b\"=2], device_ids=[0, 2, 1, 3]");
  Snippet snippet(text);
  EXPECT_EQ(snippet.result({f32({2, 2}, {0, 0, 0, 0})}), (Numbers{0, 2, 1, 3}));
}

TEST(Ranks, replicasThatDisagreeAreReportedAndTheLowestDeviceCounts) {
  Snippet snippet(onMesh("tensor<2x2xf32>", R"([{"a"}, {"b"}])", "tensor<1x1xf32>", deviceNumber, "tensor<1x1xf32>",
                         R"([{"a"}, {}])", "tensor<2x1xf32>"));
  interp::Outcome outcome = snippet.run({f32({2, 2}, {10, 10, 10, 10})});
  ASSERT_EQ(outcome.results.size(), 1u);
  EXPECT_EQ(valuesOf(outcome.results[0]), (Numbers{10, 12}));
  ASSERT_EQ(outcome.disagreements.size(), 1u);
  const interp::Disagreement &found = outcome.disagreements[0];
  EXPECT_EQ(found.result, 0u);
  EXPECT_EQ(found.deviceA, 0);
  EXPECT_EQ(found.deviceB, 1);
  EXPECT_EQ(found.element, 0);
  EXPECT_EQ(found.valueA, 10);
  EXPECT_EQ(found.valueB, 11);
}

TEST(Ranks, disagreementIsReportedForTheResultItReaches) {
  Snippet snippet(R"(sdy.mesh @mesh = <["a"=2]>
func.func public @main(%arg0: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, []>] out_shardings=[<@mesh, []>, <@mesh, []>]
      manual_axes={"a"} (%x: tensor<f32>) {
    %id = stablehlo.partition_id : tensor<ui32>
    %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
    sdy.return %f, %x : tensor<f32>, tensor<f32>
  } : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  %1 = stablehlo.add %0#0, %arg0 : tensor<f32>
  return %0#1, %1 : tensor<f32>, tensor<f32>
})");
  interp::Outcome outcome = snippet.run({f32({}, {3})});
  ASSERT_EQ(outcome.disagreements.size(), 1u);
  EXPECT_EQ(outcome.disagreements[0].result, 1u);
}

TEST(Ranks, unreducedResultsAreSums) {
  Snippet snippet(onMesh("tensor<4xf32>", R"([{"a", "b"}])", "tensor<1xf32>",
                         "%y = stablehlo.negate %x : tensor<1xf32>", "tensor<1xf32>", R"([{"a"}], unreduced={"b"})",
                         "tensor<2xf32>"));
  EXPECT_EQ(snippet.result({f32({4}, {1, 10, 100, 1000})}), (Numbers{-11, -1100}));
}

TEST(Ranks, automaticAxesKeepGlobalExtents) {
  Snippet snippet(R"(sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func public @main(%arg0: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", ?}, {?}]>] out_shardings=[<@mesh, [{"a", ?}, {?}]>]
      manual_axes={"a"} (%x: tensor<2x6xf32>) {
    %c = sdy.sharding_constraint %x <@mesh, [{}, {"b"}]> : tensor<2x6xf32>
    %y = stablehlo.add %c, %c : tensor<2x6xf32>
    sdy.return %y : tensor<2x6xf32>
  } : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
})");
  Numbers result = snippet.result({counting({4, 6})});
  ASSERT_EQ(result.size(), 24u);
  EXPECT_EQ(result[23], 46);
}

TEST(Ranks, nestedComputationsCutFurther) {
  Snippet snippet(R"(sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func public @main(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>]
      manual_axes={"a"} (%x: tensor<1x2xf32>) {
    %1 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}, {"b"}]>] out_shardings=[<@mesh, [{}, {"b"}]>]
        manual_axes={"b"} (%z: tensor<1x1xf32>) {
      %id = stablehlo.partition_id : tensor<ui32>
      %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
      %r = stablehlo.reshape %f : (tensor<f32>) -> tensor<1x1xf32>
      %y = stablehlo.add %z, %r : tensor<1x1xf32>
      sdy.return %y : tensor<1x1xf32>
    } : (tensor<1x2xf32>) -> tensor<1x2xf32>
    sdy.return %1 : tensor<1x2xf32>
  } : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
})");
  EXPECT_EQ(snippet.result({f32({2, 2}, {10, 20, 30, 40})}), (Numbers{10, 21, 32, 43}));
}

TEST(Ranks, perDeviceProgramRunsOnEveryDevice) {
  llvm::Expected<Contract> contract = Contract::parse(R"(
[mesh]
a = 2
[[argument]]
index = 0
sharding = '[{"a"}]'
[[result]]
index = 0
sharding = '[{}]'
)",
                                                      "contract.toml");
  ASSERT_TRUE(static_cast<bool>(contract)) << llvm::toString(contract.takeError());
  Snippet snippet(R"(
func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
})",
                  &*contract);
  ASSERT_TRUE(snippet.program);
  EXPECT_EQ(snippet.program->form, ProgramForm::PerDevice);
  EXPECT_EQ(snippet.result({f32({4}, {1, 2, 30, 40})}), (Numbers{31, 42}));
}

TEST(Ranks, f64ModeDoesNotRound) {
  Snippet snippet(R"(func.func public @main(%x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.add %x, %c : tensor<f32>
  %1 = stablehlo.convert %0 : (tensor<f32>) -> tensor<bf16>
  %2 = stablehlo.convert %1 : (tensor<bf16>) -> tensor<f32>
  %3 = stablehlo.subtract %2, %c : tensor<f32>
  return %3 : tensor<f32>
})");
  interp::Options f64;
  f64.f64 = true;
  EXPECT_EQ(snippet.result({f32({}, {0x1p-40})}), (Numbers{0}));
  EXPECT_EQ(snippet.result({f32({}, {0x1p-40})}, 0, f64), (Numbers{0x1p-40}));
}

} // namespace
} // namespace lockstep::test
