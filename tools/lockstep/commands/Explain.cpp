// explain: the long text of a diagnostic code, or a stored result once more as text.
#include "tools/lockstep/cli/Errors.h"
#include "tools/lockstep/cli/Registry.h"
#include "tools/lockstep/commands/StoredResult.h"

#include "lockstep/Explain.h"
#include "lockstep/Report.h"

#include <CLI/CLI.hpp>

namespace lockstep::tool {
namespace {

bool looksLikeCode(llvm::StringRef text) {
  return text.size() == 5 && isalpha(text[0]) && isalpha(text[1]) && isdigit(text[2]) && isdigit(text[3]) &&
         isdigit(text[4]);
}

class Explain : public Command {
public:
  Explain()
      : Command("explain", "Explain a diagnostic code, or a result stored as JSON",
                "lockstep explain EQ010\nlockstep explain result.json\nlockstep explain --list") {}

  void configure(CLI::App &app) override {
    app.add_option("WHAT", what, "A code such as EQ010, or a result file; - is standard input");
    app.add_flag("--list", list, "List all codes");
  }

  int run(Session &session) override {
    if (list)
      return printList(session);
    if (what.empty())
      return usageError(session, "explain needs a code, a result file or --list");
    if (auto text = verifier::explain(what)) {
      session.out << text->code << ": " << text->title << "\n\n" << text->text << '\n';
      return kSuccess;
    }
    if (looksLikeCode(what))
      return usageError(session, "no diagnostic has the code '" + what + "'; 'lockstep explain --list' lists them");
    llvm::Expected<verifier::Result> result = loadResult(what);
    if (!result)
      return fail(session, result.takeError());
    verifier::ReportOptions options{verifier::wantsColor(session.out), /*verbose=*/true};
    verifier::writeReport(session.out, *result, verifier::ReportFormat::Text, options);
    return kSuccess;
  }

private:
  int printList(Session &session) {
    for (std::string_view code : verifier::diagnosticCodes())
      session.out << code << "  " << verifier::explain(code)->title << '\n';
    return kSuccess;
  }

  std::string what;
  bool list = false;
};

} // namespace

std::unique_ptr<Command> makeExplain() { return std::make_unique<Explain>(); }

} // namespace lockstep::tool
