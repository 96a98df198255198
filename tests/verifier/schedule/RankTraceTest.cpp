// Rank programs whose control flow depends on the rank, on a 2 x 2 mesh: device = 2 a + b.
#include "tests/verifier/check/Programs.h"
#include "verifier/check/Communication.h"

#include "gmock/gmock.h"

using namespace lockstep;
using namespace lockstep::verifier;
using namespace lockstep::verifier::test;
using testing::HasSubstr;

namespace {

std::string reduce(const std::string &name, const std::string &groups, int channel) {
  return "%" + name + " = \"stablehlo.all_reduce\"(%v) <{channel_handle = #stablehlo.channel_handle<handle = " +
         std::to_string(channel) + ", type = 1>, replica_groups = dense<" + groups +
         ">, use_global_device_ids}> ({\n^bb0(%l: tensor<f32>, %r: tensor<f32>):\n  %acc = stablehlo.add %l, %r : "
         "tensor<f32>\n  stablehlo.return %acc : tensor<f32>\n}) : (tensor<f32>) -> tensor<f32>\n";
}

const std::string overA = "[[0, 2], [1, 3]]> : tensor<2x2xi64", overB = "[[0, 1], [2, 3]]> : tensor<2x2xi64";
const std::string all = "[[0, 1, 2, 3]]> : tensor<1x4xi64";

/// %v is the piece, %id the device, %a and %b its coordinates; the body makes %y.
std::vector<Obligation> check(const std::string &body) {
  auto context = makeContext();
  Program program = programOf(*context, R"(sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a", "b"}]>] out_shardings=[<@mesh, [{"a", "b"}]>] manual_axes={"a", "b"} (%piece: tensor<1xf32>) {
    %v = stablehlo.reshape %piece : (tensor<1xf32>) -> tensor<f32>
    %id = stablehlo.partition_id : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %a = stablehlo.divide %id, %two : tensor<ui32>
    %b = stablehlo.remainder %id, %two : tensor<ui32>
    %n = stablehlo.convert %b : (tensor<ui32>) -> tensor<i32>
    %m = stablehlo.convert %a : (tensor<ui32>) -> tensor<i32>
)" + body + R"(
    %out = stablehlo.reshape %y : (tensor<f32>) -> tensor<1xf32>
    sdy.return %out : tensor<1xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
})");
  return checkCommunication(importGraph(program).graph);
}

std::string branches(const std::string &index, const std::string &first, const std::string &second) {
  return "%y = \"stablehlo.case\"(%" + index + ") ({\n" + first + "stablehlo.return %c : tensor<f32>\n}, {\n" + second +
         "stablehlo.return %c : tensor<f32>\n}) : (tensor<i32>) -> tensor<f32>\n";
}

TEST(RankTrace, ABranchThatWholeGroupsTakeIsProved) {
  // Coordinate a decides, groups lie along b: each group is on one side.
  auto found = check(branches("m", reduce("c", overB, 1), "%c = stablehlo.negate %v : tensor<f32>\n"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].status, Status::Proved) << found[0].message;
}

TEST(RankTrace, ABranchThatSplitsAGroupIsRefuted) {
  auto found = check(branches("n", reduce("c", overB, 1), "%c = stablehlo.negate %v : tensor<f32>\n"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].status, Status::Refuted);
  EXPECT_EQ(found[0].code, "CM002");
}

TEST(RankTrace, EqualCollectivesOfTwoBranchesDoNotMeet) {
  // Each device takes part in an all_reduce, but not in the same one.
  auto found = check(branches("n", reduce("c", overB, 1), reduce("c", overB, 1)));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].status, Status::Refuted);
}

TEST(RankTrace, CommunicatorsInRankDependentOrderDeadlock) {
  // Devices with b = 0 call over a and then over b, the others over b first; the calls over b never meet.
  auto found = check(reduce("w", all, 9) + branches("n", reduce("p", overA, 1) + reduce("c", overB, 2),
                                                    reduce("p", overB, 3) + reduce("c", overA, 4)));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].status, Status::Refuted);
}

std::string loop(const std::string &limit) {
  return R"(%zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %limit = )" +
         limit + R"(
    %i, %y = stablehlo.while(%k = %zero, %z = %v) : tensor<i32>, tensor<f32>
    cond {
      %p = stablehlo.compare LT, %k, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %next = stablehlo.add %k, %one : tensor<i32>
      )" + reduce("c", overA, 1) +
         R"(
      stablehlo.return %next, %c : tensor<i32>, tensor<f32>
    }
)";
}

TEST(RankTrace, LoopsOfTheSameLengthWithinGroupsAreProved) {
  // b + 1 rounds; groups lie along a.
  auto found = check(loop("stablehlo.add %n, %one : tensor<i32>"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].status, Status::Proved) << found[0].message;
}

TEST(RankTrace, LoopsOfDifferentLengthAreRefuted) {
  auto found = check(loop("stablehlo.add %m, %one : tensor<i32>"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].status, Status::Refuted);
  EXPECT_EQ(found[0].code, "CM002");
}

TEST(RankTrace, WhatDataDecidesStaysUnknown) {
  auto found = check(R"(%h = stablehlo.constant dense<0.0> : tensor<f32>
    %p = stablehlo.compare LT, %v, %h : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.convert %p : (tensor<i1>) -> tensor<i32>
)" + branches("q", reduce("c", overB, 1), "%c = stablehlo.negate %v : tensor<f32>\n"));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].status, Status::Unknown);
  EXPECT_THAT(found[0].message, HasSubstr("depends on data"));
}

TEST(RankTrace, APermuteInABranchNeedsBothEnds) {
  std::string permute = "%c = \"stablehlo.collective_permute\"(%v) <{channel_handle = #stablehlo.channel_handle<handle = 1, "
                        "type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<f32>) -> tensor<f32>\n";
  std::string plain = "%c = stablehlo.negate %v : tensor<f32>\n";
  EXPECT_EQ(check(branches("m", permute, plain))[0].status, Status::Proved);
  EXPECT_EQ(check(branches("n", permute, plain))[0].status, Status::Refuted);
}

} // namespace
