// Workflow commands: `::error file=F,line=L,col=C,title=T::message`, one per finding, plus a summary line.
#include "verifier/report/Formats.h"
#include "verifier/report/Groups.h"

namespace lockstep::verifier {

namespace {

// A message ends at a line break and %, CR, LF are written as escapes; property values escape , and : as well.
std::string escape(llvm::StringRef text, bool property) {
  std::string escaped;
  for (char c : text) {
    if (c == '%')
      escaped += "%25";
    else if (c == '\r')
      escaped += "%0D";
    else if (c == '\n')
      escaped += "%0A";
    else if (property && c == ':')
      escaped += "%3A";
    else if (property && c == ',')
      escaped += "%2C";
    else
      escaped += c;
  }
  return escaped;
}

} // namespace

void writeGithub(llvm::raw_ostream &os, const Result &result) {
  for (const FindingGroup &group : groupFindings(result)) {
    const Obligation &first = group.first();
    os << (first.status == Status::Refuted ? "::error " : "::warning ");
    if (const SourceLocation *location = bestLocation(first)) {
      os << "file=" << escape(location->file, true) << ",line=" << location->line;
      if (location->column)
        os << ",col=" << location->column;
      os << ',';
    }
    std::string title = first.code.empty() ? std::string(name(first.status)) : first.code;
    os << "title=" << escape("lockstep " + title, true) << "::";
    std::string message = first.subject + ": " + first.message;
    if (const auto &difference = first.difference)
      message += "\nelement " + formatIndex(difference->element) + ": expected " + formatNumber(difference->expected) +
                 ", found " + formatNumber(difference->found);
    if (group.members.size() > 1)
      message += "\nthe same for " + std::to_string(group.members.size() - 1) + " more";
    os << escape(message, false) << '\n';
  }
  os << "lockstep: " << name(result.verdict()) << ": " << summaryLine(result) << '\n';
}

} // namespace lockstep::verifier
