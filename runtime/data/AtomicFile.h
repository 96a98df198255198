// Replaces a file as a whole: readers see the old bytes or the new ones, never a part.
#pragma once

#include "runtime/data/Status.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace lockstep::runtime {

class AtomicFile {
public:
  /// Opens a temporary file in the folder of `path`.
  static Result<AtomicFile> create(const std::string &path);

  AtomicFile(AtomicFile &&other) noexcept;
  AtomicFile &operator=(AtomicFile &&) = delete;
  ~AtomicFile(); // removes the temporary file unless committed

  Status write(std::span<const std::byte> bytes);
  Status write(std::string_view text) { return write(std::as_bytes(std::span(text))); }
  /// Flushes to disk and renames over `path`.
  Status commit();

private:
  AtomicFile(std::string target, std::string temporary, int handle, bool named)
      : target(std::move(target)), temporary(std::move(temporary)), handle(handle), named(named) {}
  static Result<AtomicFile> openDevice(const std::string &path);
  Status failed(const char *action) const;

  std::string target, temporary; // no temporary: the target is written to directly
  int handle = -1;
  bool named = false; // the temporary file has its name already
};

} // namespace lockstep::runtime
