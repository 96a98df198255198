#include "runtime/data/AtomicFile.h"
#include "runtime/data/Safetensors.h"

#include <nlohmann/json.hpp>

#include <array>

namespace lockstep::runtime {
namespace {

using Json = nlohmann::ordered_json;

std::array<std::byte, 8> littleEndian(uint64_t value) {
  std::array<std::byte, 8> bytes;
  for (int i = 0; i < 8; ++i)
    bytes[i] = static_cast<std::byte>(value >> (8 * i));
  return bytes;
}

Result<std::string> header(std::span<const StoredTensor> tensors, const std::map<std::string, std::string> &metadata) {
  Json json = Json::object();
  if (!metadata.empty())
    json["__metadata__"] = metadata;
  uint64_t offset = 0;
  for (const StoredTensor &tensor : tensors) {
    std::string_view dtype = safetensorsName(tensor.type);
    if (dtype.empty())
      return badInput("tensor '" + tensor.name + "': safetensors has no dtype for " + std::string(name(tensor.type)));
    if (json.contains(tensor.name))
      return badInput("two tensors are named '" + tensor.name + "'");
    json[tensor.name] = {
        {"dtype", dtype}, {"shape", tensor.shape}, {"data_offsets", {offset, offset + tensor.bytes.size()}}};
    offset += tensor.bytes.size();
  }
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.resize((text.size() + 7) / 8 * 8, ' '); // the data starts at a multiple of 8
  return text;
}

} // namespace

Status writeSafetensors(const std::string &path, std::span<const StoredTensor> tensors,
                        const std::map<std::string, std::string> &metadata) {
  Result<std::string> text = header(tensors, metadata);
  if (!text)
    return text.status();
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.status();
  if (Status status = file->write(littleEndian(text->size())); !status.ok())
    return status;
  if (Status status = file->write(*text); !status.ok())
    return status;
  for (const StoredTensor &tensor : tensors)
    if (Status status = file->write(tensor.bytes); !status.ok())
      return status;
  return file->commit();
}

} // namespace lockstep::runtime
