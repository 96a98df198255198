#include "ir/stablehlo/verify/Checks.h"

using namespace mlir;

namespace lockstep::stablehlo {

bool compatible(Type first, Type second) {
  if (first == second)
    return true;
  auto a = dyn_cast<RankedTensorType>(first), b = dyn_cast<RankedTensorType>(second);
  return a && b && a.getElementType() == b.getElementType() && compatibleShapes(a.getShape(), b.getShape());
}

bool compatibleShapes(ArrayRef<int64_t> first, ArrayRef<int64_t> second) {
  return first.size() == second.size() &&
         llvm::all_of(llvm::zip(first, second), [](auto pair) { return compatibleSizes(std::get<0>(pair), std::get<1>(pair)); });
}

bool compatibleSizes(int64_t first, int64_t second) {
  return first == second || ShapedType::isDynamic(first) || ShapedType::isDynamic(second);
}

Type commonType(Value lhs, Value rhs) {
  auto type = cast<RankedTensorType>(lhs.getType());
  return type.hasStaticShape() ? type : cast<RankedTensorType>(rhs.getType());
}

LogicalResult verifySameTypes(Operation *op) {
  Type expected = op->getResult(0).getType();
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes()))
    if (!compatible(type, expected))
      return op->emitOpError() << "C1: expected operand #" << index << " of the result's type " << expected
                               << ", found " << type;
  return success();
}

} // namespace lockstep::stablehlo
