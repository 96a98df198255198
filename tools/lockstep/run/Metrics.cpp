#include "tools/lockstep/run/Metrics.h"

#include "runtime/data/NamedSource.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lockstep::tool {
namespace {

/// "[2]['loss']" -> "loss"; a plain position keeps saying that it is one: "[2]" -> "result[2]".
std::string shortName(const std::string &name) {
  std::string key = runtime::lastKey(name);
  bool number = !key.empty() && std::ranges::all_of(key, [](unsigned char c) { return std::isdigit(c); });
  return key.empty() || number ? (name.starts_with("[") ? "result" + name : name) : key;
}

} // namespace

Metrics::Metrics(const Program &program) {
  for (unsigned i = 0; i < program.results.size(); ++i) {
    const ResultInfo &result = program.results[i];
    if (!result.argument && result.shape.empty() && !isComplex(result.type))
      results.emplace_back(i, shortName(result.name));
  }
  // Where two short names are equal, the full ones tell them apart.
  for (auto &[index, text] : results)
    if (std::ranges::count(results, text, &std::pair<unsigned, std::string>::second) > 1)
      text = program.results[index].name;
}

std::vector<std::pair<std::string, double>> Metrics::read(const std::vector<interp::Tensor> &values) const {
  std::vector<std::pair<std::string, double>> metrics;
  for (const auto &[index, text] : results) {
    const interp::Tensor &value = values[index];
    metrics.emplace_back(text, isFloat(value.type()) ? value.real(0) : static_cast<double>(value.integer(0)));
  }
  return metrics;
}

std::string textLine(uint64_t step, const std::vector<std::pair<std::string, double>> &metrics) {
  std::string line = "step " + std::to_string(step);
  for (const auto &[name, value] : metrics) {
    char number[32];
    std::snprintf(number, sizeof number, "%.6g", value);
    line += "  " + name + " " + number;
  }
  return line;
}

std::string jsonLine(uint64_t step, double seconds, const std::vector<std::pair<std::string, double>> &metrics) {
  nlohmann::ordered_json json = {{"step", step}, {"seconds", seconds}};
  for (const auto &[name, value] : metrics) {
    if (std::isfinite(value))
      json["metrics"][name] = value;
    else
      json["metrics"][name] = std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
  }
  return json.dump() + "\n";
}

} // namespace lockstep::tool
