// report: a stored result in another format, usually HTML.
#include "tools/lockstep/cli/Errors.h"
#include "tools/lockstep/cli/Output.h"
#include "tools/lockstep/cli/Registry.h"
#include "tools/lockstep/commands/StoredResult.h"

#include "lockstep/Report.h"

#include <CLI/CLI.hpp>

namespace lockstep::tool {
namespace {

class Report : public Command {
public:
  Report()
      : Command("report", "Write a stored result as HTML or in another format",
                "lockstep verify gpt.mlir plan.mlir --output json=result.json\nlockstep report result.json -o "
                "result.html") {}

  void configure(CLI::App &app) override {
    app.add_option("RESULT", input, "Result in JSON; - is standard input")->required();
    app.add_option("-o", output, "File to write; - is standard output (default)")->type_name("FILE");
    app.add_option("--format", format, "html (default), text, json, sarif, junit or github")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({"html", "text", "json", "sarif", "junit", "github"}));
  }

  int run(Session &session) override {
    llvm::Expected<verifier::Result> result = loadResult(input);
    if (!result)
      return fail(session, result.takeError());
    runtime::Result<Output> file = Output::open(output);
    if (!file)
      return fail(session, file.status());
    std::string text;
    llvm::raw_string_ostream os(text);
    verifier::writeReport(os, *result, *verifier::parseReportFormat(format));
    if (runtime::Status status = file->write(text); !status.ok())
      return fail(session, status);
    if (runtime::Status status = file->commit(); !status.ok())
      return fail(session, status);
    return kSuccess;
  }

private:
  std::string input, output = "-", format = "html";
};

} // namespace

std::unique_ptr<Command> makeReport() { return std::make_unique<Report>(); }

} // namespace lockstep::tool
