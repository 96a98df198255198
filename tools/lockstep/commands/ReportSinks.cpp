#include "tools/lockstep/commands/ReportSinks.h"

#include <CLI/CLI.hpp>

#include <cstdlib>

namespace lockstep::tool {
namespace {

constexpr const char *kFormats = "text, json, sarif, junit, github or html";

std::string defaultFormat() {
  const char *actions = std::getenv("GITHUB_ACTIONS");
  return actions && std::string_view(actions) == "true" ? "github" : "text";
}

} // namespace

void ReportSinks::configure(CLI::App &app) {
  app.add_option("--format", format,
                 std::string("Report format: ") + kFormats + " (default: text; github in GitHub Actions)")
      ->type_name("FORMAT");
  app.add_option("-o", file, "Write the report to FILE; - is standard output (default)")->type_name("FILE");
  app.add_option("--output", more, "Write one more report; may be given several times")
      ->type_name("FORMAT=FILE")
      ->expected(1)
      ->take_all();
}

runtime::Status ReportSinks::open() {
  if (runtime::Status status = add(format.empty() ? defaultFormat() : format, file); !status.ok())
    return status;
  for (const std::string &entry : more) {
    size_t split = entry.find('=');
    if (split == std::string::npos || split + 1 == entry.size())
      return runtime::badInput("--output: expected FORMAT=FILE, found '" + entry + "'");
    if (runtime::Status status = add(entry.substr(0, split), entry.substr(split + 1)); !status.ok())
      return status;
  }
  return {};
}

runtime::Status ReportSinks::add(const std::string &formatName, const std::string &path) {
  std::optional<verifier::ReportFormat> parsed = verifier::parseReportFormat(formatName);
  if (!parsed)
    return runtime::badInput("unknown report format '" + formatName + "': expected " + kFormats);
  for (const Sink &sink : sinks)
    if (sink.output.path() == path)
      return runtime::badInput("two reports go to '" + path + "'");
  runtime::Result<Output> output = Output::open(path);
  if (!output)
    return output.status();
  sinks.push_back({*parsed, std::move(*output)});
  return {};
}

runtime::Status ReportSinks::write(const verifier::Result &result, bool verbose) {
  for (Sink &sink : sinks) {
    std::string text;
    llvm::raw_string_ostream os(text);
    verifier::ReportOptions options;
    options.color = sink.output.isStandard() && verifier::wantsColor(llvm::outs());
    options.verbose = verbose;
    verifier::writeReport(os, result, sink.format, options);
    if (runtime::Status status = sink.output.write(text); !status.ok())
      return status;
    if (runtime::Status status = sink.output.commit(); !status.ok())
      return status;
  }
  return {};
}

} // namespace lockstep::tool
