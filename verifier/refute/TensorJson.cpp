#include "verifier/refute/TensorJson.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cmath>

namespace lockstep::verifier {

using interp::Tensor;
using Json = nlohmann::ordered_json;

Json jsonNumber(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value > 0 ? "inf" : "-inf";
  return value;
}

std::optional<double> numberOfJson(const nlohmann::json &json) {
  if (json.is_number())
    return json.get<double>();
  if (!json.is_string())
    return std::nullopt;
  auto text = json.get<std::string>();
  if (text == "nan")
    return std::nan("");
  if (text == "inf")
    return HUGE_VAL;
  if (text == "-inf")
    return -HUGE_VAL;
  return std::nullopt;
}

namespace {

Json elementJson(const Tensor &tensor, int64_t flat) {
  if (isFloat(tensor.type()))
    return jsonNumber(tensor.real(flat));
  if (isUnsigned(tensor.type()))
    return static_cast<uint64_t>(tensor.integer(flat));
  return tensor.integer(flat);
}

bool setElement(Tensor &tensor, int64_t flat, const nlohmann::json &json) {
  if (isFloat(tensor.type())) {
    auto value = numberOfJson(json);
    if (value)
      tensor.setReal(flat, *value);
    return value.has_value();
  }
  if (!json.is_number_integer())
    return false;
  tensor.setInteger(flat, json.is_number_unsigned() ? static_cast<int64_t>(json.get<uint64_t>()) : json.get<int64_t>());
  return true;
}

/// "tensor<2x3xf32>" -> type and shape.
bool parseType(llvm::StringRef text, ElementType &type, Shape &shape) {
  if (!text.consume_front("tensor<") || !text.consume_back(">"))
    return false;
  while (!text.empty() && llvm::isDigit(text.front())) {
    auto [extent, rest] = text.split('x');
    int64_t value = 0;
    if (extent.getAsInteger(10, value) || value < 0)
      return false;
    shape.push_back(value);
    text = rest;
  }
  auto element = parseElementType(std::string_view(text));
  if (element)
    type = *element;
  return element.has_value();
}

} // namespace

Json tensorJson(const Tensor &tensor) {
  Json json = {{"type", tensor.typeString()}};
  if (isComplex(tensor.type())) {
    auto parts = tensor.values<double>();
    json["values"] = std::vector<double>(parts.begin(), parts.end());
    return json;
  }
  bool isFill = tensor.size() > 0;
  Json first = isFill ? elementJson(tensor, 0) : Json();
  Json values = Json::array();
  for (int64_t i = 0; i < tensor.size(); ++i) {
    values.push_back(elementJson(tensor, i));
    isFill &= values.back() == first;
  }
  if (isFill)
    json["fill"] = first;
  else
    json["values"] = std::move(values);
  return json;
}

std::optional<Tensor> tensorOfJson(const nlohmann::json &json) {
  if (!json.is_object() || !json.contains("type") || !json["type"].is_string())
    return std::nullopt;
  ElementType type = ElementType::F32;
  Shape shape;
  if (!parseType(json["type"].get<std::string>(), type, shape))
    return std::nullopt;
  // The file is input: an absurd shape must not ask for all memory.
  int64_t count = 1;
  for (int64_t extent : shape) {
    if (extent && count > (int64_t(1) << 34) / extent)
      return std::nullopt;
    count *= extent;
  }
  bool filled = json.contains("fill");
  if (!filled && (!json.contains("values") || !json["values"].is_array()))
    return std::nullopt;
  size_t perElement = isComplex(type) ? 2 : 1;
  if (!filled && json["values"].size() != static_cast<size_t>(count) * perElement)
    return std::nullopt;
  Tensor tensor(type, shape, /*f64Mode=*/true);
  if (isComplex(type)) {
    auto parts = tensor.data<double>();
    for (size_t i = 0; i < parts.size(); ++i)
      parts[i] = numberOfJson(filled ? json["fill"] : json["values"][i]).value_or(0);
    return tensor;
  }
  for (int64_t i = 0; i < count; ++i)
    if (!setElement(tensor, i, filled ? json["fill"] : json["values"][static_cast<size_t>(i)]))
      return std::nullopt;
  return tensor;
}

} // namespace lockstep::verifier
