#include "ir/stablehlo/ElementKinds.h"

#include "ir/stablehlo/StablehloAttributes.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace lockstep::stablehlo {

static bool isIntegerWidth(unsigned width) {
  return width == 2 || width == 4 || width == 8 || width == 16 || width == 32 || width == 64;
}

bool isPred(Type type) { return type.isSignlessInteger(1); }

bool isSInt(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.isSignless() && isIntegerWidth(integer.getWidth());
}

bool isUInt(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.isUnsigned() && isIntegerWidth(integer.getWidth());
}

bool isFp(Type type) { return isa<FloatType>(type) && !isa<FloatTF32Type, Float80Type, Float128Type>(type); }

bool isComplex(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return complex && (complex.getElementType().isF32() || complex.getElementType().isF64());
}

bool isInt(Type type) { return isSInt(type) || isUInt(type); }
bool isPredOrInt(Type type) { return isPred(type) || isInt(type); }
bool isIntOrFp(Type type) { return isInt(type) || isFp(type); }
bool isPredIntOrFp(Type type) { return isPred(type) || isIntOrFp(type); }
bool isFpOrComplex(Type type) { return isFp(type) || isComplex(type); }
bool isIntFpOrComplex(Type type) { return isInt(type) || isFpOrComplex(type); }
bool isSIntOrFp(Type type) { return isSInt(type) || isFp(type); }
bool isSIntFpOrComplex(Type type) { return isSInt(type) || isFpOrComplex(type); }
bool isIntOrIndex(Type type) { return isInt(type) || type.isIndex(); }
bool isElement(Type type) { return isPred(type) || isIntFpOrComplex(type); }

bool isValueType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return isElement(tensor.getElementType());
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(), isValueType);
  return isa<TokenType, MemRefType>(type);
}

bool isLayout(Attribute attribute) {
  auto dense = dyn_cast<DenseIntElementsAttr>(attribute);
  return dense && dense.getElementType().isIndex() && dense.getType().getRank() == 1;
}

} // namespace lockstep::stablehlo
