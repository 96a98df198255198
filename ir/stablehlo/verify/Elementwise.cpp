// Constraints of the elementwise operators whose types are not all equal.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/stablehlo/verify/Checks.h"

using namespace mlir;

namespace lockstep::stablehlo {

static Type partOf(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType() : element;
}

/// C1 shape, C2 element type: the real part's.
template <typename Op>
static LogicalResult verifyPart(Op op) {
  if (failed(checkShape(op, 1, "result", shapeOf(op.getResult()), shapeOf(op.getOperand()))))
    return failure();
  return checkElement(op, 2, "result", elementOf(op.getResult()), partOf(elementOf(op.getOperand())));
}

LogicalResult AbsOp::verify() { return verifyPart(*this); }
LogicalResult RealOp::verify() { return verifyPart(*this); }
LogicalResult ImagOp::verify() { return verifyPart(*this); }

LogicalResult IsFiniteOp::verify() { return checkShape(*this, 1, "result", shapeOf(getY()), shapeOf(getX())); }

LogicalResult ConvertOp::verify() {
  return checkShape(*this, 1, "result", shapeOf(getResult()), shapeOf(getOperand()));
}

LogicalResult ReducePrecisionOp::verify() {
  if (failed(verifySameTypes(*this)))
    return failure();
  if (getExponentBits() < 1)
    return expected(*this, 2) << "exponent_bits at least 1, found " << static_cast<int32_t>(getExponentBits());
  if (static_cast<int32_t>(getMantissaBits()) < 0)
    return expected(*this, 3) << "mantissa_bits at least 0, found " << static_cast<int32_t>(getMantissaBits());
  return success();
}

LogicalResult ComplexOp::verify() {
  if (failed(checkType(*this, 1, "rhs", getRhs().getType(), getLhs().getType())) ||
      failed(checkShape(*this, 2, "result", shapeOf(getResult()), shapeOf(getLhs()))))
    return failure();
  return checkElement(*this, 3, "result", elementOf(getResult()), ComplexType::get(elementOf(getLhs())));
}

static bool mayCompareAs(ComparisonType type, Type element) {
  switch (type) {
  case ComparisonType::NOTYPE:
    return true;
  case ComparisonType::SIGNED:
    return isSInt(element);
  case ComparisonType::UNSIGNED:
    return isUInt(element) || isPred(element);
  case ComparisonType::FLOAT:
    return isFpOrComplex(element);
  case ComparisonType::TOTALORDER:
    return isFp(element);
  }
  return false;
}

LogicalResult CompareOp::verify() {
  if (failed(checkElement(*this, 1, "rhs", elementOf(getRhs()), elementOf(getLhs()))) ||
      failed(checkShape(*this, 2, "rhs", shapeOf(getRhs()), shapeOf(getLhs()))) ||
      failed(checkShape(*this, 2, "result", shapeOf(getResult()), shapeOf(getLhs()))))
    return failure();
  if (auto type = getCompareType(); type && !mayCompareAs(*type, elementOf(getLhs())))
    return expected(*this, 3) << "a compare_type for elements of type " << elementOf(getLhs()) << ", found "
                              << stringifyComparisonType(*type);
  return success();
}

static LogicalResult checkScalarOrShape(Operation *op, unsigned number, StringRef name, Value value, Value like) {
  if (rankOf(value) == 0 || compatibleShapes(shapeOf(value), shapeOf(like)))
    return success();
  return expected(op, number) << name << " to be a scalar or of the shape of " << like.getType() << ", found "
                              << value.getType();
}

LogicalResult SelectOp::verify() {
  if (failed(checkScalarOrShape(*this, 1, "pred", getPred(), getOnTrue())) ||
      failed(checkType(*this, 2, "on_false", getOnFalse().getType(), getOnTrue().getType())))
    return failure();
  return checkType(*this, 2, "result", getType(), getOnTrue().getType());
}

LogicalResult ClampOp::verify() {
  if (failed(checkScalarOrShape(*this, 1, "min", getMin(), getOperand())) ||
      failed(checkScalarOrShape(*this, 2, "max", getMax(), getOperand())) ||
      failed(checkElement(*this, 3, "min", elementOf(getMin()), elementOf(getOperand()))) ||
      failed(checkElement(*this, 3, "max", elementOf(getMax()), elementOf(getOperand()))))
    return failure();
  return checkType(*this, 4, "result", getType(), getOperand().getType());
}

static int64_t bitsOf(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? 2 * complex.getElementType().getIntOrFloatBitWidth() : element.getIntOrFloatBitWidth();
}

LogicalResult BitcastConvertOp::verify() {
  Type from = elementOf(getOperand()), to = elementOf(getResult());
  if (isa<ComplexType>(from) != isa<ComplexType>(to))
    return expected(*this, 2) << "both or neither of operand and result to be complex, found " << from << " and " << to;
  Sizes source = shapeOf(getOperand()), target = shapeOf(getResult());
  int64_t sourceBits = bitsOf(from), targetBits = bitsOf(to);
  if (sourceBits == targetBits)
    return checkShape(*this, 1, "result", target, source);
  // The side with the narrower elements has one more, innermost, dimension that holds the parts of a wide element.
  bool splits = sourceBits > targetBits;
  Sizes wide = splits ? source : target, narrow = splits ? target : source;
  int64_t wideBits = std::max(sourceBits, targetBits), narrowBits = std::min(sourceBits, targetBits);
  if (wideBits % narrowBits != 0)
    return expected(*this, 1) << "widths that divide, found " << sourceBits << " and " << targetBits << " bits";
  SmallVector<int64_t> whole(wide);
  whole.push_back(wideBits / narrowBits);
  return checkShape(*this, 1, splits ? "result" : "operand", narrow, whole);
}

} // namespace lockstep::stablehlo
