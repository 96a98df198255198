// A stream of token numbers: raw little-endian uint16 or uint32 (`.bin`), or a one-dimensional integer `.npy`.
#pragma once

#include "runtime/data/MappedFile.h"
#include "runtime/data/Npy.h"
#include "runtime/data/Status.h"

#include <optional>
#include <variant>

namespace lockstep::runtime {

enum class TokenWidth { U16, U32 };

class TokenFile {
public:
  /// A name ending in `.npy` is read as such. Anything else is raw: of the given width, else uint32 when the name ends
  /// in `.u32` or `.u32.bin`, else uint16. The size must be a whole number of tokens.
  static Result<TokenFile> open(const std::string &path, std::optional<TokenWidth> width = std::nullopt);

  uint64_t size() const { return count; }
  /// Requires index < size().
  int64_t at(uint64_t index) const;
  const std::string &path() const { return name; }

private:
  TokenFile(std::string path, std::variant<MappedFile, NpyFile> storage, ElementType type);

  std::string name;
  std::variant<MappedFile, NpyFile> storage;
  ElementType type;
  uint64_t count = 0;

  std::span<const std::byte> bytes() const;
};

} // namespace lockstep::runtime
