#include "verifier/check/ForAll.h"

#include "verifier/family/Family.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace lockstep::verifier {

namespace {

using family::Family;
using family::LiteralReading;
using family::NeedsNumber;

class ForAll {
public:
  ForAll(const ImportedGraph &logical, const ImportedGraph &plan, const std::string &axis,
         const std::vector<ArgumentFacts> &facts, const Limits &limits)
      : logical(logical.graph), plan(plan.graph), axis(axis), facts(facts), limits(limits) {}

  ForAllOutcome run() {
    std::variant<Family, NeedsNumber> made = Family::make(logical, plan, axis);
    if (auto *needs = std::get_if<NeedsNumber>(&made)) {
      outcome.obligations.push_back(undecided(obligation("every size"), "EQ030",
                                              "the plan is made for one size: " + family::describe(plan, *needs), needs->node));
      return std::move(outcome);
    }
    const Family &members = std::get<Family>(made);
    if (!members.isBounded())
      outcome.obligations.push_back(undecided(
          obligation("every size"), "EQ031",
          "axis '" + axis + "' cuts no dim, so that no size is excluded and the sizes can't be gone through", kNone));
    std::vector<int64_t> sizes = members.sizes();
    std::erase(sizes, members.ownSize());
    LiteralReading reading = chooseReading(members, sizes);
    for (int64_t size : sizes)
      outcome.obligations.push_back(probe && size == sizes.back() ? *probe : memberAt(members, size, reading));
    if (reading != LiteralReading::None)
      state(members, reading);
    return std::move(outcome);
  }

private:
  const Graph &logical, &plan;
  const std::string &axis;
  const std::vector<ArgumentFacts> &facts;
  const Limits &limits;
  ForAllOutcome outcome;
  std::optional<Obligation> probe; // the largest size, proved when the reading was chosen

  Obligation obligation(const std::string &size) const {
    Obligation made;
    made.id = "for-all-" + axis + "-" + size;
    std::replace(made.id.begin(), made.id.end(), ' ', '-');
    made.subject = "all results with " + axis + "=" + size;
    return made;
  }

  Obligation undecided(Obligation made, std::string code, std::string message, NodeId node) const {
    made.status = Status::Unknown;
    made.code = std::move(code);
    made.message = std::move(message);
    if (node != kNone)
      if (Location where = plan.locationOf(node); where.line != 0)
        made.planLocation = SourceLocation{where.file, where.line, where.column};
    return made;
  }

  /// The first reading under which the largest other size is proved: it tells more than a small one.
  LiteralReading chooseReading(const Family &members, const std::vector<int64_t> &sizes) {
    if (sizes.empty())
      return LiteralReading::None;
    for (LiteralReading reading : {LiteralReading::UnlessLogical, LiteralReading::All, LiteralReading::None}) {
      if (reading == LiteralReading::All &&
          members.literals(reading).size() == members.literals(LiteralReading::UnlessLogical).size())
        continue;
      if (reading == LiteralReading::None && members.literals(LiteralReading::All).empty())
        break;
      Obligation tried = memberAt(members, sizes.back(), reading);
      if (tried.status == Status::Proved) {
        probe = std::move(tried);
        return reading;
      }
    }
    return LiteralReading::UnlessLogical;
  }

  Obligation memberAt(const Family &members, int64_t size, LiteralReading reading) const {
    auto start = std::chrono::steady_clock::now();
    Obligation made = obligation(std::to_string(size));
    std::variant<Graph, NeedsNumber> member = members.at(size, reading);
    if (auto *needs = std::get_if<NeedsNumber>(&member))
      return undecided(std::move(made), "EQ030",
                       "needs " + axis + "=" + std::to_string(members.ownSize()) + ": " + family::describe(plan, *needs),
                       needs->node);
    const Graph &graph = std::get<Graph>(member);
    if (std::string problem = graph.check(); !problem.empty())
      return undecided(std::move(made), "EQ030", problem, kNone);
    Proof proof = prove(logical, graph, facts, limits);
    made.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (proof.proved()) {
      made.status = Status::Proved;
      return made;
    }
    auto [why, node] = firstFailure(proof);
    return undecided(std::move(made), "EQ032", std::move(why), node);
  }

  static std::pair<std::string, NodeId> firstFailure(const Proof &proof) {
    for (size_t i = 0; i < proof.results.size(); ++i) {
      const ResultProof &result = proof.results[i];
      if (result.status == ResultStatus::Equal)
        continue;
      std::string why = "result " + std::to_string(i) + " is not proved: ";
      why += result.status == ResultStatus::Unsupported ? result.operatorName + " is not supported" : result.reason;
      return {why, result.planNode};
    }
    for (const ReplicaFinding &finding : proof.replicas)
      return {"result " + std::to_string(finding.result) + ": " + finding.message, kNone};
    return {proof.problem, kNone};
  }

  void state(const Family &members, LiteralReading reading) {
    for (const family::VaryingLiteral &literal : members.literals(reading)) {
      std::optional<double> value = family::splatValue(std::get<ConstantAttr>(plan.node(literal.node).attributes));
      char number[32];
      std::snprintf(number, sizeof number, "%g", value.value_or(0) + literal.last);
      std::string text = "over the sizes of " + axis + ", the literal at " + plan.locationOf(literal.node).str() +
                         " is read as " + number + (literal.exponent > 0 ? " * " : " / ") + "(" + axis + "/" +
                         std::to_string(members.ownSize()) + ")";
      if (std::abs(literal.exponent) > 1)
        text += "^" + std::to_string(std::abs(literal.exponent));
      if (literal.last)
        text += " - 1";
      if (std::find(outcome.readings.begin(), outcome.readings.end(), text) != outcome.readings.end())
        continue;
      outcome.readings.push_back(std::move(text));
    }
  }
};

} // namespace

ForAllOutcome proveForAll(const ImportedGraph &logical, const ImportedGraph &plan, const std::string &axis,
                          const std::vector<ArgumentFacts> &facts, const Limits &limits) {
  return ForAll(logical, plan, axis, facts, limits).run();
}

} // namespace lockstep::verifier
