// The long texts of diagnostic codes, from docs/diagnostics.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace lockstep::verifier {

struct DiagnosticText {
  std::string_view code;  // "EQ010"
  std::string_view title; // one line
  std::string_view text;  // Markdown: cause, example, usual fix
};

/// Case is ignored. Nullopt when the code does not exist. The views stay valid for ever.
std::optional<DiagnosticText> explain(std::string_view code);

/// All codes, sorted.
std::vector<std::string_view> diagnosticCodes();

} // namespace lockstep::verifier
