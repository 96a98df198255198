// The element types of training steps, independent of MLIR.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep {

enum class ElementType : uint8_t {
  I1, I2, I4, I8, I16, I32, I64,
  UI2, UI4, UI8, UI16, UI32, UI64,
  F8E3M4, F8E4M3, F8E4M3FN, F8E4M3FNUZ, F8E4M3B11FNUZ, F8E5M2, F8E5M2FNUZ, F8E8M0FNU,
  BF16, F16, F32, F64,
  C64, C128, // complex<f32>, complex<f64>
};

/// The name as MLIR and StableHLO spell it inside `tensor<...>`: "f32", "ui8", "i1", "f8E4M3FN", "complex<f32>".
std::string_view name(ElementType type);
/// Inverse of name(); nullopt for anything else.
std::optional<ElementType> parseElementType(std::string_view spelling);

/// Width in bits of one element (complex: both parts).
unsigned bitWidth(ElementType type);
/// Bytes one element takes in dense storage (sub-byte types take one byte).
unsigned byteWidth(ElementType type);

bool isFloat(ElementType type);   // any floating-point format, not complex
bool isComplex(ElementType type);
bool isBoolean(ElementType type); // i1
bool isSigned(ElementType type);  // I2 .. I64 (i1 is boolean, neither signed nor unsigned)
bool isUnsigned(ElementType type);
bool isInteger(ElementType type); // signed or unsigned, not boolean

} // namespace lockstep
