// One test case per obligation: refuted is a failure, unknown and unsupported are errors, since CI must not read them
// as success.
#include "verifier/report/Formats.h"
#include "verifier/report/Groups.h"
#include "verifier/report/Xml.h"

#include "llvm/Support/Format.h"

namespace lockstep::verifier {

void writeJunit(llvm::raw_ostream &os, const Result &result) {
  std::vector<size_t> counts = countStatuses(result);
  size_t failures = counts[static_cast<size_t>(Status::Refuted)];
  size_t errors = counts[static_cast<size_t>(Status::Unknown)] + counts[static_cast<size_t>(Status::Unsupported)];
  double seconds = 0;
  for (const Obligation &obligation : result.obligations)
    seconds += obligation.seconds;
  std::string suite = result.inputs.size() > 1 ? result.inputs[1].path : "plan";

  os << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  os << "<testsuites tests=\"" << result.obligations.size() << "\" failures=\"" << failures << "\" errors=\"" << errors
     << "\">\n";
  os << "  <testsuite name=\"lockstep verify " << escapeXml(suite) << "\" tests=\"" << result.obligations.size()
     << "\" failures=\"" << failures << "\" errors=\"" << errors << "\" time=\"" << llvm::format("%.3f", seconds)
     << "\">\n";
  for (const Obligation &obligation : result.obligations) {
    os << "    <testcase classname=\"lockstep." << name(obligation.kind) << "\" name=\"" << escapeXml(obligation.id)
       << ' ' << escapeXml(obligation.subject) << "\" time=\"" << llvm::format("%.3f", obligation.seconds) << '"';
    if (obligation.status == Status::Proved) {
      os << "/>\n";
      continue;
    }
    const char *element = obligation.status == Status::Refuted ? "failure" : "error";
    os << ">\n      <" << element << " type=\"" << name(obligation.status) << "\" message=\""
       << escapeXml(obligation.message) << "\">";
    if (!obligation.code.empty())
      os << obligation.code << '\n';
    if (const SourceLocation *location = bestLocation(obligation))
      os << escapeXml(str(*location)) << '\n';
    if (const auto &difference = obligation.difference)
      os << "element " << formatIndex(difference->element) << ": expected " << formatNumber(difference->expected)
         << ", found " << formatNumber(difference->found) << '\n';
    os << "</" << element << ">\n    </testcase>\n";
  }
  os << "  </testsuite>\n</testsuites>\n";
}

} // namespace lockstep::verifier
