// Dimension numbers of index operators as plain values.
#pragma once

#include "ir/interpreter/kernels/Index.h"
#include "ir/stablehlo/StablehloAttributes.h"

namespace lockstep::interp {

GatherDims gatherDims(stablehlo::GatherDimensionNumbersAttr attribute);

} // namespace lockstep::interp
