#include "ir/import/Bytes.h"

#include "ir/core/InputError.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

#include <zlib.h>

using llvm::Error;
using llvm::Expected;
using llvm::MemoryBuffer;
using llvm::StringRef;

namespace lockstep {
namespace {

Error unreadable(StringRef path, const llvm::Twine &message) {
  return llvm::make_error<InputError>("IN002", path.str(), 0, 0, message.str());
}

std::string inMiB(uint64_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

// Sizes are unknown in advance for pipes, so everything is read in pieces and the limit holds for all.
Expected<std::unique_ptr<MemoryBuffer>> readAll(llvm::sys::fs::file_t file, StringRef path, uint64_t limit) {
  llvm::SmallVector<char, 0> bytes;
  while (true) {
    size_t used = bytes.size();
    bytes.resize_for_overwrite(used + std::max<size_t>(used / 2, 1 << 16));
    Expected<size_t> count =
        llvm::sys::fs::readNativeFile(file, llvm::MutableArrayRef<char>(bytes.data() + used, bytes.size() - used));
    if (!count)
      return unreadable(path, "cannot read the file: " + llvm::toString(count.takeError()));
    bytes.resize(used + *count);
    if (*count == 0)
      return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(bytes), path, /*RequiresNullTerminator=*/true);
    if (bytes.size() > limit)
      return unreadable(path, "the file has more than " + inMiB(limit));
  }
}

const char *zlibMessage(int status) {
  switch (status) {
  case Z_DATA_ERROR: return "the compressed data is damaged";
  case Z_MEM_ERROR: return "out of memory";
  default: return "the compressed data ends early";
  }
}

struct Inflater {
  z_stream stream = {};
  bool ready = inflateInit2(&stream, 15 + 16) == Z_OK; // 16: a gzip header is expected
  ~Inflater() {
    if (ready)
      inflateEnd(&stream);
  }
};

} // namespace

Expected<std::unique_ptr<MemoryBuffer>> readBytes(StringRef path, uint64_t limit) {
  if (path == "-") {
    auto bytes = readAll(llvm::sys::fs::getStdinHandle(), "<stdin>", limit);
    if (!bytes)
      return bytes.takeError();
    return unpack(std::move(*bytes), "<stdin>", limit);
  }
  llvm::sys::fs::file_status status;
  if (std::error_code code = llvm::sys::fs::status(path, status))
    return unreadable(path, "cannot read the file: " + code.message());
  if (llvm::sys::fs::is_directory(status))
    return unreadable(path, "expected a file, found a directory");
  Expected<llvm::sys::fs::file_t> file = llvm::sys::fs::openNativeFileForRead(path);
  if (!file)
    return unreadable(path, "cannot read the file: " + llvm::toString(file.takeError()));
  auto bytes = readAll(*file, path, limit);
  llvm::sys::fs::closeFile(*file);
  if (!bytes)
    return bytes.takeError();
  return unpack(std::move(*bytes), path, limit);
}

Expected<std::unique_ptr<MemoryBuffer>> unpack(std::unique_ptr<MemoryBuffer> bytes, StringRef path, uint64_t limit) {
  if (!bytes->getBuffer().starts_with("\x1f\x8b"))
    return std::move(bytes);
  Inflater inflater;
  if (!inflater.ready)
    return unreadable(path, "cannot unpack gzip: out of memory");
  z_stream &stream = inflater.stream;
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes->getBufferStart()));
  stream.avail_in = bytes->getBufferSize(); // below 4 GiB by the limit on reading
  llvm::SmallVector<char, 0> text;
  while (true) {
    size_t used = text.size();
    text.resize_for_overwrite(used + std::max<size_t>(used / 2, 1 << 18));
    stream.next_out = reinterpret_cast<Bytef *>(text.data() + used);
    stream.avail_out = text.size() - used;
    int status = inflate(&stream, Z_NO_FLUSH);
    text.resize(text.size() - stream.avail_out);
    if (text.size() > limit)
      return unreadable(path, "the file unpacks to more than " + inMiB(limit));
    // A gzip file may hold several members one after the other.
    if (status == Z_STREAM_END && stream.avail_in > 0 && inflateReset(&stream) == Z_OK)
      continue;
    if (status == Z_STREAM_END)
      return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(text), path, /*RequiresNullTerminator=*/true);
    if (status != Z_OK)
      return unreadable(path, llvm::Twine("cannot unpack gzip: ") + zlibMessage(status));
  }
}

} // namespace lockstep
