// Bytes of an input file: from disk or standard input, unpacked when gzip, with limits.
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace lockstep {

/// More unpacked text than this is refused: the largest real modules have about 0.1 GiB.
inline constexpr uint64_t kLargestInput = uint64_t(1) << 30;

/// The file's bytes (`-` is standard input), followed by a NUL. Errors are InputErrors with code IN002.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readBytes(llvm::StringRef path, uint64_t limit = kLargestInput);

/// Unpacks bytes that start with gzip's magic number, leaves others alone.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> unpack(std::unique_ptr<llvm::MemoryBuffer> bytes,
                                                           llvm::StringRef path, uint64_t limit = kLargestInput);

} // namespace lockstep
