// Generated definitions of ods/CollectiveOps.td.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/dialects/StrictProperties.h"
#include "ir/stablehlo/format/OpFormats.h"
#include "ir/stablehlo/verify/Checks.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "ir/stablehlo/CollectiveOps.cpp.inc"

void lockstep::stablehlo::StablehloDialect::addCollectiveOps() {
  addStrictOperations<
#define GET_OP_LIST
#include "ir/stablehlo/CollectiveOps.cpp.inc"
      >(*this);
}
