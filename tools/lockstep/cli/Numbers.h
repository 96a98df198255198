// Strict numbers on the command line: CLI11 lets "-1" and numbers beyond 64 bits through for unsigned options.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdint>

namespace lockstep::tool {

/// Decimal digits alone, from `least` to `most`.
inline CLI::Validator wholeNumber(uint64_t least = 0, uint64_t most = INT64_MAX) {
  auto check = [least, most](const std::string &text) -> std::string {
    uint64_t value = 0;
    bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    if (digits && !llvm::StringRef(text).getAsInteger(10, value) && value >= least && value <= most)
      return "";
    return "expected a whole number" + (least ? " from " + std::to_string(least) : std::string()) + ", found '" + text +
           "'";
  };
  return CLI::Validator(check, "");
}

/// A finite number from 0.
inline CLI::Validator nonNegative() {
  auto check = [](const std::string &text) -> std::string {
    double value = 0;
    if (!llvm::StringRef(text).getAsDouble(value) && std::isfinite(value) && value >= 0)
      return "";
    return "expected a number from 0, found '" + text + "'";
  };
  return CLI::Validator(check, "");
}

} // namespace lockstep::tool
