// A seeded permutation of 0 .. count-1 whose entries are computed one by one: nothing to store, nothing to replay.
#pragma once

#include <cstdint>

namespace lockstep::runtime {

/// Scrambles 64 bits; distinct inputs give distinct outputs.
uint64_t mix(uint64_t value);

class Permutation {
public:
  /// Requires count >= 1.
  Permutation(uint64_t count, uint64_t key);
  /// Requires index < count.
  uint64_t operator[](uint64_t index) const;

private:
  uint64_t encrypt(uint64_t value) const;

  uint64_t count, key;
  unsigned halfBits = 1;
};

} // namespace lockstep::runtime
