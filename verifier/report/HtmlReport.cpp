// One self-contained page: verdict, findings with values per rank, every obligation, what the verdict rests on.
#include "verifier/report/Formats.h"
#include "verifier/report/Groups.h"
#include "verifier/report/Xml.h"

namespace lockstep::verifier {

namespace {

constexpr const char *style = R"(
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1c2330; background: #fff; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #dde2ea; }
code, td.n { font-family: ui-monospace, monospace; } .card { border: 1px solid #dde2ea; border-radius: 6px; padding: .4rem 1rem; margin: 1rem 0; }
.proved { color: #1a7f37; } .refuted { color: #c62828; } .unknown, .unsupported { color: #9a6700; } .differs { background: #fdecea; }
@media (prefers-color-scheme: dark) { body { color: #dfe4ec; background: #14181f; } th, td, .card { border-color: #333c49; }
 .proved { color: #57c273; } .refuted { color: #ff7b72; } .unknown, .unsupported { color: #e3b341; } .differs { background: #43201f; } }
)";

void status(llvm::raw_ostream &os, Status value) {
  os << "<b class=\"" << name(value) << "\">" << name(value) << "</b>";
}

void differenceCard(llvm::raw_ostream &os, const Difference &difference) {
  os << "<p>element <code>" << formatIndex(difference.element) << "</code>: expected <code>"
     << formatNumber(difference.expected) << "</code>, found <code>" << formatNumber(difference.found) << "</code></p>\n";
  if (!difference.relation.empty())
    os << "<p>" << escapeXml(difference.relation) << "</p>\n";
  if (const auto &blame = difference.blame)
    os << "<p>first wrong value: <code>" << escapeXml(blame->op) << "</code> at <code>"
       << escapeXml(str(blame->planLocation)) << "</code>"
       << (blame->location.line ? " (from <code>" + escapeXml(str(blame->location)) + "</code>)" : "") << ". "
       << escapeXml(blame->description) << "</p>\n";
  if (difference.ranks.empty())
    return;
  os << "<table><tr><th>rank</th><th>coordinates</th><th>value</th></tr>\n";
  for (const RankValue &rank : difference.ranks)
    os << "<tr" << (rank.differs ? " class=\"differs\"" : "") << "><td>" << rank.rank << "</td><td>"
       << escapeXml(rank.coordinates) << "</td><td class=\"n\">" << formatNumber(rank.value) << "</td></tr>\n";
  os << "</table>\n";
}

void findingCard(llvm::raw_ostream &os, const FindingGroup &group) {
  const Obligation &first = group.first();
  os << "<div class=\"card\"><p>";
  status(os, first.status);
  os << " <code>" << first.code << "</code> <b>" << escapeXml(first.subject) << "</b>: " << escapeXml(first.message)
     << "</p>\n";
  if (first.difference)
    differenceCard(os, *first.difference);
  if (!first.counterexample.empty())
    os << "<p>replay: <code>lockstep replay " << escapeXml(first.counterexample) << "</code></p>\n";
  if (group.members.size() > 1) {
    os << "<details><summary>the same for " << group.members.size() - 1 << " more</summary><ul>\n";
    for (size_t i = 1; i < group.members.size(); ++i)
      os << "<li>" << escapeXml(group.members[i]->subject) << "</li>\n";
    os << "</ul></details>\n";
  }
  os << "</div>\n";
}

void list(llvm::raw_ostream &os, const char *title, const std::vector<std::string> &items) {
  if (items.empty())
    return;
  os << "<h2>" << title << "</h2>\n<ul>\n";
  for (const std::string &item : items)
    os << "<li>" << escapeXml(item) << "</li>\n";
  os << "</ul>\n";
}

void obligationTable(llvm::raw_ostream &os, const Result &result) {
  os << "<h2>Obligations</h2>\n<table><tr><th>id</th><th>subject</th><th>status</th><th>method</th><th>message</th></tr>\n";
  for (const Obligation &obligation : result.obligations) {
    os << "<tr><td>" << escapeXml(obligation.id) << "</td><td>" << escapeXml(obligation.subject) << "</td><td>";
    status(os, obligation.status);
    os << "</td><td>" << name(obligation.method) << "</td><td>" << escapeXml(obligation.message) << "</td></tr>\n";
  }
  os << "</table>\n";
}

} // namespace

void writeHtml(llvm::raw_ostream &os, const Result &result) {
  os << "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\"><title>Lockstep: "
     << name(result.verdict()) << "</title><style>" << style << "</style></head><body>\n<h1>";
  status(os, result.verdict());
  os << "</h1>\n<p>" << summaryLine(result) << " (level " << escapeXml(result.level);
  if (!result.mesh.empty())
    os << ", mesh " << escapeXml(result.mesh);
  os << ")</p>\n";
  if (!result.stopped.empty())
    os << "<p>stopped early: " << escapeXml(result.stopped) << "</p>\n";
  for (const InputFile &input : result.inputs)
    os << "<div><code>" << escapeXml(input.path) << "</code> <small>sha256 " << input.sha256 << "</small></div>\n";
  for (const FindingGroup &group : groupFindings(result))
    findingCard(os, group);
  obligationTable(os, result);
  list(os, "Assumptions", result.assumptions);
  list(os, "Warnings", result.warnings);
  std::vector<std::string> unsupported;
  for (const UnsupportedOperator &op : result.coverage.unsupported)
    unsupported.push_back(op.name + " at " + str(op.location) + (op.reason.empty() ? "" : ": " + op.reason));
  list(os, "Unsupported operators", unsupported);
  os << "</body></html>\n";
}

} // namespace lockstep::verifier
