// Replaces a file as a whole: readers see the old bytes or the new ones, never a part.
#pragma once

#include "runtime/data/Status.h"

#include <cstddef>
#include <span>
#include <string>

namespace lockstep::runtime {

class AtomicFile {
public:
  /// Opens a temporary file beside `path`.
  static Result<AtomicFile> create(const std::string &path);

  AtomicFile(AtomicFile &&other) noexcept;
  AtomicFile &operator=(AtomicFile &&) = delete;
  ~AtomicFile(); // removes the temporary file unless committed

  Status write(std::span<const std::byte> bytes);
  Status write(std::string_view text) { return write(std::as_bytes(std::span(text))); }
  /// Flushes to disk and renames over `path`.
  Status commit();

private:
  AtomicFile(std::string target, std::string temporary, int handle)
      : target(std::move(target)), temporary(std::move(temporary)), handle(handle) {}
  Status failed(const char *action) const;

  std::string target, temporary;
  int handle = -1;
};

} // namespace lockstep::runtime
