#include "verifier/schedule/Trace.h"

namespace lockstep::verifier {

std::optional<Obstacle> simulate(const std::vector<Trace> &traces, const std::string &word) {
  unsigned count = static_cast<unsigned>(traces.size());
  Rendezvous meetings(count, word);
  std::vector<size_t> next(count, 0);
  for (unsigned ended = 0; ended < count;) {
    bool moved = false;
    for (unsigned program = 0; program < count; ++program) {
      if (meetings.isWaiting(program) || meetings.hasEnded(program))
        continue;
      moved = true;
      if (next[program] < traces[program].size()) {
        meetings.post(program, traces[program][next[program]++].post);
      } else {
        meetings.end(program);
        ++ended;
      }
    }
    moved |= !meetings.transfer().empty();
    moved |= !meetings.release().empty();
    if (meetings.mismatch())
      return Obstacle{meetings.mismatch(), {}, meetings.mismatch()->text};
    if (!moved) {
      std::vector<Waiting> waiting = meetings.blocked();
      std::string text = meetings.describe(waiting);
      return Obstacle{std::nullopt, std::move(waiting), std::move(text)};
    }
  }
  return std::nullopt;
}

} // namespace lockstep::verifier
