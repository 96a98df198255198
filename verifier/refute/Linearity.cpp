#include "verifier/refute/Linearity.h"

#include "ir/stablehlo/StablehloOps.h"

namespace lockstep::verifier {

bool isMovement(mlir::Operation *operation) {
  return mlir::isa<stablehlo::ReshapeOp, stablehlo::TransposeOp, stablehlo::SliceOp, stablehlo::DynamicSliceOp,
                   stablehlo::DynamicUpdateSliceOp, stablehlo::ConcatenateOp, stablehlo::PadOp,
                   stablehlo::BroadcastInDimOp, stablehlo::ReverseOp, stablehlo::ConvertOp, stablehlo::AllGatherOp,
                   stablehlo::AllToAllOp, stablehlo::CollectivePermuteOp, stablehlo::OptimizationBarrierOp>(operation);
}

bool isContraction(mlir::Operation *operation) {
  return mlir::isa<stablehlo::DotGeneralOp, stablehlo::ReduceOp, stablehlo::ScatterOp, stablehlo::ConvolutionOp>(
      operation);
}

bool keepsPartialSums(mlir::Operation *operation, unsigned index, llvm::function_ref<bool(mlir::Value)> isPartial) {
  if (isMovement(operation) || mlir::isa<stablehlo::NegOp, stablehlo::ReduceOp, stablehlo::AllReduceOp,
                                         stablehlo::ReduceScatterOp, stablehlo::ScatterOp>(operation))
    return true;
  auto otherIsPartial = [&] { return isPartial(operation->getOperand(1 - index)); };
  if (mlir::isa<stablehlo::AddOp, stablehlo::SubtractOp>(operation))
    return otherIsPartial();
  if (mlir::isa<stablehlo::MulOp, stablehlo::DotGeneralOp>(operation))
    return !otherIsPartial();
  if (mlir::isa<stablehlo::DivOp, stablehlo::GatherOp>(operation))
    return index == 0;
  if (mlir::isa<stablehlo::SelectOp>(operation))
    return index != 0;
  return false;
}

} // namespace lockstep::verifier
