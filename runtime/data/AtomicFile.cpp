#include "runtime/data/AtomicFile.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep::runtime {

Result<AtomicFile> AtomicFile::create(const std::string &path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode))
    return badInput("cannot write '" + path + "': is a directory");
  std::string temporary = path + ".tmp." + std::to_string(::getpid());
  int handle = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (handle < 0)
    return badInput("cannot write '" + path + "': " + std::strerror(errno));
  return AtomicFile(path, std::move(temporary), handle);
}

AtomicFile::AtomicFile(AtomicFile &&other) noexcept
    : target(std::move(other.target)), temporary(std::move(other.temporary)),
      handle(std::exchange(other.handle, -1)) {}

AtomicFile::~AtomicFile() {
  if (handle < 0)
    return;
  ::close(handle);
  ::unlink(temporary.c_str());
}

Status AtomicFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    ssize_t count = ::write(handle, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return failed("write");
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return {};
}

Status AtomicFile::commit() {
  if (::fsync(handle) != 0 && errno != EINVAL) // EINVAL: a file system that cannot sync
    return failed("flush");
  if (::rename(temporary.c_str(), target.c_str()) != 0)
    return failed("rename");
  ::close(std::exchange(handle, -1));
  return {};
}

Status AtomicFile::failed(const char *action) const {
  return {Fault::System, "cannot " + std::string(action) + " '" + target + "': " + std::strerror(errno)};
}

} // namespace lockstep::runtime
