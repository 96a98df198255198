#include "tools/lockstep/cli/Gzip.h"

#include <cassert>
#include <zlib.h>

namespace lockstep::tool {

std::string gzip(std::string_view text) {
  constexpr int kGzipWindow = 15 + 16; // the largest window, with a gzip header
  z_stream stream{};
  [[maybe_unused]] int status =
      deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY);
  assert(status == Z_OK);
  std::string packed(deflateBound(&stream, text.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef *>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  status = deflate(&stream, Z_FINISH);
  assert(status == Z_STREAM_END && "the bound is large enough for one call");
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

} // namespace lockstep::tool
