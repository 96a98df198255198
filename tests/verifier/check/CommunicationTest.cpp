// Well-formed groups, and the same collectives in the same order on all ranks.
#include "tests/verifier/check/Programs.h"
#include "verifier/check/Communication.h"

using namespace lockstep;
using namespace lockstep::verifier;
using namespace lockstep::verifier::test;

namespace {

std::vector<Obligation> check(const std::string &plan) {
  auto context = makeContext();
  Program program = programOf(*context, plan);
  return checkCommunication(importGraph(program).graph);
}

TEST(CommunicationTest, FullGroupIsProved) {
  auto obligations = check(correctPlan());
  ASSERT_EQ(obligations.size(), 1u);
  EXPECT_EQ(obligations[0].status, Status::Proved);
  EXPECT_EQ(obligations[0].subject, "1 collectives");
}

TEST(CommunicationTest, NoCollectiveNoObligation) { EXPECT_TRUE(check(unreducedPlan()).empty()); }

/// A collective whose execution is decided by `predicate`, a tensor<i1> made by the given lines.
std::string underBranch(const std::string &lines) {
  return scaleBySumOnTwo(lines + R"(
    %sum = "stablehlo.if"(%predicate) ({
)" + allReduce("dense<[[0, 1]]> : tensor<1x2xi64>") + R"(
      stablehlo.return %sum : tensor<f32>
    }, {
      stablehlo.return %local : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>)");
}

TEST(CommunicationTest, BranchThatOneRankTakesIsRefuted) {
  auto obligations = check(underBranch(R"(
    %id = stablehlo.partition_id : tensor<ui32>
    %one = stablehlo.constant dense<1> : tensor<ui32>
    %predicate = stablehlo.compare LT, %id, %one, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>)"));
  ASSERT_FALSE(obligations.empty());
  EXPECT_EQ(obligations[0].status, Status::Refuted);
  EXPECT_EQ(obligations[0].code, "CM002");
  EXPECT_NE(obligations[0].message.find("device 0 waits in stablehlo.all_reduce"), std::string::npos);
  EXPECT_NE(obligations[0].message.find("device 1, which has ended"), std::string::npos);
}

TEST(CommunicationTest, BranchOnLocalDataIsNotProved) {
  auto obligations =
      check(underBranch("    %predicate = stablehlo.compare LT, %local, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>"));
  ASSERT_FALSE(obligations.empty());
  EXPECT_EQ(obligations[0].status, Status::Unknown);
}

TEST(CommunicationTest, BranchOnSharedDataIsProved) {
  auto obligations =
      check(underBranch("    %predicate = stablehlo.compare LT, %zero, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>"));
  ASSERT_EQ(obligations.size(), 1u);
  EXPECT_EQ(obligations[0].status, Status::Proved);
}

} // namespace
