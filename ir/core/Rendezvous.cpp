#include "ir/core/Rendezvous.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

#include <algorithm>
#include <deque>

namespace lockstep {
namespace {

std::string at(const std::string &place) { return place.empty() ? "" : " at " + place; }

// The shortest way from a program of the component back to itself.
std::vector<unsigned> cycleIn(const std::vector<std::vector<unsigned>> &edges, const std::vector<int> &component,
                              unsigned start) {
  std::vector<int> from(edges.size(), -1);
  std::deque<unsigned> queue = {start};
  while (!queue.empty()) {
    unsigned here = queue.front();
    queue.pop_front();
    for (unsigned next : edges[here]) {
      if (component[next] != component[start])
        continue;
      if (next == start) {
        std::vector<unsigned> cycle = {here};
        while (cycle.back() != start)
          cycle.push_back(static_cast<unsigned>(from[cycle.back()]));
        std::reverse(cycle.begin(), cycle.end());
        return cycle;
      }
      if (from[next] < 0) {
        from[next] = static_cast<int>(here);
        queue.push_back(next);
      }
    }
  }
  return {};
}

} // namespace

void Rendezvous::post(unsigned program, Post post) {
  State &state = states[program];
  state.done.assign(post.messages.size(), false);
  state.current = std::move(post);
}

// No earlier message of the same group to the same peer in the same direction is still to go over.
bool Rendezvous::wantsFirst(unsigned program, size_t index) const {
  const State &state = states[program];
  const auto &messages = state.current->messages;
  for (size_t i = 0; i < index; ++i)
    if (!state.done[i] && messages[i].peer == messages[index].peer && messages[i].sends == messages[index].sends)
      return false;
  return true;
}

std::string Rendezvous::textOf(unsigned program, const MessageEnd &end) const {
  return name(program) + (end.sends ? " sends " : " receives ") + end.key + " as " + end.type + at(end.place);
}

std::vector<Rendezvous::Transfer> Rendezvous::transfer() {
  std::vector<Transfer> transfers;
  for (unsigned source = 0; source < states.size() && !found; ++source) {
    if (!states[source].current)
      continue;
    auto &sends = states[source].current->messages;
    for (unsigned i = 0; i < sends.size() && !found; ++i) {
      unsigned target = sends[i].peer;
      if (!sends[i].sends || states[source].done[i] || target >= states.size() || !states[target].current ||
          !wantsFirst(source, i))
        continue;
      auto &receives = states[target].current->messages;
      for (unsigned j = 0; j < receives.size(); ++j) {
        if (receives[j].sends || receives[j].peer != source || states[target].done[j] || !wantsFirst(target, j))
          continue;
        bool sameKey = sends[i].key == receives[j].key;
        if (!sameKey || sends[i].type != receives[j].type) {
          found = Mismatch{sameKey ? Mismatch::Kind::Type : Mismatch::Kind::Message, source, target,
                           textOf(source, sends[i]) + " where " + textOf(target, receives[j]), sends[i].place,
                           receives[j].place};
          break;
        }
        states[source].done[i] = states[target].done[j] = true;
        transfers.push_back({source, i, target, j});
        break;
      }
    }
  }
  return transfers;
}

bool Rendezvous::isComplete(unsigned program) const {
  const State &state = states[program];
  return std::all_of(state.done.begin(), state.done.end(), [](bool done) { return done; });
}

std::vector<std::vector<unsigned>> Rendezvous::release() {
  std::vector<std::vector<unsigned>> released;
  for (unsigned program = 0; program < states.size(); ++program) {
    if (!states[program].current)
      continue;
    if (!states[program].current->collective) {
      if (isComplete(program))
        released.push_back({program});
      continue;
    }
    const CollectiveEnd &call = *states[program].current->collective;
    if (call.members.front() != program)
      continue; // counted at its first member
    bool all = true;
    for (unsigned member : call.members) {
      const auto &other = states[member].current;
      if (!other || !other->collective || other->collective->communicator != call.communicator) {
        all = false;
        continue;
      }
      if (!found && other->collective->signature != call.signature)
        found = Mismatch{Mismatch::Kind::Collective, program, member,
                         name(program) + " calls " + call.signature + at(call.place) + " where " + name(member) +
                             " calls " + other->collective->signature + at(other->collective->place),
                         call.place, other->collective->place};
    }
    if (all && !found)
      released.push_back(call.members);
  }
  if (found)
    return {};
  for (const std::vector<unsigned> &programs : released)
    for (unsigned program : programs)
      states[program].current.reset();
  return released;
}

Waiting Rendezvous::waitingOf(unsigned program) const {
  const State &state = states[program];
  Waiting waiting;
  waiting.program = program;
  auto add = [&](unsigned other) {
    if (std::find(waiting.on.begin(), waiting.on.end(), other) == waiting.on.end())
      waiting.on.push_back(other);
    waiting.peerEnded |= states[other].ended;
  };
  if (state.current->collective) {
    const CollectiveEnd &call = *state.current->collective;
    waiting.what = "in " + call.signature;
    waiting.place = call.place;
    for (unsigned member : call.members) {
      const auto &other = states[member].current;
      if (!other || !other->collective || other->collective->communicator != call.communicator)
        add(member);
    }
    return waiting;
  }
  for (size_t i = 0; i < state.done.size(); ++i) {
    if (state.done[i])
      continue;
    const MessageEnd &end = state.current->messages[i];
    add(end.peer);
    waiting.what += (waiting.what.empty() ? "" : " and ") + std::string(end.sends ? "to send " : "to receive ") +
                    end.key + (end.sends ? " to " : " from ") + name(end.peer);
    if (waiting.place.empty())
      waiting.place = end.place;
  }
  return waiting;
}

std::vector<Waiting> Rendezvous::blocked() const {
  std::vector<std::vector<unsigned>> edges(states.size());
  boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> graph(states.size());
  std::vector<Waiting> ended;
  for (unsigned program = 0; program < states.size(); ++program) {
    if (!states[program].current)
      continue;
    Waiting waiting = waitingOf(program);
    edges[program] = waiting.on;
    for (unsigned other : waiting.on)
      boost::add_edge(program, other, graph);
    if (waiting.peerEnded)
      ended.push_back(std::move(waiting));
  }
  if (!ended.empty())
    return ended; // what others wait for follows from it
  std::vector<int> component(states.size());
  if (!states.empty())
    boost::strong_components(graph, component.data());
  std::vector<unsigned> best;
  for (unsigned program = 0; program < states.size(); ++program) {
    std::vector<unsigned> cycle = cycleIn(edges, component, program);
    if (!cycle.empty() && (best.empty() || cycle.size() < best.size()))
      best = std::move(cycle);
  }
  std::vector<Waiting> result;
  for (size_t i = 0; i < best.size(); ++i) {
    Waiting waiting = waitingOf(best[i]);
    waiting.on = {best[(i + 1) % best.size()]}; // the one of the cycle; a group may wait for others besides
    result.push_back(std::move(waiting));
  }
  return result;
}

std::string Rendezvous::describe(const std::vector<Waiting> &waiting) const {
  std::string text;
  for (const Waiting &one : waiting) {
    text += (text.empty() ? "" : "; ") + name(one.program) + " waits " + one.what + at(one.place) + " for ";
    for (size_t i = 0; i < one.on.size(); ++i)
      text += (i ? ", " : "") + name(one.on[i]);
    if (one.peerEnded)
      text += ", which has ended its program";
  }
  return text;
}

} // namespace lockstep
