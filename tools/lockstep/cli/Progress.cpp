#include "tools/lockstep/cli/Progress.h"

#include "llvm/Support/Format.h"

#include <algorithm>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace lockstep::tool {
namespace {

unsigned terminalWidth() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return 80;
}

bool canMoveCursor() {
  const char *term = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) && term && std::string_view(term) != "dumb";
}

} // namespace

std::optional<ProgressMode> parseProgressMode(std::string_view text) {
  if (text == "auto")
    return ProgressMode::Auto;
  if (text == "bar")
    return ProgressMode::Bar;
  if (text == "plain")
    return ProgressMode::Plain;
  if (text == "none")
    return ProgressMode::None;
  return std::nullopt;
}

void Progress::setMode(ProgressMode wanted) {
  if (wanted == ProgressMode::Auto)
    wanted = canMoveCursor() ? ProgressMode::Bar : ProgressMode::None;
  mode = wanted;
}

void Progress::update(std::string_view phase, unsigned done, unsigned total, std::string_view subject) {
  if (mode == ProgressMode::None)
    return;
  bool newPhase = phase != lastPhase;
  auto pause = mode == ProgressMode::Bar ? std::chrono::milliseconds(100) : std::chrono::milliseconds(5000);
  if (!newPhase && Clock::now() - lastDrawn < pause)
    return;
  lastPhase = phase;
  lastDrawn = Clock::now();
  if (mode == ProgressMode::Bar)
    drawBar(phase, done, total, subject);
  else
    printLine(phase, done, total, subject);
  os.flush();
}

void Progress::drawBar(std::string_view phase, unsigned done, unsigned total, std::string_view subject) {
  constexpr unsigned kCells = 20;
  std::string line;
  llvm::raw_string_ostream text(line);
  text << phase;
  if (total > 0) {
    unsigned filled = std::min(kCells, done * kCells / total);
    text << " [" << std::string(filled, '=') << std::string(kCells - filled, ' ') << "] " << done << '/' << total;
  }
  if (!subject.empty())
    text << ' ' << subject;
  if (line.size() >= terminalWidth())
    line.resize(terminalWidth() - 1);
  os << "\r\x1b[K" << line;
  drawn = true;
}

void Progress::printLine(std::string_view phase, unsigned done, unsigned total, std::string_view subject) {
  os << llvm::format("[%6.1fs] ", std::chrono::duration<double>(Clock::now() - start).count()) << phase;
  if (total > 0)
    os << ' ' << done << '/' << total;
  if (!subject.empty())
    os << ' ' << subject;
  os << '\n';
}

void Progress::clear() {
  if (!drawn)
    return;
  os << "\r\x1b[K";
  os.flush();
  drawn = false;
}

} // namespace lockstep::tool
