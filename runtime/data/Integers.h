// Integers in little-endian storage.
#pragma once

#include "ir/core/ElementType.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace lockstep::runtime {

/// i1 and every signed or unsigned type of at least 8 bits.
bool isStoredInteger(ElementType type);

/// The element at the start of `bytes`; values of 64-bit unsigned types above INT64_MAX come out negative.
int64_t loadInteger(ElementType type, std::span<const std::byte> bytes);

/// False, and nothing written, when the value does not fit the type.
bool storeInteger(ElementType type, int64_t value, std::span<std::byte> bytes);

} // namespace lockstep::runtime
