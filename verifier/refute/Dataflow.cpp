#include "verifier/refute/Dataflow.h"

#include "ir/plan/PlanOps.h"
#include "ir/sdy/SdyOps.h"
#include "ir/stablehlo/StablehloOps.h"

namespace lockstep::verifier {

using Sources = llvm::SmallVector<mlir::Value, 4>;

Dataflow::Dataflow(mlir::ModuleOp module) {
  module.walk([&](mlir::func::FuncOp function) { functions[function.getSymName()] = function; });
  auto note = [&](auto call) {
    if (auto callee = functions.find(call.getCallee()); callee != functions.end())
      callers[callee->second].push_back(call);
  };
  module.walk([&](mlir::func::CallOp call) { note(call); });
  module.walk([&](plan::CallOp call) { note(call); });
}

bool Dataflow::isTransparent(mlir::Operation *operation) {
  return mlir::isa<mlir::func::CallOp, stablehlo::WhileOp, stablehlo::IfOp, stablehlo::CaseOp,
                   sdy::ManualComputationOp, plan::StepOp, plan::CallOp, plan::GroupOp>(operation);
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
  if (auto call = mlir::dyn_cast<plan::CallOp>(operation)) {
    if (auto callee = functions.find(call.getCallee()); callee != functions.end())
      fromRegion(const_cast<mlir::func::FuncOp &>(callee->second).getBody());
    return found;
  }
  if (auto step = mlir::dyn_cast<plan::StepOp>(operation)) {
    for (auto [stage, program] : llvm::enumerate(step.getPrograms())) {
      auto here = step.resultsOn(static_cast<int64_t>(stage));
      if (auto *at = llvm::find(here, number); at != here.end())
        found.push_back(program.front().getTerminator()->getOperand(static_cast<unsigned>(at - here.begin())));
    }
    return found;
  }
  if (auto receive = mlir::dyn_cast<plan::RecvOp>(operation))
    return sourcesOfMessage(receive);
  if (auto loop = mlir::dyn_cast<stablehlo::WhileOp>(operation)) {
    fromRegion(loop.getBody());
    found.push_back(operation->getOperand(number));
    return found;
  }
  if (isTransparent(operation)) {
    for (mlir::Region &region : operation->getRegions())
      fromRegion(region);
    if (!mlir::isa<sdy::ManualComputationOp, plan::GroupOp>(operation))
      found.push_back(operation->getOperand(0)); // what decides the branch
    return found;
  }
  found.append(operation->operand_begin(), operation->operand_end());
  return found;
}

/// What the stage sends under the same key.
Sources Dataflow::sourcesOfMessage(mlir::Operation *operation) {
  auto receive = mlir::cast<plan::RecvOp>(operation);
  auto step = receive->getParentOfType<plan::StepOp>();
  mlir::Region *own = operation->getParentRegion();
  while (own->getParentOp() != step)
    own = own->getParentOp()->getParentRegion();
  Sources found;
  step.getPrograms()[receive.getStage()].walk([&](plan::SendOp send) {
    if (send.getStage() == own->getRegionNumber() && send.getTag() == receive.getTag() &&
        send.getMicroBatch() == receive.getMicroBatch())
      found.push_back(send.getValue());
  });
  return found;
}

Sources Dataflow::sourcesOfArgument(mlir::BlockArgument argument) const {
  mlir::Operation *parent = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  Sources found;
  if (mlir::isa<mlir::func::FuncOp>(parent)) {
    if (auto calls = callers.find(parent); calls != callers.end())
      for (mlir::Operation *call : calls->second) {
        unsigned numbers = call->hasAttr("micro_batch"); // the number is an argument, but no operand
        if (number >= numbers)
          found.push_back(call->getOperand(number - numbers));
      }
    return found;
  }
  if (auto loop = mlir::dyn_cast<stablehlo::WhileOp>(parent)) {
    found.push_back(parent->getOperand(number));
    found.push_back(loop.getBody().front().getTerminator()->getOperand(number));
    return found;
  }
  if (auto step = mlir::dyn_cast<plan::StepOp>(parent)) {
    unsigned stage = argument.getOwner()->getParent()->getRegionNumber();
    found.push_back(step.getTensors()[step.operandsOn(stage)[number]]);
    return found;
  }
  if (mlir::isa<sdy::ManualComputationOp>(parent) && number < parent->getNumOperands())
    found.push_back(parent->getOperand(number));
  return found;
}

} // namespace lockstep::verifier
