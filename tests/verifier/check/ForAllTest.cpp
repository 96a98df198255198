// Plans as families over the size of a mesh axis.
#include "lockstep/Verify.h"
#include "tests/verifier/check/Programs.h"
#include "verifier/family/Family.h"

#include <algorithm>

using namespace lockstep;
using namespace lockstep::verifier;
using namespace lockstep::verifier::test;

namespace {

class ForAllTest : public ::testing::Test {
protected:
  std::unique_ptr<mlir::MLIRContext> context = makeContext();

  std::vector<Obligation> membersOf(const std::string &plan, const std::string &axis = "dp") {
    Program first = programOf(*context, scaleBySum, nullptr, Reading::Logical), second = programOf(*context, plan);
    VerifyOptions options;
    options.forAll = {axis};
    auto result = verify(first, second, nullptr, options);
    if (!result) {
      ADD_FAILURE() << llvm::toString(result.takeError());
      return {};
    }
    std::vector<Obligation> members;
    for (const Obligation &obligation : result->obligations)
      if (obligation.id.starts_with("for-all-"))
        members.push_back(obligation);
    return members;
  }
};

/// The rank's number along dp, multiplied by `width`, is where it takes its piece of the whole from.
std::string slicedPlan(const std::string &width) {
  return R"(
sdy.mesh @mesh = <["dp"=2]>
func.func public @main(%x: tensor<8xf32>) -> (tensor<8xf32> {jax.result_info = "result['y']"}) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{"dp"}]>] manual_axes={"dp"} (%a: tensor<8xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %id = stablehlo.partition_id : tensor<ui32>
    %width = stablehlo.constant dense<)" + width + R"(> : tensor<ui32>
    %start = stablehlo.multiply %id, %width : tensor<ui32>
    %own = stablehlo.dynamic_slice %a, %start, sizes = [4] : (tensor<8xf32>, tensor<ui32>) -> tensor<4xf32>
    %b = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %y = stablehlo.multiply %own, %b : tensor<4xf32>
    sdy.return %y : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
)";
}

TEST_F(ForAllTest, SumOverTheAxisHoldsAtEverySize) {
  std::vector<Obligation> members = membersOf(correctPlan());
  ASSERT_EQ(members.size(), 3u); // 1, 4 and 8; 2 is the plan itself
  for (const Obligation &member : members)
    EXPECT_EQ(member.status, Status::Proved) << member.subject << ": " << member.message;
  EXPECT_EQ(members[2].id, "for-all-dp-8");
}

TEST_F(ForAllTest, WidthOfAPieceVariesWithTheAxis) {
  std::vector<Obligation> members = membersOf(slicedPlan("4"));
  ASSERT_EQ(members.size(), 3u);
  for (const Obligation &member : members)
    EXPECT_EQ(member.status, Status::Proved) << member.subject << ": " << member.message;
}

TEST_F(ForAllTest, WrongPlanHasNoFamily) { EXPECT_TRUE(membersOf(slicedPlan("3")).empty()); }

TEST_F(ForAllTest, SumWithTheOneNeighbourNeedsTwoRanks) {
  std::vector<Obligation> members = membersOf(scaleBySumOnTwo(R"(
    %other = "stablehlo.collective_permute"(%local) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<f32>) -> tensor<f32>
    %sum = stablehlo.add %local, %other : tensor<f32>)"));
  ASSERT_EQ(members.size(), 3u);
  for (const Obligation &member : members) {
    EXPECT_EQ(member.status, Status::Unknown) << member.subject;
    EXPECT_EQ(member.code, "EQ032");
    EXPECT_NE(member.message.find("result 0"), std::string::npos) << member.message;
  }
}

TEST_F(ForAllTest, StepThatNeedsTheNumberIsNamed) {
  std::string plan = R"(
sdy.mesh @mesh = <["dp"=2]>
func.func public @main(%x: tensor<8xf32>) -> (tensor<8xf32> {jax.result_info = "result['y']"}) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"dp"}]>] out_shardings=[<@mesh, [{"dp"}]>] manual_axes={"dp"} (%a: tensor<4xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %low = stablehlo.slice %a [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    %high = stablehlo.slice %a [2:4] : (tensor<4xf32>) -> tensor<2xf32>
    %both = stablehlo.add %low, %high : tensor<2xf32>
    %local = stablehlo.reduce(%both init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
)" + allReduce("dense<[[0, 1]]> : tensor<1x2xi64>") + R"(
    %b = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %y = stablehlo.multiply %a, %b : tensor<4xf32>
    sdy.return %y : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
)";
  std::vector<Obligation> members = membersOf(plan);
  ASSERT_EQ(members.size(), 3u);
  EXPECT_EQ(members[0].code, "EQ032"); // one rank, 8 elements: the halves miss some
  EXPECT_EQ(members[2].code, "EQ030"); // eight ranks, one element: there are no halves
  EXPECT_NE(members[2].message.find("stablehlo.slice"), std::string::npos) << members[2].message;
  ASSERT_TRUE(members[2].planLocation);
  EXPECT_EQ(members[2].planLocation->line, 6u);
}

TEST_F(ForAllTest, UnknownAxisIsNamed) {
  std::vector<Obligation> members = membersOf(correctPlan(), "tp");
  ASSERT_EQ(members.size(), 1u);
  EXPECT_EQ(members[0].code, "EQ030");
  EXPECT_NE(members[0].message.find("no axis 'tp'"), std::string::npos) << members[0].message;
}

TEST_F(ForAllTest, OwnSizeIsThePlanItself) {
  Program first = programOf(*context, scaleBySum, nullptr, Reading::Logical), second = programOf(*context, correctPlan());
  Graph logical = importGraph(first).graph, plan = importGraph(second).graph;
  auto made = family::Family::make(logical, plan, "dp");
  const auto *members = std::get_if<family::Family>(&made);
  ASSERT_TRUE(members);
  EXPECT_EQ(members->sizes(), (std::vector<int64_t>{1, 2, 4, 8}));
  auto member = members->at(2, family::LiteralReading::All);
  const Graph *same = std::get_if<Graph>(&member);
  ASSERT_TRUE(same);
  for (size_t v = 0; v < plan.values.size(); ++v)
    EXPECT_EQ(same->values[v].shape, plan.values[v].shape);
  auto other = members->at(8, family::LiteralReading::All);
  const Graph *eight = std::get_if<Graph>(&other);
  ASSERT_TRUE(eight);
  EXPECT_EQ(eight->check(), "");
  EXPECT_EQ(eight->meshes[0].axes[0].size, 8);
}

} // namespace
