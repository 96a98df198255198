#include "runtime/data/TokenFile.h"

#include "runtime/data/Integers.h"

namespace lockstep::runtime {
namespace {

TokenWidth widthOf(const std::string &path, std::optional<TokenWidth> given) {
  if (given)
    return *given;
  bool wide = path.ends_with(".u32") || path.ends_with(".u32.bin");
  return wide ? TokenWidth::U32 : TokenWidth::U16;
}

} // namespace

TokenFile::TokenFile(std::string path, std::variant<MappedFile, NpyFile> storage, ElementType type)
    : name(std::move(path)), storage(std::move(storage)), type(type), count(bytes().size() / byteWidth(type)) {}

Result<TokenFile> TokenFile::open(const std::string &path, std::optional<TokenWidth> width) {
  if (path.ends_with(".npy")) {
    Result<NpyFile> array = NpyFile::open(path);
    if (!array)
      return array.status();
    if (array->shape().size() != 1 || !isStoredInteger(array->type()))
      return badInput(path + ": expected a one-dimensional array of integers, found " +
                      std::to_string(array->shape().size()) + " dims of " + std::string(lockstep::name(array->type())));
    ElementType type = array->type();
    return TokenFile(path, std::move(*array), type);
  }
  Result<MappedFile> file = MappedFile::open(path);
  if (!file)
    return file.status();
  ElementType type = widthOf(path, width) == TokenWidth::U32 ? ElementType::UI32 : ElementType::UI16;
  if (file->bytes().size() % byteWidth(type) != 0)
    return badInput(path + ": expected a whole number of " + std::to_string(byteWidth(type)) + "-byte tokens, found " +
                    std::to_string(file->bytes().size()) + " bytes");
  return TokenFile(path, std::move(*file), type);
}

std::span<const std::byte> TokenFile::bytes() const {
  return std::visit([](const auto &file) { return file.bytes(); }, storage);
}

int64_t TokenFile::at(uint64_t index) const {
  unsigned width = byteWidth(type);
  return loadInteger(type, bytes().subspan(index * width, width));
}

} // namespace lockstep::runtime
