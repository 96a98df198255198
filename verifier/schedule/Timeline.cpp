#include "verifier/schedule/Timeline.h"

#include "verifier/schedule/Trace.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>
#include <set>

namespace lockstep::verifier {

namespace {

class Player {
public:
  Player(const Graph &graph, const Node &step)
      : graph(graph), step(step), traces(stageTraces(graph, step).stages), clock(step.regions.size(), 0),
        next(step.regions.size(), 0), event(step.regions.size(), 0),
        meetings(static_cast<unsigned>(step.regions.size()), "stage") {
    timeline.stages.resize(step.regions.size());
  }

  Timeline play() {
    unsigned count = static_cast<unsigned>(clock.size()), ended = 0;
    while (ended < count) {
      bool moved = false;
      for (unsigned stage = 0; stage < count; ++stage)
        if (!meetings.isWaiting(stage) && !meetings.hasEnded(stage)) {
          advance(stage);
          ended += meetings.hasEnded(stage);
          moved = true;
        }
      std::vector<unsigned> posted = clock;
      for (const Rendezvous::Transfer &transfer : meetings.transfer()) {
        unsigned both = std::max(posted[transfer.source], posted[transfer.target]);
        ready[transfer.source] = std::max(ready[transfer.source], both);
        ready[transfer.target] = std::max(ready[transfer.target], both);
        moved = true;
      }
      for (const std::vector<unsigned> &stages : meetings.release()) {
        moved = true;
        unsigned latest = 0;
        for (unsigned stage : stages)
          latest = std::max({latest, clock[stage], ready[stage]});
        for (unsigned stage : stages) {
          clock[stage] = latest;
          ready[stage] = 0;
        }
      }
      if (meetings.mismatch()) {
        timeline.obstacle = meetings.mismatch()->text;
        break;
      }
      if (!moved) {
        timeline.obstacle = meetings.describe(meetings.blocked());
        break;
      }
    }
    timeline.length = *std::max_element(clock.begin(), clock.end());
    for (const auto &[letter, functions] : names) {
      std::string line(1, letter);
      for (const std::string &function : functions)
        line += (line.size() == 1 ? " " : ", ") + function;
      timeline.legend.push_back(std::move(line));
    }
    return std::move(timeline);
  }

private:
  const Graph &graph;
  const Node &step;
  std::vector<Trace> traces;
  std::vector<unsigned> clock;
  std::vector<size_t> next, event;
  std::map<unsigned, unsigned> ready; // when the messages of what a stage is at have gone over
  Rendezvous meetings;
  Timeline timeline;
  std::map<char, std::set<std::string>> names;

  /// Calls up to the next point where the stage meets others.
  void advance(unsigned stage) {
    const Region &program = step.regions[stage];
    for (; next[stage] < program.nodes.size(); ++next[stage]) {
      NodeId id = program.nodes[next[stage]];
      if (event[stage] < traces[stage].size() && traces[stage][event[stage]].node == id) {
        meetings.post(stage, traces[stage][event[stage]++].post);
        ++next[stage];
        return;
      }
      if (graph.node(id).opcode == Opcode::Call)
        call(stage, id);
    }
    meetings.end(stage);
  }

  void call(unsigned stage, NodeId id) {
    const auto &attr = std::get<CallAttr>(graph.node(id).attributes);
    const std::string &function = graph.functions[attr.function].name;
    char letter = function.empty() ? '?' : static_cast<char>(std::toupper(static_cast<unsigned char>(function[0])));
    names[letter].insert(function);
    std::string label(1, letter);
    if (attr.microBatch >= 0)
      label += std::to_string(attr.microBatch);
    timeline.stages[stage].push_back({clock[stage]++, std::move(label), id});
  }
};

} // namespace

Timeline timelineOf(const Graph &graph, const Node &step) { return Player(graph, step).play(); }

std::string draw(const Timeline &timeline) {
  size_t width = 2, calls = 0;
  for (const auto &slots : timeline.stages) {
    calls += slots.size();
    for (const Slot &slot : slots)
      width = std::max(width, slot.label.size());
  }
  std::string text;
  for (size_t stage = 0; stage < timeline.stages.size(); ++stage) {
    char head[24];
    std::snprintf(head, sizeof head, "stage %-4zu", stage);
    text += head;
    size_t next = 0;
    const auto &slots = timeline.stages[stage];
    for (unsigned time = 0; time < timeline.length && next < slots.size(); ++time) {
      std::string label = slots[next].start == time ? slots[next++].label : ".";
      text += " " + label + std::string(next < slots.size() ? width - label.size() : 0, ' ');
    }
    text += '\n';
  }
  double room = static_cast<double>(timeline.length) * static_cast<double>(timeline.stages.size());
  char line[96];
  std::snprintf(line, sizeof line, "%u units of one call each, stages work %.0f %% of them\n", timeline.length,
                room > 0 ? 100.0 * static_cast<double>(calls) / room : 0.0);
  text += line;
  for (const std::string &entry : timeline.legend)
    text += "  " + entry + '\n';
  if (!timeline.obstacle.empty())
    text += "then nothing moves: " + timeline.obstacle + '\n';
  return text;
}

} // namespace lockstep::verifier
