// The dialect `stablehlo`: tensor operators with the text of the public StableHLO specification.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"

#include "ir/stablehlo/StablehloDialect.h.inc"
