// docs/rules.md and Rules.def name the same rules with the same rounding tags.
#include "verifier/normalize/Normalizer.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

namespace {

using namespace lockstep::verifier::engine;

/// The first two cells of each row of the section about roundings.
std::map<std::string, std::string> documentedTags() {
  std::ifstream page(LOCKSTEP_RULES_PAGE);
  std::map<std::string, std::string> tags;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("## ", 0) == 0)
      inside = line == "## What a rule does to roundings";
    if (!inside || line.rfind("| ", 0) != 0)
      continue;
    std::istringstream cells(line.substr(2));
    std::string rule, bar, tag;
    cells >> rule >> bar >> tag;
    if (rule != "rule")
      EXPECT_TRUE(tags.emplace(rule, tag).second) << rule << " is listed twice";
  }
  return tags;
}

TEST(RuleTag, pageAndTableAgree) {
  std::map<std::string, std::string> documented = documentedTags();
  for (size_t i = 0; i < static_cast<size_t>(Rule::Count); ++i) {
    Rule rule = static_cast<Rule>(i);
    auto row = documented.find(name(rule));
    ASSERT_NE(row, documented.end()) << name(rule) << " has no tag in docs/rules.md";
    EXPECT_EQ(row->second, name(roundingTag(rule))) << name(rule);
    documented.erase(row);
  }
  for (const auto &[rule, tag] : documented)
    ADD_FAILURE() << "docs/rules.md lists " << rule << ", which Rules.def does not have";
}

TEST(RuleTag, chainHasTheWorstTag) {
  EXPECT_EQ(join(RoundingTag::Exact, RoundingTag::ExactIf), RoundingTag::ExactIf);
  EXPECT_EQ(join(RoundingTag::Algebra, RoundingTag::Reorder), RoundingTag::Algebra);
  EXPECT_EQ(join(RoundingTag::Reround, RoundingTag::Reorder), RoundingTag::Reround);
}

} // namespace
