#include "runtime/data/Integers.h"

namespace lockstep::runtime {

bool isStoredInteger(ElementType type) {
  return isBoolean(type) || ((isSigned(type) || isUnsigned(type)) && bitWidth(type) >= 8);
}

int64_t loadInteger(ElementType type, std::span<const std::byte> bytes) {
  unsigned width = byteWidth(type);
  uint64_t value = 0;
  for (unsigned i = 0; i < width; ++i)
    value |= static_cast<uint64_t>(bytes[i]) << (8 * i);
  if (isSigned(type) && width < 8 && (value >> (8 * width - 1) & 1))
    value |= ~uint64_t{0} << (8 * width);
  return static_cast<int64_t>(value);
}

bool storeInteger(ElementType type, int64_t value, std::span<std::byte> bytes) {
  unsigned bits = bitWidth(type);
  int64_t lo = isSigned(type) ? (bits == 64 ? INT64_MIN : -(int64_t{1} << (bits - 1))) : 0;
  int64_t hi = bits == 64 ? INT64_MAX : (int64_t{1} << (isSigned(type) ? bits - 1 : bits)) - 1;
  if (value < lo || value > hi)
    return false;
  for (unsigned i = 0; i < byteWidth(type); ++i)
    bytes[i] = static_cast<std::byte>(static_cast<uint64_t>(value) >> (8 * i));
  return true;
}

} // namespace lockstep::runtime
