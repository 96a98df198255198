#include "ir/import/Prepare.h"

#include "ir/core/InputError.h"
#include "ir/import/Diagnostics.h"
#include "ir/import/Legacy.h"
#include "ir/import/Rewrites.h"
#include "ir/sdy/SdyOps.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/SetVector.h"

using llvm::Error;
using llvm::Expected;

namespace lockstep {

namespace rewrites {

void dropHints(mlir::ModuleOp module) {
  module.walk([](mlir::Operation *op) {
    if (llvm::isa<sdy::ShardingGroupOp>(op)) {
      op->erase();
    } else if (llvm::isa<sdy::ShardingConstraintOp, sdy::ReshardOp, sdy::PropagationBarrierOp, sdy::DataFlowEdgeOp,
                         sdy::FuncDataFlowEdgeOp>(op) ||
               legacy::isHint(op)) {
      op->replaceAllUsesWith(op->getOperands());
      op->erase();
    }
  });
}

void dropUnreachable(mlir::ModuleOp module) {
  mlir::SymbolTable symbols(module);
  llvm::SetVector<mlir::Operation *> reached;
  if (mlir::Operation *main = symbols.lookup("main"))
    reached.insert(main);
  for (size_t i = 0; i < reached.size(); ++i) {
    auto uses = mlir::SymbolTable::getSymbolUses(reached[i]);
    if (!uses)
      continue;
    for (const mlir::SymbolTable::SymbolUse &use : *uses)
      if (mlir::Operation *target = symbols.lookup(use.getSymbolRef().getRootReference()))
        reached.insert(target);
  }
  for (auto function : llvm::make_early_inc_range(module.getOps<mlir::func::FuncOp>()))
    if (!reached.contains(function))
      function.erase();
}

} // namespace rewrites

namespace {

Error inFile(const Program &program, Error error) {
  return llvm::handleErrors(std::move(error), [&](const llvm::StringError &text) -> Error {
    return llvm::make_error<InputError>("IN014", program.path, 0, 0, text.getMessage());
  });
}

} // namespace

Expected<Program> prepare(const Program &program, const PrepareOptions &options) {
  Program result;
  result.path = program.path;
  result.module = mlir::OwningOpRef<mlir::ModuleOp>(program.module.get().clone());
  result.form = program.form;
  result.mesh = program.mesh;
  result.arguments = program.arguments;
  result.results = program.results;
  result.argumentShardings = program.argumentShardings;
  result.resultShardings = program.resultShardings;
  result.stageAxis = program.stageAxis;
  result.argumentStages = program.argumentStages;
  result.resultStages = program.resultStages;
  result.warnings = program.warnings;
  mlir::ModuleOp module = result.module.get();
  rewrites::dropUnreachable(module);
  if (options.rewriteLegacy)
    if (Error error = rewrites::legacyToManual(module, program.mesh))
      return inFile(program, std::move(error));
  if (options.inlineCalls) {
    rewrites::plainCalls(module);
    if (Error error = rewrites::inlineCalls(module, options.mostOperators))
      return inFile(program, std::move(error));
    rewrites::dropUnreachable(module);
  }
  if (options.dropHints && program.form != ProgramForm::PerDevice)
    rewrites::dropHints(module);
  DiagnosticCollector diagnostics(*module.getContext());
  if (mlir::failed(mlir::verify(module)))
    return diagnostics.takeError(program.path, "");
  result.main = llvm::cast<mlir::func::FuncOp>(module.lookupSymbol("main"));
  return result;
}

} // namespace lockstep
