// Operators that combine many elements into one.
#include "ir/interpreter/kernels/Reduce.h"

#include "ir/interpreter/evaluate/Attributes.h"
#include "ir/interpreter/evaluate/Combiners.h"
#include "ir/interpreter/kernels/Norm.h"
#include "ir/interpreter/kernels/Window.h"
#include "ir/stablehlo/StablehloOps.h"

namespace lockstep::interp {
namespace {

namespace hlo = lockstep::stablehlo;

Results evaluateReduce(hlo::ReduceOp op, const Call &call) {
  size_t count = op.getInputs().size();
  return interp::reduce(operandsOf(call, 0, count), operandsOf(call, count, count), op.getDimensions(),
                        combinerOf(call, 0));
}

Results evaluateReduceWindow(hlo::ReduceWindowOp op, const Call &call) {
  size_t count = op.getInputs().size();
  WindowDims window;
  window.sizes = dims(op.getWindowDimensions());
  window.strides = dims(op.getWindowStrides());
  window.baseDilations = dims(op.getBaseDilations());
  window.windowDilations = dims(op.getWindowDilations());
  window.padding = pairs(op.getPadding());
  return interp::reduceWindow(operandsOf(call, 0, count), operandsOf(call, count, count), window, combinerOf(call, 0));
}

Result evaluateSelectAndScatter(hlo::SelectAndScatterOp op, const Call &call) {
  WindowDims window;
  window.sizes = dims(op.getWindowDimensions());
  window.strides = dims(op.getWindowStrides());
  window.padding = pairs(op.getPadding());
  return selectAndScatter(call[0], call[1], call[2], window, comparatorOf(call, 0), combinerOf(call, 1));
}

} // namespace

void addReductions(EvaluatorTable &table) {
  table.pure<hlo::ReduceOp>(evaluateReduce);
  table.pure<hlo::ReduceWindowOp>(evaluateReduceWindow);
  table.pure<hlo::SelectAndScatterOp>(evaluateSelectAndScatter);
  table.pure<hlo::BatchNormInferenceOp>([](hlo::BatchNormInferenceOp op, const Call &call) {
    return batchNormInference(call[0], call[1], call[2], call[3], call[4], op.getEpsilon().convertToDouble(),
                              op.getFeatureIndex());
  });
  table.pure<hlo::BatchNormTrainingOp>([](hlo::BatchNormTrainingOp op, const Call &call) {
    return batchNormTraining(call[0], call[1], call[2], op.getEpsilon().convertToDouble(), op.getFeatureIndex());
  });
  table.pure<hlo::BatchNormGradOp>([](hlo::BatchNormGradOp op, const Call &call) {
    return batchNormGrad(call[0], call[1], call[2], call[3], call[4], op.getEpsilon().convertToDouble(),
                         op.getFeatureIndex());
  });
}

} // namespace lockstep::interp
