#include "runtime/data/AtomicFile.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep::runtime {

namespace {

std::string folderOf(const std::string &path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

/// The file behind symbolic links: a link stays a link when what it points to is replaced.
std::string throughLinks(const std::string &path) {
  char *resolved = ::realpath(path.c_str(), nullptr);
  std::string result = resolved ? resolved : path;
  std::free(resolved);
  return result;
}

} // namespace

/// Pipes and devices are written to as they are: a rename would put a file in their place.
Result<AtomicFile> AtomicFile::openDevice(const std::string &path) {
  int handle = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (handle < 0)
    return badInput("cannot write '" + path + "': " + std::strerror(errno));
  return AtomicFile(path, "", handle, /*named=*/false);
}

Result<AtomicFile> AtomicFile::create(const std::string &path) {
  struct stat info {};
  bool exists = ::stat(path.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode))
    return badInput("cannot write '" + path + "': is a directory");
  if (exists && !S_ISREG(info.st_mode))
    return openDevice(path);
  std::string target = exists ? throughLinks(path) : path;
  std::string temporary = target + ".tmp." + std::to_string(::getpid());
  // A file without a name is gone when the process dies; not every file system has them.
  int handle = ::open(folderOf(target).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  bool named = handle < 0;
  if (named)
    handle = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (handle < 0)
    return badInput("cannot write '" + path + "': " + std::strerror(errno));
  return AtomicFile(std::move(target), std::move(temporary), handle, named);
}

AtomicFile::AtomicFile(AtomicFile &&other) noexcept
    : target(std::move(other.target)), temporary(std::move(other.temporary)), handle(std::exchange(other.handle, -1)),
      named(other.named) {}

AtomicFile::~AtomicFile() {
  if (handle < 0)
    return;
  ::close(handle);
  if (named)
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
  if (temporary.empty()) {
    ::close(std::exchange(handle, -1));
    return {};
  }
  if (::fsync(handle) != 0 && errno != EINVAL) // EINVAL: a file system that cannot sync
    return failed("flush");
  if (!named) {
    std::string source = "/proc/self/fd/" + std::to_string(handle);
    ::unlink(temporary.c_str()); // left over from a process of the same number
    if (::linkat(AT_FDCWD, source.c_str(), AT_FDCWD, temporary.c_str(), AT_SYMLINK_FOLLOW) != 0)
      return failed("write");
    named = true;
  }
  if (::rename(temporary.c_str(), target.c_str()) != 0)
    return failed("rename");
  ::close(std::exchange(handle, -1));
  return {};
}

Status AtomicFile::failed(const char *action) const {
  return {Fault::System, "cannot " + std::string(action) + " '" + target + "': " + std::strerror(errno)};
}

} // namespace lockstep::runtime
