// Which element types exist and how the specification groups them. Shared by the operator constraints and verifiers.
#pragma once

#include "mlir/IR/Types.h"

namespace mlir {
class Attribute;
}

namespace lockstep::stablehlo {

bool isPred(mlir::Type type);    // i1
bool isSInt(mlir::Type type);    // i2 .. i64
bool isUInt(mlir::Type type);    // ui2 .. ui64
bool isFp(mlir::Type type);      // f4 .. f64, every format of MLIR up to 64 bits except tf32
bool isComplex(mlir::Type type); // complex<f32>, complex<f64>

bool isInt(mlir::Type type);
bool isPredOrInt(mlir::Type type);
bool isIntOrFp(mlir::Type type);
bool isPredIntOrFp(mlir::Type type);
bool isFpOrComplex(mlir::Type type);
bool isIntFpOrComplex(mlir::Type type);
bool isSIntOrFp(mlir::Type type);
bool isSIntFpOrComplex(mlir::Type type);
bool isIntOrIndex(mlir::Type type);
bool isElement(mlir::Type type);

/// A tensor of an element type, a token, a tuple of such, or a buffer.
bool isValueType(mlir::Type type);
/// A one-dimensional dense attribute of index type.
bool isLayout(mlir::Attribute attribute);

} // namespace lockstep::stablehlo
