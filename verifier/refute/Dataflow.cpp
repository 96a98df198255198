#include "verifier/refute/Dataflow.h"

#include "ir/sdy/SdyOps.h"
#include "ir/stablehlo/StablehloOps.h"

namespace lockstep::verifier {

using Sources = llvm::SmallVector<mlir::Value, 4>;

Dataflow::Dataflow(mlir::ModuleOp module) {
  module.walk([&](mlir::func::FuncOp function) { functions[function.getSymName()] = function; });
  module.walk([&](mlir::func::CallOp call) {
    if (auto callee = functions.find(call.getCallee()); callee != functions.end())
      callers[callee->second].push_back(call);
  });
}

bool Dataflow::isTransparent(mlir::Operation *operation) {
  return mlir::isa<mlir::func::CallOp, stablehlo::WhileOp, stablehlo::IfOp, stablehlo::CaseOp,
                   sdy::ManualComputationOp>(operation);
}

llvm::ArrayRef<mlir::Operation *> Dataflow::callersOf(mlir::func::FuncOp function) const {
  auto found = callers.find(function);
  return found == callers.end() ? llvm::ArrayRef<mlir::Operation *>() : llvm::ArrayRef(found->second);
}

Sources Dataflow::sources(mlir::Value value) const {
  if (auto argument = mlir::dyn_cast<mlir::BlockArgument>(value))
    return sourcesOfArgument(argument);
  mlir::Operation *operation = value.getDefiningOp();
  unsigned number = mlir::cast<mlir::OpResult>(value).getResultNumber();
  Sources found;
  auto fromRegion = [&](mlir::Region &region) {
    if (!region.empty() && number < region.front().getTerminator()->getNumOperands())
      found.push_back(region.front().getTerminator()->getOperand(number));
  };
  if (auto call = mlir::dyn_cast<mlir::func::CallOp>(operation)) {
    if (auto callee = functions.find(call.getCallee()); callee != functions.end())
      fromRegion(const_cast<mlir::func::FuncOp &>(callee->second).getBody());
    return found;
  }
  if (auto loop = mlir::dyn_cast<stablehlo::WhileOp>(operation)) {
    fromRegion(loop.getBody());
    found.push_back(operation->getOperand(number));
    return found;
  }
  if (isTransparent(operation)) {
    for (mlir::Region &region : operation->getRegions())
      fromRegion(region);
    if (!mlir::isa<sdy::ManualComputationOp>(operation))
      found.push_back(operation->getOperand(0)); // what decides the branch
    return found;
  }
  found.append(operation->operand_begin(), operation->operand_end());
  return found;
}

Sources Dataflow::sourcesOfArgument(mlir::BlockArgument argument) const {
  mlir::Operation *parent = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  Sources found;
  if (mlir::isa<mlir::func::FuncOp>(parent)) {
    if (auto calls = callers.find(parent); calls != callers.end())
      for (mlir::Operation *call : calls->second)
        found.push_back(call->getOperand(number));
    return found;
  }
  if (auto loop = mlir::dyn_cast<stablehlo::WhileOp>(parent)) {
    found.push_back(parent->getOperand(number));
    found.push_back(loop.getBody().front().getTerminator()->getOperand(number));
    return found;
  }
  if (mlir::isa<sdy::ManualComputationOp>(parent) && number < parent->getNumOperands())
    found.push_back(parent->getOperand(number));
  return found;
}

} // namespace lockstep::verifier
