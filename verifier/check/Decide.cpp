#include "verifier/check/Decide.h"

#include <algorithm>

namespace lockstep::verifier {

namespace {

SourceLocation toSource(const Location &location) { return {location.file, location.line, location.column}; }

void setUnknown(Obligation &obligation, std::string code, std::string message) {
  obligation.status = Status::Unknown;
  obligation.code = std::move(code);
  obligation.message = std::move(message);
}

std::string differenceText(const ResultProof &proof) {
  std::string text = proof.reason.empty() ? "the two normal forms are not the same" : proof.reason;
  if (!proof.logicalTerm.empty() || !proof.planTerm.empty())
    text += ": logical " + proof.logicalTerm + ", plan " + proof.planTerm;
  return text;
}

void applyValue(Obligation &value, const ResultProof &proof, const ImportedGraph &logical, const ImportedGraph &plan,
                std::string_view planPath) {
  value.method = Method::NormalForm;
  if (proof.logicalNode != kNone)
    value.location = toSource(logical.graph.locationOf(proof.logicalNode));
  if (proof.planNode != kNone && proof.planNode < plan.operations.size())
    value.planLocation = textLocationOf(plan.operations[proof.planNode], planPath)
                             .value_or(toSource(plan.graph.locationOf(proof.planNode)));
  switch (proof.status) {
  case ResultStatus::Equal:
    value.status = Status::Proved;
    return;
  case ResultStatus::Different:
    return setUnknown(value, "EQ001", differenceText(proof));
  case ResultStatus::Unknown:
    return setUnknown(value, "EQ001", proof.reason.empty() ? "a limit of the engine was reached" : proof.reason);
  case ResultStatus::Unsupported:
    setUnsupported(value, "depends on the operator " + proof.operatorName + " in the " +
                              (proof.unsupportedInPlan ? "plan" : "logical step") +
                              ", which is not supported" + (proof.reason.empty() ? "" : ": " + proof.reason));
    value.planLocation = toSource(proof.location);
    return;
  }
}

} // namespace

void setUnsupported(Obligation &obligation, std::string message) {
  obligation.status = Status::Unsupported;
  obligation.code = "EQ020";
  obligation.message = std::move(message);
}

void applyProof(Statement &statement, const Proof &proof, const ImportedGraph &logical, const ImportedGraph &plan,
                std::string_view planPath) {
  for (size_t i = 0; i < statement.values.size(); ++i) {
    Obligation &value = statement.values[i];
    if (i >= proof.results.size()) {
      setUnknown(value, "EQ001", proof.problem.empty() ? "the engine gave no answer" : proof.problem);
      continue;
    }
    applyValue(value, proof.results[i], logical, plan, planPath);
    auto &placement = statement.placements[i];
    if (!placement)
      continue;
    auto finding = std::find_if(proof.replicas.begin(), proof.replicas.end(),
                                [&](const ReplicaFinding &f) { return f.result == i; });
    if (finding != proof.replicas.end())
      setUnknown(*placement, "PL002", finding->message);
    else if (value.status == Status::Proved)
      placement->status = Status::Proved; // equal to the logical value on every rank, so to each other
    else if (value.status == Status::Unsupported)
      setUnsupported(*placement, value.message);
    else
      setUnknown(*placement, "PL002", "not shown, since the value itself was not proved");
  }
}

void applyRefutation(Statement &statement, std::vector<Obligation> &communication, const RefuteOutcome &outcome) {
  for (const Refutation &refutation : outcome.refutations) {
    auto &placement = statement.placements[refutation.result];
    Obligation &target =
        refutation.replicasDisagree && placement ? *placement : statement.values[refutation.result];
    if (target.status == Status::Refuted)
      continue;
    // An executed difference outweighs a proof: one of the two is our bug, and this is the safe side.
    bool contradicts = target.status == Status::Proved;
    target.status = Status::Refuted;
    target.method = Method::Interpretation;
    target.code = refutation.code;
    target.message = refutation.message;
    if (contradicts)
      target.message += std::string("; ") + contradictionText;
    target.difference = refutation.difference;
    target.counterexample = refutation.counterexample;
    if (refutation.difference.blame) {
      target.location = refutation.difference.blame->location;
      target.planLocation = refutation.difference.blame->planLocation;
    }
  }
  if (outcome.communication) {
    Obligation obligation;
    bool deadlock = outcome.communication->code.starts_with("SC");
    obligation.id = deadlock ? "schedule-run" : "communication-run";
    obligation.kind = deadlock ? ObligationKind::Schedule : ObligationKind::Communication;
    obligation.subject = deadlock ? "executed programs" : "executed collectives";
    obligation.status = Status::Refuted;
    obligation.method = Method::Interpretation;
    obligation.code = outcome.communication->code;
    obligation.message = outcome.communication->message;
    communication.push_back(std::move(obligation));
  }
  if (outcome.reason.empty())
    return;
  for (Obligation &value : statement.values)
    if (value.status == Status::Unknown) {
      if (value.code.empty())
        value.code = "EQ001";
      value.message += (value.message.empty() ? "" : "; ") + outcome.reason;
    }
}

TraceCheck traceCheck(const ReplayReport &report) {
  TraceCheck check;
  for (const auto &[rule, tally] : report.rules) {
    uint64_t undecided = tally.tooLarge + tally.undefined;
    check.steps += tally.exact + tally.numeric + undecided + tally.failed;
    check.exact += tally.exact;
    check.numeric += tally.numeric;
    check.undecided += undecided;
    if (undecided > 0)
      check.undecidedByRule[rule] = undecided;
  }
  check.conditions = report.facts;
  check.conditionsUndecided = report.factsUndecided;
  check.failed = report.failed;
  for (const ReplayReport::Failure &failure : report.failures)
    check.failures.push_back(failure.rule + ": " + failure.text);
  return check;
}

void recordStatistics(const Proof &proof, std::map<std::string, double> &statistics) {
  const Statistics &from = proof.statistics;
  statistics["fuel"] = static_cast<double>(from.fuelUsed);
  statistics["functions"] = static_cast<double>(from.functions);
  statistics["atoms"] = static_cast<double>(from.atoms);
  statistics["logical_nodes"] = static_cast<double>(from.logicalNodes);
  statistics["plan_nodes"] = static_cast<double>(from.planNodes);
  statistics["prove_seconds"] = from.secondsLogical + from.secondsPlan + from.secondsCompare;
}

} // namespace lockstep::verifier
