// Constraints of convolution and dynamic_conv.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/stablehlo/verify/Checks.h"
#include "ir/stablehlo/verify/Window.h"

using namespace mlir;

namespace lockstep::stablehlo {

static LogicalResult checkDimensions(Operation *op, unsigned number, StringRef name, int64_t first, int64_t second,
                                     Sizes spatial, int64_t rank) {
  SmallVector<int64_t> dims{first, second};
  llvm::append_range(dims, spatial);
  return failure(failed(checkUnique(op, number, name, dims)) || failed(checkDims(op, number, name, dims, rank)));
}

static LogicalResult checkDivides(Operation *op, unsigned number, StringRef what, int64_t size, StringRef by,
                                  int64_t divisor) {
  if (ShapedType::isDynamic(size) || size % divisor == 0)
    return success();
  return expected(op, number) << what << " to be a multiple of " << by << ' ' << divisor << ", found " << size;
}

/// C1, C2 to C9 without padding, C12, C13, C17 to C20: ranks and lists.
template <typename Op>
static LogicalResult checkStructure(Op op) {
  auto numbers = op.getDimensionNumbers();
  int64_t rank = rankOf(op.getLhs()), spatial = rank - 2;
  if (rank < 2)
    return expected(op, 1) << "lhs of rank at least 2, found " << rank;
  if (failed(checkRank(op, 1, "rhs", rankOf(op.getRhs()), rank)))
    return failure();
  auto checkList = [&](unsigned number, StringRef name, std::optional<ArrayRef<int64_t>> values) {
    return success(!values || (succeeded(checkCount(op, number, name, values->size(), spatial)) &&
                               succeeded(checkAtLeast(op, number + 1, name, *values, 1))));
  };
  if (failed(checkList(2, "window_strides", op.getWindowStrides())) ||
      failed(checkList(5, "lhs_dilation", op.getLhsDilation())) ||
      failed(checkList(7, "rhs_dilation", op.getRhsDilation())))
    return failure();
  if (auto reversal = op.getWindowReversal();
      reversal && failed(checkCount(op, 9, "window_reversal", reversal->size(), spatial)))
    return failure();
  return failure(
      failed(checkCount(op, 12, "input_spatial_dimensions", numbers.getInputSpatialDimensions().size(), spatial)) ||
      failed(checkDimensions(op, 13, "the dimensions of the input", numbers.getInputBatchDimension(),
                             numbers.getInputFeatureDimension(), numbers.getInputSpatialDimensions(), rank)) ||
      failed(checkCount(op, 17, "kernel_spatial_dimensions", numbers.getKernelSpatialDimensions().size(), spatial)) ||
      failed(checkDimensions(op, 18, "the dimensions of the kernel", numbers.getKernelInputFeatureDimension(),
                             numbers.getKernelOutputFeatureDimension(), numbers.getKernelSpatialDimensions(), rank)) ||
      failed(checkCount(op, 19, "output_spatial_dimensions", numbers.getOutputSpatialDimensions().size(), spatial)) ||
      failed(checkDimensions(op, 20, "the dimensions of the output", numbers.getOutputBatchDimension(),
                             numbers.getOutputFeatureDimension(), numbers.getOutputSpatialDimensions(), rank)));
}

/// C10, C11, C14 to C16, C21 to C24, C26, C27: groups and features.
template <typename Op>
static LogicalResult checkFeatures(Op op) {
  auto numbers = op.getDimensionNumbers();
  Sizes lhs = shapeOf(op.getLhs()), rhs = shapeOf(op.getRhs());
  int64_t featureGroups = op.getFeatureGroupCount(), batchGroups = op.getBatchGroupCount();
  if (failed(checkAtLeast(op, 21, "feature_group_count", featureGroups, 1)) ||
      failed(checkAtLeast(op, 22, "batch_group_count", batchGroups, 1)))
    return failure();
  if (featureGroups != 1 && batchGroups != 1)
    return expected(op, 23) << "feature_group_count or batch_group_count to be 1, found " << featureGroups << " and "
                            << batchGroups;
  int64_t inputFeatures = lhs[numbers.getInputFeatureDimension()];
  int64_t kernelInput = rhs[numbers.getKernelInputFeatureDimension()];
  int64_t kernelOutput = rhs[numbers.getKernelOutputFeatureDimension()];
  if (failed(checkDivides(op, 10, "the batch of lhs", lhs[numbers.getInputBatchDimension()], "batch_group_count",
                          batchGroups)) ||
      failed(checkDivides(op, 11, "the features of lhs", inputFeatures, "feature_group_count", featureGroups)))
    return failure();
  if (!ShapedType::isDynamic(inputFeatures) && !compatibleSizes(kernelInput, inputFeatures / featureGroups))
    return expected(op, 14) << "input features of rhs to be " << inputFeatures / featureGroups << ", found "
                            << kernelInput;
  if (failed(checkDivides(op, 15, "output features of rhs", kernelOutput, "batch_group_count", batchGroups)) ||
      failed(checkDivides(op, 16, "output features of rhs", kernelOutput, "feature_group_count", featureGroups)))
    return failure();
  if (auto precision = op.getPrecisionConfig();
      precision && !precision->empty() && failed(checkCount(op, 24, "precision_config", precision->size(), 2)))
    return failure();
  if (failed(checkRank(op, 26, "result", rankOf(op.getResult()), lhs.size())))
    return failure();
  Type left = elementOf(op.getLhs()), right = elementOf(op.getRhs());
  if (!sameKind(left, right))
    return expected(op, 27) << "lhs and rhs with elements of one kind, found " << left << " and " << right;
  return success();
}

static Window windowOf(ConvolutionOp op) {
  SmallVector<int64_t> sizes;
  for (int64_t dim : op.getDimensionNumbers().getKernelSpatialDimensions())
    sizes.push_back(shapeOf(op.getRhs())[dim]);
  return Window(sizes, op.getWindowStrides(), op.getPadding(), op.getLhsDilation(), op.getRhsDilation());
}

LogicalResult ConvolutionOp::verify() {
  auto numbers = getDimensionNumbers();
  if (failed(checkStructure(*this)) || failed(checkPairs(*this, 4, "padding", getPadding(), rankOf(getLhs()) - 2)) ||
      failed(checkFeatures(*this)))
    return failure();
  Sizes lhs = shapeOf(getLhs()), rhs = shapeOf(getRhs());
  SmallVector<int64_t> shape(lhs.size());
  int64_t batch = lhs[numbers.getInputBatchDimension()];
  shape[numbers.getOutputBatchDimension()] =
      ShapedType::isDynamic(batch) ? batch : batch / static_cast<int64_t>(getBatchGroupCount());
  shape[numbers.getOutputFeatureDimension()] = rhs[numbers.getKernelOutputFeatureDimension()];
  Window window = windowOf(*this);
  for (auto [index, dim] : llvm::enumerate(numbers.getOutputSpatialDimensions())) {
    bool dynamic = ShapedType::isDynamic(window.dims()[index].size);
    shape[dim] = dynamic ? ShapedType::kDynamic
                         : window.dims()[index].outputSize(lhs[numbers.getInputSpatialDimensions()[index]]);
  }
  return checkShape(*this, 25, "result", shapeOf(getResult()), shape);
}

LogicalResult DynamicConvOp::verify() {
  if (failed(checkStructure(*this)) ||
      failed(checkShape(*this, 4, "padding", shapeOf(getPadding()), {rankOf(getLhs()) - 2, 2})))
    return failure();
  return checkFeatures(*this);
}

} // namespace lockstep::stablehlo
