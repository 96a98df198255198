#include "runtime/data/Permutation.h"

#include <cassert>

namespace lockstep::runtime {

// Two multiply-xorshift rounds; each step is invertible.
uint64_t mix(uint64_t value) {
  value += 0x9E3779B97F4A7C15u;
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
  value = (value ^ value >> 27) * 0x94D049BB133111EBu;
  return value ^ value >> 31;
}

Permutation::Permutation(uint64_t count, uint64_t key) : count(count), key(key) {
  assert(count >= 1);
  while (halfBits < 32 && (uint64_t{1} << (2 * halfBits)) < count)
    ++halfBits;
}

// A Feistel network permutes 2^(2*halfBits) values, fewer than four times count. Values outside the range are
// encrypted again until they fall inside, which keeps the map one-to-one on the range.
uint64_t Permutation::operator[](uint64_t index) const {
  assert(index < count);
  do
    index = encrypt(index);
  while (index >= count);
  return index;
}

uint64_t Permutation::encrypt(uint64_t value) const {
  uint64_t mask = (uint64_t{1} << halfBits) - 1;
  uint64_t left = value >> halfBits, right = value & mask;
  for (uint64_t round = 0; round < 6; ++round) {
    uint64_t next = left ^ (mix(mix(key + round) ^ right) & mask);
    left = right;
    right = next;
  }
  return left << halfBits | right;
}

} // namespace lockstep::runtime
