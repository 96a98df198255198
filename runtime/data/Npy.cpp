#include "runtime/data/Npy.h"

#include <array>
#include <cctype>
#include <cstring>
#include <optional>
#include <string_view>

namespace lockstep::runtime {
namespace {

struct Header {
  std::string descr;
  bool fortranOrder = false;
  Shape shape;
};

/// The header is a Python dict literal with three fixed keys. Only what NumPy writes is accepted.
class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : rest(text) {}

  /// nullopt when the text is anything else.
  std::optional<Header> parse() {
    Header header;
    bool descr = false, order = false, shape = false;
    if (!take("{"))
      return std::nullopt;
    while (!take("}")) {
      std::optional<std::string> key = quoted();
      if (!key || !take(":"))
        return std::nullopt;
      bool good = *key == "descr"           ? !descr && (descr = readDescr(header))
                  : *key == "fortran_order" ? !order && (order = readOrder(header))
                  : *key == "shape"         ? !shape && (shape = readShape(header))
                                            : false;
      if (!good)
        return std::nullopt;
      if (!take(",") && !peek('}'))
        return std::nullopt;
    }
    skipSpace();
    return rest.empty() && descr && order && shape ? std::optional(header) : std::nullopt;
  }

private:
  void skipSpace() {
    while (!rest.empty() && std::isspace(static_cast<unsigned char>(rest.front())))
      rest.remove_prefix(1);
  }
  bool peek(char c) {
    skipSpace();
    return !rest.empty() && rest.front() == c;
  }
  bool take(std::string_view token) {
    skipSpace();
    if (!rest.starts_with(token))
      return false;
    rest.remove_prefix(token.size());
    return true;
  }
  std::optional<std::string> quoted() {
    if (!peek('\'') && !peek('"'))
      return std::nullopt;
    size_t end = rest.find(rest.front(), 1);
    if (end == std::string_view::npos)
      return std::nullopt;
    std::string text(rest.substr(1, end - 1));
    rest.remove_prefix(end + 1);
    return text;
  }
  bool readDescr(Header &header) {
    std::optional<std::string> text = quoted();
    if (text)
      header.descr = *text;
    return text.has_value();
  }
  bool readOrder(Header &header) {
    header.fortranOrder = take("True");
    return header.fortranOrder || take("False");
  }
  bool readShape(Header &header) {
    if (!take("("))
      return false;
    while (!take(")")) {
      skipSpace();
      size_t digits = 0;
      int64_t extent = 0;
      while (digits < rest.size() && std::isdigit(static_cast<unsigned char>(rest[digits]))) {
        if (__builtin_mul_overflow(extent, 10, &extent) || __builtin_add_overflow(extent, rest[digits] - '0', &extent))
          return false;
        ++digits;
      }
      if (digits == 0)
        return false;
      rest.remove_prefix(digits);
      header.shape.push_back(extent);
      if (!take(",") && !peek(')'))
        return false;
    }
    return true;
  }

  std::string_view rest;
};

struct Descr {
  std::string_view code; // without the byte-order mark
  ElementType type;
};

constexpr std::array kDescrs = {
    Descr{"b1", ElementType::I1},   Descr{"i1", ElementType::I8},    Descr{"u1", ElementType::UI8},
    Descr{"i2", ElementType::I16},  Descr{"u2", ElementType::UI16},  Descr{"i4", ElementType::I32},
    Descr{"u4", ElementType::UI32}, Descr{"i8", ElementType::I64},   Descr{"u8", ElementType::UI64},
    Descr{"f2", ElementType::F16},  Descr{"f4", ElementType::F32},   Descr{"f8", ElementType::F64},
    Descr{"c8", ElementType::C64},  Descr{"c16", ElementType::C128},
};

std::optional<ElementType> typeOf(std::string_view descr) {
  if (descr.size() < 3 || (descr[0] != '<' && descr[0] != '|' && descr[0] != '='))
    return std::nullopt;
  for (const Descr &entry : kDescrs)
    if (entry.code == descr.substr(1))
      return byteWidth(entry.type) == 1 || descr[0] != '|' ? std::optional(entry.type) : std::nullopt;
  return std::nullopt;
}

/// Copies a column-major array into row-major order, walking the target and stepping through the source.
std::vector<std::byte> rowMajor(std::span<const std::byte> source, const Shape &shape, size_t width) {
  std::vector<size_t> stride(shape.size());
  size_t step = width;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    stride[dim] = step;
    step *= static_cast<size_t>(shape[dim]);
  }
  std::vector<std::byte> target(source.size());
  std::vector<int64_t> index(shape.size(), 0);
  for (size_t at = 0; at < target.size(); at += width) {
    size_t from = 0;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      from += stride[dim] * static_cast<size_t>(index[dim]);
    std::memcpy(target.data() + at, source.data() + from, width);
    for (size_t dim = shape.size(); dim-- > 0 && ++index[dim] == shape[dim];)
      index[dim] = 0;
  }
  return target;
}

/// Where the header text starts and how long it is; nullopt when the preamble is not one of .npy.
std::optional<std::pair<size_t, size_t>> headerExtent(std::span<const std::byte> bytes) {
  constexpr std::string_view kMagic("\x93NUMPY", 6);
  if (bytes.size() < 10 || std::memcmp(bytes.data(), kMagic.data(), 6) != 0)
    return std::nullopt;
  unsigned major = static_cast<unsigned>(bytes[6]);
  if (major < 1 || major > 3)
    return std::nullopt;
  size_t lengthBytes = major == 1 ? 2 : 4, start = 8 + lengthBytes;
  if (bytes.size() < start)
    return std::nullopt;
  size_t length = 0;
  for (size_t i = lengthBytes; i-- > 0;)
    length = length << 8 | static_cast<size_t>(bytes[8 + i]);
  return length <= bytes.size() - start ? std::optional(std::pair(start, length)) : std::nullopt;
}

} // namespace

Result<NpyFile> NpyFile::open(const std::string &path) {
  Result<MappedFile> mapped = MappedFile::open(path);
  if (!mapped)
    return mapped.status();
  std::span<const std::byte> bytes = mapped->bytes();
  auto extent = headerExtent(bytes);
  if (!extent)
    return badInput(path + ": not a .npy file of version 1, 2 or 3, or truncated in its header");
  std::string_view text(reinterpret_cast<const char *>(bytes.data()) + extent->first, extent->second);
  std::optional<Header> header = HeaderParser(text).parse();
  if (!header)
    return badInput(path + ": malformed .npy header, expected {'descr': ..., 'fortran_order': ..., 'shape': ...}");
  std::optional<ElementType> type = typeOf(header->descr);
  if (!type)
    return badInput(path + ": unsupported element type '" + header->descr +
                    "', expected a little-endian integer, float, complex or bool");

  uint64_t expected = byteWidth(*type);
  for (int64_t dim : header->shape)
    if (__builtin_mul_overflow(expected, static_cast<uint64_t>(dim), &expected))
      return badInput(path + ": the shape is too large");
  size_t start = extent->first + extent->second;
  if (bytes.size() - start != expected)
    return badInput(path + ": expected " + std::to_string(expected) + " data bytes for shape and type, found " +
                    std::to_string(bytes.size() - start));

  NpyFile result(std::move(*mapped));
  result.elementType = *type;
  result.dims = header->shape;
  result.stored = bytes.subspan(start);
  if (header->fortranOrder && header->shape.size() > 1)
    result.reordered = rowMajor(result.stored, result.dims, byteWidth(*type));
  return result;
}

} // namespace lockstep::runtime
