// Constraints of the three normalisations over a batch.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/stablehlo/verify/Checks.h"

using namespace mlir;

namespace lockstep::stablehlo {

namespace {
struct Feature {
  unsigned number;
  StringRef name;
  Value value;
};
} // namespace

/// C1 and C2, then every feature vector against its own number.
static LogicalResult checkFeatures(Operation *op, Value operand, int64_t featureIndex, ArrayRef<Feature> features) {
  if (failed(checkRange(op, 1, "feature_index", featureIndex, 0, rankOf(operand))))
    return failure();
  for (Value value : op->getOperands())
    if (failed(checkElement(op, 2, "every operand", elementOf(value), elementOf(operand))))
      return failure();
  for (Value value : op->getResults())
    if (failed(checkElement(op, 2, "every result", elementOf(value), elementOf(operand))))
      return failure();
  int64_t size = shapeOf(operand)[featureIndex];
  for (const Feature &feature : features)
    if (failed(checkShape(op, feature.number, feature.name, shapeOf(feature.value), size)))
      return failure();
  return success();
}

LogicalResult BatchNormTrainingOp::verify() {
  if (failed(checkFeatures(*this, getOperand(), getFeatureIndex(),
                           {{3, "scale", getScale()},
                            {4, "offset", getOffset()},
                            {5, "batch_mean", getBatchMean()},
                            {6, "batch_var", getBatchVar()}})))
    return failure();
  return checkShape(*this, 7, "output", shapeOf(getOutput()), shapeOf(getOperand()));
}

LogicalResult BatchNormInferenceOp::verify() {
  if (failed(checkFeatures(*this, getOperand(), getFeatureIndex(),
                           {{3, "scale", getScale()},
                            {4, "offset", getOffset()},
                            {5, "mean", getMean()},
                            {6, "variance", getVariance()}})))
    return failure();
  return checkShape(*this, 7, "result", shapeOf(getResult()), shapeOf(getOperand()));
}

LogicalResult BatchNormGradOp::verify() {
  if (failed(checkFeatures(*this, getOperand(), getFeatureIndex(),
                           {{5, "scale", getScale()},
                            {4, "mean", getMean()},
                            {4, "variance", getVariance()},
                            {4, "grad_scale", getGradScale()},
                            {4, "grad_offset", getGradOffset()}})))
    return failure();
  if (failed(checkShape(*this, 3, "grad_output", shapeOf(getGradOutput()), shapeOf(getOperand()))))
    return failure();
  return checkShape(*this, 3, "grad_operand", shapeOf(getGradOperand()), shapeOf(getOperand()));
}

} // namespace lockstep::stablehlo
