// The JSON output obeys its schema and can be read back.
#include "tests/verifier/report/Samples.h"
#include "tests/verifier/report/SchemaCheck.h"

#include "ir/core/InputError.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace lockstep::verifier;
using namespace lockstep::verifier::test;
using Json = nlohmann::json;

namespace {

Json schema() {
  std::ifstream file(LOCKSTEP_SOURCE_DIR "/docs/schema/result-1.json");
  return Json::parse(file);
}

std::string schemaProblem(const Result &result) {
  Json root = schema();
  return SchemaCheck(root).problem(Json::parse(written(result, ReportFormat::Json)));
}

TEST(JsonReportTest, RefutedObeysTheSchema) { EXPECT_EQ(schemaProblem(refutedResult()), ""); }

TEST(JsonReportTest, BoundsObeyTheSchema) { EXPECT_EQ(schemaProblem(provedResult()), ""); }

TEST(JsonReportTest, EmptyObeysTheSchema) { EXPECT_EQ(schemaProblem(Result()), ""); }

TEST(JsonReportTest, NonFiniteValuesObeyTheSchema) {
  Result result = refutedResult();
  result.obligations[1].difference->found = std::numeric_limits<double>::quiet_NaN();
  result.obligations[1].difference->expected = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(schemaProblem(result), "");
}

// The check itself must be able to fail, or the tests above say nothing.
TEST(JsonReportTest, SchemaCheckNoticesMistakes) {
  Json root = schema(), good = Json::parse(written(refutedResult(), ReportFormat::Json));
  auto broken = [&](auto &&change) {
    Json bad = good;
    change(bad);
    return SchemaCheck(root).problem(bad);
  };
  EXPECT_NE(broken([](Json &j) { j["verdict"] = "maybe"; }), "");
  EXPECT_NE(broken([](Json &j) { j.erase("coverage"); }), "");
  EXPECT_NE(broken([](Json &j) { j["obligations"][0]["status"] = 1; }), "");
  EXPECT_NE(broken([](Json &j) { j["obligations"][1]["difference"]["element"][0] = -1; }), "");
  EXPECT_NE(broken([](Json &j) { j["obligations"][1]["code"] = "oops"; }), "");
}

TEST(JsonReportTest, HasThePinnedFields) {
  Json json = Json::parse(written(refutedResult(), ReportFormat::Json));
  for (const char *key : {"schema_version", "tool", "inputs", "verdict", "level", "obligations", "assumptions",
                          "coverage", "certificate", "statistics"})
    EXPECT_TRUE(json.contains(key)) << key;
  for (const char *key : {"id", "kind", "subject", "status", "method", "bound", "seconds", "cached", "location",
                          "plan_location", "counterexample", "message"})
    EXPECT_TRUE(json["obligations"][0].contains(key)) << key;
  EXPECT_EQ(json["verdict"], "refuted");
  EXPECT_EQ(json["inputs"][0]["path"], "mlp.mlir");
  EXPECT_EQ(json["coverage"]["operators"]["stablehlo.add"], 7);
}

TEST(JsonReportTest, ReadsBackWhatItWrote) {
  std::string text = written(refutedResult(), ReportFormat::Json);
  auto read = readResult(text, "r.json");
  ASSERT_TRUE(static_cast<bool>(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(written(*read, ReportFormat::Json), text);
}

TEST(JsonReportTest, ReadsBackLevelsAndBounds) {
  std::string text = written(provedResult(), ReportFormat::Json);
  auto read = readResult(text, "r.json");
  ASSERT_TRUE(static_cast<bool>(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(written(*read, ReportFormat::Json), text);
  EXPECT_EQ(read->levelReached, Level::Reordered);
  EXPECT_EQ(read->obligations[2].level, Level::BitwiseReconfiguration);
  EXPECT_EQ(read->obligations[0].bound->relative, 3e-7);
  EXPECT_EQ(read->obligations[1].bound->segments[0].terms, 8);
}

TEST(JsonReportTest, RefusesOtherFiles) {
  for (const char *text : {"", "[]", "{}", "{\"schema_version\": 2}",
                           "{\"schema_version\": 1, \"obligations\": [{\"id\": \"x\", \"kind\": \"nonsense\"}]}"}) {
    auto read = readResult(text, "r.json");
    EXPECT_FALSE(static_cast<bool>(read)) << text;
    EXPECT_TRUE(read.errorIsA<lockstep::InputError>());
    llvm::consumeError(read.takeError());
  }
}

} // namespace
