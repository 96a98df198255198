#include "ir/interpreter/machine/Dependence.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Region.h"
#include "llvm/ADT/DenseSet.h"

namespace lockstep::interp {
namespace {

// The operator of the function's outermost block that is or contains `op`; null when `op` is elsewhere.
mlir::Operation *ancestorInBody(mlir::Operation *op, mlir::Operation *main) {
  while (op && op->getParentOp() != main)
    op = op->getParentOp();
  return op;
}

} // namespace

std::vector<unsigned> resultsOfMainThatDependOn(mlir::Value value, mlir::Operation *main) {
  mlir::Operation *terminator = main->getRegion(0).front().getTerminator();
  llvm::DenseSet<mlir::Value> influenced;
  std::vector<mlir::Value> pending = {value};
  if (mlir::Operation *op = ancestorInBody(value.getParentRegion()->getParentOp(), main))
    pending.insert(pending.end(), op->result_begin(), op->result_end());
  else if (value.getParentRegion()->getParentOp() != main)
    pending.insert(pending.end(), terminator->operand_begin(), terminator->operand_end());
  while (!pending.empty()) {
    mlir::Value next = pending.back();
    pending.pop_back();
    if (!influenced.insert(next).second)
      continue;
    for (mlir::Operation *user : next.getUsers())
      if (mlir::Operation *op = ancestorInBody(user, main))
        pending.insert(pending.end(), op->result_begin(), op->result_end());
  }
  std::vector<unsigned> results;
  for (mlir::OpOperand &operand : terminator->getOpOperands())
    if (influenced.contains(operand.get()))
      results.push_back(operand.getOperandNumber());
  return results;
}

} // namespace lockstep::interp
