#include "verifier/trace/Replay.h"

namespace lockstep::verifier::engine {

namespace {

class Replayer {
public:
  Replayer(Normalizer &n, const Trace &trace, const ReplayOptions &options) : n(n), trace(trace), options(options) {
    facts.additive.insert(trace.additive.begin(), trace.additive.end());
  }

  ReplayReport run() {
    for (uint32_t i = 0; i < trace.size(); ++i)
      step(trace[i], i);
    for (const auto &[fn, pair] : facts.additive) {
      StepReplay replay(n.s, facts, options, options.seed * 77 + fn.v);
      fact(replay.testAdditive(fn, pair), "additive", replay);
    }
    for (uint32_t i = 0; i < n.s.functionCount(); ++i) {
      StepReplay replay(n.s, facts, options, options.seed * 79 + i);
      fact(replay.testFunction(Fn{i}), "function", replay);
    }
    return std::move(report);
  }

private:
  void step(const Step &step, uint32_t number) {
    using Outcome = StepReplay::Outcome;
    StepReplay replay(n.s, facts, options, options.seed * 1000003 + number);
    ReplayReport::Tally &tally = report.rules[name(step.rule)];
    switch (replay.test(step)) {
    case Outcome::Exact: ++tally.exact; break;
    case Outcome::Numeric: ++tally.numeric; break;
    case Outcome::TooLarge: ++tally.tooLarge; break;
    case Outcome::Undefined: ++tally.undefined; break;
    case Outcome::Failed:
      ++tally.failed;
      fail(name(step.rule), replay.failure);
      break;
    }
    for (const Fact &condition : step.facts) {
      if (condition.kind == Fact::Kind::Additive) {
        if (!facts.additive.count({Fn{condition.a}, condition.b}))
          fail(name(step.rule), "the condition " + str(n.s, condition) + " was never shown");
        continue;
      }
      bool byRange = condition.kind == Fact::Kind::AtLeast && n.range(Ix{condition.a}).lo >= 0;
      StepReplay::Outcome outcome = replay.testFact(condition, step);
      if (condition.kind == Fact::Kind::AtLeast && step.given.empty() && !byRange)
        fail(name(step.rule), "ranges do not give " + str(n.s, condition));
      fact(outcome, name(step.rule), replay);
    }
  }

  void fact(StepReplay::Outcome outcome, const std::string &rule, const StepReplay &replay) {
    ++report.facts;
    report.factsUndecided += outcome == StepReplay::Outcome::TooLarge || outcome == StepReplay::Outcome::Undefined;
    if (outcome == StepReplay::Outcome::Failed)
      fail(rule, replay.failure);
  }

  void fail(const std::string &rule, const std::string &text) {
    ++report.failed;
    if (report.failures.size() < options.maxFailures)
      report.failures.push_back({rule, text});
  }

  Normalizer &n;
  const Trace &trace;
  const ReplayOptions &options;
  FunctionFacts facts;
  ReplayReport report;
};

} // namespace

ReplayReport replay(Normalizer &n, const Trace &trace, const ReplayOptions &options) {
  return Replayer(n, trace, options).run();
}

} // namespace lockstep::verifier::engine
