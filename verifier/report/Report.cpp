#include "lockstep/Report.h"

#include "verifier/report/Formats.h"

#include "llvm/ADT/StringSwitch.h"

#include <cstdlib>

namespace lockstep::verifier {

std::optional<ReportFormat> parseReportFormat(llvm::StringRef text) {
  return llvm::StringSwitch<std::optional<ReportFormat>>(text)
      .Case("text", ReportFormat::Text)
      .Case("json", ReportFormat::Json)
      .Case("sarif", ReportFormat::Sarif)
      .Case("junit", ReportFormat::Junit)
      .Case("github", ReportFormat::Github)
      .Case("html", ReportFormat::Html)
      .Default(std::nullopt);
}

bool wantsColor(const llvm::raw_ostream &os) {
  // https://no-color.org: any non-empty value switches colour off.
  const char *noColor = std::getenv("NO_COLOR");
  const char *term = std::getenv("TERM");
  if (noColor && *noColor)
    return false;
  if (term && llvm::StringRef(term) == "dumb")
    return false;
  return os.is_displayed();
}

void writeReport(llvm::raw_ostream &os, const Result &result, ReportFormat format, const ReportOptions &options) {
  switch (format) {
  case ReportFormat::Text:
    return writeText(os, result, options);
  case ReportFormat::Json:
    return writeJson(os, result);
  case ReportFormat::Sarif:
    return writeSarif(os, result);
  case ReportFormat::Junit:
    return writeJunit(os, result);
  case ReportFormat::Github:
    return writeGithub(os, result);
  case ReportFormat::Html:
    return writeHtml(os, result);
  }
}

} // namespace lockstep::verifier
