#include "tests/interpreter/kernels/Golden.h"

#include <cmath>
#include <cstring>
#include <fstream>

namespace lockstep::interp {
namespace {

std::vector<std::byte> fromHex(const std::string &hex) {
  std::vector<std::byte> bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<std::byte>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

Tensor readTensor(const nlohmann::json &json) {
  return Tensor::fromBytes(*parseElementType(json["type"].get<std::string>()), json["shape"].get<Shape>(),
                           fromHex(json["hex"]));
}

/// Parts of complex numbers count as two elements.
double partOf(const Tensor &x, int64_t i) {
  if (x.storage() == Storage::C64)
    return x.values<float>()[static_cast<size_t>(i)];
  return x.storage() == Storage::C128 ? x.values<double>()[static_cast<size_t>(i)] : x.real(i);
}

bool sameBits(const Tensor &a, const Tensor &b, int64_t i) {
  if (!isFloat(a.type()) && !isComplex(a.type()))
    return a.integer(i) == b.integer(i);
  double x = partOf(a, i), y = partOf(b, i);
  return (std::isnan(x) && std::isnan(y)) || (x == y && std::signbit(x) == std::signbit(y));
}

} // namespace

std::vector<GoldenCase> readGolden(const std::string &family) {
  std::ifstream file(std::string(LOCKSTEP_SOURCE_DIR) + "/tests/interpreter/kernels/golden/" + family + ".json");
  std::vector<GoldenCase> cases;
  for (const nlohmann::json &json : nlohmann::json::parse(file)) {
    GoldenCase golden;
    golden.op = json["op"];
    golden.attrs = json["attrs"];
    golden.tolerance = json["rel"];
    golden.elementwise = golden.attrs.value("elementwise", false);
    for (const nlohmann::json &operand : json["operands"])
      golden.operands.push_back(readTensor(operand));
    for (const nlohmann::json &result : json["results"])
      golden.results.push_back(readTensor(result));
    cases.push_back(std::move(golden));
  }
  return cases;
}

std::string differenceOf(const Tensor &found, const Tensor &expected, double tolerance, bool elementwise) {
  if (found.type() != expected.type() || found.shape() != expected.shape())
    return "expected " + expected.typeString() + ", found " + found.typeString();
  int64_t parts = isComplex(found.type()) ? 2 * found.size() : found.size();
  double largest = 0;
  for (int64_t i = 0; i < parts; ++i)
    if (std::isfinite(partOf(expected, i)))
      largest = std::max(largest, std::fabs(partOf(expected, i)));
  for (int64_t i = 0; i < parts; ++i) {
    double wanted = partOf(expected, i), got = partOf(found, i);
    // Below the smallest normal number of a narrow type one unit is more than any relative tolerance.
    double scale = elementwise ? std::max(std::fabs(wanted), 1e-4) : largest;
    bool close = tolerance == 0 ? sameBits(found, expected, i)
                                : sameBits(found, expected, i) || std::fabs(got - wanted) <= tolerance * scale;
    if (!close)
      return "element " + std::to_string(i) + ": expected " + std::to_string(wanted) + ", found " +
             std::to_string(got) + ", difference " + std::to_string((got - wanted) / scale) + " relative";
  }
  return "";
}

} // namespace lockstep::interp
