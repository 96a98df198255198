#include "tools/lockstep/commands/InspectFile.h"

#include "runtime/data/Npy.h"
#include "runtime/data/Safetensors.h"
#include "runtime/data/TokenFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SHA256.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace lockstep::tool {
namespace {

std::string describe(ElementType type, const Shape &shape) {
  std::string text = std::string(name(type)) + "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? "," : "") + std::to_string(shape[i]);
  return text + "]";
}

/// What every counterexample file says of itself.
constexpr llvm::StringLiteral kCounterexampleMark = "lockstep-counterexample";

llvm::StringRef textOf(const runtime::MappedFile &file) {
  return {reinterpret_cast<const char *>(file.bytes().data()), file.bytes().size()};
}

std::string digest(std::span<const std::byte> bytes) {
  llvm::ArrayRef<uint8_t> data(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size());
  return llvm::toHex(llvm::SHA256::hash(data), /*LowerCase=*/true);
}

} // namespace

runtime::Result<FileKind> kindOf(const std::string &path) {
  llvm::sys::fs::file_status status;
  bool pipe = !llvm::sys::fs::status(path, status) && !llvm::sys::fs::is_regular_file(status) &&
              !llvm::sys::fs::is_directory(status);
  if (path == "-" || pipe)
    return FileKind::Module;
  if (llvm::sys::fs::is_directory(status) && llvm::sys::fs::exists(path + "/certificate.json"))
    return FileKind::Certificate;
  llvm::StringRef name = path;
  if (name.ends_with(".safetensors"))
    return FileKind::Safetensors;
  if (name.ends_with(".toml"))
    return FileKind::Contract;
  runtime::Result<runtime::MappedFile> file = runtime::MappedFile::open(path);
  if (!file)
    return file.status();
  if (name.ends_with(".json"))
    return textOf(*file).contains(kCounterexampleMark) ? FileKind::Counterexample : FileKind::Result;
  llvm::StringRef head(reinterpret_cast<const char *>(file->bytes().data()),
                       std::min<size_t>(16, file->bytes().size()));
  if (head.starts_with("\x93NUMPY") || name.ends_with(".npy"))
    return FileKind::Npy;
  if (head.size() > 8 && head[8] == '{' && head[7] == '\0')
    return FileKind::Safetensors;
  if (name.ends_with(".bin") || name.ends_with(".u32"))
    return FileKind::Tokens;
  return FileKind::Module;
}

runtime::Status inspectSafetensors(llvm::raw_ostream &os, const std::string &path) {
  runtime::Result<runtime::SafetensorsFile> file = runtime::SafetensorsFile::open(path);
  if (!file)
    return file.status();
  uint64_t bytes = 0;
  for (const runtime::StoredTensor &tensor : file->tensors())
    bytes += tensor.bytes.size();
  os << "safetensors: " << file->tensors().size() << " tensors, " << bytes << " bytes\n";
  for (const auto &[key, value] : file->metadata())
    os << "  " << key << " = " << value << '\n';
  for (const runtime::StoredTensor &tensor : file->tensors())
    os << "  " << tensor.name << ": " << describe(tensor.type, tensor.shape) << '\n';
  return {};
}

runtime::Status digestSafetensors(llvm::raw_ostream &os, const std::string &path) {
  runtime::Result<runtime::SafetensorsFile> file = runtime::SafetensorsFile::open(path);
  if (!file)
    return file.status();
  std::vector<const runtime::StoredTensor *> sorted;
  for (const runtime::StoredTensor &tensor : file->tensors())
    sorted.push_back(&tensor);
  std::ranges::sort(sorted, {}, [](const runtime::StoredTensor *tensor) { return std::string_view(tensor->name); });
  for (const runtime::StoredTensor *tensor : sorted)
    os << digest(tensor->bytes) << "  " << tensor->name << '\n';
  return {};
}

runtime::Status inspectCounterexample(llvm::raw_ostream &os, const std::string &path) {
  using Json = nlohmann::json;
  runtime::Result<runtime::MappedFile> file = runtime::MappedFile::open(path);
  if (!file)
    return file.status();
  llvm::StringRef text = textOf(*file);
  Json json = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  auto member = [&](const char *key) {
    return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : std::string("?");
  };
  if (!json.is_object() || member("kind") != kCounterexampleMark.str())
    return runtime::badInput(path + ": expected a counterexample that 'lockstep verify' wrote");
  os << "counterexample: " << member("subject") << ": " << member("message") << '\n';
  for (const char *key : {"logical", "plan", "contract", "replay"})
    os << "  " << key << ": " << member(key) << '\n';
  if (json.contains("inputs") && json["inputs"].is_array())
    os << "  inputs: " << json["inputs"].size() << " arguments\n";
  return {};
}

runtime::Status inspectNpy(llvm::raw_ostream &os, const std::string &path) {
  runtime::Result<runtime::NpyFile> file = runtime::NpyFile::open(path);
  if (!file)
    return file.status();
  os << "npy: " << describe(file->type(), file->shape()) << '\n';
  return {};
}

runtime::Status inspectTokens(llvm::raw_ostream &os, const std::string &path) {
  runtime::Result<runtime::TokenFile> file = runtime::TokenFile::open(path);
  if (!file)
    return file.status();
  std::set<int64_t> different;
  for (uint64_t i = 0; i < file->size(); ++i)
    different.insert(file->at(i));
  os << "token file: " << file->size() << " tokens";
  if (!different.empty())
    os << " from " << *different.begin() << " to " << *different.rbegin() << ", " << different.size() << " different";
  os << '\n';
  return {};
}

} // namespace lockstep::tool
