// Generated attributes and types, their registration and the dialect's attribute syntax.
#include "ir/stablehlo/StablehloAttributes.h"

#include "ir/stablehlo/format/Lists.h"

#include "llvm/ADT/TypeSwitch.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;

#include "ir/stablehlo/StablehloEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "ir/stablehlo/StablehloTypes.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "ir/stablehlo/StablehloAttributes.cpp.inc"

namespace lockstep::stablehlo {

void StablehloDialect::addAttributesAndTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "ir/stablehlo/StablehloTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ir/stablehlo/StablehloAttributes.cpp.inc"
      >();
}

// Type extensions have two spellings: `#stablehlo.bounds<2, ?>`, which is the one printed, and
// `#stablehlo.type_extensions<bounds = [2, ?]>`.
Attribute StablehloDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  StringRef mnemonic;
  Attribute attribute;
  auto location = parser.getCurrentLocation();
  OptionalParseResult known = generatedAttributeParser(parser, &mnemonic, type, attribute);
  if (known.has_value())
    return succeeded(*known) ? attribute : Attribute();
  if (mnemonic != "bounds") {
    parser.emitError(location) << "unknown stablehlo attribute: " << mnemonic;
    return {};
  }
  SmallVector<int64_t> bounds;
  if (failed(parseBounds(parser, AsmParser::Delimiter::LessGreater, bounds)))
    return {};
  return parser.getChecked<TypeExtensionsAttr>(location, getContext(), bounds);
}

void StablehloDialect::printAttribute(Attribute attribute, DialectAsmPrinter &printer) const {
  if (auto extensions = dyn_cast<TypeExtensionsAttr>(attribute)) {
    printer << "bounds<";
    printBounds(printer, extensions.getBounds());
    printer << '>';
    return;
  }
  LogicalResult printed = generatedAttributePrinter(attribute, printer);
  (void)printed;
  assert(succeeded(printed) && "every attribute of the dialect has a printer");
}

//===-- Constraints of attributes ------------------------------------------------------------------------------===//

LogicalResult TypeExtensionsAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                                                 function_ref<InFlightDiagnostic()> emitError) const {
  if (getBounds().size() != shape.size())
    return emitError() << "expected one bound per dimension, found " << getBounds().size() << " bounds for "
                       << shape.size() << " dimensions";
  for (auto [dim, pair] : llvm::enumerate(llvm::zip(getBounds(), shape))) {
    auto [bound, size] = pair;
    if (!ShapedType::isDynamic(bound) && !ShapedType::isDynamic(size))
      return emitError() << "expected no bound on static dimension " << dim << ", found " << bound;
  }
  return success();
}

LogicalResult ResultAccuracyAttr::verify(function_ref<InFlightDiagnostic()> emitError, APFloat atol, APFloat rtol,
                                         int64_t ulps, ResultAccuracyModeAttr mode) {
  if (atol.isNegative() || rtol.isNegative() || ulps < 0)
    return emitError() << "expected tolerances that are not negative";
  bool given = !atol.isZero() || !rtol.isZero() || ulps != 0;
  if (given && mode.getValue() != ResultAccuracyMode::TOLERANCE)
    return emitError() << "expected mode TOLERANCE beside a tolerance, found "
                       << stringifyResultAccuracyMode(mode.getValue());
  return success();
}

LogicalResult ReplicaGroupMeshAxesAttr::verify(function_ref<InFlightDiagnostic()> emitError, Attribute mesh,
                                               ArrayAttr axes) {
  auto inlined = dyn_cast<MeshAttr>(mesh);
  if (!inlined && !isa<FlatSymbolRefAttr>(mesh))
    return emitError() << "expected mesh to be a symbol or #stablehlo.mesh, found " << mesh;
  for (Attribute axis : axes) {
    auto ref = dyn_cast<AxisRefAttr>(axis);
    if (!ref)
      return emitError() << "expected axes to hold #stablehlo.axis_ref, found " << axis;
    auto named = [&](MeshAxisAttr other) { return other.getName() == ref.getName(); };
    if (inlined && llvm::none_of(inlined.getAxes(), named))
      return emitError() << "expected axes of the mesh, found '" << ref.getName() << "'";
  }
  return success();
}

} // namespace lockstep::stablehlo
