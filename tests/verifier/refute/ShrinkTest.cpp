#include "verifier/refute/Shrink.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace lockstep;
using namespace lockstep::verifier;
using interp::Tensor;

namespace {

Tensor filled(double value) {
  Tensor tensor(ElementType::F32, {4}, /*f64Mode=*/true);
  for (int64_t i = 0; i < 4; ++i)
    tensor.setReal(i, value + 0.013 * static_cast<double>(i));
  return tensor;
}

const auto everything = [](unsigned, double) { return true; };

TEST(ShrinkTest, KeepsOnlyWhatMatters) {
  std::vector<Tensor> inputs = {filled(1.234), filled(2.345), filled(3.456)};
  auto failing = [](const std::vector<Tensor> &candidate) { return candidate[1].real(2) != 0; };
  auto plain = shrinkInputs(inputs, everything, failing, {});
  EXPECT_TRUE(failing(plain));
  for (int64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(plain[0].real(i), 0);
    EXPECT_EQ(plain[2].real(i), 0);
  }
  EXPECT_EQ(plain[1].real(2) * 64, std::round(plain[1].real(2) * 64)); // a short number
}

TEST(ShrinkTest, StaysInRange) {
  auto positive = [](unsigned, double value) { return value >= 0.5; };
  auto plain = shrinkInputs({filled(1.234)}, positive, [](const auto &) { return true; }, {});
  for (int64_t i = 0; i < 4; ++i)
    EXPECT_EQ(plain[0].real(i), 1);
}

TEST(ShrinkTest, StopsWhenTold) {
  ShrinkLimits limits;
  limits.stop = [] { return true; };
  unsigned asked = 0;
  auto plain = shrinkInputs({filled(1.234)}, everything, [&](const auto &) { return ++asked > 0; }, limits);
  EXPECT_EQ(asked, 0u);
  EXPECT_TRUE(plain[0].identical(filled(1.234)));
}

} // namespace
