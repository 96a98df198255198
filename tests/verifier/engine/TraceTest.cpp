// The replay of proof traces: what the rules record holds, and a step that does not hold is found.
#include "RandomTerms.h"
#include "verifier/trace/Certificate.h"
#include "verifier/trace/Replay.h"

#include "gtest/gtest.h"

#include <fstream>

using namespace lockstep::verifier;
using namespace lockstep::verifier::engine;

namespace {

struct Traced {
  explicit Traced(void (*corrupt)(Step &) = nullptr) { limits.trace = true, limits.corruptStep = corrupt; }
  Limits limits;
};

/// Sums, nested sums, guards, powers and exponentials of random terms.
void exercise(Normalizer &n, uint32_t seed) {
  RandomTerms random(n, seed);
  Vec<Var> summed, free{random.variable(3), random.variable(4)};
  for (int64_t k = random.number(1, 3); k > 0; --k)
    summed.push_back(random.variable(random.chance(50) ? 4 : random.number(1, 6)));
  Vec<Var> all(summed.begin(), summed.end());
  all.append(free.begin(), free.end());
  Comb total = n.sum(summed, random.sumOfProducts(all, 2));
  Comb part = n.sum(free[0], n.mul(random.product(free), total));
  n.exp(n.sub(part, random.product(free)));
  n.power(n.add(part, random.product(free)), kHalf);
  n.mul(random.guard(free), n.add(part, random.product(free)));
  Var v = random.variable(6), u = random.variable(6);
  n.sum(v, n.mul(n.guardAtLeast(n.sub(n.s.varIx(u), n.s.varIx(v))), random.element(0, {n.s.varIx(v), n.s.varIx(u)})));
  Var row = random.variable(12), rank = random.variable(3), local = random.variable(4);
  auto at = [&](Ix i) { return random.element(0, {i, n.s.varIx(free[1])}); };
  Comb tile = n.sum(local, at(n.add(n.scale(n.s.varIx(rank), 4), n.s.varIx(local))));
  EXPECT_EQ(n.sum(rank, tile), n.sum(row, at(n.s.varIx(row))));
}

TEST(TraceReplay, whatRulesRecordHolds) {
  std::map<std::string, uint64_t> tested;
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Traced traced;
    Normalizer n(traced.limits);
    exercise(n, seed);
    ReplayReport report = replay(n, *n.trace);
    EXPECT_EQ(report.failed, 0u) << seed << ": " << (report.failures.empty() ? "" : report.failures[0].rule + " " + report.failures[0].text);
    for (const auto &[rule, tally] : report.rules)
      tested[rule] += tally.exact + tally.numeric;
  }
  for (const char *rule : {"sum-name", "sum-end", "sum-telescope", "sum-unused", "sum-equality", "sum-shrink", "sum-split",
                           "sum-eliminate", "sum-open", "guard", "guard-context", "floor", "fold", "product", "power", "exp", "substitute"})
    EXPECT_GT(tested[rule], 0u) << rule;
}

/// Doubles the right side of every step of one rule.
template <Rule rule> void doubled(Step &step) {
  if (step.rule != rule)
    return;
  for (Side &side : step.after)
    if (side.shape == Side::Shape::Value)
      side.combs.insert(side.combs.end(), side.combs.empty() ? 0 : 1, side.combs.empty() ? Comb() : side.combs[0]);
}

/// The right side loses a summed variable, or is summed over one it does not have.
void forgetsVariable(Step &step) {
  if (step.rule == Rule::SumUnused && !step.after.empty() && step.after[0].vars.size() > 0)
    step.after[0].vars.pop_back();
}

void wrongFloor(Step &step) {
  if (step.rule == Rule::Floor)
    step.before.divisor += 1;
}

void wrongCoefficient(Step &step) {
  if (step.rule == Rule::Fold || step.rule == Rule::SumName)
    step.after[0].coef = kHalf;
}

void wrongEnd(Step &step) {
  if (step.rule == Rule::SumTelescope && !step.before.vars.empty())
    step.before.vars.clear();
}

struct Wrong {
  const char *rule;
  void (*corrupt)(Step &);
};

class WrongStep : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongStep, isFoundAndNamed) {
  bool found = false;
  for (uint32_t seed = 0; seed < 60 && !found; ++seed) {
    Traced traced(GetParam().corrupt);
    Normalizer n(traced.limits);
    exercise(n, seed);
    ReplayReport report = replay(n, *n.trace);
    for (const auto &failure : report.failures) {
      EXPECT_TRUE(failure.rule == GetParam().rule || failure.rule == "sum-name") << failure.rule;
      found |= failure.rule == GetParam().rule;
    }
  }
  EXPECT_TRUE(found);
}

INSTANTIATE_TEST_SUITE_P(Rules, WrongStep,
                         ::testing::Values(Wrong{"sum-eliminate", doubled<Rule::SumEliminate>},
                                           Wrong{"substitute", doubled<Rule::Substitute>},
                                           Wrong{"guard-context", doubled<Rule::GuardContext>},
                                           Wrong{"product", doubled<Rule::Product>},
                                           Wrong{"power", doubled<Rule::Power>}, Wrong{"exp", doubled<Rule::Exp>},
                                           Wrong{"sum-open", doubled<Rule::SumOpen>},
                                           Wrong{"floor", wrongFloor}, Wrong{"fold", wrongCoefficient},
                                           Wrong{"sum-unused", forgetsVariable}, Wrong{"sum-telescope", wrongEnd}),
                         [](const auto &info) { return std::to_string(info.index); });

/// Every script states what it expects and is a closed question; equal questions are one script.
TEST(TraceCertificate, scriptsAreQuestionsOfTheirSteps) {
  std::map<std::string, uint64_t> scripts;
  for (uint32_t seed = 0; seed < 20; ++seed) {
    Traced traced;
    Normalizer n(traced.limits);
    exercise(n, seed);
    std::unique_ptr<Trace> recorded = std::move(n.trace);
    CertificateData data = certify(n, *recorded);
    EXPECT_EQ(data.steps.size(), recorded->size());
    std::set<std::string> texts;
    for (const CertificateData::Script &script : data.scripts) {
      EXPECT_TRUE(texts.insert(script.text).second) << script.text;
      EXPECT_NE(script.text.find("; expect: unsat\n(set-logic QF_"), std::string::npos) << script.text;
      EXPECT_EQ(std::count(script.text.begin(), script.text.end(), '('), std::count(script.text.begin(), script.text.end(), ')'));
      EXPECT_GT(script.uses, 0u);
      ++scripts[script.what];
      if (const char *folder = std::getenv("LOCKSTEP_TEST_SCRIPTS")) { // to put them to a solver
        std::ofstream(std::string(folder) + "/" + std::to_string(seed) + "-" + std::to_string(texts.size()) + ".smt2") << script.text;
      }
    }
    for (const CertificateData::Step &step : data.steps)
      for (size_t script : step.scripts)
        ASSERT_LT(script, data.scripts.size());
  }
  for (const char *what : {"condition", "equation", "correspondence"})
    EXPECT_GT(scripts[what], 0u) << what;
}

} // namespace
