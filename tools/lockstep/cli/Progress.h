// Progress on standard error: a bar on a terminal, plain lines for logs, or nothing.
#pragma once

#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::tool {

enum class ProgressMode { Auto, Bar, Plain, None };
std::optional<ProgressMode> parseProgressMode(std::string_view text);

class Progress {
public:
  explicit Progress(llvm::raw_ostream &os) : os(os) {}
  ~Progress() { clear(); }

  /// Auto is a bar on a terminal that can move its cursor, and nothing elsewhere.
  void setMode(ProgressMode mode);

  /// `total` 0: unknown. Cheap: redraws a few times a second at most; plain mode prints a line per phase and then
  /// every few seconds.
  void update(std::string_view phase, unsigned done, unsigned total, std::string_view subject);

  /// Removes the bar, so that other text can be written.
  void clear();

private:
  using Clock = std::chrono::steady_clock;

  void drawBar(std::string_view phase, unsigned done, unsigned total, std::string_view subject);
  void printLine(std::string_view phase, unsigned done, unsigned total, std::string_view subject);

  llvm::raw_ostream &os;
  ProgressMode mode = ProgressMode::None;
  std::string lastPhase;
  Clock::time_point start = Clock::now(), lastDrawn{};
  bool drawn = false;
};

} // namespace lockstep::tool
