// Generated definitions of ods/IndexOps.td.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/dialects/StrictProperties.h"
#include "ir/stablehlo/format/OpFormats.h"
#include "ir/stablehlo/verify/Checks.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "ir/stablehlo/IndexOps.cpp.inc"

void lockstep::stablehlo::StablehloDialect::addIndexOps() {
  addStrictOperations<
#define GET_OP_LIST
#include "ir/stablehlo/IndexOps.cpp.inc"
      >(*this);
}
