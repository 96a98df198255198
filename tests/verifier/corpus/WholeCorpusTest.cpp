// Every pair of the corpus, with proof and execution. No correct plan may be refuted, no faulty one proved, and both
// sides must agree with themselves.
#include "tests/verifier/corpus/Corpus.h"
#include "verifier/check/Decide.h"

#include <gtest/gtest.h>

using namespace lockstep::verifier;
using namespace lockstep::verifier::test;

namespace {

const auto named = [](const auto &info) { return info.param.testName(); };

class WholeCorpusTest : public ::testing::TestWithParam<Pair> {};

TEST_P(WholeCorpusTest, VerdictIsNeverWrong) {
  auto result = verifyPair(GetParam());
  // Two faulty plans lost arguments that they should have used: they are no plans of the logical step at all.
  if (!result) {
    EXPECT_FALSE(GetParam().isCorrect);
    EXPECT_NE(llvm::toString(result.takeError()).find("IN010"), std::string::npos);
    return;
  }
  for (const Obligation &obligation : result->obligations)
    EXPECT_EQ(obligation.message.find(contradictionText), std::string::npos) << obligation.subject;
  if (GetParam().isCorrect)
    EXPECT_NE(result->verdict(), Status::Refuted) << summaryOf(*result);
  else
    EXPECT_EQ(result->verdict(), Status::Refuted) << summaryOf(*result);
}

INSTANTIATE_TEST_SUITE_P(Corpus, WholeCorpusTest,
                         ::testing::ValuesIn(pairsOf({"buggy", "plans", "tricky_correct"})), named);

class ItselfTest : public ::testing::TestWithParam<Pair> {};

TEST_P(ItselfTest, LogicalStepAgainstItself) {
  Pair pair = GetParam();
  pair.plan = pair.logical;
  auto result = verifyPair(pair);
  ASSERT_TRUE(static_cast<bool>(result)) << llvm::toString(result.takeError());
  EXPECT_NE(result->verdict(), Status::Refuted) << summaryOf(*result);
}

INSTANTIATE_TEST_SUITE_P(Corpus, ItselfTest, ::testing::ValuesIn(pairsOf({"tricky_correct"})), named);

} // namespace
