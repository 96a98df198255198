#include "verifier/refute/Refute.h"

#include "ir/import/Program.h"
#include "verifier/import/Subject.h"
#include "verifier/refute/Blame.h"
#include "verifier/refute/ContractText.h"
#include "verifier/refute/Cost.h"
#include "verifier/refute/Counterexample.h"
#include "verifier/refute/Findings.h"
#include "verifier/refute/Noise.h"
#include "verifier/refute/Random.h"
#include "verifier/refute/Relation.h"
#include "verifier/refute/Scales.h"
#include "verifier/refute/Shrink.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace lockstep::verifier {

using interp::Outcome;
using interp::Tensor;
using Clock = std::chrono::steady_clock;

namespace {

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

class Refuter {
public:
  Refuter(const Program &logical, const Program &plan, const Contract *contract, const Graph &logicalGraph,
          const Graph &planGraph, const RefuteOptions &options)
      : logical(logical), plan(plan), contract(contract), logicalGraph(logicalGraph), planGraph(planGraph),
        options(options), inputs(logical, argumentUses(logicalGraph)), placements(resultPlacements(plan)),
        noiseMeter(logical, plan) {}

  RefuteOutcome run() {
    Clock::time_point start = Clock::now();
    outcome.choices = inputs.choices();
    if (isAffordable())
      tryAll();
    outcome.seconds = secondsSince(start);
    std::sort(outcome.refutations.begin(), outcome.refutations.end(), [](const auto &a, const auto &b) {
      return std::pair(a.result, a.replicasDisagree) < std::pair(b.result, b.replicasDisagree);
    });
    return std::move(outcome);
  }

private:
  const Program &logical, &plan;
  const Contract *contract;
  const Graph &logicalGraph, &planGraph;
  const RefuteOptions &options;
  TrialInputs inputs;
  std::vector<std::optional<ResultPlacement>> placements;
  RefuteOutcome outcome;
  std::set<std::pair<unsigned, bool>> known;
  unsigned counterexamples = 0;
  NoiseMeter noiseMeter;

  struct PairRun {
    Outcome logical, plan;
  };

  bool isAffordable() {
    Cost a = executionCost(logicalGraph), b = executionCost(planGraph);
    double operations = a.operations + b.operations, bytes = std::max(a.bytes, b.bytes);
    if (operations <= options.operationLimit && bytes <= options.byteLimit)
      return true;
    char text[160];
    std::snprintf(text, sizeof text, "too large to execute: about %.1e scalar operations and %.1f GiB of values",
                  operations, bytes / 1073741824.0);
    outcome.reason = text;
    return false;
  }

  bool stopped() const { return options.interrupted && options.interrupted(); }

  void report(std::string_view phase, unsigned done, unsigned total) const {
    if (options.progress)
      options.progress(phase, done, total);
  }

  std::optional<PairRun> runPair(llvm::ArrayRef<Tensor> tensors) {
    Run first = runProgram(logical, tensors, options.interrupted);
    if (!first.outcome) {
      fail("the logical step", first.failure);
      return std::nullopt;
    }
    Run second = runProgram(plan, tensors, options.interrupted);
    if (!second.outcome) {
      fail("the plan", second.failure);
      return std::nullopt;
    }
    return PairRun{std::move(*first.outcome), std::move(*second.outcome)};
  }

  void fail(const char *which, const RunFailure &failure) {
    if (failure.isInterrupt())
      outcome.reason = "stopped before all inputs were tried";
    else
      outcome.reason = std::string("executing ") + which + " failed: " + failure.message;
    if (llvm::StringRef(failure.code).starts_with("CM") || llvm::StringRef(failure.code).starts_with("SC"))
      outcome.communication = failure;
  }

  void tryAll() {
    Trial base;
    base.seed = mixKey(options.seed, 1);
    std::vector<Trial> trials = {base};
    Clock::time_point start = Clock::now();
    for (size_t next = 0; next < trials.size() && !stopped(); ++next) {
      if (next >= 2 && secondsSince(start) > options.searchSeconds)
        break;
      report("refute", static_cast<unsigned>(next), static_cast<unsigned>(std::max<size_t>(trials.size(), 8)));
      bool wasEmpty = outcome.refutations.empty();
      if (!tryOne(trials[next]))
        return;
      if (next == 0)
        addTrials(trials, base);
      // Once the plan is known to be wrong, two more trials may show further results; more would only cost time.
      if (wasEmpty && !outcome.refutations.empty() && trials.size() > next + 3)
        trials.resize(next + 3);
    }
    if (stopped() && outcome.reason.empty())
      outcome.reason = "stopped before all inputs were tried";
  }

  void addTrials(std::vector<Trial> &trials, const Trial &base) {
    auto add = [&](double state, double batch, unsigned counter) {
      trials.push_back({mixKey(base.seed, 10 + trials.size()), state, batch, counter});
    };
    if (outcome.refutations.empty())
      for (const Trial &edge : edgeTrials(logical, inputs, base, options.interrupted))
        trials.push_back(edge);
    add(0.25, 1, 1);
    add(2, 1, 2);
    add(1, 4, 3);
    add(0.06, 1, 4);
    add(1, 1, 5);
    add(1, 0.3, 6);
  }

  /// False ends the search.
  bool tryOne(const Trial &trial) {
    std::vector<Tensor> tensors = inputs.make(trial);
    std::optional<PairRun> pair = runPair(tensors);
    if (!pair)
      return false;
    ++outcome.trials;
    std::vector<Finding> findings;
    for (const Finding &finding : compareOutcomes(pair->logical, pair->plan, placements))
      if (!known.contains({finding.result, finding.replicasDisagree}))
        findings.push_back(finding);
    if (findings.empty())
      return true;
    findings = confirm(std::move(findings), *pair, tensors, trial);
    if (!findings.empty())
      record(findings, *pair, std::move(tensors));
    return true;
  }

  /// Keeps what can't be explained by the reading of literals, by rounding noise or by a jump nearby.
  std::vector<Finding> confirm(std::vector<Finding> findings, const PairRun &pair, const std::vector<Tensor> &tensors,
                               const Trial &trial) {
    auto noise = noiseMeter.measure(tensors, pair.logical, pair.plan, options.interrupted);
    if (!noise)
      return {}; // interrupted: an unconfirmed candidate is no refutation
    std::erase_if(findings, [&](const Finding &finding) {
      return !(finding.error > literalMargin * (*noise)[finding.result]);
    });
    return confirmSmall(std::move(findings), trial);
  }

  /// A small difference must show on a second input as well.
  std::vector<Finding> confirmSmall(std::vector<Finding> findings, const Trial &trial) {
    auto isSmall = [](const Finding &finding) { return finding.error < 1e-3 * finding.magnitude; };
    if (std::none_of(findings.begin(), findings.end(), isSmall))
      return findings;
    Trial other = trial;
    other.seed = mixKey(trial.seed, 99);
    std::optional<PairRun> pair = runPair(inputs.make(other));
    std::set<std::pair<unsigned, bool>> again;
    if (pair)
      for (const Finding &finding : compareOutcomes(pair->logical, pair->plan, placements))
        again.insert({finding.result, finding.replicasDisagree});
    std::erase_if(findings, [&](const Finding &finding) {
      return isSmall(finding) && !again.contains({finding.result, finding.replicasDisagree});
    });
    return findings;
  }

  void record(const std::vector<Finding> &findings, const PairRun &pair, std::vector<Tensor> tensors) {
    std::vector<unsigned> wrong;
    for (const Finding &finding : findings)
      wrong.push_back(finding.result);
    // Blamed on the rich inputs: on shrunk ones too many values coincide.
    Clock::time_point start = Clock::now();
    std::vector<std::optional<Blame>> blamed = blame(logical, plan, tensors, wrong, options.interrupted);
    outcome.blameSeconds += secondsSince(start);
    std::vector<Refutation> found;
    for (size_t i = 0; i < findings.size(); ++i) {
      const Finding &finding = findings[i];
      known.insert({finding.result, finding.replicasDisagree});
      Relation relation = describeRelation(finding, pair.logical, pair.plan, placements[finding.result]);
      Refutation refutation;
      refutation.result = finding.result;
      refutation.replicasDisagree = finding.replicasDisagree;
      refutation.code = relation.code;
      refutation.message = messageFor(finding, relation);
      refutation.difference = differenceOf(finding, pair);
      refutation.difference.relation = relation.text;
      refutation.difference.blame = blamed[i];
      found.push_back(std::move(refutation));
    }
    start = Clock::now();
    std::vector<Tensor> plain = shrink(findings, std::move(tensors));
    outcome.shrinkSeconds += secondsSince(start);
    finish(found, findings, std::move(plain));
  }

  static std::string messageFor(const Finding &finding, const Relation &relation) {
    if (finding.replicasDisagree)
      return "devices that should hold replicas return different values";
    if (finding.nonFinite)
      return "the plan's value is not finite where the logical one is";
    char text[96];
    double relative = finding.magnitude > 0 ? finding.error / finding.magnitude : 1;
    std::snprintf(text, sizeof text, "differs from the logical value by up to %.2g of its magnitude", relative);
    return text;
  }

  Difference differenceOf(const Finding &finding, const PairRun &pair) const {
    Difference difference;
    const Shape &shape = pair.logical.results[finding.result].shape();
    difference.element = unflatten(finding.element, shape);
    difference.bound = candidateTolerance * finding.magnitude;
    const Tensor &expected = pair.logical.results[finding.result];
    difference.expected = isFloat(expected.type()) ? expected.real(finding.element)
                                                   : static_cast<double>(expected.integer(finding.element));
    difference.found = finding.found;
    difference.ranks = rankValues(pair.plan, placements[finding.result], shape, finding.element, difference.expected,
                                  difference.bound);
    return difference;
  }

  std::vector<Tensor> shrink(const std::vector<Finding> &findings, std::vector<Tensor> tensors) {
    std::map<std::pair<unsigned, bool>, double> needed;
    for (const Finding &finding : findings) {
      double relative = finding.error / std::max(finding.magnitude, 1e-300);
      // A tenth of the difference is as good a proof, an arbitrarily small one may be noise.
      needed[{finding.result, finding.replicasDisagree}] = std::clamp(relative / 10, candidateTolerance, 1e-2);
    }
    auto stillFails = [&](const std::vector<Tensor> &candidate) {
      Run first = runProgram(logical, candidate, options.interrupted);
      if (!first.outcome)
        return false;
      Run second = runProgram(plan, candidate, options.interrupted);
      if (!second.outcome)
        return false;
      size_t met = 0;
      for (const Finding &finding : compareOutcomes(*first.outcome, *second.outcome, placements)) {
        auto need = needed.find({finding.result, finding.replicasDisagree});
        // Values far below one are left alone: next to nothing, a relative difference means nothing.
        if (need != needed.end() && !finding.nonFinite && finding.magnitude > 1e-9 &&
            finding.error >= need->second * finding.magnitude)
          ++met;
      }
      return met == needed.size();
    };
    auto allowed = [&](unsigned argument, double value) {
      const auto &range = logical.arguments[argument].range;
      return !range || (range->lo <= value && value <= range->hi);
    };
    Clock::time_point start = Clock::now();
    ShrinkLimits limits;
    // One budget for the whole verification: later findings are shrunk with what the first ones left.
    double budget = options.shrinkSeconds - outcome.shrinkSeconds;
    limits.stop = [&, this] { return stopped() || secondsSince(start) > budget; };
    report("shrink", 0, 1);
    return shrinkInputs(std::move(tensors), allowed, stillFails, limits);
  }

  /// Measures on the shrunk inputs, so that what is reported is what a replay shows, and writes the files.
  void finish(std::vector<Refutation> &found, const std::vector<Finding> &findings, std::vector<Tensor> plain) {
    if (std::optional<PairRun> pair = runPair(plain))
      for (const Finding &finding : compareOutcomes(pair->logical, pair->plan, placements))
        for (size_t i = 0; i < found.size(); ++i)
          if (findings[i].result == finding.result && findings[i].replicasDisagree == finding.replicasDisagree) {
            Difference measured = differenceOf(finding, *pair);
            measured.relation = found[i].difference.relation;
            measured.blame = found[i].difference.blame;
            found[i].difference = std::move(measured);
          }
    std::string path = write(found, std::move(plain));
    for (Refutation &refutation : found) {
      refutation.counterexample = path;
      outcome.refutations.push_back(std::move(refutation));
    }
  }

  std::string write(const std::vector<Refutation> &found, std::vector<Tensor> plain);
};

std::string Refuter::write(const std::vector<Refutation> &found, std::vector<Tensor> plain) {
  if (options.counterexamplePrefix.empty())
    return {};
  Counterexample counterexample;
  counterexample.logicalPath = logical.path;
  counterexample.planPath = plan.path;
  counterexample.contractPath = options.contractPath;
  counterexample.contractText = contract ? contractToText(*contract) : std::string();
  for (size_t i = 0; i < plain.size(); ++i)
    counterexample.inputs.push_back({logical.arguments[i].name, std::move(plain[i])});
  const Refutation &first = found.front();
  counterexample.result = first.result;
  counterexample.subject = subjectOf(logical, first.result);
  counterexample.code = first.code;
  counterexample.message = first.message;
  counterexample.difference = first.difference;
  for (size_t i = 1; i < found.size(); ++i)
    counterexample.alsoDiffer.push_back(subjectOf(logical, found[i].result));
  std::string prefix = options.counterexamplePrefix;
  if (counterexamples++)
    prefix += "-" + std::to_string(counterexamples);
  if (llvm::Error error = writeCounterexample(counterexample, logical, plan, prefix)) {
    outcome.choices.push_back("no counterexample file: " + llvm::toString(std::move(error)));
    return {};
  }
  return prefix + ".json";
}

} // namespace

RefuteOutcome refute(const Program &logical, const Program &plan, const Contract *contract, const Graph &logicalGraph,
                     const Graph &planGraph, const RefuteOptions &options) {
  return Refuter(logical, plan, contract, logicalGraph, planGraph, options).run();
}

} // namespace lockstep::verifier
