// Constraints of contractions, factorisations and transforms.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/stablehlo/verify/Checks.h"

using namespace mlir;

namespace lockstep::stablehlo {

//===-- Dot ----------------------------------------------------------------------------------------------------===//

// The published numbers ask for equal element types; tools also write products of two formats of one kind (fp8), so
// only the kind is asked for.
static LogicalResult checkKinds(Operation *op, unsigned number, Value lhs, Value rhs) {
  if (sameKind(elementOf(lhs), elementOf(rhs)))
    return success();
  return expected(op, number) << "lhs and rhs with elements of one kind, found " << elementOf(lhs) << " and "
                              << elementOf(rhs);
}

static LogicalResult checkPrecision(Operation *op, unsigned number, std::optional<ArrayAttr> precision) {
  // An empty list is what some tools write for the default.
  if (!precision || precision->empty())
    return success();
  return checkCount(op, number, "precision_config", precision->size(), 2);
}

LogicalResult DotOp::verify() {
  Sizes lhs = shapeOf(getLhs()), rhs = shapeOf(getRhs());
  for (auto [name, sizes] : {std::pair("lhs", lhs), std::pair("rhs", rhs)})
    if (sizes.empty() || sizes.size() > 2)
      return expected(*this, 1) << name << " of rank 1 or 2, found " << sizes.size();
  if (!compatibleSizes(lhs.back(), rhs.front()))
    return expected(*this, 2) << "the last dimension of lhs to be the first of rhs, " << rhs.front() << ", found "
                              << lhs.back();
  if (failed(checkKinds(*this, 3, getLhs(), getRhs())) || failed(checkPrecision(*this, 4, getPrecisionConfig())))
    return failure();
  SmallVector<int64_t> shape(lhs.drop_back());
  llvm::append_range(shape, rhs.drop_front());
  return checkShape(*this, 5, "result", shapeOf(getResult()), shape);
}

static LogicalResult checkDotSizes(Operation *op, unsigned number, StringRef what, Sizes lhs, Sizes lhsDims, Sizes rhs,
                                   Sizes rhsDims) {
  for (auto [left, right] : llvm::zip(lhsDims, rhsDims))
    if (!compatibleSizes(lhs[left], rhs[right]))
      return expected(op, number) << what << " dimensions of equal size, found " << lhs[left] << " for dimension "
                                  << left << " of lhs and " << rhs[right] << " for dimension " << right << " of rhs";
  return success();
}

static void appendFree(SmallVectorImpl<int64_t> &shape, Sizes sizes, Sizes batching, Sizes contracting) {
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (!llvm::is_contained(batching, static_cast<int64_t>(dim)) &&
        !llvm::is_contained(contracting, static_cast<int64_t>(dim)))
      shape.push_back(size);
}

static LogicalResult checkAlgorithm(DotGeneralOp op) {
  auto algorithm = op.getAlgorithmAttr();
  if (!algorithm)
    return success();
  if (auto precision = op.getPrecisionConfig())
    for (Attribute each : *precision)
      if (cast<PrecisionAttr>(each).getValue() != Precision::DEFAULT)
        return expected(op, 21) << "precision_config DEFAULT beside an algorithm, found " << each;
  if (failed(checkAtLeast(op, 22, "lhs_component_count", algorithm.getLhsComponentCount(), 1)) ||
      failed(checkAtLeast(op, 23, "rhs_component_count", algorithm.getRhsComponentCount(), 1)))
    return failure();
  return checkAtLeast(op, 24, "num_primitive_operations", algorithm.getNumPrimitiveOperations(), 1);
}

LogicalResult DotGeneralOp::verify() {
  auto numbers = getDotDimensionNumbers();
  Sizes lhs = shapeOf(getLhs()), rhs = shapeOf(getRhs());
  Sizes lhsBatch = numbers.getLhsBatchingDimensions(), rhsBatch = numbers.getRhsBatchingDimensions();
  Sizes lhsContract = numbers.getLhsContractingDimensions(), rhsContract = numbers.getRhsContractingDimensions();
  if (failed(checkCount(*this, 1, "rhs_batching_dimensions", rhsBatch.size(), lhsBatch.size())) ||
      failed(checkCount(*this, 2, "rhs_contracting_dimensions", rhsContract.size(), lhsContract.size())) ||
      failed(checkUnique(*this, 3, "the dimensions of lhs", lhsBatch, lhsContract)) ||
      failed(checkUnique(*this, 4, "the dimensions of rhs", rhsBatch, rhsContract)) ||
      failed(checkDims(*this, 5, "lhs_batching_dimensions", lhsBatch, lhs.size())) ||
      failed(checkDims(*this, 6, "lhs_contracting_dimensions", lhsContract, lhs.size())) ||
      failed(checkDims(*this, 7, "rhs_batching_dimensions", rhsBatch, rhs.size())) ||
      failed(checkDims(*this, 8, "rhs_contracting_dimensions", rhsContract, rhs.size())) ||
      failed(checkDotSizes(*this, 9, "batching", lhs, lhsBatch, rhs, rhsBatch)) ||
      failed(checkDotSizes(*this, 10, "contracting", lhs, lhsContract, rhs, rhsContract)) ||
      failed(checkPrecision(*this, 11, getPrecisionConfig())) || failed(checkKinds(*this, 13, getLhs(), getRhs())))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dim : lhsBatch)
    shape.push_back(lhs[dim]);
  appendFree(shape, lhs, lhsBatch, lhsContract);
  appendFree(shape, rhs, rhsBatch, rhsContract);
  if (failed(checkShape(*this, 12, "result", shapeOf(getResult()), shape)))
    return failure();
  return checkAlgorithm(*this);
}

//===-- Einsum, not in the specification -----------------------------------------------------------------------===//

static LogicalResult checkEinsum(Operation *op, StringRef config, ArrayRef<Value> operands, Value result) {
  auto [inputs, output] = config.split("->");
  SmallVector<StringRef> terms;
  inputs.split(terms, ',');
  if (!config.contains("->") || terms.size() != operands.size())
    return expected(op, 1) << "einsum_config with " << operands.size() << " inputs and a result, found \"" << config
                           << '"';
  llvm::SmallDenseMap<char, int64_t> sizes;
  for (auto [term, operand] : llvm::zip(terms, operands)) {
    if (failed(checkRank(op, 2, "operand", rankOf(operand), term.size())))
      return failure();
    for (auto [letter, size] : llvm::zip(term, shapeOf(operand)))
      if (auto [known, isNew] = sizes.insert({letter, size}); !isNew && !compatibleSizes(known->second, size))
        return expected(op, 3) << "one size per letter, found " << known->second << " and " << size << " for '"
                               << letter << "'";
  }
  SmallVector<int64_t> shape;
  for (char letter : output) {
    auto known = sizes.find(letter);
    if (known == sizes.end())
      return expected(op, 4) << "letters of the result among the inputs', found '" << std::string(1, letter) << "'";
    shape.push_back(known->second);
  }
  return checkShape(op, 5, "result", shapeOf(result), shape);
}

LogicalResult EinsumOp::verify() { return checkEinsum(*this, getEinsumConfig(), {getLhs(), getRhs()}, getResult()); }
LogicalResult UnaryEinsumOp::verify() { return checkEinsum(*this, getEinsumConfig(), {getOperand()}, getResult()); }

//===-- Factorisations -----------------------------------------------------------------------------------------===//

LogicalResult CholeskyOp::verify() {
  if (failed(verifySameTypes(*this)))
    return failure();
  Sizes shape = shapeOf(getA());
  if (shape.size() < 2)
    return expected(*this, 2) << "a of rank at least 2, found " << shape.size();
  if (!compatibleSizes(shape[shape.size() - 2], shape.back()))
    return expected(*this, 3) << "square matrices in a, found " << shape[shape.size() - 2] << " x " << shape.back();
  return success();
}

LogicalResult TriangularSolveOp::verify() {
  Sizes a = shapeOf(getA()), b = shapeOf(getB());
  if (failed(checkElement(*this, 1, "b", elementOf(getB()), elementOf(getA()))))
    return failure();
  if (a.size() < 2)
    return expected(*this, 2) << "a of rank at least 2, found " << a.size();
  if (failed(checkRank(*this, 2, "b", b.size(), a.size())) ||
      failed(checkShape(*this, 3, "the batch of b", b.drop_back(2), a.drop_back(2))))
    return failure();
  int64_t shared = getLeftSide() ? b[b.size() - 2] : b.back();
  if (!compatibleSizes(a[a.size() - 2], a.back()))
    return expected(*this, 3) << "square matrices in a, found " << a[a.size() - 2] << " x " << a.back();
  if (!compatibleSizes(a.back(), shared))
    return expected(*this, 3) << "the shared dimension of b of size " << a.back() << ", found " << shared;
  if (getTransposeA() == Transpose::TRANSPOSE_INVALID)
    return expected(*this, 5) << "transpose_a other than TRANSPOSE_INVALID";
  return checkType(*this, 4, "result", getType(), getB().getType());
}

//===-- Fourier transform --------------------------------------------------------------------------------------===//

LogicalResult FftOp::verify() {
  Sizes length = getFftLength(), operand = shapeOf(getOperand());
  if (failed(checkRange(*this, 3, "the size of fft_length", length.size(), 1, 4)))
    return failure();
  if (length.size() > operand.size())
    return expected(*this, 1) << "fft_length of at most " << operand.size() << " entries, found " << length.size();
  FftType type = getFftType();
  Type from = elementOf(getOperand()), to = elementOf(getResult());
  if (isComplex(from) != (type != FftType::RFFT))
    return expected(*this, 2) << (type == FftType::RFFT ? "real" : "complex") << " operand for "
                              << stringifyFftType(type) << ", found " << from;
  Type wanted = type == FftType::RFFT    ? ComplexType::get(from)
                : type == FftType::IRFFT ? cast<ComplexType>(from).getElementType()
                                         : from;
  if (failed(checkElement(*this, 2, "result", to, wanted)))
    return failure();
  SmallVector<int64_t> shape(operand);
  if (type == FftType::RFFT)
    shape.back() = ShapedType::isDynamic(shape.back()) || shape.back() == 0 ? shape.back() : shape.back() / 2 + 1;
  else if (type == FftType::IRFFT)
    shape.back() = length.back();
  Sizes real = type == FftType::RFFT ? operand : Sizes(shape);
  if ((type == FftType::RFFT || type == FftType::IRFFT) &&
      failed(checkShape(*this, 4, "the real side", real.take_back(length.size()), length)))
    return failure();
  if (type == FftType::IRFFT && !ShapedType::isDynamic(operand.back()) &&
      operand.back() != (length.back() == 0 ? 0 : length.back() / 2 + 1))
    return expected(*this, 5) << "a last dimension of operand of " << length.back() / 2 + 1 << ", found "
                              << operand.back();
  return checkShape(*this, 5, "result", shapeOf(getResult()), shape);
}

} // namespace lockstep::stablehlo
