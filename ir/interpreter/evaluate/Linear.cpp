// Contractions, convolutions, factorizations, transforms.
#include "ir/interpreter/evaluate/Attributes.h"
#include "ir/interpreter/kernels/Convolution.h"
#include "ir/interpreter/kernels/Dot.h"
#include "ir/interpreter/kernels/Fft.h"
#include "ir/interpreter/kernels/LinearAlgebra.h"
#include "ir/stablehlo/StablehloOps.h"

namespace lockstep::interp {
namespace {

namespace hlo = lockstep::stablehlo;

ElementType elementOf(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return parseElementType(text).value_or(ElementType::F32);
}

std::optional<DotAlgorithm> algorithmOf(std::optional<hlo::DotAlgorithmAttr> attribute) {
  if (!attribute)
    return std::nullopt;
  DotAlgorithm result;
  result.lhsPrecision = elementOf(attribute->getLhsPrecisionType());
  result.rhsPrecision = elementOf(attribute->getRhsPrecisionType());
  result.accumulation = elementOf(attribute->getAccumulationType());
  result.lhsComponents = attribute->getLhsComponentCount();
  result.rhsComponents = attribute->getRhsComponentCount();
  result.primitiveOperations = attribute->getNumPrimitiveOperations();
  return result;
}

Result evaluateDotGeneral(hlo::DotGeneralOp op, const Call &call) {
  hlo::DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
  DotDims contraction;
  contraction.lhsBatch = dims(numbers.getLhsBatchingDimensions());
  contraction.rhsBatch = dims(numbers.getRhsBatchingDimensions());
  contraction.lhsContracting = dims(numbers.getLhsContractingDimensions());
  contraction.rhsContracting = dims(numbers.getRhsContractingDimensions());
  return dotGeneral(call[0], call[1], contraction, *call.resultType().element, algorithmOf(op.getAlgorithm()));
}

// Vectors and matrices: the last dim of the left with the first of the right.
Result evaluateDot(hlo::DotOp, const Call &call) {
  if (call[0].order() < 1 || call[1].order() < 1)
    return llvm::createStringError("expected vectors or matrices, found scalars");
  DotDims contraction;
  contraction.lhsContracting = {call[0].order() - 1};
  contraction.rhsContracting = {0};
  return dotGeneral(call[0], call[1], contraction, *call.resultType().element);
}

Result evaluateConvolution(hlo::ConvolutionOp op, const Call &call) {
  hlo::ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  ConvDims convolved;
  convolved.inputBatch = numbers.getInputBatchDimension();
  convolved.inputFeature = numbers.getInputFeatureDimension();
  convolved.inputSpatial = dims(numbers.getInputSpatialDimensions());
  convolved.kernelInputFeature = numbers.getKernelInputFeatureDimension();
  convolved.kernelOutputFeature = numbers.getKernelOutputFeatureDimension();
  convolved.kernelSpatial = dims(numbers.getKernelSpatialDimensions());
  convolved.outputBatch = numbers.getOutputBatchDimension();
  convolved.outputFeature = numbers.getOutputFeatureDimension();
  convolved.outputSpatial = dims(numbers.getOutputSpatialDimensions());
  ConvWindow window;
  window.strides = dims(op.getWindowStrides());
  window.lhsDilation = dims(op.getLhsDilation());
  window.rhsDilation = dims(op.getRhsDilation());
  window.padding = pairs(op.getPadding());
  if (auto reversal = op.getWindowReversal())
    window.reversal.assign(reversal->begin(), reversal->end());
  return convolution(call[0], call[1], convolved, window, op.getFeatureGroupCount(), op.getBatchGroupCount(),
                     *call.resultType().element);
}

TransposeA transposeOf(hlo::Transpose value) {
  switch (value) {
  case hlo::Transpose::TRANSPOSE:
    return TransposeA::Transpose;
  case hlo::Transpose::ADJOINT:
    return TransposeA::Adjoint;
  case hlo::Transpose::TRANSPOSE_INVALID:
  case hlo::Transpose::NO_TRANSPOSE:
    return TransposeA::No;
  }
  return TransposeA::No;
}

FftType fftTypeOf(hlo::FftType value) {
  switch (value) {
  case hlo::FftType::FFT:
    return FftType::Fft;
  case hlo::FftType::IFFT:
    return FftType::Ifft;
  case hlo::FftType::RFFT:
    return FftType::Rfft;
  case hlo::FftType::IRFFT:
    return FftType::Irfft;
  }
  return FftType::Fft;
}

} // namespace

void addLinear(EvaluatorTable &table) {
  table.pure<hlo::DotGeneralOp>(evaluateDotGeneral);
  table.pure<hlo::DotOp>(evaluateDot);
  table.pure<hlo::ConvolutionOp>(evaluateConvolution);
  table.pure<hlo::CholeskyOp>([](hlo::CholeskyOp op, const Call &call) { return cholesky(call[0], op.getLower()); });
  table.pure<hlo::TriangularSolveOp>([](hlo::TriangularSolveOp op, const Call &call) {
    return triangularSolve(call[0], call[1], op.getLeftSide(), op.getLower(), op.getUnitDiagonal(),
                           transposeOf(op.getTransposeA()));
  });
  table.pure<hlo::FftOp>(
      [](hlo::FftOp op, const Call &call) { return fft(call[0], fftTypeOf(op.getFftType()), op.getFftLength()); });
}

} // namespace lockstep::interp
