// Calls of functions and of composites, which are their decomposition.
#include "ir/interpreter/machine/Diagnostics.h"
#include "ir/interpreter/machine/Execution.h"
#include "ir/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lockstep::interp {
namespace {

namespace hlo = lockstep::stablehlo;

llvm::Error callFunction(Execution &x, const Step &step, llvm::StringRef callee) {
  llvm::Expected<std::vector<RankValue>> results = x.call(step.op, callee, x.takeOperands(step));
  if (!results)
    return results.takeError();
  if (results->size() != step.results.size())
    return errorAt(step.op, "@" + callee + " returns " + llvm::Twine(results->size()) + " values, expected " +
                                llvm::Twine(step.results.size()));
  x.setResults(step, std::move(*results));
  return llvm::Error::success();
}

} // namespace

void addCalls(EvaluatorTable &table) {
  table.machine<mlir::func::CallOp>(
      [](mlir::func::CallOp op, Execution &x, const Step &step) { return callFunction(x, step, op.getCallee()); });
  table.machine<hlo::CompositeOp>(
      [](hlo::CompositeOp op, Execution &x, const Step &step) { return callFunction(x, step, op.getDecomposition()); });
}

} // namespace lockstep::interp
