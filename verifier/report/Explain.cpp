// Looks codes up in the pages of docs/diagnostics: a section `## EQ010: title` holds until the next one.
#include "lockstep/Explain.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace lockstep::verifier {

namespace {

constexpr std::string_view pages[] = {
#include "DiagnosticPages.inc"
};

constexpr std::string_view heading = "\n## ";

std::vector<DiagnosticText> sections() {
  std::vector<DiagnosticText> found;
  for (std::string_view page : pages) {
    size_t start = page.find(heading);
    while (start != std::string_view::npos) {
      start += heading.size();
      size_t next = page.find(heading, start);
      llvm::StringRef section(page.substr(start, next == std::string_view::npos ? next : next - start));
      auto [title, text] = section.split('\n');
      auto [code, words] = title.split(": ");
      found.push_back({code.trim(), words.trim(), text.trim()});
      start = next;
    }
  }
  std::sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.code < b.code; });
  return found;
}

} // namespace

std::optional<DiagnosticText> explain(std::string_view code) {
  for (const DiagnosticText &section : sections())
    if (llvm::StringRef(section.code).equals_insensitive(llvm::StringRef(code)))
      return section;
  return std::nullopt;
}

std::vector<std::string_view> diagnosticCodes() {
  std::vector<std::string_view> codes;
  for (const DiagnosticText &section : sections())
    codes.push_back(section.code);
  return codes;
}

} // namespace lockstep::verifier
