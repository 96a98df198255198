// Generated definitions of ods/ControlOps.td.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/dialects/StrictProperties.h"
#include "ir/stablehlo/format/OpFormats.h"
#include "ir/stablehlo/verify/Checks.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "ir/stablehlo/ControlOps.cpp.inc"

void lockstep::stablehlo::StablehloDialect::addControlOps() {
  addStrictOperations<
#define GET_OP_LIST
#include "ir/stablehlo/ControlOps.cpp.inc"
      >(*this);
}
