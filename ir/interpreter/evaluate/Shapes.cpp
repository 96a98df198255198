// Operators that make tensors or move their elements to places known in advance.
#include "ir/interpreter/kernels/Shape.h"

#include "ir/interpreter/evaluate/Attributes.h"
#include "ir/interpreter/kernels/Generate.h"
#include "ir/sdy/SdyOps.h"
#include "ir/stablehlo/StablehloOps.h"

namespace lockstep::interp {
namespace {

namespace hlo = lockstep::stablehlo;

// Made once per run: loops meet the same constant again and again, and tensors share their elements.
Result constant(mlir::ElementsAttr value, const Call &call) {
  if (const Tensor *known = call.knownConstant())
    return *known;
  Result made = constantTensor(value, call);
  if (made)
    call.rememberConstant(*made);
  return made;
}

void addSources(EvaluatorTable &table) {
  table.pure<hlo::ConstantOp>([](hlo::ConstantOp op, const Call &call) { return constant(op.getValue(), call); });
  table.pure<sdy::ConstantOp>([](sdy::ConstantOp op, const Call &call) { return constant(op.getValue(), call); });
  table.pure<hlo::IotaOp>([](hlo::IotaOp op, const Call &call) {
    return iota(*call.resultType().element, call.resultType().shape, op.getIotaDimension(), call.f64);
  });
}

} // namespace

void addShapes(EvaluatorTable &table) {
  addSources(table);
  table.pure<hlo::BroadcastInDimOp>([](hlo::BroadcastInDimOp op, const Call &call) {
    return broadcastInDim(call[0], op.getBroadcastDimensions(), call.resultType().shape);
  });
  table.pure<hlo::BroadcastOp>([](hlo::BroadcastOp op, const Call &call) {
    Dims kept;
    int64_t added = op.getBroadcastSizes().size();
    for (int64_t d = 0; d < call[0].order(); ++d)
      kept.push_back(added + d);
    return broadcastInDim(call[0], kept, call.resultType().shape);
  });
  table.pure<hlo::ReshapeOp>(
      [](hlo::ReshapeOp, const Call &call) { return reshape(call[0], call.resultType().shape); });
  table.pure<hlo::TransposeOp>(
      [](hlo::TransposeOp op, const Call &call) { return transpose(call[0], op.getPermutation()); });
  table.pure<hlo::ReverseOp>([](hlo::ReverseOp op, const Call &call) { return reverse(call[0], op.getDimensions()); });
  table.pure<hlo::SliceOp>([](hlo::SliceOp op, const Call &call) {
    return slice(call[0], op.getStartIndices(), op.getLimitIndices(), op.getStrides());
  });
  table.pure<hlo::PadOp>([](hlo::PadOp op, const Call &call) {
    return pad(call[0], call[1], op.getEdgePaddingLow(), op.getEdgePaddingHigh(), op.getInteriorPadding());
  });
  table.pure<hlo::ConcatenateOp>([](hlo::ConcatenateOp op, const Call &call) {
    return concatenate(operandsOf(call, 0, call.size()), op.getDimension());
  });
}

} // namespace lockstep::interp
