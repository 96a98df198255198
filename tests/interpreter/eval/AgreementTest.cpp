// Plans against their logical step without rounding: a correct plan agrees to the last digits, a faulty one does not.
#include "Corpus.h"
#include "ir/interpreter/Compare.h"

#include "gtest/gtest.h"

#include "mlir/IR/MLIRContext.h"

#include <cmath>
#include <fstream>

namespace lockstep::test {
namespace {

using nlohmann::json;

// Correct plans of every kind, and faulty per-device modules.
std::vector<std::string> plans() {
  std::vector<std::string> names;
  json manifest = readCorpusJson("manifest.json");
  for (const auto &[name, entry] : manifest.items()) {
    std::string kind = entry["kind"];
    bool chosen = kind == "plans" || kind == "tricky_correct" || kind == "xla_spmd" || kind == "shardy_local";
    if (chosen && (entry["expected"] == "equal" || entry["expected"] == "different"))
      names.push_back(name);
  }
  return names;
}

// The first holds a table computed in f32; in the second XLA expanded erfc into an f32 polynomial.
double toleranceOf(const std::string &plan) {
  return plan == "plans/diff_dp2_hand.mlir" || plan == "xla_spmd/moe_ep2.spmd.mlir" ? 1e-6 : 1e-9;
}

bool hasGolden(const std::string &logical) {
  std::string path = std::string(LOCKSTEP_TEST_CORPUS) + "/golden/logical__" + logical + ".json.gz";
  return std::ifstream(path).good();
}

std::vector<interp::Tensor> inputsFor(const Program &logical, const std::string &name) {
  if (!hasGolden(name)) {
    interp::InputOptions options;
    options.f64 = true;
    options.makePositive = interp::positiveArguments(logical);
    return interp::makeInputs(logical, options);
  }
  json golden = readCorpusJson("golden/logical__" + name + ".json");
  std::vector<interp::Tensor> inputs;
  for (size_t i = 0; i < logical.arguments.size(); ++i)
    inputs.push_back(
        interp::fill(recipeOf(golden["arguments"][i]), i, logical.arguments[i].type, logical.arguments[i].shape, true));
  return inputs;
}

double worstError(const interp::Outcome &logical, const interp::Outcome &plan, std::string &where,
                  const Program &names) {
  double worst = 0;
  for (size_t i = 0; i < logical.results.size(); ++i) {
    interp::Difference difference = interp::compareTensors(logical.results[i], plan.results[i]);
    double error = difference.sameType ? difference.error : HUGE_VAL;
    if (!(error <= worst)) {
      worst = error;
      where = names.results[i].name;
    }
  }
  for (const interp::Disagreement &d : plan.disagreements) {
    double scale = std::max({std::fabs(d.valueA), std::fabs(d.valueB), 1e-300});
    double error = std::fabs(d.valueA - d.valueB) / scale;
    // Replicas may add in different orders: what counts is that they differ by more than that.
    if (error > 1e-6 && error > worst) {
      worst = error;
      where = "replicas of " + names.results[d.result].name;
    }
  }
  return worst;
}

class Agreement : public testing::TestWithParam<std::string> {};

TEST_P(Agreement, planComputesTheLogicalStep) {
  json manifest = readCorpusJson("manifest.json");
  const json &entry = manifest[GetParam()];
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::string logicalPath = entry["logical"];
  std::string logicalName = logicalPath.substr(8, logicalPath.size() - 13); // logical/NAME.mlir
  std::optional<Program> logical = loadCorpusProgram(*context, logicalPath, manifest);
  std::optional<Program> plan = loadCorpusProgram(*context, GetParam(), manifest);
  ASSERT_TRUE(logical && plan);
  std::vector<interp::Tensor> inputs = inputsFor(*logical, logicalName);
  interp::Options options;
  options.f64 = true;
  // Compilers fold 1/28 into a literal: over the reals it is that number.
  options.simplestLiterals = true;
  llvm::Expected<interp::Outcome> expected = interp::run(*logical, inputs, options);
  ASSERT_TRUE(static_cast<bool>(expected)) << llvm::toString(expected.takeError());
  llvm::Expected<interp::Outcome> found = interp::run(*plan, inputs, options);
  ASSERT_TRUE(static_cast<bool>(found)) << llvm::toString(found.takeError());
  ASSERT_EQ(expected->results.size(), found->results.size());
  std::string where;
  double worst = worstError(*expected, *found, where, *logical);
  RecordProperty("worst", std::to_string(worst));
  if (entry["expected"] == "equal")
    EXPECT_LE(worst, toleranceOf(GetParam())) << where;
  else
    EXPECT_GT(worst, 1e-6) << where;
}

INSTANTIATE_TEST_SUITE_P(Corpus, Agreement, testing::ValuesIn(plans()),
                         [](const auto &info) { return testName(info.param); });

} // namespace
} // namespace lockstep::test
