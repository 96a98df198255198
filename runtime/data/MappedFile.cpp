#include "runtime/data/MappedFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep::runtime {
namespace {

Status cannotOpen(const std::string &path, const char *reason) {
  return badInput("cannot open '" + path + "': " + reason);
}

} // namespace

Result<MappedFile> MappedFile::open(const std::string &path) {
  int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0)
    return cannotOpen(path, std::strerror(errno));
  struct stat info {};
  if (::fstat(handle, &info) != 0 || !S_ISREG(info.st_mode)) {
    const char *reason = S_ISDIR(info.st_mode) ? "is a directory" : "is not a regular file";
    ::close(handle);
    return cannotOpen(path, reason);
  }
  MappedFile file;
  file.name = path;
  file.length = static_cast<size_t>(info.st_size);
  if (file.length != 0) {
    void *where = ::mmap(nullptr, file.length, PROT_READ, MAP_PRIVATE, handle, 0);
    if (where == MAP_FAILED) {
      Status failure = cannotOpen(path, std::strerror(errno));
      ::close(handle);
      return failure;
    }
    file.start = static_cast<const std::byte *>(where);
  }
  ::close(handle); // the mapping outlives the descriptor
  return file;
}

MappedFile::MappedFile(MappedFile &&other) noexcept
    : name(std::move(other.name)), start(std::exchange(other.start, nullptr)), length(std::exchange(other.length, 0)) {}

MappedFile &MappedFile::operator=(MappedFile &&other) noexcept {
  if (this != &other) {
    release();
    name = std::move(other.name);
    start = std::exchange(other.start, nullptr);
    length = std::exchange(other.length, 0);
  }
  return *this;
}

MappedFile::~MappedFile() { release(); }

void MappedFile::release() {
  if (start)
    ::munmap(const_cast<std::byte *>(start), length);
}

} // namespace lockstep::runtime
