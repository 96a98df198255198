// Result types as functions of operands and attributes. Called by builders, and by verifiers once every constraint
// these functions rely on is established.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/stablehlo/verify/Checks.h"
#include "ir/stablehlo/verify/Shapes.h"
#include "ir/stablehlo/verify/Window.h"

using namespace mlir;

namespace lockstep::stablehlo {

using Results = SmallVectorImpl<Type>;

static Type reshaped(RankedTensorType type, ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, type.getElementType());
}

static Type realElements(Value value) {
  auto type = tensorOf(value);
  auto complex = dyn_cast<ComplexType>(type.getElementType());
  return complex ? type.clone(complex.getElementType()) : type;
}

//===-- Elementwise --------------------------------------------------------------------------------------------===//

void AbsOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) { results.push_back(realElements(adaptor.getOperand())); }
void RealOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) { results.push_back(realElements(adaptor.getOperand())); }
void ImagOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) { results.push_back(realElements(adaptor.getOperand())); }

void IsFiniteOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  auto type = tensorOf(adaptor.getX());
  results.push_back(type.clone(IntegerType::get(type.getContext(), 1)));
}

void ReducePrecisionOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  results.push_back(adaptor.getOperand().getType());
}

void ComplexOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  auto type = cast<RankedTensorType>(commonType(adaptor.getLhs(), adaptor.getRhs()));
  results.push_back(type.clone(ComplexType::get(type.getElementType())));
}

void CompareOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  auto type = cast<RankedTensorType>(commonType(adaptor.getLhs(), adaptor.getRhs()));
  results.push_back(type.clone(IntegerType::get(type.getContext(), 1)));
}

void SelectOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  results.push_back(commonType(adaptor.getOnTrue(), adaptor.getOnFalse()));
}

void ClampOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) { results.push_back(adaptor.getOperand().getType()); }

//===-- Shape --------------------------------------------------------------------------------------------------===//

void ConstantOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) { results.push_back(adaptor.getValue().getType()); }

void BroadcastOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  auto type = tensorOf(adaptor.getOperand());
  SmallVector<int64_t> shape(adaptor.getBroadcastSizes());
  shape.append(type.getShape().begin(), type.getShape().end());
  results.push_back(reshaped(type, shape));
}

void TransposeOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  auto type = tensorOf(adaptor.getOperand());
  SmallVector<int64_t> shape;
  for (int64_t dim : adaptor.getPermutation())
    shape.push_back(type.getDimSize(dim));
  results.push_back(reshaped(type, shape));
}

void ReverseOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) { results.push_back(adaptor.getOperand().getType()); }

void SliceOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  SmallVector<int64_t> shape;
  for (auto [start, limit, stride] :
       llvm::zip(adaptor.getStartIndices(), adaptor.getLimitIndices(), adaptor.getStrides()))
    shape.push_back(sliceSize(start, limit, stride));
  results.push_back(reshaped(tensorOf(adaptor.getOperand()), shape));
}

void DynamicSliceOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  results.push_back(reshaped(tensorOf(adaptor.getOperand()), adaptor.getSliceSizes()));
}

void DynamicUpdateSliceOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  results.push_back(adaptor.getOperand().getType());
}

void PadOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  auto type = tensorOf(adaptor.getOperand());
  SmallVector<int64_t> shape;
  for (auto [size, low, high, interior] : llvm::zip(type.getShape(), adaptor.getEdgePaddingLow(),
                                                    adaptor.getEdgePaddingHigh(), adaptor.getInteriorPadding()))
    shape.push_back(paddedSize(size, low, high, interior));
  results.push_back(reshaped(type, shape));
}

void ConcatenateOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  auto type = tensorOf(adaptor.getInputs().front());
  SmallVector<int64_t> shape(type.getShape());
  int64_t dim = adaptor.getDimension(), total = 0;
  for (Value input : adaptor.getInputs()) {
    ArrayRef<int64_t> sizes = tensorOf(input).getShape();
    for (int64_t other = 0; other < static_cast<int64_t>(shape.size()); ++other)
      if (ShapedType::isDynamic(shape[other]))
        shape[other] = sizes[other];
    total = addSizes(total, sizes[dim]);
  }
  shape[dim] = total;
  results.push_back(reshaped(type, shape));
}

//===-- Index --------------------------------------------------------------------------------------------------===//

void GatherOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  auto numbers = adaptor.getDimensionNumbers();
  auto type = tensorOf(adaptor.getOperand());
  results.push_back(reshaped(type, gatherShape(numbers, tensorOf(adaptor.getStartIndices()).getShape(),
                                               adaptor.getSliceSizes())));
}

void ScatterOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  for (Value input : adaptor.getInputs())
    results.push_back(input.getType());
}

void SortOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  for (Value input : adaptor.getInputs())
    results.push_back(input.getType());
}

//===-- Reduction ----------------------------------------------------------------------------------------------===//

/// The reducer may accumulate in a wider element type than the inputs have.
static Type accumulatorElement(Region *body, unsigned index, unsigned count, Type fallback) {
  if (!body || body->empty() || body->front().getNumArguments() != 2 * count)
    return fallback;
  auto type = dyn_cast<RankedTensorType>(body->front().getArgument(index).getType());
  return type ? type.getElementType() : fallback;
}

void ReduceOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  unsigned count = adaptor.getInputs().size();
  for (auto [index, input] : llvm::enumerate(adaptor.getInputs())) {
    SmallVector<int64_t> shape;
    for (auto [dim, size] : llvm::enumerate(tensorOf(input).getShape()))
      if (!llvm::is_contained(adaptor.getDimensions(), static_cast<int64_t>(dim)))
        shape.push_back(size);
    Type element = accumulatorElement(&adaptor.getBody(), index, count, tensorOf(input).getElementType());
    results.push_back(RankedTensorType::get(shape, element));
  }
}

void ReduceWindowOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  unsigned count = adaptor.getInputs().size();
  Window window(adaptor.getWindowDimensions(), adaptor.getWindowStrides(), adaptor.getPadding(),
                adaptor.getBaseDilations(), adaptor.getWindowDilations());
  for (auto [index, input] : llvm::enumerate(adaptor.getInputs())) {
    Type element = accumulatorElement(&adaptor.getBody(), index, count, tensorOf(input).getElementType());
    results.push_back(RankedTensorType::get(window.outputShape(tensorOf(input).getShape()), element));
  }
}

void SelectAndScatterOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  auto type = tensorOf(adaptor.getOperand());
  results.push_back(type.clone(accumulatorElement(&adaptor.getScatter(), 0, 1, type.getElementType())));
}

static Type featureVector(Value operand, int64_t featureIndex) {
  auto type = tensorOf(operand);
  return reshaped(type, type.getDimSize(featureIndex));
}

void BatchNormTrainingOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  Type feature = featureVector(adaptor.getOperand(), adaptor.getFeatureIndex());
  results.append({adaptor.getOperand().getType(), feature, feature});
}
void BatchNormInferenceOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  results.push_back(adaptor.getOperand().getType());
}
void BatchNormGradOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  Type feature = featureVector(adaptor.getOperand(), adaptor.getFeatureIndex());
  results.append({adaptor.getOperand().getType(), feature, feature});
}

//===-- Linear algebra -----------------------------------------------------------------------------------------===//

void CholeskyOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) { results.push_back(adaptor.getA().getType()); }
void TriangularSolveOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) { results.push_back(adaptor.getB().getType()); }

void FftOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  auto type = tensorOf(adaptor.getOperand());
  SmallVector<int64_t> shape(type.getShape());
  int64_t length = adaptor.getFftLength().back();
  Type element = type.getElementType();
  if (adaptor.getFftType() == FftType::RFFT) {
    shape.back() = length == 0 ? 0 : length / 2 + 1;
    element = ComplexType::get(element);
  } else if (adaptor.getFftType() == FftType::IRFFT) {
    shape.back() = length;
    element = cast<ComplexType>(element).getElementType();
  }
  results.push_back(RankedTensorType::get(shape, element));
}

//===-- Control ------------------------------------------------------------------------------------------------===//

void IfOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) { llvm::append_range(results, returnedTypes(adaptor.getTrueBranch())); }
void CaseOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) { llvm::append_range(results, returnedTypes(*adaptor.getBranches().front())); }
void WhileOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  llvm::append_range(results, adaptor.getOperand().getTypes());
}
void OptimizationBarrierOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  llvm::append_range(results, adaptor.getOperand().getTypes());
}
void TupleOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  auto types = adaptor.getVal().getTypes();
  results.push_back(TupleType::get(context, SmallVector<Type>(types)));
}
void GetTupleElementOp::inferTypes(MLIRContext *context, Adaptor adaptor, Results &results) {
  results.push_back(cast<TupleType>(adaptor.getOperand().getType()).getType(adaptor.getIndex()));
}

//===-- Tokens, devices, extents -------------------------------------------------------------------------------===//

static Type scalarOf(Type element) { return RankedTensorType::get({}, element); }

void CreateTokenOp::inferTypes(MLIRContext *context, Adaptor, Results &results) {
  results.push_back(TokenType::get(context));
}
void AfterAllOp::inferTypes(MLIRContext *context, Adaptor, Results &results) {
  results.push_back(TokenType::get(context));
}
void SendOp::inferTypes(MLIRContext *context, Adaptor, Results &results) { results.push_back(TokenType::get(context)); }
void OutfeedOp::inferTypes(MLIRContext *context, Adaptor, Results &results) {
  results.push_back(TokenType::get(context));
}
void PartitionIdOp::inferTypes(MLIRContext *context, Adaptor, Results &results) {
  results.push_back(scalarOf(IntegerType::get(context, 32, IntegerType::Unsigned)));
}
void ReplicaIdOp::inferTypes(MLIRContext *context, Adaptor, Results &results) {
  results.push_back(scalarOf(IntegerType::get(context, 32, IntegerType::Unsigned)));
}
void GetDimensionSizeOp::inferTypes(MLIRContext *context, Adaptor, Results &results) {
  results.push_back(scalarOf(IntegerType::get(context, 32)));
}

} // namespace lockstep::stablehlo
