#include "verifier/refute/Fingerprint.h"

#include <gtest/gtest.h>

using namespace lockstep::verifier;

namespace {

const std::vector<double> values = {0.5, -1.25, 3, 0.125, -2, 7};

TEST(FingerprintTest, PiecesAddUp) {
  Fingerprint whole = Fingerprint::of(values);
  Fingerprint pieces = Fingerprint::of({0.5, -1.25, 3});
  pieces += Fingerprint::of({0.125, -2, 7});
  EXPECT_TRUE(pieces.matches(whole));
}

TEST(FingerprintTest, OrderAndPaddingDoNotMatter) {
  EXPECT_TRUE(Fingerprint::of({7, 0, 3, -2, 0, 0.125, 0.5, -1.25}).matches(Fingerprint::of(values)));
}

TEST(FingerprintTest, OtherValuesDoNotMatch) {
  EXPECT_FALSE(Fingerprint::of({0.5, -1.25, 3, 0.125, -2, 7.001}).matches(Fingerprint::of(values)));
  EXPECT_FALSE(Fingerprint::of({0.5, 1.25, 3, 0.125, -2, 7}).matches(Fingerprint::of(values))); // a sign
}

TEST(FingerprintTest, RatiosKeepTheirSign) {
  std::vector<double> scaled;
  for (double value : values)
    scaled.push_back(value * -0.25);
  auto ratio = Fingerprint::of(scaled).ratioTo(Fingerprint::of(values));
  ASSERT_TRUE(ratio);
  EXPECT_NEAR(*ratio, -0.25, 1e-9);
  EXPECT_FALSE(Fingerprint::of({1.0, 2, 3}).ratioTo(Fingerprint::of({1.0, 2, 4})));
}

TEST(FingerprintTest, IndexFindsExactAndScaled) {
  FingerprintIndex index;
  index.add(Fingerprint::of({1.0, 2, 3}), 0);
  index.add(Fingerprint::of(values), 1);
  index.finish();
  EXPECT_EQ(index.find(Fingerprint::of(values)), 1u);
  EXPECT_FALSE(index.find(Fingerprint::of({1.0, 2, 3.5})));
  auto scaled = index.findScaled(Fingerprint::of({4.0, 8, 12}));
  ASSERT_TRUE(scaled);
  EXPECT_EQ(scaled->id, 0u);
  EXPECT_NEAR(scaled->ratio, 4, 1e-9);
}

} // namespace
