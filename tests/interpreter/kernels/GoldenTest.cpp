// Every operator against values that other implementations computed (golden/make.py).
#include "tests/interpreter/kernels/Golden.h"

#include <gtest/gtest.h>

using namespace lockstep::interp;

class Golden : public ::testing::TestWithParam<std::string> {};

TEST_P(Golden, OperatorsGiveTheValuesOfOtherImplementations) {
  std::vector<GoldenCase> cases = readGolden(GetParam());
  ASSERT_FALSE(cases.empty());
  int number = 0;
  for (const GoldenCase &golden : cases) {
    std::string where = "case " + std::to_string(number++) + ", " + golden.op + " " + golden.attrs.dump() + " on";
    for (const Tensor &operand : golden.operands)
      where += " " + operand.typeString();
    SCOPED_TRACE(where);
    Results found = callOperator(golden);
    if (!found) {
      ADD_FAILURE() << llvm::toString(found.takeError());
      continue;
    }
    ASSERT_EQ(found->size(), golden.results.size());
    for (size_t i = 0; i < found->size(); ++i)
      EXPECT_EQ(differenceOf((*found)[i], golden.results[i], golden.tolerance, golden.elementwise), "")
          << "result " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Families, Golden,
                         ::testing::Values("unary", "binary", "select", "convert", "shape", "index", "reduce", "dot",
                                           "convolution", "random", "linear"),
                         [](const auto &info) { return info.param; });
