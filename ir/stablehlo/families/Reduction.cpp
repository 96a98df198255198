// Generated definitions of ods/ReductionOps.td.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/dialects/StrictProperties.h"
#include "ir/stablehlo/format/OpFormats.h"
#include "ir/stablehlo/verify/Checks.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "ir/stablehlo/ReductionOps.cpp.inc"

void lockstep::stablehlo::StablehloDialect::addReductionOps() {
  addStrictOperations<
#define GET_OP_LIST
#include "ir/stablehlo/ReductionOps.cpp.inc"
      >(*this);
}
