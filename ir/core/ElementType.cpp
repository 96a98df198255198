#include "ir/core/ElementType.h"

#include <array>

namespace lockstep {
namespace {

struct Entry {
  ElementType type;
  std::string_view name;
  unsigned bits;
};

constexpr std::array<Entry, 27> kTypes = {{
    {ElementType::I1, "i1", 1},       {ElementType::I2, "i2", 2},
    {ElementType::I4, "i4", 4},       {ElementType::I8, "i8", 8},
    {ElementType::I16, "i16", 16},    {ElementType::I32, "i32", 32},
    {ElementType::I64, "i64", 64},    {ElementType::UI2, "ui2", 2},
    {ElementType::UI4, "ui4", 4},     {ElementType::UI8, "ui8", 8},
    {ElementType::UI16, "ui16", 16},  {ElementType::UI32, "ui32", 32},
    {ElementType::UI64, "ui64", 64},  {ElementType::F8E3M4, "f8E3M4", 8},
    {ElementType::F8E4M3, "f8E4M3", 8},
    {ElementType::F8E4M3FN, "f8E4M3FN", 8},
    {ElementType::F8E4M3FNUZ, "f8E4M3FNUZ", 8},
    {ElementType::F8E4M3B11FNUZ, "f8E4M3B11FNUZ", 8},
    {ElementType::F8E5M2, "f8E5M2", 8},
    {ElementType::F8E5M2FNUZ, "f8E5M2FNUZ", 8},
    {ElementType::F8E8M0FNU, "f8E8M0FNU", 8},
    {ElementType::BF16, "bf16", 16},  {ElementType::F16, "f16", 16},
    {ElementType::F32, "f32", 32},    {ElementType::F64, "f64", 64},
    {ElementType::C64, "complex<f32>", 64},
    {ElementType::C128, "complex<f64>", 128},
}};

const Entry &entry(ElementType type) { return kTypes[static_cast<size_t>(type)]; }

} // namespace

std::string_view name(ElementType type) { return entry(type).name; }

std::optional<ElementType> parseElementType(std::string_view spelling) {
  for (const Entry &e : kTypes)
    if (e.name == spelling)
      return e.type;
  return std::nullopt;
}

unsigned bitWidth(ElementType type) { return entry(type).bits; }
unsigned byteWidth(ElementType type) { return (entry(type).bits + 7) / 8; }

bool isFloat(ElementType type) { return type >= ElementType::F8E3M4 && type <= ElementType::F64; }
bool isComplex(ElementType type) { return type >= ElementType::C64; }
bool isBoolean(ElementType type) { return type == ElementType::I1; }
bool isSigned(ElementType type) { return type >= ElementType::I2 && type <= ElementType::I64; }
bool isUnsigned(ElementType type) { return type >= ElementType::UI2 && type <= ElementType::UI64; }
bool isInteger(ElementType type) { return isSigned(type) || isUnsigned(type); }

} // namespace lockstep
