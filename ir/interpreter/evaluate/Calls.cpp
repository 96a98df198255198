// Calls of functions, composites and custom targets.
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

// Targets that only say where a value should live or how it may be cut. The shape conversions of the older
// partitioner are no-ops exactly when they convert nothing.
bool onlyPlaces(llvm::StringRef target) {
  return llvm::is_contained({"Sharding", "annotate_device_placement", "SPMDFullToShardShape", "SPMDShardToFullShape",
                             "xla.sdy.FuncResultSharding", "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape"},
                            target);
}

llvm::Error customCall(hlo::CustomCallOp op, Execution &x, const Step &step) {
  llvm::StringRef target = op.getCallTargetName();
  if (!onlyPlaces(target))
    return errorAt(op, "the target @" + target + " is not known", code::unsupported);
  if (op->getOperandTypes() != op->getResultTypes())
    return errorAt(op, "@" + target + " changes a type here, which needs devices to hold different pieces outside of "
                                      "a manual computation",
                   code::unsupported);
  x.setResults(step, x.takeOperands(step));
  return llvm::Error::success();
}

} // namespace

void addCalls(EvaluatorTable &table) {
  table.machine<mlir::func::CallOp>([](mlir::func::CallOp op, Execution &x, const Step &step) {
    return callFunction(x, step, op.getCallee());
  });
  table.machine<hlo::CompositeOp>([](hlo::CompositeOp op, Execution &x, const Step &step) {
    return callFunction(x, step, op.getDecomposition());
  });
  table.machine<hlo::CustomCallOp>(customCall);
}

} // namespace lockstep::interp
