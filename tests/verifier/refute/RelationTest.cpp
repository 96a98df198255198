#include "verifier/refute/Relation.h"

#include <gtest/gtest.h>

using namespace lockstep::verifier;

namespace {

TEST(RelationTest, RatiosReadAsFractions) {
  EXPECT_EQ(ratioText(4), "4");
  EXPECT_EQ(ratioText(0.25), "1/4");
  EXPECT_EQ(ratioText(-1), "-1");
  EXPECT_EQ(ratioText(2.0 / 3), "2/3");
  EXPECT_EQ(ratioText(0.123456789), "0.1234568");
}

TEST(RelationTest, CommonRatioNeedsAllElements) {
  std::vector<double> expected = {1, -2, 0, 4};
  EXPECT_NEAR(*commonRatio(expected, std::vector<double>{3, -6, 0, 12}), 3, 1e-12);
  EXPECT_FALSE(commonRatio(expected, std::vector<double>{3, -6, 0.1, 12}));
  EXPECT_FALSE(commonRatio(expected, std::vector<double>{0, 0, 0, 0}));
}

TEST(RelationTest, IndexArithmeticRoundTrips) {
  lockstep::Shape shape = {2, 3, 5};
  for (int64_t flat = 0; flat < 30; ++flat)
    EXPECT_EQ(flatten(unflatten(flat, shape), shape), flat);
  EXPECT_EQ(unflatten(17, shape), (std::vector<int64_t>{1, 0, 2}));
}

} // namespace
