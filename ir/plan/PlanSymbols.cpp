// What needs the module around: callees, and collectives inside of them.
#include "ir/plan/PlanOps.h"
#include "ir/sdy/Convert.h"
#include "ir/stablehlo/ReplicaGroups.h"
#include "ir/stablehlo/StablehloOps.h"

#include "llvm/ADT/SmallPtrSet.h"

using mlir::failure;
using mlir::LogicalResult;
using mlir::success;
using mlir::SymbolTableCollection;

namespace lockstep::plan {
namespace {

// Finds collectives below the programs themselves whose members are on several stages.
class Crossing {
public:
  Crossing(StepOp step, SymbolTableCollection &symbols) : step(step), symbols(symbols) {
    mesh = sdy::toMesh(step.getMeshAttrValue(), step.getMesh());
    axis = *mesh.axisIndex(step.getStageAxis().str());
  }

  LogicalResult verify() {
    for (mlir::Region &program : step.getPrograms())
      for (mlir::Operation &op : program.front())
        if (failed(below(op)))
          return failure();
    return success();
  }

private:
  // Everything inside of an operator of a program, and inside of what it calls.
  LogicalResult below(mlir::Operation &op) {
    if (failed(callee(&op)))
      return failure();
    for (mlir::Region &region : op.getRegions())
      if (failed(inside(region)))
        return failure();
    return success();
  }

  LogicalResult inside(mlir::Region &region) {
    auto walked = region.walk([&](mlir::Operation *op) {
      bool bad = crosses(op) || failed(callee(op));
      return bad ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
    });
    return failure(walked.wasInterrupted());
  }

  LogicalResult callee(mlir::Operation *op) {
    mlir::FlatSymbolRefAttr name;
    if (auto call = llvm::dyn_cast<CallOp>(op))
      name = call.getCalleeAttr();
    else if (auto call = llvm::dyn_cast<mlir::func::CallOp>(op))
      name = call.getCalleeAttr();
    else
      return success();
    auto function = symbols.lookupNearestSymbolFrom<mlir::func::FuncOp>(step, name);
    if (!function || !seen.insert(function).second)
      return success();
    return inside(function.getBody());
  }

  bool crosses(mlir::Operation *op) {
    if (!op->hasAttr("replica_groups"))
      return false;
    auto groups = stablehlo::replicaGroups(op, {1, std::nullopt});
    if (!groups) {
      llvm::consumeError(groups.takeError()); // said by those who need to know
      return false;
    }
    for (const std::vector<int64_t> &group : *groups)
      for (int64_t device : group)
        if (device >= mesh.deviceCount() || mesh.coordinates(device)[axis] != mesh.coordinates(group[0])[axis]) {
          op->emitOpError() << "C8: a collective between stages must stand directly in the programs of plan.step";
          return true;
        }
    return false;
  }

  StepOp step;
  SymbolTableCollection &symbols;
  Mesh mesh;
  unsigned axis = 0;
  llvm::SmallPtrSet<mlir::Operation *, 8> seen;
};

} // namespace

LogicalResult StepOp::verifySymbolUses(SymbolTableCollection &symbols) {
  mlir::Block *block = (*this)->getBlock();
  mlir::Operation *end = block->getTerminator();
  if (&block->front() != getOperation() || (*this)->getNextNode() != end ||
      !llvm::equal(end->getOperands(), getResults()))
    return emitOpError() << "C10: expected the function to hold nothing else and to return its results in their order";
  return Crossing(*this, symbols).verify();
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto function = symbols.lookupNearestSymbolFrom<mlir::func::FuncOp>(*this, getCalleeAttr());
  if (!function || function.isDeclaration())
    return emitOpError() << "C1: expected a function with a body, found " << getCalleeAttr();
  llvm::SmallVector<mlir::Type> types;
  if (getMicroBatch())
    types.push_back(mlir::RankedTensorType::get({}, mlir::IntegerType::get(getContext(), 32)));
  llvm::append_range(types, getOperands().getTypes());
  auto expected = mlir::FunctionType::get(getContext(), types, getResultTypes());
  if (function.getFunctionType() != expected)
    return emitOpError() << "C2: expected a function of type " << expected << ", " << getCalleeAttr() << " has "
                         << function.getFunctionType();
  return success();
}

} // namespace lockstep::plan
