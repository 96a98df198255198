// SARIF, JUnit, GitHub annotations and HTML.
#include "tests/verifier/report/Samples.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

using namespace lockstep::verifier;
using namespace lockstep::verifier::test;
using Json = nlohmann::json;

namespace {

Json sarif(const Result &result) { return Json::parse(written(result, ReportFormat::Sarif)); }

TEST(SarifTest, OneResultPerCause) {
  Json results = sarif(refutedResult())["runs"][0]["results"];
  ASSERT_EQ(results.size(), 2u); // the twin shares its cause
  EXPECT_EQ(results[0]["ruleId"], "EQ012");
  EXPECT_EQ(results[0]["level"], "error");
  EXPECT_EQ(results[1]["level"], "warning");
  Json place = results[0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "train.py");
  EXPECT_EQ(place["region"]["startLine"], 12);
}

TEST(SarifTest, OneThreadFlowPerRank) {
  Json result = sarif(refutedResult())["runs"][0]["results"][0];
  Json flows = result["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(flows.size(), 2u);
  EXPECT_EQ(flows[1]["id"], "rank-1");
  EXPECT_FALSE(flows[1]["locations"].empty());
}

TEST(SarifTest, FingerprintIgnoresLinesAndRanks) {
  Result moved = refutedResult();
  for (Obligation &obligation : moved.obligations)
    if (obligation.difference) {
      obligation.difference->blame->location.line += 30;
      obligation.difference->blame->planLocation.line += 30;
      obligation.difference->ranks[0].rank = 5;
    }
  EXPECT_EQ(sarif(moved)["runs"][0]["results"][0]["partialFingerprints"],
            sarif(refutedResult())["runs"][0]["results"][0]["partialFingerprints"]);
}

TEST(SarifTest, RulesCarryTheLongText) {
  Json rules = sarif(refutedResult())["runs"][0]["tool"]["driver"]["rules"];
  ASSERT_EQ(rules.size(), 2u);
  EXPECT_EQ(rules[0]["id"], "EQ012");
  EXPECT_NE(rules[0]["help"]["text"].get<std::string>().find("Usual fix"), std::string::npos);
}

TEST(JunitTest, OneCasePerObligation) {
  std::string text = written(refutedResult(), ReportFormat::Junit);
  EXPECT_NE(text.find("tests=\"4\" failures=\"2\" errors=\"1\""), std::string::npos) << text;
  EXPECT_NE(text.find("<failure type=\"refuted\""), std::string::npos);
  EXPECT_NE(text.find("<error type=\"unsupported\""), std::string::npos);
  EXPECT_NE(text.find("[&#39;w1&#39;]"), std::string::npos);
}

TEST(GithubTest, AnnotationGolden) {
  std::string text = written(refutedResult(), ReportFormat::Github);
  EXPECT_EQ(text.substr(0, text.find('\n')),
            "::error file=train.py,line=12,col=5,title=lockstep EQ012::['w1'] (result 1): differs from the logical "
            "value by up to 0.5 of its magnitude%0Aelement [0, 3]: expected 0.25, found 0.125%0Athe same for 1 more");
  EXPECT_NE(text.find("::warning "), std::string::npos);
}

TEST(HtmlTest, EscapesAndNamesEverything) {
  Result result = refutedResult();
  result.obligations[0].subject = "<script>alert(1)</script>";
  std::string text = written(result, ReportFormat::Html);
  EXPECT_EQ(text.find("<script>"), std::string::npos);
  EXPECT_NE(text.find("&lt;script&gt;"), std::string::npos);
  EXPECT_NE(text.find("lockstep replay cex.json"), std::string::npos);
}

TEST(FormatTest, NamesAreKnown) {
  for (const char *format : {"text", "json", "sarif", "junit", "github", "html"})
    EXPECT_TRUE(parseReportFormat(format)) << format;
  EXPECT_FALSE(parseReportFormat("xml"));
}

} // namespace
