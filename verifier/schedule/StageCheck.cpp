#include "verifier/schedule/StageCheck.h"

#include "verifier/schedule/Trace.h"

#include <algorithm>
#include <map>

namespace lockstep::verifier {

namespace {

SourceLocation toSource(const Location &location) { return {location.file, location.line, location.column}; }

std::string stageText(size_t stage) { return "stage " + std::to_string(stage); }

class StageCheck {
public:
  StageCheck(const Graph &graph, const Node &step)
      : graph(graph), step(step), attr(std::get<StepAttr>(step.attributes)), traces(stageTraces(graph, step)) {}

  std::vector<Obligation> run() {
    checkMessages();
    checkCollectives();
    bool fits = obligations.empty();
    if (fits)
      add(ObligationKind::Communication, "stages",
          std::to_string(traces.messages) + " messages and " + std::to_string(traces.collectives) +
              " ends of collectives between " + std::to_string(step.regions.size()) + " stages");
    checkDeadlock(fits);
    for (size_t stage = 0; stage < step.regions.size(); ++stage)
      checkMemory(stage);
    for (size_t stage = 0; stage < step.regions.size(); ++stage)
      for (const DonationFault &fault : donationFaults(graph, step.regions[stage])) {
        Obligation &obligation = add(ObligationKind::State, "donation-" + std::to_string(++donations), stageText(stage));
        refute(obligation, "ST004", fault.text, fault.reader == kNone ? fault.call : fault.reader);
      }
    return std::move(obligations);
  }

private:
  const Graph &graph;
  const Node &step;
  const StepAttr &attr;
  StageTraces traces;
  std::vector<Obligation> obligations;
  unsigned donations = 0, found = 0;

  Obligation &add(ObligationKind kind, const std::string &id, std::string subject) {
    Obligation obligation;
    obligation.kind = kind;
    obligation.id = std::string(name(kind)) + "-" + id;
    obligation.subject = std::move(subject);
    obligation.method = Method::Simulation;
    obligation.status = Status::Proved;
    obligations.push_back(std::move(obligation));
    return obligations.back();
  }

  void refute(Obligation &obligation, const char *code, std::string message, NodeId node) {
    obligation.status = Status::Refuted;
    obligation.code = code;
    obligation.message = std::move(message);
    if (node != kNone)
      obligation.location = obligation.planLocation = toSource(graph.locationOf(node));
  }

  void fault(const char *code, std::string subject, std::string message, NodeId node) {
    refute(add(ObligationKind::Communication, "stages-" + std::to_string(++found), std::move(subject)), code,
           std::move(message), node);
  }

  /// What is played against each other: stages where they are symmetric, else devices.
  const std::vector<Trace> &programs() const { return traces.devices.empty() ? traces.stages : traces.devices; }
  std::string word() const { return traces.devices.empty() ? "stage" : "device"; }
  std::string programText(size_t program) const { return word() + " " + std::to_string(program); }

  struct End {
    const MessageEnd *end;
    NodeId node;
  };

  std::vector<End> ends(size_t stage, size_t peer, bool sends) const {
    std::vector<End> result;
    for (const Event &event : traces.stages[stage])
      for (const MessageEnd &end : event.post.messages)
        if (end.sends == sends && end.peer == peer)
          result.push_back({&end, event.node});
    return result;
  }

  static std::string at(const std::string &place) { return place.empty() ? "" : " at " + place; }

  /// Between two stages messages keep their order, so the n-th send meets the n-th receive.
  void checkMessages() {
    for (size_t source = 0; source < step.regions.size(); ++source)
      for (size_t target = 0; target < step.regions.size(); ++target)
        if (source != target)
          checkPair(source, target);
  }

  void checkPair(size_t source, size_t target) {
    std::vector<End> sent = ends(source, target, true), received = ends(target, source, false);
    std::string subject = "messages from " + stageText(source) + " to " + stageText(target);
    for (size_t i = 0; i < std::min(sent.size(), received.size()); ++i) {
      const MessageEnd &a = *sent[i].end, &b = *received[i].end;
      if (a.key == b.key && a.type == b.type)
        continue;
      // A key that the other side does not have at all is a missing end, not a wrong order.
      if (a.key != b.key && reportMissing(sent, received, source, target, subject))
        return;
      const char *code = a.key == b.key ? "CM007" : "CM005";
      return fault(code, subject,
                   "message " + std::to_string(i + 1) + " is sent as " + a.key + " of type " + a.type + at(a.place) +
                       " and received as " + b.key + " of type " + b.type + at(b.place),
                   sent[i].node);
    }
    if (sent.size() != received.size())
      reportMissing(sent, received, source, target, subject);
  }

  bool reportMissing(const std::vector<End> &sent, const std::vector<End> &received, size_t source, size_t target,
                     const std::string &subject) {
    std::map<std::string, int64_t> balance;
    for (const End &end : sent)
      ++balance[end.end->key];
    for (const End &end : received)
      --balance[end.end->key];
    for (const auto *side : {&sent, &received})
      for (const End &end : *side) {
        int64_t open = balance[end.end->key];
        if (end.end->sends ? open <= 0 : open >= 0)
          continue;
        fault("CM006", subject,
              end.end->sends ? stageText(source) + " sends " + end.end->key + at(end.end->place) + ", but " +
                                   stageText(target) + " never receives it"
                             : stageText(target) + " receives " + end.end->key + at(end.end->place) + ", but " +
                                   stageText(source) + " never sends it",
              end.node);
        return true;
      }
    return false;
  }

  /// The n-th call over a communicator must be the same on every member.
  void checkCollectives() {
    std::map<std::string, std::map<size_t, std::vector<std::pair<const CollectiveEnd *, NodeId>>>> calls;
    for (size_t program = 0; program < programs().size(); ++program)
      for (const Event &event : programs()[program])
        if (event.post.collective)
          calls[event.post.collective->communicator][program].push_back({&*event.post.collective, event.node});
    for (const auto &[communicator, byStage] : calls) {
      const auto &[first, reference] = *byStage.begin();
      const std::vector<unsigned> &members = reference.front().first->members;
      for (unsigned member : members)
        if (!checkMember(first, reference, member, byStage))
          break;
    }
  }

  template <typename Calls>
  bool checkMember(size_t first, const std::vector<std::pair<const CollectiveEnd *, NodeId>> &reference, size_t member,
                   const Calls &byStage) {
    auto known = byStage.find(member);
    static const std::vector<std::pair<const CollectiveEnd *, NodeId>> none;
    const auto &other = known == byStage.end() ? none : known->second;
    std::string subject = "collectives of " + programText(first) + " and " + programText(member);
    for (size_t i = 0; i < std::max(reference.size(), other.size()); ++i) {
      if (i >= reference.size() || i >= other.size()) {
        bool here = i < reference.size();
        const auto &[end, node] = here ? reference[i] : other[i];
        fault("CM002", subject,
              programText(here ? first : member) + " calls " + end->signature + at(end->place) + ", but " +
                  programText(here ? member : first) + " does not take part in it",
              node);
        return false;
      }
      if (reference[i].first->signature == other[i].first->signature)
        continue;
      fault("CM001", subject,
            "call " + std::to_string(i + 1) + " is " + reference[i].first->signature + at(reference[i].first->place) +
                " on " + programText(first) + " and " + other[i].first->signature + at(other[i].first->place) + " on " +
                programText(member),
            reference[i].second);
      return false;
    }
    return true;
  }

  void checkDeadlock(bool fits) {
    Obligation &obligation =
        add(ObligationKind::Schedule, "order", "no deadlock between " + std::to_string(step.regions.size()) + " stages");
    auto obstacle = simulate(programs(), word());
    if (!obstacle)
      return;
    bool cycle = !obstacle->waiting.empty() && !obstacle->waiting.front().peerEnded;
    if (!cycle && !fits) { // the fault is told where it is: messages or collectives that do not fit
      obligation.status = Status::Unknown;
      obligation.code = "SC001";
      obligation.message = "the programs do not come to their end: " + obstacle->text;
      return;
    }
    refute(obligation, "SC001", obstacle->text, kNone);
    if (!obstacle->waiting.empty()) {
      unsigned program = obstacle->waiting.front().program;
      for (const Event &event : programs()[program])
        if (isAt(event, obstacle->waiting.front().place)) {
          obligation.location = obligation.planLocation = toSource(graph.locationOf(event.node));
          break;
        }
    }
  }

  static bool isAt(const Event &event, const std::string &place) {
    if (event.post.collective)
      return event.post.collective->place == place;
    return std::any_of(event.post.messages.begin(), event.post.messages.end(),
                       [&](const MessageEnd &end) { return end.place == place; });
  }

  void checkMemory(size_t stage) {
    InFlight most = inFlight(graph, step.regions[stage]);
    std::string figures = std::to_string(most.microBatches) + " micro-batches, " + std::to_string(most.values) +
                          " activations, " + std::to_string(most.bytes) + " bytes";
    add(ObligationKind::Memory, std::to_string(stage), stageText(stage) + ": at most " + figures + " in flight");
    if (stage >= attr.inFlight.size())
      return;
    Obligation &bound = add(ObligationKind::Schedule, "in-flight-" + std::to_string(stage),
                            stageText(stage) + ": at most " + std::to_string(attr.inFlight[stage]) + " micro-batches in flight");
    if (static_cast<int64_t>(most.microBatches) > attr.inFlight[stage])
      refute(bound, "SC010", "it holds " + figures + " at one time", kNone);
  }
};

} // namespace

std::vector<Obligation> checkStages(const Graph &plan) {
  const Node *step = stepOf(plan);
  return step ? StageCheck(plan, *step).run() : std::vector<Obligation>();
}

} // namespace lockstep::verifier
