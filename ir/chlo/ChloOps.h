// The `chlo` dialect (the operators exported training steps use).
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ir/chlo/ChloDialect.h.inc"
#include "ir/chlo/ChloEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "ir/chlo/ChloAttributes.h.inc"

#define GET_OP_CLASSES
#include "ir/chlo/ChloOps.h.inc"
