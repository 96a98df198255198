// Hash-consing of sequences of 32-bit words, and vectors whose elements never move.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/Allocator.h"

#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace lockstep::verifier::engine {

/// Append-only; references stay valid, so rules may build terms while they look at terms.
template <typename T> class StableVector {
public:
  uint32_t push(T value) {
    if (count % kChunk == 0)
      chunks.push_back(std::make_unique<T[]>(kChunk));
    chunks[count / kChunk][count % kChunk] = std::move(value);
    return count++;
  }
  T &operator[](uint32_t i) { return chunks[i / kChunk][i % kChunk]; }
  const T &operator[](uint32_t i) const { return chunks[i / kChunk][i % kChunk]; }
  uint32_t size() const { return count; }

private:
  static constexpr uint32_t kChunk = 512;
  std::vector<std::unique_ptr<T[]>> chunks;
  uint32_t count = 0;
};

/// Gives every distinct sequence of words a number, counted from 0. Exact: sequences are compared, not their hashes.
class KeyTable {
public:
  using Words = llvm::ArrayRef<uint32_t>;

  KeyTable() : slots(64) {}

  /// The number of `words`; `isNew` tells whether it was given now.
  uint32_t intern(Words words, bool &isNew) {
    uint64_t hash = hashOf(words);
    size_t at = place(words, hash);
    isNew = slots[at].id == kEmpty;
    if (!isNew)
      return slots[at].id;
    uint32_t *copy = memory.Allocate<uint32_t>(words.size() + 1);
    if (!words.empty())
      std::memcpy(copy, words.data(), words.size() * sizeof(uint32_t));
    uint32_t id = static_cast<uint32_t>(entries.size());
    entries.push_back({copy, static_cast<uint32_t>(words.size())});
    hashes.push_back(hash);
    slots[at] = {id, tagOf(hash)};
    if (entries.size() * 2 > slots.size())
      grow();
    return id;
  }
  uint32_t intern(Words words) {
    bool isNew;
    return intern(words, isNew);
  }
  /// The number of `words`, or ~0u.
  uint32_t find(Words words) const { return slots[place(words, hashOf(words))].id; }
  Words words(uint32_t id) const { return Words(entries[id].data, entries[id].size); }
  size_t size() const { return entries.size(); }

private:
  static constexpr uint32_t kEmpty = ~0u;
  struct Entry {
    const uint32_t *data;
    uint32_t size;
  };
  /// The tag is the part of the hash that the place does not tell: other keys are passed over without being read.
  struct Slot {
    uint32_t id = kEmpty, tag = 0;
  };
  static uint32_t tagOf(uint64_t hash) { return static_cast<uint32_t>(hash >> 32); }

  /// Where `words` are, or the empty slot where they belong.
  size_t place(Words words, uint64_t hash) const {
    size_t mask = slots.size() - 1, at = hash & mask;
    for (; slots[at].id != kEmpty; at = (at + 1) & mask) {
      if (slots[at].tag != tagOf(hash))
        continue;
      const Entry &entry = entries[slots[at].id];
      if (Words(entry.data, entry.size) == words)
        break;
    }
    return at;
  }

  // Not llvm's: that one may be seeded per process, and the order of work must not depend on it.
  static uint64_t hashOf(Words words) {
    uint64_t hash = 0x9E3779B97F4A7C15ull ^ words.size();
    size_t i = 0;
    for (; i + 1 < words.size(); i += 2) {
      hash = (hash ^ (uint64_t(words[i]) << 32 | words[i + 1])) * 0xBF58476D1CE4E5B9ull;
      hash ^= hash >> 29;
    }
    if (i < words.size())
      hash = (hash ^ words[i]) * 0xBF58476D1CE4E5B9ull;
    hash ^= hash >> 32;
    hash *= 0x94D049BB133111EBull;
    return hash ^ hash >> 29;
  }

  void grow() {
    std::vector<Slot> bigger(slots.size() * 2);
    size_t mask = bigger.size() - 1;
    for (uint32_t id = 0; id < hashes.size(); ++id) {
      size_t at = hashes[id] & mask;
      while (bigger[at].id != kEmpty)
        at = (at + 1) & mask;
      bigger[at] = {id, tagOf(hashes[id])};
    }
    slots.swap(bigger);
  }

  llvm::BumpPtrAllocator memory;
  std::vector<Entry> entries;
  std::vector<uint64_t> hashes;
  std::vector<Slot> slots;
};

/// A table from sequences of words to values.
template <typename T> class KeyMap {
public:
  const T *find(KeyTable::Words key) const {
    uint32_t id = keys.find(key);
    return id == ~0u ? nullptr : &values[id];
  }
  void set(KeyTable::Words key, T value) {
    uint32_t id = keys.intern(key);
    if (id >= values.size())
      values.resize(id + 1);
    values[id] = std::move(value);
  }

private:
  KeyTable keys;
  std::vector<T> values;
};

} // namespace lockstep::verifier::engine
