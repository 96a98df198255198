// NumPy's .npy files, versions 1 to 3.
#pragma once

#include "ir/core/ElementType.h"
#include "ir/core/Mesh.h"
#include "runtime/data/MappedFile.h"
#include "runtime/data/Status.h"

#include <span>
#include <string>
#include <vector>

namespace lockstep::runtime {

class NpyFile {
public:
  /// Little-endian and single-byte numeric types; either memory order. Errors name the file and what was expected.
  static Result<NpyFile> open(const std::string &path);

  ElementType type() const { return elementType; }
  const Shape &shape() const { return dims; }
  /// Row-major, whatever the order in the file.
  std::span<const std::byte> bytes() const { return reordered.empty() ? stored : std::span(reordered); }

private:
  explicit NpyFile(MappedFile mapped) : file(std::move(mapped)) {}

  MappedFile file;
  ElementType elementType = ElementType::F32;
  Shape dims;
  std::span<const std::byte> stored;
  std::vector<std::byte> reordered; // only for arrays stored column-major
};

} // namespace lockstep::runtime
