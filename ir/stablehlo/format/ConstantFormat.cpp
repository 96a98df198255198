// `stablehlo.constant {attributes} dense<1.0> : tensor<2xf32>`; the generic form after the name if the result's type
// is not the value's.
#include "ir/stablehlo/StablehloOps.h"

using namespace mlir;

namespace lockstep::stablehlo {

static ParseResult parseGenericRest(OpAsmParser &parser, OperationState &result) {
  Type type;
  if (parser.parseRParen())
    return failure();
  if (succeeded(parser.parseOptionalLess()) &&
      (parser.parseAttribute(result.propertiesAttr) || parser.parseGreater()))
    return failure();
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() || parser.parseLParen() ||
      parser.parseRParen() || parser.parseArrow() || parser.parseType(type))
    return failure();
  result.addTypes(type);
  return success();
}

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  if (succeeded(parser.parseOptionalLParen()))
    return parseGenericRest(parser, result);
  ElementsAttr value;
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseCustomAttributeWithFallback(value))
    return failure();
  result.getOrAddProperties<Properties>().value = value;
  result.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  if (getValue().getType() != getType()) {
    printer.printGenericOp(*this, /*printOpName=*/false);
    return;
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
  printer << ' ';
  printer.printStrippedAttrOrType(getValue());
}

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), isa<IntegerType>(getType().getElementType()) ? "c" : "cst");
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

} // namespace lockstep::stablehlo
