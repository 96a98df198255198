#include "runtime/data/Safetensors.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace lockstep::runtime {
namespace {

using Json = nlohmann::json;

struct TypeName {
  ElementType type;
  std::string_view name;
};

constexpr std::array kTypeNames = {
    TypeName{ElementType::I1, "BOOL"},        TypeName{ElementType::I8, "I8"},
    TypeName{ElementType::I16, "I16"},        TypeName{ElementType::I32, "I32"},
    TypeName{ElementType::I64, "I64"},        TypeName{ElementType::UI8, "U8"},
    TypeName{ElementType::UI16, "U16"},       TypeName{ElementType::UI32, "U32"},
    TypeName{ElementType::UI64, "U64"},       TypeName{ElementType::F8E4M3FN, "F8_E4M3"},
    TypeName{ElementType::F8E5M2, "F8_E5M2"}, TypeName{ElementType::F8E8M0FNU, "F8_E8M0"},
    TypeName{ElementType::BF16, "BF16"},      TypeName{ElementType::F16, "F16"},
    TypeName{ElementType::F32, "F32"},        TypeName{ElementType::F64, "F64"},
    TypeName{ElementType::C64, "C64"},
};

/// The largest header the format's own library accepts; more is a corrupt length field.
constexpr uint64_t kHeaderLimit = 100'000'000;

uint64_t littleEndian64(std::span<const std::byte> bytes) {
  uint64_t value = 0;
  for (int i = 7; i >= 0; --i)
    value = value << 8 | static_cast<uint64_t>(bytes[i]);
  return value;
}

/// Parses the header, refusing a name that occurs twice: JSON readers would keep one of the two in silence.
Result<Json> parseHeader(const std::string &path, std::string_view text) {
  std::set<std::string> seen;
  std::string repeated;
  auto watch = [&](int depth, Json::parse_event_t event, Json &value) {
    if (event == Json::parse_event_t::key && depth == 1 && !seen.insert(value.get<std::string>()).second)
      repeated = value.get<std::string>();
    return true;
  };
  Json header = Json::parse(text.begin(), text.end(), watch, /*allow_exceptions=*/false);
  if (header.is_discarded() || !header.is_object())
    return badInput(path + ": the safetensors header is not a JSON object");
  if (!repeated.empty())
    return badInput(path + ": tensor '" + repeated + "' occurs twice in the header");
  return header;
}

struct Extent {
  uint64_t begin = 0, end = 0;
};

/// Shape as non-negative integers; nullopt for anything else.
std::optional<Shape> readShape(const Json &entry) {
  if (!entry.contains("shape") || !entry["shape"].is_array())
    return std::nullopt;
  Shape shape;
  for (const Json &extent : entry["shape"]) {
    if (!extent.is_number_unsigned() || extent.get<uint64_t>() > INT64_MAX)
      return std::nullopt;
    shape.push_back(static_cast<int64_t>(extent.get<uint64_t>()));
  }
  return shape;
}

std::optional<Extent> readExtent(const Json &entry) {
  if (!entry.contains("data_offsets"))
    return std::nullopt;
  const Json &pair = entry["data_offsets"];
  if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number_unsigned() || !pair[1].is_number_unsigned())
    return std::nullopt;
  return Extent{pair[0].get<uint64_t>(), pair[1].get<uint64_t>()};
}

/// Bytes of a tensor; nullopt on overflow.
std::optional<uint64_t> byteCount(ElementType type, const Shape &shape) {
  uint64_t count = byteWidth(type);
  for (int64_t extent : shape)
    if (__builtin_mul_overflow(count, static_cast<uint64_t>(extent), &count))
      return std::nullopt;
  return count;
}

Result<StoredTensor> readEntry(const std::string &path, const std::string &name, const Json &entry,
                               std::span<const std::byte> data) {
  auto fail = [&](const std::string &what) { return badInput(path + ": tensor '" + name + "': " + what); };
  if (!entry.is_object() || !entry.contains("dtype") || !entry["dtype"].is_string())
    return fail("expected an object with dtype, shape and data_offsets");
  std::string dtype = entry["dtype"].get<std::string>();
  std::optional<ElementType> type = parseSafetensorsName(dtype);
  if (!type)
    return fail("unsupported dtype '" + dtype + "'");
  std::optional<Shape> shape = readShape(entry);
  if (!shape)
    return fail("expected 'shape' to be a list of non-negative integers");
  std::optional<Extent> extent = readExtent(entry);
  if (!extent)
    return fail("expected 'data_offsets' to be two non-negative integers");
  if (extent->begin > extent->end || extent->end > data.size())
    return fail("data_offsets [" + std::to_string(extent->begin) + ", " + std::to_string(extent->end) +
                "] lie outside the " + std::to_string(data.size()) + " data bytes of the file");
  std::optional<uint64_t> expected = byteCount(*type, *shape);
  uint64_t found = extent->end - extent->begin;
  if (!expected || *expected != found)
    return fail("expected " + (expected ? std::to_string(*expected) : std::string("more than 2^64")) +
                " bytes for its shape and dtype, found " + std::to_string(found));
  return StoredTensor{name, *type, *shape, data.subspan(extent->begin, found)};
}

/// Sorted by position, the tensors must tile the data exactly.
Status checkTiling(const std::string &path, const std::vector<StoredTensor> &entries, std::span<const std::byte> data) {
  const std::byte *expected = data.data();
  for (const StoredTensor &tensor : entries) {
    if (tensor.bytes.empty())
      continue;
    if (tensor.bytes.data() < expected)
      return badInput(path + ": tensor '" + tensor.name + "' overlaps the tensor before it");
    if (tensor.bytes.data() > expected)
      return badInput(path + ": " + std::to_string(tensor.bytes.data() - expected) + " bytes before tensor '" +
                      tensor.name + "' belong to no tensor");
    expected += tensor.bytes.size();
  }
  if (size_t left = data.data() + data.size() - expected)
    return badInput(path + ": the last " + std::to_string(left) + " bytes belong to no tensor");
  return {};
}

} // namespace

std::string_view safetensorsName(ElementType type) {
  for (const TypeName &entry : kTypeNames)
    if (entry.type == type)
      return entry.name;
  return {};
}

std::optional<ElementType> parseSafetensorsName(std::string_view name) {
  for (const TypeName &entry : kTypeNames)
    if (entry.name == name)
      return entry.type;
  return std::nullopt;
}

Result<SafetensorsFile> SafetensorsFile::open(const std::string &path) {
  Result<MappedFile> mapped = MappedFile::open(path);
  if (!mapped)
    return mapped.status();
  std::span<const std::byte> bytes = mapped->bytes();
  if (bytes.size() < 8)
    return badInput(path + ": not a safetensors file: shorter than its 8-byte header length");
  uint64_t length = littleEndian64(bytes);
  if (length > kHeaderLimit || length > bytes.size() - 8)
    return badInput(path + ": not a safetensors file, or truncated: header length " + std::to_string(length) +
                    ", file size " + std::to_string(bytes.size()));
  std::string_view text(reinterpret_cast<const char *>(bytes.data()) + 8, length);
  Result<Json> header = parseHeader(path, text);
  if (!header)
    return header.status();

  SafetensorsFile result(std::move(*mapped));
  std::span<const std::byte> data = bytes.subspan(8 + length);
  for (const auto &[name, entry] : header->items()) {
    if (name == "__metadata__") {
      if (!entry.is_object())
        return badInput(path + ": __metadata__ is not an object of strings");
      for (const auto &[key, value] : entry.items()) {
        if (!value.is_string())
          return badInput(path + ": __metadata__ entry '" + key + "' is not a string");
        result.notes[key] = value.get<std::string>();
      }
      continue;
    }
    Result<StoredTensor> tensor = readEntry(path, name, entry, data);
    if (!tensor)
      return tensor.status();
    result.entries.push_back(std::move(*tensor));
  }
  std::ranges::sort(result.entries, {}, [](const StoredTensor &tensor) {
    return std::tuple(tensor.bytes.data(), tensor.bytes.size(), std::string_view(tensor.name));
  });
  if (Status tiling = checkTiling(path, result.entries, data); !tiling.ok())
    return tiling;
  return result;
}

const StoredTensor *SafetensorsFile::find(std::string_view name) const {
  auto found = std::ranges::find(entries, name, &StoredTensor::name);
  return found == entries.end() ? nullptr : &*found;
}

} // namespace lockstep::runtime
