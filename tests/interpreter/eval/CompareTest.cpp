#include "ir/interpreter/Compare.h"

#include "gtest/gtest.h"

#include <cmath>

namespace lockstep::interp {
namespace {

Tensor reals(const std::vector<double> &values) {
  Tensor tensor(ElementType::F32, {static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i)
    tensor.setReal(i, values[i]);
  return tensor;
}

TEST(Compare, errorsAreRelativeToTheLargestMagnitude) {
  Difference found = compareTensors(reals({1, -8, 0}), reals({1, -8, 2}), 0.1);
  EXPECT_EQ(found.scale, 8);
  EXPECT_EQ(found.error, 0.25);
  EXPECT_EQ(found.firstElement, 2);
  EXPECT_EQ(found.expected, 0);
  EXPECT_EQ(found.actual, 2);
  EXPECT_FALSE(found.agrees());
  EXPECT_TRUE(compareTensors(reals({1, -8, 0}), reals({1, -8, 2}), 0.25).agrees());
}

TEST(Compare, expectedZerosAreScaledByWhatWasFound) {
  EXPECT_EQ(compareTensors(reals({0, 0}), reals({0, 1e-20})).error, 1);
  EXPECT_TRUE(compareTensors(reals({0, 0}), reals({0, 0})).agrees());
}

TEST(Compare, notANumberAgreesWithItselfOnly) {
  EXPECT_TRUE(compareTensors(reals({NAN, INFINITY}), reals({NAN, INFINITY})).agrees());
  EXPECT_TRUE(std::isinf(compareTensors(reals({NAN, 1}), reals({0, 1}), 1).error));
  EXPECT_FALSE(compareTensors(reals({1, 1}), reals({1, NAN}), 1).agrees());
  EXPECT_FALSE(compareTensors(reals({INFINITY}), reals({-INFINITY}), 1).agrees());
}

TEST(Compare, integersAreExact) {
  Tensor a(ElementType::I32, {2}), b(ElementType::I32, {2});
  a.setInteger(1, 1000000);
  b.setInteger(1, 1000001);
  EXPECT_EQ(compareTensors(a, b, 0.5).firstElement, 1);
}

TEST(Compare, typesMustMatch) {
  EXPECT_FALSE(compareTensors(reals({1}), reals({1, 1})).agrees());
  EXPECT_FALSE(compareTensors(reals({1}), Tensor(ElementType::F64, {1})).agrees());
}

} // namespace
} // namespace lockstep::interp
