// Safetensors files: 8 bytes little-endian header length, a JSON header, the tensors' bytes without holes.
// A file is accepted only when every byte of it is accounted for.
#pragma once

#include "ir/core/ElementType.h"
#include "ir/core/Mesh.h"
#include "runtime/data/MappedFile.h"
#include "runtime/data/Status.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::runtime {

struct StoredTensor {
  std::string name;
  ElementType type = ElementType::F32;
  Shape shape;
  std::span<const std::byte> bytes; // little endian, row-major
};

class SafetensorsFile {
public:
  /// Maps and validates a file. Errors name the file, the tensor and the rule that is broken.
  static Result<SafetensorsFile> open(const std::string &path);

  const std::vector<StoredTensor> &tensors() const { return entries; } // in order of their bytes
  const StoredTensor *find(std::string_view name) const;               // null when absent
  const std::map<std::string, std::string> &metadata() const { return notes; }
  const std::string &path() const { return file.path(); }

private:
  explicit SafetensorsFile(MappedFile mapped) : file(std::move(mapped)) {}

  MappedFile file;
  std::vector<StoredTensor> entries;
  std::map<std::string, std::string> notes;
};

/// Writes atomically: a temporary file beside `path`, then a rename. Fails for element types the format lacks.
Status writeSafetensors(const std::string &path, std::span<const StoredTensor> tensors,
                        const std::map<std::string, std::string> &metadata = {});

/// The format's own names, "F32", "BF16", "F8_E4M3"; empty for types it cannot hold.
std::string_view safetensorsName(ElementType type);
std::optional<ElementType> parseSafetensorsName(std::string_view name);

} // namespace lockstep::runtime
