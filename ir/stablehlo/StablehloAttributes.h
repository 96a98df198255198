// Attributes, enumerations and types of the dialect `stablehlo`.
#pragma once

#include "ir/stablehlo/StablehloDialect.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/IR/Types.h"

#include "ir/stablehlo/StablehloEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "ir/stablehlo/StablehloTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "ir/stablehlo/StablehloAttributes.h.inc"
