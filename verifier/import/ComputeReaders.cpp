// Operators that compute: contractions, reductions, windows, sorting, comparing.
#include "verifier/import/Reader.h"

#include "ir/stablehlo/StablehloOps.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::verifier {

namespace {

using Read = std::optional<ReadAttributes>;

Dims dims(llvm::ArrayRef<int64_t> values) { return Dims(values.begin(), values.end()); }

Dims orOnes(std::optional<llvm::ArrayRef<int64_t>> values, size_t count) {
  return values ? dims(*values) : Dims(count, 1);
}

std::vector<std::pair<int64_t, int64_t>> orNoPadding(std::optional<mlir::DenseIntElementsAttr> padding, size_t count) {
  std::vector<std::pair<int64_t, int64_t>> pairs(count, {0, 0});
  if (!padding)
    return pairs;
  auto flat = padding->getValues<int64_t>();
  for (size_t i = 0; i < count; ++i)
    pairs[i] = {flat[2 * i], flat[2 * i + 1]};
  return pairs;
}

Read reduceWindow(stablehlo::ReduceWindowOp op) {
  size_t order = op.getWindowDimensions().size();
  return ReadAttributes{WindowAttr{dims(op.getWindowDimensions()), orOnes(op.getWindowStrides(), order),
                                   orOnes(op.getBaseDilations(), order), orOnes(op.getWindowDilations(), order),
                                   orNoPadding(op.getPadding(), order)},
                        {}};
}

Read selectAndScatter(stablehlo::SelectAndScatterOp op) {
  size_t order = mlir::cast<mlir::RankedTensorType>(op.getOperand().getType()).getRank();
  return ReadAttributes{WindowAttr{orOnes(op.getWindowDimensions(), order), orOnes(op.getWindowStrides(), order),
                                   Dims(order, 1), Dims(order, 1), orNoPadding(op.getPadding(), order)},
                        {}};
}

Read convolution(stablehlo::ConvolutionOp op) {
  auto numbers = op.getDimensionNumbers();
  ConvolutionAttr attr;
  attr.inputBatch = numbers.getInputBatchDimension();
  attr.inputFeature = numbers.getInputFeatureDimension();
  attr.inputSpatial = dims(numbers.getInputSpatialDimensions());
  attr.kernelInputFeature = numbers.getKernelInputFeatureDimension();
  attr.kernelOutputFeature = numbers.getKernelOutputFeatureDimension();
  attr.kernelSpatial = dims(numbers.getKernelSpatialDimensions());
  attr.outputBatch = numbers.getOutputBatchDimension();
  attr.outputFeature = numbers.getOutputFeatureDimension();
  attr.outputSpatial = dims(numbers.getOutputSpatialDimensions());
  attr.featureGroups = op.getFeatureGroupCount();
  attr.batchGroups = op.getBatchGroupCount();
  size_t order = attr.inputSpatial.size();
  attr.window.strides = orOnes(op.getWindowStrides(), order);
  attr.window.baseDilations = orOnes(op.getLhsDilation(), order);
  attr.window.windowDilations = orOnes(op.getRhsDilation(), order);
  attr.window.padding = orNoPadding(op.getPadding(), order);
  attr.reversal.assign(order, false);
  if (auto reversal = op.getWindowReversal())
    attr.reversal.assign(reversal->begin(), reversal->end());
  return ReadAttributes{std::move(attr), {}};
}

Read dotGeneral(stablehlo::DotGeneralOp op) {
  auto numbers = op.getDotDimensionNumbers();
  std::string precision;
  llvm::raw_string_ostream text(precision);
  for (mlir::Attribute attribute : {mlir::Attribute(op.getPrecisionConfigAttr()), mlir::Attribute(op.getAlgorithmAttr())})
    if (attribute)
      text << attribute << ';';
  return ReadAttributes{DotAttr{dims(numbers.getLhsBatchingDimensions()), dims(numbers.getRhsBatchingDimensions()),
                                dims(numbers.getLhsContractingDimensions()),
                                dims(numbers.getRhsContractingDimensions()), text.str(), bool(op.getAlgorithmAttr())},
                        {}};
}

Direction direction(stablehlo::ComparisonDirection direction) {
  switch (direction) {
  case stablehlo::ComparisonDirection::EQ:
    return Direction::EQ;
  case stablehlo::ComparisonDirection::NE:
    return Direction::NE;
  case stablehlo::ComparisonDirection::GE:
    return Direction::GE;
  case stablehlo::ComparisonDirection::GT:
    return Direction::GT;
  case stablehlo::ComparisonDirection::LE:
    return Direction::LE;
  case stablehlo::ComparisonDirection::LT:
    return Direction::LT;
  }
  llvm_unreachable("all directions are listed");
}

Read compare(stablehlo::CompareOp op) {
  auto type = op.getCompareType();
  bool total = type && *type == stablehlo::ComparisonType::TOTALORDER;
  return ReadAttributes{CompareAttr{direction(op.getComparisonDirection()), total}, {}};
}

template <typename Op> Read feature(Op op) {
  return ReadAttributes{
      FeatureAttr{static_cast<int64_t>(op.getFeatureIndex()), op.getEpsilon().convertToDouble()}, {}};
}

} // namespace

std::optional<ReadAttributes> readComputeAttributes(mlir::Operation &operation) {
  return llvm::TypeSwitch<mlir::Operation *, Read>(&operation)
      .Case<stablehlo::DotGeneralOp>([](auto op) -> Read { return dotGeneral(op); })
      .Case<stablehlo::ConvolutionOp>([](auto op) -> Read { return convolution(op); })
      .Case<stablehlo::ReduceOp>([](auto op) -> Read { return ReadAttributes{DimsAttr{dims(op.getDimensions())}, {}}; })
      .Case<stablehlo::MapOp>([](auto op) -> Read { return ReadAttributes{DimsAttr{dims(op.getDimensions())}, {}}; })
      .Case<stablehlo::ReduceWindowOp>([](auto op) -> Read { return reduceWindow(op); })
      .Case<stablehlo::SelectAndScatterOp>([](auto op) -> Read { return selectAndScatter(op); })
      .Case<stablehlo::SortOp>([](auto op) -> Read {
        return ReadAttributes{SortAttr{static_cast<int64_t>(op.getDimension()), op.getIsStable()}, {}};
      })
      .Case<stablehlo::CompareOp>([](auto op) -> Read { return compare(op); })
      .Case<stablehlo::BatchNormTrainingOp, stablehlo::BatchNormInferenceOp, stablehlo::BatchNormGradOp>(
          [](auto op) -> Read { return feature(op); })
      .Default([](mlir::Operation *) -> Read { return std::nullopt; });
}

} // namespace lockstep::verifier
