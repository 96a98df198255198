// Operators that take shapes, sizes or windows as operands. Their result types are static here, so the operand must
// say the same; a value that says otherwise is an error, not another shape.
#include "ir/interpreter/evaluate/Attributes.h"
#include "ir/interpreter/evaluate/IndexDims.h"
#include "ir/interpreter/kernels/Generate.h"
#include "ir/interpreter/kernels/Index.h"
#include "ir/interpreter/kernels/Shape.h"
#include "ir/stablehlo/StablehloOps.h"

namespace lockstep::interp {
namespace {

namespace hlo = lockstep::stablehlo;

Dims integersOf(const Tensor &tensor) {
  Dims values;
  for (int64_t i = 0; i < tensor.size(); ++i)
    values.push_back(tensor.integer(i));
  return values;
}

std::string text(const Dims &values) {
  std::string result = "[";
  for (size_t i = 0; i < values.size(); ++i)
    result += (i ? ", " : "") + std::to_string(values[i]);
  return result + "]";
}

// The shape operand must be the declared shape.
llvm::Error checkShape(const Tensor &operand, const Shape &declared) {
  Dims found = integersOf(operand);
  if (found == declared)
    return llvm::Error::success();
  return llvm::createStringError("expected the shape " + text(declared) + " of the result type, found " + text(found));
}

Result dynamicBroadcast(hlo::DynamicBroadcastInDimOp op, const Call &call) {
  if (llvm::Error e = checkShape(call[1], call.resultType().shape))
    return std::move(e);
  return broadcastInDim(call[0], op.getBroadcastDimensions(), call.resultType().shape);
}

Result dynamicIota(hlo::DynamicIotaOp op, const Call &call) {
  if (llvm::Error e = checkShape(call[0], call.resultType().shape))
    return std::move(e);
  return iota(*call.resultType().element, call.resultType().shape, op.getIotaDimension(), call.f64);
}

Result dynamicReshape(hlo::DynamicReshapeOp, const Call &call) {
  if (llvm::Error e = checkShape(call[1], call.resultType().shape))
    return std::move(e);
  return reshape(call[0], call.resultType().shape);
}

Result dimensionSize(hlo::GetDimensionSizeOp op, const Call &call) {
  int64_t dim = op.getDimension();
  if (dim < 0 || dim >= call[0].order())
    return llvm::createStringError("expected a dim of " + call[0].typeString() + ", found " + std::to_string(dim));
  return scalarInteger(ElementType::I32, call[0].shape()[dim]);
}

} // namespace

void addDynamic(EvaluatorTable &table) {
  table.pure<hlo::DynamicBroadcastInDimOp>(dynamicBroadcast);
  table.pure<hlo::DynamicIotaOp>(dynamicIota);
  table.pure<hlo::DynamicReshapeOp>(dynamicReshape);
  table.pure<hlo::GetDimensionSizeOp>(dimensionSize);
  table.pure<hlo::RealDynamicSliceOp>([](hlo::RealDynamicSliceOp, const Call &call) {
    return slice(call[0], integersOf(call[1]), integersOf(call[2]), integersOf(call[3]));
  });
  table.pure<hlo::DynamicPadOp>([](hlo::DynamicPadOp, const Call &call) {
    return pad(call[0], call[1], integersOf(call[2]), integersOf(call[3]), integersOf(call[4]));
  });
  table.pure<hlo::DynamicGatherOp>([](hlo::DynamicGatherOp op, const Call &call) {
    return gather(call[0], call[1], gatherDims(op.getDimensionNumbers()), integersOf(call[2]));
  });
}

} // namespace lockstep::interp
