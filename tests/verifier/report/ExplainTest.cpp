#include "lockstep/Explain.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

using namespace lockstep::verifier;

namespace {

TEST(ExplainTest, FindsACodeInAnyCase) {
  auto text = explain("eq010");
  ASSERT_TRUE(text);
  EXPECT_EQ(text->code, "EQ010");
  EXPECT_EQ(text->title, "the plan computes another value");
  EXPECT_NE(text->text.find("Usual fix"), std::string_view::npos);
  EXPECT_EQ(text->text.find("## "), std::string_view::npos); // its own section only
  EXPECT_FALSE(explain("EQ999"));
}

TEST(ExplainTest, EveryFamilyIsThere) {
  std::set<std::string> families;
  for (std::string_view code : diagnosticCodes())
    families.insert(std::string(code.substr(0, 2)));
  EXPECT_EQ(families, (std::set<std::string>{"CM", "EQ", "IN", "NU", "PL", "RT", "SC", "ST"}));
}

// A code that a user can meet must have a text.
TEST(ExplainTest, EveryCodeInTheSourcesIsExplained) {
  std::vector<std::string_view> known = diagnosticCodes();
  std::set<std::string> explained(known.begin(), known.end());
  std::regex code("\"((EQ|PL|CM|SC|ST|NU|RT|IN)[0-9]{3})\"");
  for (const char *folder : {"ir", "verifier", "lowering", "runtime", "tools"})
    for (const auto &entry :
         std::filesystem::recursive_directory_iterator(std::string(LOCKSTEP_SOURCE_DIR "/") + folder)) {
      std::string extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".h")
        continue;
      std::ifstream file(entry.path());
      std::string text{std::istreambuf_iterator<char>(file), {}};
      for (std::sregex_iterator match(text.begin(), text.end(), code), end; match != end; ++match)
        EXPECT_TRUE(explained.count((*match)[1])) << (*match)[1] << " in " << entry.path();
    }
}

} // namespace
