// Collectives on a 2 x 2 mesh, device = 2 a + b; ranks that go different ways.
#include "Snippets.h"

namespace lockstep::test {
namespace {

using testing::Test;

const std::string channel = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";
const std::string alongA = "replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>";
const std::string alongB = "replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>";

std::string reduction(const std::string &op, const std::string &attributes, const std::string &in,
                      const std::string &out, const std::string &combine = "stablehlo.add") {
  return "%y = \"stablehlo." + op + "\"(%x) <{" + channel + ", " + attributes + R"(, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = )" +
         combine + R"( %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : ()" +
         in + ") -> " + out;
}

// 0 .. 3 on devices 0 .. 3; what each device holds afterwards.
Numbers onEachDevice(const std::string &body, const std::string &localResult = "tensor<1x1xf32>",
                     const std::string &globalResult = "tensor<2x2xf32>") {
  Snippet snippet(onMesh("tensor<2x2xf32>", R"([{"a"}, {"b"}])", "tensor<1x1xf32>", body, localResult,
                         R"([{"a"}, {"b"}])", globalResult));
  return snippet.result({f32({2, 2}, {1, 10, 100, 1000})});
}

TEST(Collectives, allReduceAddsWithinGroups) {
  EXPECT_EQ(onEachDevice(reduction("all_reduce", alongA, "tensor<1x1xf32>", "tensor<1x1xf32>")),
            (Numbers{101, 1010, 101, 1010}));
  EXPECT_EQ(onEachDevice(reduction("all_reduce", alongB, "tensor<1x1xf32>", "tensor<1x1xf32>")),
            (Numbers{11, 11, 1100, 1100}));
}

TEST(Collectives, allReduceByMeshAxes) {
  std::string groups = "replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = "
                       "[#stablehlo.axis_ref<name = \"b\">]>";
  EXPECT_EQ(onEachDevice(reduction("all_reduce", groups, "tensor<1x1xf32>", "tensor<1x1xf32>")),
            (Numbers{11, 11, 1100, 1100}));
}

TEST(Collectives, allReduceTakesAnyCombiner) {
  EXPECT_EQ(onEachDevice(reduction("all_reduce", alongB, "tensor<1x1xf32>", "tensor<1x1xf32>", "stablehlo.maximum")),
            (Numbers{10, 10, 1000, 1000}));
  // Not associative: folded from the first member of the group on, here device 1, then 0.
  std::string swapped = "replica_groups = dense<[[1, 0], [3, 2]]> : tensor<2x2xi64>";
  EXPECT_EQ(onEachDevice(reduction("all_reduce", swapped, "tensor<1x1xf32>", "tensor<1x1xf32>", "stablehlo.subtract")),
            (Numbers{9, 9, 900, 900}));
}

TEST(Collectives, allReduceOfSeveralOperands) {
  EXPECT_EQ(onEachDevice(R"(%n = stablehlo.negate %x : tensor<1x1xf32>
    %0:2 = "stablehlo.all_reduce"(%x, %n) <{)" +
                         channel + ", " + alongB + R"(, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<1x1xf32>, tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>)
    %y = stablehlo.subtract %0#0, %0#1 : tensor<1x1xf32>)"),
            (Numbers{22, 22, 2200, 2200}));
}

TEST(Collectives, allGatherConcatenatesInGroupOrder) {
  std::string gather = R"(%y = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, )" + channel + ", GROUPS" +
                       R"(, use_global_device_ids}> : (tensor<1x1xf32>) -> tensor<1x2xf32>)";
  std::string straight = gather, swapped = gather;
  straight.replace(straight.find("GROUPS"), 6, alongB);
  swapped.replace(swapped.find("GROUPS"), 6, "replica_groups = dense<[[1, 0], [3, 2]]> : tensor<2x2xi64>");
  EXPECT_EQ(onEachDevice(straight, "tensor<1x2xf32>", "tensor<2x4xf32>"),
            (Numbers{1, 10, 1, 10, 100, 1000, 100, 1000}));
  EXPECT_EQ(onEachDevice(swapped, "tensor<1x2xf32>", "tensor<2x4xf32>"), (Numbers{10, 1, 10, 1, 1000, 100, 1000, 100}));
}

TEST(Collectives, reduceScatterLeavesOnePartToEach) {
  Snippet snippet(onMesh(
      "tensor<2x4xf32>", R"([{"a"}, {}])", "tensor<1x4xf32>",
      reduction("reduce_scatter", "scatter_dimension = 1 : i64, " + alongA, "tensor<1x4xf32>", "tensor<1x2xf32>"),
      "tensor<1x2xf32>", R"([{"a", "b"}, {}])", "tensor<4x2xf32>"));
  EXPECT_EQ(snippet.result({f32({2, 4}, {1, 2, 3, 4, 10, 20, 30, 40})}), (Numbers{11, 22, 11, 22, 33, 44, 33, 44}));
}

TEST(Collectives, allToAllExchangesParts) {
  Snippet snippet(onMesh("tensor<4x2xf32>", R"([{"a", "b"}, {}])", "tensor<1x2xf32>",
                         R"(%y = "stablehlo.all_to_all"(%x) <{)" + channel + ", concat_dimension = 0 : i64, " + alongB +
                             R"(, split_count = 2 : i64, split_dimension = 1 : i64}>
                             : (tensor<1x2xf32>) -> tensor<2x1xf32>)",
                         "tensor<2x1xf32>", R"([{"a"}, {"b"}])", "tensor<4x2xf32>"));
  EXPECT_EQ(snippet.result({counting({4, 2})}), (Numbers{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Collectives, allToAllOfSeveralOperands) {
  Snippet snippet(onMesh("tensor<4x2xf32>", R"([{"a", "b"}, {}])", "tensor<1x2xf32>",
                         R"(%n = stablehlo.negate %x : tensor<1x2xf32>
    %0:2 = "stablehlo.all_to_all"(%x, %n) <{)" +
                             channel + ", concat_dimension = 0 : i64, " + alongB +
                             R"(, split_count = 2 : i64, split_dimension = 1 : i64}>
                             : (tensor<1x2xf32>, tensor<1x2xf32>) -> (tensor<2x1xf32>, tensor<2x1xf32>)
    %y = stablehlo.subtract %0#0, %0#1 : tensor<2x1xf32>)",
                         "tensor<2x1xf32>", R"([{"a"}, {"b"}])", "tensor<4x2xf32>"));
  EXPECT_EQ(snippet.result({counting({4, 2})}), (Numbers{0, 2, 4, 6, 8, 10, 12, 14}));
}

TEST(Collectives, permuteGivesZerosWithoutSource) {
  EXPECT_EQ(onEachDevice(R"(%y = "stablehlo.collective_permute"(%x) <{)" + channel +
                         R"(, source_target_pairs = dense<[[0, 1], [3, 0]]> : tensor<2x2xi64>}>
                         : (tensor<1x1xf32>) -> tensor<1x1xf32>)"),
            (Numbers{1000, 1, 0, 0}));
}

TEST(Collectives, broadcastTakesTheFirstMember) {
  EXPECT_EQ(onEachDevice(R"(%y = "stablehlo.collective_broadcast"(%x) <{)" + channel +
                         R"(, replica_groups = dense<[[1, 0], [2, 3]]> : tensor<2x2xi64>}>
                         : (tensor<1x1xf32>) -> tensor<1x1xf32>)"),
            (Numbers{10, 10, 100, 100}));
}

// The loop runs as many times as the device's number says.
std::string loop(const std::string &body) {
  return R"(%id = stablehlo.partition_id : tensor<ui32>
    %c0 = stablehlo.constant dense<0> : tensor<ui32>
    %c1 = stablehlo.constant dense<1> : tensor<ui32>
    %0:2 = stablehlo.while(%i = %c0, %v = %x) : tensor<ui32>, tensor<1x1xf32>
    cond {
      %go = stablehlo.compare LT, %i, %id : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %n = stablehlo.add %i, %c1 : tensor<ui32>
      )" +
         body + R"(
      stablehlo.return %n, %w : tensor<ui32>, tensor<1x1xf32>
    }
    %y = stablehlo.negate %0#1 : tensor<1x1xf32>)";
}

TEST(Divergence, ranksMayLoopDifferently) {
  EXPECT_EQ(onEachDevice(loop("%w = stablehlo.add %v, %v : tensor<1x1xf32>")), (Numbers{-1, -20, -400, -8000}));
}

TEST(Divergence, collectiveThatSomeRanksMissIsAnError) {
  std::string body = reduction("all_reduce", alongB, "tensor<1x1xf32>", "tensor<1x1xf32>");
  body.replace(body.find("%y"), 2, "%w");
  body.replace(body.find("(%x)"), 4, "(%v)");
  Snippet snippet(onMesh("tensor<2x2xf32>", R"([{"a"}, {"b"}])", "tensor<1x1xf32>", loop(body), "tensor<1x1xf32>",
                         R"([{"a"}, {"b"}])", "tensor<2x2xf32>"));
  std::string error = snippet.error({counting({2, 2})});
  EXPECT_NE(error.find("device 1 reaches this collective of the group {0, 1}, but device 0 does not"),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("stablehlo.all_reduce"), std::string::npos) << error;
  EXPECT_NE(error.find("[CM002]"), std::string::npos) << error;
  EXPECT_NE(error.find("test.mlir:"), std::string::npos) << error;
}

TEST(Divergence, groupsThatGoTogetherMayCommunicate) {
  // Devices 2 and 3 take the branch with a sum over b; 0 and 1 do not.
  std::string sum = reduction("all_reduce", alongB, "tensor<1x1xf32>", "tensor<1x1xf32>");
  sum.replace(sum.find("%y"), 2, "%w");
  EXPECT_EQ(onEachDevice(R"(%id = stablehlo.partition_id : tensor<ui32>
    %c2 = stablehlo.constant dense<2> : tensor<ui32>
    %p = stablehlo.compare GE, %id, %c2 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %y = "stablehlo.if"(%p) ({
      )" + sum + R"(
      stablehlo.return %w : tensor<1x1xf32>
    }, {
      %m = stablehlo.negate %x : tensor<1x1xf32>
      stablehlo.return %m : tensor<1x1xf32>
    }) : (tensor<i1>) -> tensor<1x1xf32>)"),
            (Numbers{-1, -10, 1100, 1100}));
}

TEST(Divergence, branchesByCase) {
  EXPECT_EQ(onEachDevice(R"(%id = stablehlo.partition_id : tensor<ui32>
    %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %y = "stablehlo.case"(%i) ({
      stablehlo.return %x : tensor<1x1xf32>
    }, {
      %n = stablehlo.negate %x : tensor<1x1xf32>
      stablehlo.return %n : tensor<1x1xf32>
    }, {
      %d = stablehlo.add %x, %x : tensor<1x1xf32>
      stablehlo.return %d : tensor<1x1xf32>
    }) : (tensor<i32>) -> tensor<1x1xf32>)"),
            (Numbers{1, -10, 200, 2000})); // device 3 has no branch of its own: the last one
}

std::string transfer(const std::string &sends, const std::string &receives) {
  auto end = [](const std::string &pairs) {
    return R"(channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false,
        source_target_pairs = dense<[)" +
           pairs + R"(]> : tensor<1x2xi64>)";
  };
  return R"(%t = stablehlo.create_token : !stablehlo.token
    %s = "stablehlo.send"(%x, %t) <{)" +
         end(sends) + R"(}> : (tensor<1x1xf32>, !stablehlo.token) -> !stablehlo.token
    %y, %u = "stablehlo.recv"(%s) <{)" +
         end(receives) + R"(}> : (!stablehlo.token) -> (tensor<1x1xf32>, !stablehlo.token))";
}

TEST(PointToPoint, receiverGetsWhatWasSent) {
  EXPECT_EQ(onEachDevice(transfer("[1, 2]", "[1, 2]")), (Numbers{0, 0, 10, 0}));
}

TEST(PointToPoint, endsThatDoNotMatchAreErrors) {
  Snippet wrongSender(onMesh("tensor<2x2xf32>", R"([{"a"}, {"b"}])", "tensor<1x1xf32>", transfer("[1, 2]", "[3, 2]"),
                             "tensor<1x1xf32>", R"([{"a"}, {"b"}])", "tensor<2x2xf32>"));
  EXPECT_NE(wrongSender.error({counting({2, 2})}).find("from device 3, found 1 from device 1"), std::string::npos);
  Snippet noSender(onMesh("tensor<2x2xf32>", R"([{"a"}, {"b"}])", "tensor<1x1xf32>", transfer("[1, 2]", "[1, 3]"),
                          "tensor<1x1xf32>", R"([{"a"}, {"b"}])", "tensor<2x2xf32>"));
  EXPECT_NE(noSender.error({counting({2, 2})}).find("device 3 waits for device 1"), std::string::npos);
}

TEST(Collectives, outsideOfRankProgramsAreRefused) {
  Snippet snippet(R"(sdy.mesh @mesh = <["a"=2]>
func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>]
      manual_axes={"a"} (%z: tensor<1xf32>) {
    sdy.return %z : tensor<1xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "stablehlo.collective_permute"(%0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}>
      : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
})");
  EXPECT_NE(snippet.error({counting({2})}).find("no devices run this part"), std::string::npos);
}

} // namespace
} // namespace lockstep::test
