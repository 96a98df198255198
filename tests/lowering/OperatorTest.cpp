// Every operator rule on random cuts: the arguments of a small module are cut along arbitrary digits over one or two axes,
// lowered, and the plan must give what the module gives.
#include "Corpus.h"
#include "Plans.h"

#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

using namespace lockstep;
using namespace lockstep::lowering;

namespace {

const char *const folder = LOCKSTEP_SOURCE_DIR "/tests/lowering/operators";

std::vector<std::string> modules() {
  std::vector<std::string> names;
  for (auto &entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

std::string read(const std::string &name) {
  std::ifstream file(std::string(folder) + "/" + name + ".mlir");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A digit of the argument that no earlier axis touches; replicated half of the time.
State randomCut(std::mt19937 &random, const Shape &shape, int64_t n, const std::vector<State> &earlier) {
  std::vector<Digit> choices;
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    for (int64_t stride = 1; stride * n <= shape[dim]; ++stride)
      if (Digit digit{dim, stride, n}; divides(digit, shape[dim]))
        choices.push_back(digit);
  std::erase_if(choices, [&](const Digit &digit) {
    return llvm::any_of(earlier, [&](const State &state) { return state.isSharded() && !areIndependent(state.digit(), digit); });
  });
  if (choices.empty() || random() % 2)
    return State::replicated();
  return State::sharded(choices[random() % choices.size()]);
}

class OperatorTest : public testing::TestWithParam<std::string> {};

} // namespace

TEST_P(OperatorTest, RandomCuts) {
  auto context = test::makeContext();
  auto logical = test::programOf(*context, read(GetParam()));
  ASSERT_TRUE(logical);
  for (ArgumentInfo &argument : logical->arguments)
    if (isSigned(argument.type))
      argument.range = ValueRange{0, 3};
  std::mt19937 random(std::hash<std::string>()(GetParam()));
  for (int trial = 0; trial < 30; ++trial) {
    std::vector<test::AxisCut> cuts;
    std::vector<std::vector<State>> earlier(logical->arguments.size());
    for (unsigned axis = 0; axis <= random() % 2; ++axis) {
      test::AxisCut cut{{axis ? "b" : "a", static_cast<int64_t>(2 + random() % 2)}, {}};
      for (size_t i = 0; i < logical->arguments.size(); ++i) {
        cut.arguments.push_back(randomCut(random, logical->arguments[i].shape, cut.axis.size, earlier[i]));
        earlier[i].push_back(cut.arguments.back());
      }
      cuts.push_back(std::move(cut));
    }
    auto plan = test::planWithCuts(*logical, cuts);
    ASSERT_TRUE(static_cast<bool>(plan)) << llvm::toString(plan.takeError());
    test::expectSameResults(*logical, *plan, trial);
    if (HasFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(Operators, OperatorTest, testing::ValuesIn(modules()),
                         [](const auto &info) { return info.param; });
