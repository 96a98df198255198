// Plans of stages: messages one by one and in groups, collectives across stages, and programs that never end.
#include "Snippets.h"

namespace lockstep::test {
namespace {

// Two stages of two devices; `x` enters on stage 0 over dp, `y` leaves stage 1 over dp.
std::string plan(const std::string &first, const std::string &second,
                 const std::string &result = R"(<[1], <@mesh, [{"dp"}]>>)", const std::string &functions = "") {
  return R"(sdy.mesh @mesh = <["pp"=2, "dp"=2]>
)" + functions +
         R"(
func.func @main(%arg: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.step(%arg) mesh=@mesh stage_axis="pp"
    in_placements=[<[0], <@mesh, [{"dp"}]>>]
    out_placements=[)" +
         result + R"(]
    stage(%x: tensor<2xf32>) {)" +
         first + R"(}
    stage() {)" +
         second + R"(}
    : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
})";
}

const std::string send0 = "plan.send %x to 1 micro_batch 0 tag \"x\" : tensor<2xf32>\n";
const std::string receive0 = "%r = plan.recv from 0 micro_batch 0 tag \"x\" : tensor<2xf32>\n";

std::string allReduce(const std::string &operand, const std::string &groups, int channel = 1) {
  return "%sum = \"stablehlo.all_reduce\"(" + operand + ") <{channel_handle = #stablehlo.channel_handle<handle = " +
         std::to_string(channel) + ", type = 1>, replica_groups = " + groups + R"(, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %q: tensor<f32>):
        %s = stablehlo.add %l, %q : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<2xf32>
)";
}

TEST(Stages, messageReachesTheDeviceOfTheSameCoordinates) {
  Snippet snippet(plan(send0 + "plan.return\n", receive0 + "%y = stablehlo.negate %r : tensor<2xf32>\nplan.return %y : tensor<2xf32>\n"));
  EXPECT_EQ(snippet.result({f32({4}, {1, 2, 3, 4})}), (Numbers{-1, -2, -3, -4}));
}

TEST(Stages, groupsExchangeBothWays) {
  Snippet snippet(plan(R"(
    %twice = stablehlo.add %x, %x : tensor<2xf32>
    plan.send %x to 1 tag "a" : tensor<2xf32>
    %b = plan.group {
      plan.send %twice to 1 tag "c" : tensor<2xf32>
      %got = plan.recv from 1 tag "b" : tensor<2xf32>
      plan.yield %got : tensor<2xf32>
    } : tensor<2xf32>
    plan.send %b to 1 tag "d" : tensor<2xf32>
    plan.return
)",
                       R"(
    %a = plan.recv from 0 tag "a" : tensor<2xf32>
    %m = stablehlo.multiply %a, %a : tensor<2xf32>
    %c = plan.group {
      %got = plan.recv from 0 tag "c" : tensor<2xf32>
      plan.send %m to 0 tag "b" : tensor<2xf32>
      plan.yield %got : tensor<2xf32>
    } : tensor<2xf32>
    %d = plan.recv from 0 tag "d" : tensor<2xf32>
    %y = stablehlo.add %c, %d : tensor<2xf32>
    plan.return %y : tensor<2xf32>
)"));
  EXPECT_EQ(snippet.result({f32({4}, {1, 2, 3, 4})}), (Numbers{3, 8, 15, 24})); // 2x + x^2
}

TEST(Stages, collectivesWithinAndAcrossStages) {
  const std::string axes = "#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = \"dp\">]>";
  const std::string across = "dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>";
  std::string first = allReduce("%x", axes) + send0 + "%m = stablehlo.negate %sum : tensor<2xf32>\n";
  std::string second = receive0;
  // Inside of stage 0 over dp; then the negated sum with what stage 1 received, across.
  std::string crossFirst = allReduce("%m", across, 2), crossSecond = allReduce("%r", across, 2);
  crossFirst.replace(0, 4, "%tot"); // another name
  Snippet snippet(plan(first + crossFirst + "plan.return\n", second + crossSecond + "plan.return %sum : tensor<2xf32>\n"));
  EXPECT_EQ(snippet.result({f32({4}, {1, 2, 3, 4})}), (Numbers{1 - 4, 2 - 6, 3 - 4, 4 - 6}));
}

TEST(Stages, calledFunctionsGetTheNumberOfTheirMicroBatch) {
  Snippet snippet(plan(R"(%f = plan.call @f micro_batch 3 (%x) : (tensor<2xf32>) -> tensor<2xf32>
    plan.send %f to 1 micro_batch 0 tag "x" : tensor<2xf32>
    plan.return
)",
                       receive0 + "plan.return %r : tensor<2xf32>\n", R"(<[1], <@mesh, [{"dp"}]>>)",
                       R"(func.func private @f(%m: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
    %n = stablehlo.convert %m : (tensor<i32>) -> tensor<f32>
    %b = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %y = stablehlo.add %x, %b : tensor<2xf32>
    return %y : tensor<2xf32>
  })"));
  EXPECT_EQ(snippet.result({f32({4}, {1, 2, 3, 4})}), (Numbers{4, 5, 6, 7}));
}

TEST(Stages, copiesOnSeveralStagesMustAgree) {
  Snippet snippet(plan(send0 + "plan.return %x : tensor<2xf32>\n",
                       receive0 + "%y = stablehlo.negate %r : tensor<2xf32>\nplan.return %y : tensor<2xf32>\n",
                       R"(<[0, 1], <@mesh, [{"dp"}]>>)"));
  interp::Outcome outcome = snippet.run({f32({4}, {1, 2, 3, 4})});
  ASSERT_EQ(outcome.disagreements.size(), 1u);
  EXPECT_EQ(outcome.disagreements[0].deviceA, 0);
  EXPECT_EQ(outcome.disagreements[0].deviceB, 2);
}

TEST(Stages, deadlocksShowTheCycle) {
  Snippet crossed(plan(send0 + R"(%b = plan.recv from 1 tag "y" : tensor<2xf32>
    plan.return
)",
                       R"(%c = stablehlo.constant dense<1.0> : tensor<2xf32>
    plan.send %c to 0 tag "y" : tensor<2xf32>
)" + receive0 + "plan.return %r : tensor<2xf32>\n"));
  std::string error = crossed.error({f32({4}, {1, 2, 3, 4})});
  EXPECT_NE(error.find("stage 0 waits to send \"x\" of micro-batch 0 to stage 1"), std::string::npos) << error;
  EXPECT_NE(error.find("stage 1 waits to send \"y\" to stage 0"), std::string::npos) << error;
}

TEST(Stages, missingEndsAreNamed) {
  Snippet missing(plan(send0 + "plan.return\n", "%c = stablehlo.constant dense<1.0> : tensor<2xf32>\nplan.return %c : tensor<2xf32>\n"));
  std::string error = missing.error({f32({4}, {1, 2, 3, 4})});
  EXPECT_NE(error.find("for stage 1, which has ended its program"), std::string::npos) << error;
  Snippet swapped(plan(send0 + "plan.return\n",
                       "%r = plan.recv from 0 micro_batch 1 tag \"x\" : tensor<2xf32>\nplan.return %r : tensor<2xf32>\n"));
  error = swapped.error({f32({4}, {1, 2, 3, 4})});
  EXPECT_NE(error.find("sends \"x\" of micro-batch 0"), std::string::npos) << error;
  EXPECT_NE(error.find("receives \"x\" of micro-batch 1"), std::string::npos) << error;
}

TEST(Stages, membersOfACollectiveMustAgree) {
  const std::string across = "dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>";
  std::string max = allReduce("%r", across);
  max.replace(max.find("stablehlo.add"), 13, "stablehlo.maximum");
  Snippet snippet(plan(send0 + allReduce("%x", across) + "plan.return\n", receive0 + max + "plan.return %sum : tensor<2xf32>\n"));
  std::string error = snippet.error({f32({4}, {1, 2, 3, 4})});
  EXPECT_NE(error.find("by stablehlo.add"), std::string::npos) << error;
  EXPECT_NE(error.find("by stablehlo.maximum"), std::string::npos) << error;
}

} // namespace
} // namespace lockstep::test
