// The bounds against execution: logical step and plan in their own precision, on random inputs, in random orders.
#include "SmallPlans.h"
#include "ir/interpreter/Interpreter.h"
#include "tests/verifier/engine/Texts.h"
#include "verifier/numerics/Bounds.h"
#include "verifier/numerics/Levels.h"
#include "verifier/numerics/Magnitude.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace lockstep;
using namespace lockstep::verifier;
using namespace lockstep::verifier::test;

namespace {

#ifdef LOCKSTEP_LONG
constexpr unsigned kRuns = 10'000;
#else
constexpr unsigned kRuns = 1'000;
#endif
constexpr unsigned kInputsPerPair = 5;

/// Uniform, small, or nearly cancelling numbers in [-2, 2].
interp::Tensor drawTensor(ElementType type, const Shape &shape, std::mt19937_64 &random) {
  std::uniform_real_distribution<double> uniform(-2, 2);
  interp::Tensor out(type, shape);
  unsigned how = random() % 4;
  double last = 1;
  for (int64_t i = 0; i < out.size(); ++i) {
    double value = uniform(random);
    if (how == 1)
      value = std::ldexp(value, -static_cast<int>(random() % 40));
    if (how == 2)
      value = i % 2 ? -last * (1 + uniform(random) * 1e-3) : value * 0.9;
    last = value;
    out.setReal(i, std::clamp(value, -2.0, 2.0));
  }
  return out;
}

struct Side {
  Program program;
  ImportedGraph imported;
  double factor;
};

Side sideOf(const std::string &text) {
  Side side{programOf(text), {}, 0};
  side.imported = importGraph(side.program);
  EXPECT_EQ(side.imported.graph.check(), "") << text;
  std::vector<std::optional<Interval>> ranges(side.program.arguments.size(), Interval{-2, 2});
  ProgramBound bound = boundResults(side.imported.graph, ranges).at(0);
  side.factor = bound.factor;
  return side;
}

struct Tally {
  std::vector<double> ratios; // bound / observed, per run with a difference
  unsigned runs = 0, violations = 0, withoutBound = 0, identical = 0;
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<int64_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

interp::Tensor execute(const Side &side, const std::vector<interp::Tensor> &inputs) {
  auto outcome = interp::run(side.program, inputs);
  EXPECT_TRUE(static_cast<bool>(outcome)) << llvm::toString(outcome.takeError());
  return outcome->results.at(0);
}

Measured measured(const Side &side, const std::vector<interp::Tensor> &inputs) {
  auto result = measure(side.imported.graph, inputs);
  if (!result) {
    ADD_FAILURE() << llvm::toString(result.takeError());
    return {};
  }
  return result->at(0);
}

void compareRun(const SmallPair &pair, const Side &logical, const Side &plan, Level level,
                const std::vector<interp::Tensor> &inputs, Tally &tally) {
  interp::Tensor spec = execute(logical, inputs), impl = execute(plan, inputs);
  ++tally.runs;
  if (level >= Level::BitwiseReplay)
    EXPECT_TRUE(spec.identical(impl)) << pair.kind << " claims " << name(level) << "\n" << pair.logical << pair.plan;
  if (!std::isfinite(logical.factor + plan.factor) || logical.factor >= 1 || plan.factor >= 1) {
    ++tally.withoutBound;
    return;
  }
  Measured a = measured(logical, inputs), b = measured(plan, inputs);
  double worst = 0;
  for (int64_t i = 0; i < spec.size(); ++i) {
    double observed = std::fabs(spec.real(i) - impl.real(i));
    double bound = allowance(logical.factor, a.magnitude.real(i)) + allowance(plan.factor, b.magnitude.real(i));
    EXPECT_GE(a.magnitude.real(i) * (1 + 1e-12), std::fabs(a.value.real(i)));
    if (!(observed <= bound)) {
      ++tally.violations;
      ADD_FAILURE() << pair.kind << ": element " << i << " differs by " << observed << ", the bound is " << bound
                    << "\n" << pair.logical << pair.plan;
    }
    if (observed > 0)
      worst = std::max(worst, observed / bound);
  }
  worst > 0 ? tally.ratios.push_back(1 / worst) : void(++tally.identical);
}

TEST(Bounds, NeverViolated) {
  std::mt19937_64 random(20261130);
  std::map<std::string, Tally> tallies;
  Tally total;
  for (unsigned run = 0; run < kRuns; run += kInputsPerPair) {
    SmallPair pair = drawPair(random);
    Side logical = sideOf(pair.logical), plan = sideOf(pair.plan);
    std::vector<ArgumentFacts> facts(2);
    if (run < 200 && pair.isProved) // the rest is drawn from the same kinds
      EXPECT_TRUE(prove(logical.imported.graph, plan.imported.graph, facts).proved()) << pair.kind << "\n" << pair.plan;
    if (pair.hasBound)
      EXPECT_TRUE(std::isfinite(logical.factor) && std::isfinite(plan.factor)) << pair.kind << "\n" << pair.plan;
    Level level = findLevels(logical.imported.graph, plan.imported.graph, facts, {}).at(0).level;
    Tally &tally = tallies[pair.kind];
    for (unsigned k = 0; k < kInputsPerPair; ++k) {
      std::vector<interp::Tensor> inputs;
      for (const ArgumentInfo &argument : logical.program.arguments)
        inputs.push_back(drawTensor(argument.type, argument.shape, random));
      compareRun(pair, logical, plan, level, inputs, tally);
    }
  }
  for (const auto &[kind, tally] : tallies) {
    std::printf("%-18s runs %5u, violations %u, equal %4u, without bound %4u", kind.c_str(), tally.runs, tally.violations,
                tally.identical, tally.withoutBound);
    if (!tally.ratios.empty())
      std::printf(", bound/observed median %.3g, least %.3g", median(tally.ratios),
                  *std::min_element(tally.ratios.begin(), tally.ratios.end()));
    std::printf("\n");
    total.runs += tally.runs;
    total.violations += tally.violations;
    total.ratios.insert(total.ratios.end(), tally.ratios.begin(), tally.ratios.end());
  }
  ASSERT_FALSE(total.ratios.empty());
  std::printf("all: runs %u, violations %u, bound/observed median %.3g\n", total.runs, total.violations, median(total.ratios));
  EXPECT_EQ(tallies.size(), 10u);
  EXPECT_EQ(total.violations, 0u);
  EXPECT_LT(median(total.ratios), 50) << "the bounds have become too wide to mean much";
}

} // namespace
