// Operators whose places come from index tensors, and sorting.
#include "ir/interpreter/kernels/Index.h"

#include "ir/interpreter/evaluate/Attributes.h"
#include "ir/interpreter/evaluate/Combiners.h"
#include "ir/interpreter/evaluate/IndexDims.h"
#include "ir/interpreter/kernels/Sort.h"
#include "ir/stablehlo/StablehloOps.h"

namespace lockstep::interp {
namespace {

namespace hlo = lockstep::stablehlo;

ScatterDims scatterDims(hlo::ScatterDimensionNumbersAttr attribute) {
  ScatterDims result;
  result.updateWindowDims = dims(attribute.getUpdateWindowDims());
  result.insertedWindowDims = dims(attribute.getInsertedWindowDims());
  result.inputBatchingDims = dims(attribute.getInputBatchingDims());
  result.scatterIndicesBatchingDims = dims(attribute.getScatterIndicesBatchingDims());
  result.scatterDimsToOperandDims = dims(attribute.getScatterDimsToOperandDims());
  result.indexVectorDim = attribute.getIndexVectorDim();
  return result;
}

Results evaluateScatter(hlo::ScatterOp op, const Call &call) {
  size_t count = op.getInputs().size();
  return scatter(operandsOf(call, 0, count), call[count], operandsOf(call, count + 1, count),
                 scatterDims(op.getScatterDimensionNumbers()), combinerOf(call, 0));
}

Results evaluateSort(hlo::SortOp op, const Call &call) {
  int64_t dim = op.getDimension();
  return interp::sort(operandsOf(call, 0, call.size()), dim < 0 ? dim + call[0].order() : dim, comparatorOf(call, 0));
}

} // namespace

GatherDims gatherDims(hlo::GatherDimensionNumbersAttr attribute) {
  GatherDims result;
  result.offsetDims = dims(attribute.getOffsetDims());
  result.collapsedSliceDims = dims(attribute.getCollapsedSliceDims());
  result.operandBatchingDims = dims(attribute.getOperandBatchingDims());
  result.startIndicesBatchingDims = dims(attribute.getStartIndicesBatchingDims());
  result.startIndexMap = dims(attribute.getStartIndexMap());
  result.indexVectorDim = attribute.getIndexVectorDim();
  return result;
}

void addIndexing(EvaluatorTable &table) {
  table.pure<hlo::DynamicSliceOp>([](hlo::DynamicSliceOp op, const Call &call) {
    return dynamicSlice(call[0], operandsOf(call, 1, call.size() - 1), op.getSliceSizes());
  });
  table.pure<hlo::DynamicUpdateSliceOp>([](hlo::DynamicUpdateSliceOp, const Call &call) {
    Tensors starts = operandsOf(call, 2, call.size() - 2);
    return dynamicUpdateSlice(call.take(0), call[1], starts);
  });
  table.pure<hlo::GatherOp>([](hlo::GatherOp op, const Call &call) {
    return gather(call[0], call[1], gatherDims(op.getDimensionNumbers()), op.getSliceSizes());
  });
  table.pure<hlo::ScatterOp>(evaluateScatter);
  table.pure<hlo::SortOp>(evaluateSort);
}

} // namespace lockstep::interp
