#include "runtime/data/NamedSource.h"

#include "runtime/data/Integers.h"

#include <algorithm>
#include <cstring>

namespace lockstep::runtime {
namespace {

std::string describe(ElementType type, const Shape &shape) {
  std::string text = std::string(name(type)) + "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? "," : "") + std::to_string(shape[i]);
  return text + "]";
}

/// Trailing dims of the argument equal the dims of one sample.
bool fits(const BatchArgument &argument, const StoredTensor &tensor) {
  if (tensor.shape.empty() || argument.type != tensor.type || argument.shape.size() + 1 < tensor.shape.size())
    return false;
  return std::equal(tensor.shape.rbegin(), tensor.shape.rend() - 1, argument.shape.rbegin());
}

} // namespace

std::string lastKey(std::string_view name) {
  while (!name.empty() && (name.back() == ']' || name.back() == '\'' || name.back() == '"'))
    name.remove_suffix(1);
  size_t start = name.find_last_of("['\".");
  return std::string(start == std::string_view::npos ? name : name.substr(start + 1));
}

Result<NamedSource> NamedSource::create(SafetensorsFile opened, std::vector<BatchArgument> arguments) {
  NamedSource source(std::move(opened));
  source.arguments = std::move(arguments);
  if (source.arguments.empty())
    return badInput("the step has no batch argument that " + source.file.path() + " could fill");
  for (const BatchArgument &argument : source.arguments) {
    const StoredTensor *tensor = source.file.find(argument.name);
    if (!tensor)
      tensor = source.file.find(lastKey(argument.name));
    if (!tensor)
      return badInput(source.file.path() + ": no tensor named '" + argument.name + "' or '" + lastKey(argument.name) +
                      "' for the batch argument of that name");
    if (!fits(argument, *tensor))
      return badInput(source.file.path() + ": tensor '" + tensor->name + "' is " +
                      describe(tensor->type, tensor->shape) + " (samples first), which does not fit argument '" +
                      argument.name + "' of " + describe(argument.type, argument.shape));
    uint64_t count = static_cast<uint64_t>(tensor->shape[0]);
    if (source.tensors.empty())
      source.samples = count;
    if (count != source.samples || count == 0)
      return badInput(source.file.path() + ": tensor '" + tensor->name + "' holds " + std::to_string(count) +
                      " samples, expected " + std::to_string(std::max<uint64_t>(source.samples, 1)));
    source.tensors.push_back(tensor);
  }
  return source;
}

Status NamedSource::fill(unsigned index, uint64_t sample, std::span<std::byte> row) const {
  const BatchArgument &argument = arguments[index];
  std::span<const std::byte> from = tensors[index]->bytes.subspan(sample * row.size(), row.size());
  unsigned width = byteWidth(argument.type);
  if (argument.range && isStoredInteger(argument.type)) {
    for (size_t at = 0; at < from.size(); at += width) {
      double value = static_cast<double>(loadInteger(argument.type, from.subspan(at, width)));
      if (value < argument.range->first || value > argument.range->second)
        return badInput(file.path() + ": value " + std::to_string(static_cast<int64_t>(value)) + " in sample " +
                        std::to_string(sample) + " is outside what argument '" + argument.name + "' accepts");
    }
  }
  std::memcpy(row.data(), from.data(), row.size());
  return {};
}

} // namespace lockstep::runtime
