// Calls of plans, written as the calls that everybody knows.
#include "ir/import/Rewrites.h"

#include "ir/plan/PlanOps.h"
#include "ir/stablehlo/StablehloOps.h"

namespace lockstep::rewrites {

void plainCalls(mlir::ModuleOp module) {
  module.walk([](plan::CallOp call) {
    mlir::OpBuilder builder(call);
    llvm::SmallVector<mlir::Value> operands;
    if (std::optional<uint64_t> number = call.getMicroBatch()) {
      auto type = mlir::RankedTensorType::get({}, builder.getI32Type());
      auto value = mlir::DenseIntElementsAttr::get(type, static_cast<int32_t>(*number));
      operands.push_back(stablehlo::ConstantOp::create(builder, call.getLoc(), type, value));
    }
    llvm::append_range(operands, call.getOperands());
    auto plain = mlir::func::CallOp::create(builder, call.getLoc(), call.getCallee(), call.getResultTypes(), operands);
    call.replaceAllUsesWith(plain.getResults());
    call.erase();
  });
}

} // namespace lockstep::rewrites
