// Steps of other kinds than the corpus': statistics over the batch, losses over pairs of samples, per-sample gradients,
// recurrences, permuted batches, optimizers that mix dims, loops that stop by a condition. Exported from JAX.
#include "Corpus.h"
#include "Plans.h"

#include "lowering/Lower.h"

#include "gtest/gtest.h"

#include <filesystem>

using namespace lockstep;
using namespace lockstep::lowering;

namespace {

const char *const folder = LOCKSTEP_SOURCE_DIR "/tests/lowering/steps";

std::vector<std::string> steps() {
  std::vector<std::string> names;
  for (auto &entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().stem().stem());
  std::sort(names.begin(), names.end());
  return names;
}

class StepTest : public testing::TestWithParam<std::string> {};

} // namespace

TEST_P(StepTest, PlanEqualsStep) {
  auto context = test::makeContext();
  auto logical = loadProgram(std::string(folder) + "/" + GetParam() + ".mlir.gz", *context);
  ASSERT_TRUE(static_cast<bool>(logical)) << llvm::toString(logical.takeError());
  for (ArgumentInfo &argument : logical->arguments)
    if (isSigned(argument.type))
      argument.range = ValueRange{0, 4}; // classes, tokens, lengths
  for (std::vector<MeshAxis> axes : {std::vector<MeshAxis>{{"dp", 2}}, {{"dp", 4}}, {{"dp", 2}, {"dq", 3}}}) {
    LoweringSpec spec;
    spec.axes = axes;
    // By argument order, the batch follows the state; all batches here have 12 samples.
    for (unsigned index = 0; index < logical->arguments.size(); ++index) {
      const ArgumentInfo &argument = logical->arguments[index];
      if (!argument.shape.empty() && argument.shape[0] == 12)
        spec.batch.push_back({index, std::nullopt, 0});
    }
    auto plan = lower(*logical, spec);
    ASSERT_TRUE(static_cast<bool>(plan)) << llvm::toString(plan.takeError());
    EXPECT_FALSE(plan->collectives.empty());
    auto program = test::reread(std::move(plan->module));
    ASSERT_TRUE(static_cast<bool>(program)) << llvm::toString(program.takeError());
    test::expectSameResults(*logical, *program, 3);
    if (HasFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(Steps, StepTest, testing::ValuesIn(steps()), [](const auto &info) { return info.param; });
