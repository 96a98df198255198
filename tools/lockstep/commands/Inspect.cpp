// inspect: what is in a file of any kind the tool reads.
#include "tools/lockstep/cli/Errors.h"
#include "tools/lockstep/cli/Registry.h"
#include "tools/lockstep/commands/InspectFile.h"
#include "tools/lockstep/commands/InspectModule.h"
#include "tools/lockstep/commands/StoredResult.h"

#include "ir/import/Program.h"
#include "lockstep/Report.h"
#include "verifier/check/CertificateFiles.h"

#include "mlir/IR/MLIRContext.h"

#include <CLI/CLI.hpp>

namespace lockstep::tool {
namespace {

class Inspect : public Command {
public:
  Inspect()
      : Command("inspect", "Show what is in a module, plan, state, data or result file",
                "lockstep inspect gpt_dp4.mlir\nlockstep inspect --digest state.safetensors") {}

  void configure(CLI::App &app) override {
    app.add_option("FILE", path,
                   "Module or plan (.mlir, gzip or not, - is standard input), .safetensors, .npy, .bin, .toml, certificate, or "
                   "a result or counterexample in JSON")
        ->required();
    app.add_option("--contract", contractPath, "Contract of the module (TOML)")->type_name("FILE");
    app.add_flag("--digest", digest, "For state: 'sha256  name' of every tensor");
  }

  int run(Session &session) override {
    runtime::Result<FileKind> kind = kindOf(path);
    if (!kind)
      return fail(session, kind.status());
    if (*kind == FileKind::Certificate) {
      llvm::Error error = verifier::inspectCertificate(session.out, path);
      return error ? fail(session, std::move(error), kBadInput) : kSuccess;
    }
    if (digest && *kind != FileKind::Safetensors)
      return usageError(session, "--digest needs a .safetensors file");
    switch (*kind) {
    case FileKind::Certificate:
      return kInternal; // met above
    case FileKind::Module:
      return inspectModule(session);
    case FileKind::Contract:
      return inspectContract(session);
    case FileKind::Result:
      return inspectResult(session);
    case FileKind::Counterexample:
      return finish(session, inspectCounterexample(session.out, path));
    case FileKind::Npy:
      return finish(session, inspectNpy(session.out, path));
    case FileKind::Tokens:
      return finish(session, inspectTokens(session.out, path));
    case FileKind::Safetensors:
      return finish(session, digest ? digestSafetensors(session.out, path) : inspectSafetensors(session.out, path));
    }
    return kInternal;
  }

private:
  static int finish(Session &session, const runtime::Status &status) {
    return status.ok() ? kSuccess : fail(session, status);
  }

  int inspectResult(Session &session) {
    llvm::Expected<verifier::Result> result = loadResult(path);
    if (!result)
      return fail(session, result.takeError());
    verifier::writeReport(session.out, *result, verifier::ReportFormat::Text,
                          {verifier::wantsColor(session.out), true});
    return kSuccess;
  }

  int inspectContract(Session &session) {
    llvm::Expected<Contract> contract = Contract::load(path);
    if (!contract)
      return fail(session, contract.takeError());
    tool::inspectContract(session.out, *contract);
    return kSuccess;
  }

  int inspectModule(Session &session) {
    mlir::DialectRegistry registry;
    registerInputDialects(registry);
    mlir::MLIRContext context(registry);
    std::optional<Contract> contract;
    if (!contractPath.empty()) {
      llvm::Expected<Contract> loaded = Contract::load(contractPath);
      if (!loaded)
        return fail(session, loaded.takeError());
      contract = std::move(*loaded);
    }
    llvm::Expected<Program> program = loadProgram(path, context, contract ? &*contract : nullptr);
    if (!program)
      return fail(session, program.takeError());
    for (const std::string &warning : program->warnings)
      session.err << "lockstep: warning: " << warning << '\n';
    inspectProgram(session.out, *program);
    return kSuccess;
  }

  std::string path, contractPath;
  bool digest = false;
};

} // namespace

std::unique_ptr<Command> makeInspect() { return std::make_unique<Inspect>(); }

} // namespace lockstep::tool
