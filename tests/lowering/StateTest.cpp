#include "lowering/partition/State.h"

#include "gtest/gtest.h"

#include <random>

using namespace lockstep;
using namespace lockstep::lowering;

namespace {

/// The digit of every element of a tensor, in row-major order.
std::vector<int64_t> digitOfElements(const Shape &shape, const Digit &digit) {
  int64_t size = 1, span = 1;
  for (int64_t extent : shape)
    size *= extent;
  for (size_t dim = digit.dim + 1; dim < shape.size(); ++dim)
    span *= shape[dim];
  std::vector<int64_t> digits;
  for (int64_t element = 0; element < size; ++element)
    digits.push_back((element / span % shape[digit.dim]) / digit.stride % digit.n);
  return digits;
}

Shape randomShape(std::mt19937 &random, int64_t size) {
  Shape shape;
  while (size > 1 || shape.empty()) {
    std::vector<int64_t> divisors;
    for (int64_t d = 1; d <= size; ++d)
      if (size % d == 0)
        divisors.push_back(d);
    shape.push_back(divisors[random() % divisors.size()]);
    size /= shape.back();
  }
  return shape;
}

std::vector<Digit> allDigits(const Shape &shape, int64_t n) {
  std::vector<Digit> digits;
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    for (int64_t stride = 1; stride * n <= shape[dim]; ++stride)
      if (Digit digit{dim, stride, n}; divides(digit, shape[dim]))
        digits.push_back(digit);
  return digits;
}

} // namespace

TEST(ReshapeDigit, BatchAndSequenceJoin) {
  EXPECT_EQ(reshapeDigit({20, 36}, {0, 5, 4}, {720}), (Digit{0, 180, 4}));
  EXPECT_EQ(reshapeDigit({720}, {0, 180, 4}, {20, 36}), (Digit{0, 5, 4}));
  EXPECT_EQ(reshapeDigit({20, 36}, {1, 1, 36}, {20, 4, 9}), std::nullopt); // 36 pieces lie across both new dims
  EXPECT_EQ(reshapeDigit({20, 36}, {1, 9, 4}, {20, 4, 9}), (Digit{1, 1, 4}));
}

TEST(ReshapeDigit, MicroBatches) {
  EXPECT_EQ(reshapeDigit({30, 7}, {0, 15, 2}, {5, 6, 7}), std::nullopt);
  EXPECT_EQ(reshapeDigit({30, 7}, {0, 3, 2}, {5, 6, 7}), (Digit{1, 3, 2}));
}

// Found digits select the same elements, and none is found only when there is none.
TEST(ReshapeDigit, SelectsTheSameElements) {
  std::mt19937 random(7);
  unsigned moved = 0, stopped = 0;
  for (int trial = 0; trial < 400; ++trial) {
    int64_t size = std::vector<int64_t>{24, 36, 60, 64}[random() % 4];
    Shape from = randomShape(random, size), to = randomShape(random, size);
    int64_t n = std::vector<int64_t>{2, 3, 4, 6}[random() % 4];
    for (const Digit &digit : allDigits(from, n)) {
      std::vector<int64_t> expected = digitOfElements(from, digit);
      if (auto found = reshapeDigit(from, digit, to)) {
        EXPECT_EQ(digitOfElements(to, *found), expected);
        ++moved;
        continue;
      }
      ++stopped;
      for (const Digit &other : allDigits(to, n))
        EXPECT_NE(digitOfElements(to, other), expected);
    }
  }
  EXPECT_GT(moved, 100u);
  EXPECT_GT(stopped, 100u);
}
