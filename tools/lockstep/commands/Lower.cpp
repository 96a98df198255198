// lower: makes a parallel plan from a logical step, and proves it before it is written.
#include "tools/lockstep/cli/Errors.h"
#include "tools/lockstep/cli/Gzip.h"
#include "tools/lockstep/cli/Output.h"
#include "tools/lockstep/cli/Progress.h"
#include "tools/lockstep/cli/Registry.h"
#include "tools/lockstep/commands/MeshOption.h"

#include "ir/import/Program.h"
#include "lockstep/Report.h"
#include "lockstep/Verify.h"
#include "lowering/Lower.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"

#include <CLI/CLI.hpp>

namespace lockstep::tool {
namespace {

std::string textOf(mlir::ModuleOp module, const std::string &head) {
  std::string text = head;
  llvm::raw_string_ostream os(text);
  module->print(os, mlir::OpPrintingFlags().enableDebugInfo(/*enable=*/true, /*prettyForm=*/false));
  os << '\n';
  return text;
}

class Lower : public Command {
public:
  Lower()
      : Command("lower", "Make a parallel plan from a logical step and prove it",
                "lockstep lower gpt.mlir --contract gpt.toml --mesh dp=4 -o dp4.mlir") {}

  void configure(CLI::App &app) override {
    app.add_option("LOGICAL", logical, "The training step for one device, StableHLO; - is standard input")->required();
    app.add_option("-o", outputPath, "Plan to write, gzip when it ends in .gz; - is standard output (default)")
        ->type_name("PLAN");
    app.add_option("--mesh", mesh, "Axes and sizes, major first, such as dp=4")->type_name("AXES")->required();
    app.add_option("--contract", contractPath, "Roles and ranges of the arguments (TOML)")->type_name("FILE");
    app.add_option("--batch", batch, "An argument that holds one sample per index of a dim (default: by role)")
        ->type_name("NAME[:DIM]")
        ->expected(1)
        ->take_all();
    app.add_option("--data-axes", dataAxes, "Mesh axes that cut the batch (default: all)")
        ->delimiter(',')
        ->type_name("AXES");
    app.add_flag("--explain", explain, "List every collective and why it is there");
    app.add_flag("--unverified", unverified, "Write the plan without proving it, and mark it so");
  }

  std::vector<std::string> plannedOptions() const override {
    return {"--zero", "--microbatches", "--schedule", "--consistency", "--bucket-mib"};
  }

  int run(Session &session) override {
    runtime::Result<lowering::LoweringSpec> spec = makeSpec();
    if (!spec)
      return fail(session, spec.status());
    runtime::Result<Output> output = Output::open(outputPath);
    if (!output)
      return fail(session, output.status());
    mlir::DialectRegistry registry;
    registerInputDialects(registry);
    mlir::MLIRContext context(registry);
    context.loadAllAvailableDialects(); // the plan uses dialects that the step need not
    std::optional<Contract> contract;
    if (!contractPath.empty()) {
      llvm::Expected<Contract> loaded = Contract::load(contractPath);
      if (!loaded)
        return fail(session, loaded.takeError());
      contract = std::move(*loaded);
    }
    llvm::Expected<Program> program = loadProgram(logical, context, contract ? &*contract : nullptr);
    if (!program)
      return fail(session, program.takeError());
    session.progress.update("lower", 0, 0, logical);
    llvm::Expected<lowering::LoweredPlan> plan = lowering::lower(*program, *spec);
    session.progress.clear();
    if (!plan)
      return fail(session, plan.takeError());
    describe(session, *plan);

    if (unverified)
      plan->module->getOperation()->setAttr("lockstep.unverified", mlir::UnitAttr::get(&context));
    std::string text = textOf(*plan->module, head());
    if (!unverified)
      if (int code = prove(session, *program, text, contract ? &*contract : nullptr, context); code != kSuccess)
        return code;
    return write(session, *output, text);
  }

private:
  runtime::Result<lowering::LoweringSpec> makeSpec() {
    lowering::LoweringSpec spec;
    runtime::Result<std::vector<MeshAxis>> axes = parseMesh(mesh);
    if (!axes)
      return axes.status();
    spec.axes = *axes;
    spec.dataAxes = dataAxes;
    if (runtime::Status known = onlyDataAxes(spec); !known.ok())
      return known;
    for (const std::string &entry : batch) {
      lowering::BatchArgument argument;
      llvm::StringRef name = entry;
      auto [before, dim] = name.rsplit(':');
      if (!dim.empty() && !dim.getAsInteger(10, argument.dim))
        name = before;
      unsigned index = 0;
      if (name.getAsInteger(10, index))
        argument.name = name.str();
      else
        argument.index = index;
      spec.batch.push_back(argument);
    }
    return spec;
  }

  // A user who writes pp=2 asks for a pipeline: cutting the batch over that axis would be right and not what was meant.
  static runtime::Status onlyDataAxes(const lowering::LoweringSpec &spec) {
    static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> kinds[] = {
        {"pp", "pipeline"}, {"tp", "tensor"}, {"cp", "context"}, {"sp", "sequence"}, {"ep", "expert"}};
    for (const MeshAxis &axis : spec.axes)
      for (const auto &[name, kind] : kinds)
        if (axis.name == name && axis.size > 1 && !llvm::is_contained(spec.dataAxes, axis.name))
          return runtime::badInput(("--mesh: " + kind + " parallelism (axis '" + name +
                                    "') is not available in this version; an axis named in --data-axes cuts the batch")
                                       .str());
    return {};
  }

  std::string head() const {
    std::string source = logical == "-" ? "standard input" : logical;
    return "// Made by lockstep " LOCKSTEP_VERSION " from " + source + " for the mesh " + mesh + ".\n";
  }

  void describe(Session &session, const lowering::LoweredPlan &plan) {
    std::map<std::string, std::pair<unsigned, int64_t>> kinds; // "all_reduce over dp": count and bytes
    for (const lowering::CollectiveInfo &collective : plan.collectives) {
      auto &[count, bytes] = kinds[collective.kind + " over " + collective.axis];
      ++count;
      bytes += collective.bytes;
    }
    session.err << "mesh " << mesh << "; cut by it:";
    for (const lowering::BatchPlacement &placed : plan.batch)
      session.err << ' ' << placed.name << " (dim " << placed.dim << ')';
    session.err << '\n';
    for (const auto &[kind, total] : kinds)
      session.err << total.first << " x " << kind << ", " << total.second << " bytes in all\n";
    if (explain)
      session.err << lowering::explain(plan);
    else
      for (const std::string &remark : plan.remarks)
        session.err << "remark: " << remark << '\n';
  }

  /// Proves the text that will be written, read back as anybody would read it.
  int prove(Session &session, const Program &program, const std::string &text, const Contract *contract,
            mlir::MLIRContext &context) {
    auto module = parseModuleText(text, outputPath, context);
    if (!module)
      return fail(session, module.takeError());
    llvm::Expected<Program> plan = analyzeProgram(std::move(*module), outputPath, contract);
    if (!plan)
      return fail(session, plan.takeError());
    verifier::VerifyOptions options;
    options.contractPath = contractPath;
    options.interrupted = session.interrupted;
    options.progress = [&](const verifier::Progress &p) {
      session.progress.update(p.phase, p.done, p.total, p.subject);
    };
    llvm::Expected<verifier::Result> result = verifier::verify(program, *plan, contract, options);
    session.progress.clear();
    if (!result)
      return fail(session, result.takeError());
    verifier::Status verdict = result->verdict();
    if (verdict == verifier::Status::Proved) {
      session.err << "proved: " << result->obligations.size() << " obligations, level " << result->level << '\n';
      return kSuccess;
    }
    verifier::writeReport(session.err, *result, verifier::ReportFormat::Text,
                          {verifier::wantsColor(session.err), false});
    session.err << "lockstep: error: the plan was not proved and is not written; --unverified writes it\n";
    return verifier::exitCode(verdict);
  }

  int write(Session &session, Output &output, const std::string &text) {
    bool packed = llvm::StringRef(outputPath).ends_with(".gz");
    if (runtime::Status status = output.write(packed ? gzip(text) : text); !status.ok())
      return fail(session, status);
    if (runtime::Status status = output.commit(); !status.ok())
      return fail(session, status);
    return kSuccess;
  }

  std::string logical, outputPath = "-", mesh, contractPath;
  std::vector<std::string> batch, dataAxes;
  bool explain = false, unverified = false;
};

} // namespace

std::unique_ptr<Command> makeLower() { return std::make_unique<Lower>(); }

} // namespace lockstep::tool
