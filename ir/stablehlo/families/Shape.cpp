// Generated definitions of ods/ShapeOps.td.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/dialects/StrictProperties.h"
#include "ir/stablehlo/format/OpFormats.h"
#include "ir/stablehlo/verify/Checks.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "ir/stablehlo/ShapeOps.cpp.inc"

void lockstep::stablehlo::StablehloDialect::addShapeOps() {
  addStrictOperations<
#define GET_OP_LIST
#include "ir/stablehlo/ShapeOps.cpp.inc"
      >(*this);
}
