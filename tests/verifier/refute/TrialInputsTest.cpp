// Inputs stay in the declared ranges and have what faults need to show.
#include "tests/verifier/check/Programs.h"
#include "verifier/refute/TrialInputs.h"

#include <set>

using namespace lockstep;
using namespace lockstep::verifier;
using namespace lockstep::verifier::test;
using interp::Tensor;

namespace {

class TrialInputsTest : public ::testing::Test {
protected:
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Program program = programOf(*context, R"(
func.func public @main(%w: tensor<6x4xf32>, %x: tensor<8x6xf32>, %mask: tensor<8x10xf32>, %ids: tensor<8x10xi32>, %t: tensor<i32>, %key: tensor<2xui32>, %half: tensor<50xbf16>) -> tensor<6x4xf32> {
  return %w : tensor<6x4xf32>
})");

  std::vector<Tensor> make(uint64_t seed, unsigned counter = 0) {
    program.arguments[2].range = ValueRange{0, 1};
    program.arguments[3].range = ValueRange{3, 12};
    program.arguments[4].range = ValueRange{0, 1000000};
    std::vector<ArgumentUse> uses(program.arguments.size());
    uses[4].thresholds = {50};
    return TrialInputs(program, uses).make({seed, 1, 1, counter});
  }
};

TEST_F(TrialInputsTest, SameSeedSameInputs) {
  auto a = make(1), b = make(1), c = make(2);
  for (size_t i = 0; i < a.size(); ++i)
    EXPECT_TRUE(a[i].identical(b[i])) << i;
  EXPECT_FALSE(a[0].identical(c[0]));
}

TEST_F(TrialInputsTest, RangesAreObeyed) {
  for (uint64_t seed = 0; seed < 5; ++seed) {
    auto inputs = make(seed, static_cast<unsigned>(seed));
    for (int64_t i = 0; i < inputs[3].size(); ++i) {
      EXPECT_GE(inputs[3].integer(i), 3);
      EXPECT_LE(inputs[3].integer(i), 12);
    }
    EXPECT_GE(inputs[4].integer(0), 0);
    EXPECT_LE(inputs[4].integer(0), 1000000);
  }
}

TEST_F(TrialInputsTest, MaskRowsHaveUnequalCounts) {
  Tensor mask = make(3)[2];
  std::set<double> counts;
  for (int64_t row = 0; row < 8; ++row) {
    double count = 0;
    for (int64_t column = 0; column < 10; ++column) {
      double value = mask.real(row * 10 + column);
      EXPECT_TRUE(value == 0 || value == 1);
      count += value;
    }
    counts.insert(count);
  }
  EXPECT_GE(counts.size(), 3u);
}

TEST_F(TrialInputsTest, ElementsAreDistinct) {
  auto inputs = make(4);
  std::set<double> values;
  for (int64_t i = 0; i < inputs[1].size(); ++i)
    values.insert(inputs[1].real(i));
  EXPECT_EQ(values.size(), 48u);
}

TEST_F(TrialInputsTest, KeysUseAllBits) {
  auto inputs = make(5);
  EXPECT_GT(inputs[5].integer(0) | inputs[5].integer(1), 1 << 24);
}

TEST_F(TrialInputsTest, ValuesAreOfTheArgumentsType) {
  Tensor half = make(6)[6];
  for (int64_t i = 0; i < half.size(); ++i)
    EXPECT_EQ(half.real(i), interp::roundTo(ElementType::BF16, half.real(i)));
}

TEST_F(TrialInputsTest, CountersVisitThresholds) {
  std::set<int64_t> seen;
  for (unsigned counter = 0; counter < 6; ++counter)
    seen.insert(make(7, counter)[4].integer(0));
  EXPECT_TRUE(seen.count(49) && seen.count(50) && seen.count(51));
}

TEST_F(TrialInputsTest, WhatWasChosenIsSaid) {
  std::vector<ArgumentUse> uses(program.arguments.size());
  uses[3].largestIndex = 12;
  auto choices = TrialInputs(program, uses).choices();
  ASSERT_EQ(choices.size(), 2u); // ids and t
  EXPECT_NE(choices[0].find("[0, 12]"), std::string::npos) << choices[0];
}

} // namespace
