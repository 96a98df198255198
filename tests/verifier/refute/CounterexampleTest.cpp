// A counterexample is complete: it replays from its two files alone.
#include "lockstep/Replay.h"
#include "lockstep/Verify.h"
#include "tests/verifier/check/Programs.h"
#include "tests/verifier/report/SchemaCheck.h"
#include "verifier/refute/Counterexample.h"

#include "ir/core/InputError.h"

#include <nlohmann/json.hpp>

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <filesystem>
#include <fstream>

using namespace lockstep;
using namespace lockstep::verifier;
using namespace lockstep::verifier::test;

namespace {

class CounterexampleTest : public ::testing::Test {
protected:
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  llvm::SmallString<128> folder;

  void SetUp() override { ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("lockstep-cex", folder)); }
  void TearDown() override { std::filesystem::remove_all(std::string(folder)); }

  std::string refuted() {
    Program logical = programOf(*context, scaleBySum, nullptr, Reading::Logical);
    Program plan = programOf(*context, unreducedPlan());
    VerifyOptions options;
    options.counterexamplePrefix = std::string(folder) + "/cex";
    auto result = verify(logical, plan, nullptr, options);
    EXPECT_TRUE(static_cast<bool>(result));
    EXPECT_EQ(result->verdict(), Status::Refuted);
    for (const Obligation &obligation : result->obligations)
      if (!obligation.counterexample.empty())
        return obligation.counterexample;
    return {};
  }

  std::string write(const std::string &name, const std::string &text) {
    std::string path = std::string(folder) + "/" + name;
    std::ofstream(path) << text;
    return path;
  }
};

TEST_F(CounterexampleTest, ReplaysFromItsFilesAlone) {
  std::string path = refuted();
  ASSERT_EQ(path, std::string(folder) + "/cex.json");
  auto outcome = replay(path);
  ASSERT_TRUE(static_cast<bool>(outcome)) << llvm::toString(outcome.takeError());
  EXPECT_TRUE(outcome->confirmed);
  EXPECT_EQ(outcome->recorded.element, outcome->measured.element);
  EXPECT_EQ(outcome->recorded.expected, outcome->measured.expected);
  EXPECT_EQ(outcome->recorded.found, outcome->measured.found);
  std::string text;
  llvm::raw_string_ostream os(text);
  writeReplay(os, *outcome);
  EXPECT_NE(text.find("confirmed: ['y'] (result 0)"), std::string::npos) << text;
}

TEST_F(CounterexampleTest, ObeysItsSchema) {
  std::ifstream schemaFile(LOCKSTEP_SOURCE_DIR "/docs/schema/counterexample-1.json"), file(refuted());
  auto schema = nlohmann::json::parse(schemaFile), json = nlohmann::json::parse(file);
  EXPECT_EQ(SchemaCheck(schema).problem(json), "");
  json["inputs"][0]["type"] = "float";
  EXPECT_NE(SchemaCheck(schema).problem(json), "");
}

TEST_F(CounterexampleTest, InputsReadBackBitForBit) {
  std::string path = refuted();
  auto once = readCounterexample(path);
  ASSERT_TRUE(static_cast<bool>(once));
  ASSERT_EQ(once->inputs.size(), 1u);
  EXPECT_EQ(once->inputs[0].value.typeString(), "tensor<8xf32>");
  EXPECT_EQ(once->logicalPath, "t.mlir");
}

TEST_F(CounterexampleTest, ChangedInputsAreNotConfirmed) {
  std::string path = refuted();
  std::ifstream file(path);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  auto json = nlohmann::ordered_json::parse(text);
  json["inputs"][0] = {{"index", 0}, {"name", "x"}, {"type", "tensor<8xf32>"}, {"fill", 0.0}};
  write("cex.json", json.dump());
  auto outcome = replay(path);
  ASSERT_TRUE(static_cast<bool>(outcome));
  EXPECT_FALSE(outcome->confirmed);
}

TEST_F(CounterexampleTest, BadFilesAreInputErrors) {
  for (const char *text : {"", "{}", "[1]", "{\"kind\": \"lockstep-counterexample\"}",
                           "{\"kind\": \"lockstep-counterexample\", \"result\": 0, \"difference\": {}, \"inputs\": "
                           "[{\"type\": \"tensor<99999999999x9999999999xf32>\", \"fill\": 0}]}",
                           "{\"kind\": \"lockstep-counterexample\", \"result\": 0, \"difference\": {}, \"inputs\": "
                           "[{\"type\": \"tensor<2xf32>\", \"values\": [1]}]}"}) {
    auto outcome = replay(write("bad.json", text));
    ASSERT_FALSE(static_cast<bool>(outcome)) << text;
    EXPECT_TRUE(outcome.errorIsA<InputError>());
    llvm::consumeError(outcome.takeError());
  }
}

TEST_F(CounterexampleTest, MissingProgramsAreNamed) {
  std::string path = refuted();
  std::filesystem::remove(std::string(folder) + "/cex.mlir");
  auto outcome = replay(path);
  ASSERT_FALSE(static_cast<bool>(outcome));
  std::string message = llvm::toString(outcome.takeError());
  EXPECT_NE(message.find("cex.mlir"), std::string::npos) << message;
}

} // namespace
