// A file mapped read-only into memory.
#pragma once

#include "runtime/data/Status.h"

#include <cstddef>
#include <span>
#include <string>

namespace lockstep::runtime {

class MappedFile {
public:
  static Result<MappedFile> open(const std::string &path);

  MappedFile(MappedFile &&other) noexcept;
  MappedFile &operator=(MappedFile &&other) noexcept;
  ~MappedFile();

  /// Valid as long as this object lives; moving the object keeps it valid.
  std::span<const std::byte> bytes() const { return {start, length}; }
  const std::string &path() const { return name; }

private:
  MappedFile() = default;
  void release();

  std::string name;
  const std::byte *start = nullptr;
  size_t length = 0;
};

} // namespace lockstep::runtime
