// The dialect itself: registration, constants, and the second spelling of type extensions.
#include "ir/stablehlo/StablehloDialect.h"

#include "ir/stablehlo/StablehloOps.h"
#include "ir/stablehlo/format/Lists.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;

#include "ir/stablehlo/StablehloDialect.cpp.inc"

namespace lockstep::stablehlo {

void StablehloDialect::initialize() {
  addAttributesAndTypes();
  addBinaryOps();
  addCollectiveOps();
  addControlOps();
  addDynamicOps();
  addIndexOps();
  addLinearOps();
  addReductionOps();
  addShapeOps();
  addUnaryOps();
}

Operation *StablehloDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location location) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, location, type, elements);
}

} // namespace lockstep::stablehlo
