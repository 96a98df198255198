// Every module with recorded values: the interpreter must reproduce what JAX computed on CPU, faults included.
#include "Corpus.h"

#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <cmath>
#include <filesystem>

namespace lockstep::test {
namespace {

using nlohmann::json;

std::vector<std::string> goldenFiles() {
  std::vector<std::string> names;
  for (const auto &entry : std::filesystem::directory_iterator(std::string(LOCKSTEP_TEST_CORPUS) + "/golden")) {
    std::string name = entry.path().filename().string();
    names.push_back(name.substr(0, name.find(".json")));
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Golden : public testing::TestWithParam<std::string> {};

std::vector<interp::Tensor> inputsOf(const json &golden, const Program &program) {
  std::vector<interp::Tensor> inputs;
  const json &arguments = golden["arguments"];
  for (size_t i = 0; i < arguments.size() && i < program.arguments.size(); ++i)
    inputs.push_back(interp::fill(recipeOf(arguments[i]), i, program.arguments[i].type, program.arguments[i].shape));
  return inputs;
}

double magnitudeOf(const json &samples) {
  double largest = 0;
  for (const auto &[index, value] : samples.items())
    largest = std::max(largest, std::fabs(value.get<double>()));
  return largest;
}

bool isBfloat16(const Program &program) {
  bool found = false;
  program.module.get()->walk([&](mlir::Operation *op) {
    for (mlir::Type type : op->getResultTypes())
      if (auto shaped = mlir::dyn_cast<mlir::ShapedType>(type))
        found |= shaped.getElementType().isBF16();
  });
  return found;
}

void compareResult(const json &expected, const interp::Tensor &actual, double tolerance, const std::string &name) {
  ASSERT_EQ(expected["shape"].get<Shape>(), actual.shape()) << name;
  double scale = magnitudeOf(expected["samples"]);
  for (const auto &[index, value] : expected["samples"].items())
    EXPECT_NEAR(actual.real(std::stoll(index)), value.get<double>(), tolerance * scale + 1e-30)
        << name << " element " << index;
  double sum = 0;
  for (int64_t i = 0; i < actual.size(); ++i)
    sum += actual.real(i);
  double bound = std::max(1e-4, tolerance) * expected["abs_sum"].get<double>();
  EXPECT_NEAR(sum, expected["sum"].get<double>(), bound + 1e-30) << name << " sum";
}

TEST_P(Golden, isReproduced) {
  json golden = readCorpusJson("golden/" + GetParam() + ".json");
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::optional<Program> program = loadCorpusProgram(*context, golden["module"], readCorpusJson("manifest.json"));
  ASSERT_TRUE(program);
  ASSERT_EQ(golden["arguments"].size(), program->arguments.size());
  llvm::Expected<interp::Outcome> outcome = interp::run(*program, inputsOf(golden, *program));
  ASSERT_TRUE(static_cast<bool>(outcome)) << llvm::toString(outcome.takeError());
  ASSERT_EQ(golden["results"].size(), outcome->results.size());
  double tolerance = isBfloat16(*program) ? 2e-2 : 1e-5;
  size_t compared = 0;
  for (size_t i = 0; i < outcome->results.size(); ++i) {
    // Where replicas disagree, the file holds the value of some device.
    if (llvm::any_of(outcome->disagreements, [&](const auto &d) { return d.result == i; }))
      continue;
    compareResult(golden["results"][i], outcome->results[i], tolerance, program->results[i].name);
    ++compared;
  }
  EXPECT_GT(compared, 0u);
  if (GetParam().rfind("buggy", 0) != 0)
    EXPECT_EQ(compared, outcome->results.size()) << "replicas of a correct program disagree";
}

INSTANTIATE_TEST_SUITE_P(Corpus, Golden, testing::ValuesIn(goldenFiles()),
                         [](const auto &info) { return testName(info.param); });

} // namespace
} // namespace lockstep::test
