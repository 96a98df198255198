// The two programs are read into one term store, logical first, so that it names the values; results are compared by
// identity, a sharded result with the logical value at the piece's place.
#include "verifier/normalize/Lemmas.h"
#include "verifier/read/Cases.h"
#include "verifier/read/Describe.h"
#include "verifier/read/Prove.h"
#include "verifier/read/Reader.h"
#include "verifier/trace/Certificate.h"
#include "verifier/trace/Replay.h"

#include "llvm/Support/thread.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace lockstep::verifier {

void addAssumptions(std::vector<Assumption> &assumptions, const std::vector<Assumption> &more) {
  for (const Assumption &assumption : more) {
    auto same = [&](const Assumption &other) { return other.kind == assumption.kind && other.text == assumption.text; };
    if (std::none_of(assumptions.begin(), assumptions.end(), same))
      assumptions.push_back(assumption);
  }
}

bool Proof::proved() const {
  if (!problem.empty() || !replicas.empty() || results.empty())
    return false;
  return std::all_of(results.begin(), results.end(),
                     [](const ResultProof &result) { return result.status == ResultStatus::Equal; });
}

namespace engine {
namespace {

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Prover {
public:
  Prover(const Graph &logical, const Graph &plan, const std::vector<ArgumentFacts> &facts, const Limits &limits,
         Settings settings)
      : logical(logical), plan(plan), facts(facts), limits(limits), n(limits, settings), readLogical(n, logical), readPlan(n, plan) {}

  Proof run() {
    Proof proof;
    proof.problem = signatureProblem();
    if (!proof.problem.empty())
      return proof;
    double start = seconds();
    // Index variables in the order of the programs, before any that is summed over.
    for (const Value &value : logical.values)
      readLogical.formals(value.shape);
    for (const Value &value : plan.values)
      readPlan.formals(value.shape);
    std::vector<Tensor> arguments = inputs();
    spec = readLogical.run(arguments);
    double middle = seconds();
    n.inPlan = true;
    readPlan.loops = readLogical.loops;
    impl = plan.form == GraphForm::PerDevice ? readPlan.runPerDevice(arguments) : readPlan.run(arguments);
    double read = seconds();
    if (impl.size() != spec.size()) {
      proof.problem = "the plan's arguments do not have the shapes that their shardings demand: " + readPlan.problem();
      return proof;
    }
    for (unsigned i = 0; i < spec.size(); ++i)
      proof.results.push_back(compare(i, spec[i], impl[i]));
    proof.replicas = readPlan.replicas;
    if (n.exhausted()) { // what was built after the limit means nothing
      ResultProof unknown;
      unknown.reason = n.stopReason();
      proof.results.assign(spec.size(), unknown);
      proof.replicas.clear();
    }
    proof.assumptions = n.assumptions();
    listTrace(proof.trace);
    if (limits.certificate && n.trace && !n.exhausted()) {
      std::unique_ptr<Trace> recorded = std::move(n.trace); // what is looked up now is no step of the proof
      proof.certificate = certify(n, *recorded);
      n.trace = std::move(recorded);
    }
    if (limits.replay)
      proof.replay = replay(n, *n.trace);
    statistics(proof.statistics, middle - start, read - middle, seconds() - read);
    return proof;
  }

  /// Tries what `proof` left open once more, with lemmas about functions that the two programs write differently. What
  /// that costs is bounded by what reading cost.
  void deepen(Proof &proof) {
    double start = seconds();
    uint64_t before = n.fuelUsed;
    size_t traced = n.trace ? n.trace->size() : 0;
    lemmas.emplace(n, std::clamp(2 * n.fuelUsed, kLeastLemmaFuel, kMostLemmaFuel), kLemmaSeconds);
    bool some = false;
    for (unsigned known = ~0u; known != lemmas->count();) { // what is learnt from one result may prove an earlier one
      known = lemmas->count();
      for (unsigned i = 0; i < proof.results.size(); ++i) {
        if (proof.results[i].status != ResultStatus::Different)
          continue;
        ResultProof again = compare(i, spec[i], impl[i]);
        if (n.exhausted())
          return;
        if (again.status != ResultStatus::Equal)
          continue;
        some = true;
        proof.results[i] = again;
        // Equal to a value without the rank's coordinate on every rank: the replicas agree.
        std::erase_if(proof.replicas, [&](const ReplicaFinding &finding) { return finding.result == i && !finding.betweenStages; });
      }
    }
    proof.statistics.secondsCompare += seconds() - start;
    proof.statistics.fuelUsed += n.fuelUsed - before;
    if (!some)
      return;
    addAssumptions(proof.assumptions, n.assumptions());
    listTrace(proof.trace, traced);
  }

private:
  static constexpr uint64_t kLeastLemmaFuel = 50'000, kMostLemmaFuel = 200'000;

  static constexpr double kLemmaSeconds = 1; // of the processor

  bool same(Comb want, Comb found) {
    if (!lemmas)
      return n.sameValue(want, found);
    return equalByCases(n, want, found, readPlan.axes()) || lemmas->same(want, found);
  }

  std::string signatureProblem() {
    const Region &a = logical.body(), &b = plan.body();
    if (a.arguments.size() != b.arguments.size() || a.results.size() != b.results.size())
      return "the logical program has " + std::to_string(a.arguments.size()) + " arguments and " +
             std::to_string(a.results.size()) + " results, the plan " + std::to_string(b.arguments.size()) + " and " +
             std::to_string(b.results.size());
    for (size_t i = 0; i < a.arguments.size(); ++i) {
      const Value &x = logical.value(a.arguments[i]), &y = plan.value(b.arguments[i]);
      if (x.type != y.type)
        return "argument " + std::to_string(i) + " has type " + std::string(name(x.type)) + " in the logical program and " +
               std::string(name(y.type)) + " in the plan";
      if (plan.form != GraphForm::PerDevice && x.shape != y.shape)
        return "argument " + std::to_string(i) + " has different shapes in the two programs";
    }
    for (size_t i = 0; i < a.results.size(); ++i)
      if (plan.form != GraphForm::PerDevice && logical.value(a.results[i]).shape != plan.value(b.results[i]).shape)
        return "result " + std::to_string(i) + " has different shapes in the two programs";
    return "";
  }

  std::vector<Tensor> inputs() {
    std::vector<Tensor> out;
    const Region &body = logical.body();
    for (unsigned i = 0; i < body.arguments.size(); ++i) {
      const Value &argument = logical.value(body.arguments[i]);
      Tensor value;
      value.type = argument.type;
      value.shape = argument.shape;
      if (isComplex(argument.type)) { // two real tensors
        Tensor imaginary = value;
        for (Tensor *side : {&value, &imaginary}) {
          uint32_t number = side == &value ? i : i | kImaginaryPart;
          Fn part = n.intern({FnKind::Input, number, uint32_t(argument.shape.size())}, Sign::Unknown);
          n.s.edit(part).paramExtent.assign(argument.shape.begin(), argument.shape.end());
          side->parts.push_back(n.single(n.s.atom(part, readLogical.formals(value.shape))));
        }
        value.imaginary = std::make_shared<const Tensor>(imaginary);
        out.push_back(value);
        continue;
      }
      Fn fn = n.intern({FnKind::Input, i, uint32_t(argument.shape.size())}, Sign::Unknown);
      FnNode &node = n.s.edit(fn);
      node.paramExtent.assign(argument.shape.begin(), argument.shape.end());
      if (isInteger(argument.type) || isBoolean(argument.type)) {
        node.isInteger = true;
        node.boolean = isBoolean(argument.type);
        node.range = integerBounds(argument.type);
        if (i < facts.size() && facts[i].range) {
          node.range.lo = std::max(node.range.lo, facts[i].range->first);
          node.range.hi = std::min(node.range.hi, facts[i].range->second);
          n.assume(AssumptionKind::ArgumentRange, "argument " + std::to_string(i) + " lies in [" +
                                                      std::to_string(node.range.lo) + ", " + std::to_string(node.range.hi) + "]");
        }
      }
      value.parts.push_back(n.single(n.s.atom(fn, readLogical.formals(value.shape))));
      out.push_back(value);
    }
    return out;
  }

  ResultProof unsupported(const Tensor &value, const Graph &graph, Reader &reader, bool inPlan) {
    ResultProof proof;
    proof.status = ResultStatus::Unsupported;
    const Node &node = graph.node(value.unsupported);
    proof.operatorName = node.name.empty() ? std::string(spelling(node.opcode)) : node.name;
    proof.location = graph.locationOf(value.unsupported);
    proof.reason = reader.whyUnsupported(value.unsupported);
    proof.unsupportedInPlan = inPlan;
    return proof;
  }

  ResultProof compare(unsigned i, Tensor spec, const Tensor &impl) {
    if (spec.unsupported != kNone)
      return unsupported(spec, logical, readLogical, false);
    if (impl.unsupported != kNone)
      return unsupported(impl, plan, readPlan, true);
    ResultProof proof = compareParts(i, spec, impl);
    if (proof.status == ResultStatus::Equal && isComplex(spec.type))
      proof = compareParts(i, imaginaryPart(spec), imaginaryPart(impl));
    return proof;
  }

  Tensor imaginaryPart(const Tensor &x) {
    Tensor out = x.imaginary ? *x.imaginary : x;
    if (!x.imaginary)
      out.parts.assign(x.parts.size(), n.s.zero);
    return out;
  }

  ResultProof compareParts(unsigned i, Tensor spec, const Tensor &impl) {
    ResultProof proof;
    if (spec.placement)
      spec = readLogical.global(spec);
    if (spec.shape != impl.shape) {
      proof.status = ResultStatus::Different;
      proof.reason = "the shapes differ";
      return proof;
    }
    for (unsigned part = 0; part < impl.parts.size(); ++part) {
      Comb want = spec.comb();
      if (impl.placement) {
        Vec<Ix> local = readPlan.formals(impl.placement->localShape), index;
        for (size_t d = 0; d < local.size(); ++d)
          index.push_back(n.add(impl.placement->starts[part][d], local[d]));
        want = readPlan.at(spec, index);
      }
      if (same(want, impl.parts[part]) && !n.exhausted())
        continue;
      Difference difference = describe(n, want, impl.parts[part], limits.termDepth);
      proof.status = ResultStatus::Different;
      proof.reason = difference.text;
      proof.logicalTerm = difference.logicalTerm;
      proof.planTerm = difference.planTerm;
      proof.planNode = difference.planNode;
      proof.logicalNode = difference.logicalNode;
      proof.location = plan.locationOf(difference.planNode);
      return proof;
    }
    for (const ReplicaFinding &finding : readPlan.replicas)
      if (finding.result == i && (!lemmas || finding.betweenStages)) {
        proof.status = ResultStatus::Different;
        proof.reason = finding.message;
        return proof;
      }
    proof.status = ResultStatus::Equal;
    return proof;
  }

  /// The steps from `first` on, if they were asked for as text.
  void listTrace(std::vector<TraceEntry> &out, size_t first = 0) {
    for (size_t i = first; limits.trace && n.trace && i < n.trace->size() && out.size() < limits.traceCap; ++i) {
      Step step = (*n.trace)[i];
      TraceEntry entry;
      entry.rule = name(step.rule);
      for (const Fact &fact : step.facts)
        entry.condition += (entry.condition.empty() ? "" : ", ") + str(n.s, fact);
      entry.before = str(n.s, step.before);
      for (const Side &side : step.after)
        entry.after += (entry.after.empty() ? "" : " + ") + str(n.s, side);
      out.push_back(std::move(entry));
    }
  }

  void statistics(Statistics &out, double logicalSeconds, double planSeconds, double compareSeconds) {
    out.fuelUsed = n.fuelUsed;
    out.functions = n.s.functionCount();
    out.atoms = n.s.atomCount();
    out.monomials = n.s.monoCount();
    out.combinations = n.s.combCount();
    out.indexExpressions = n.s.indexCount();
    out.logicalNodes = readLogical.nodesRead;
    out.planNodes = readPlan.nodesRead;
    out.secondsLogical = logicalSeconds;
    out.secondsPlan = planSeconds;
    out.secondsCompare = compareSeconds;
    for (size_t i = 0; i < n.ruleCounts.size(); ++i)
      if (n.ruleCounts[i] > 0)
        out.rules.push_back({name(static_cast<Rule>(i)), n.ruleCounts[i]});
    std::sort(out.rules.begin(), out.rules.end());
  }

  const Graph &logical, &plan;
  const std::vector<ArgumentFacts> &facts;
  const Limits &limits;
  Normalizer n;
  Reader readLogical, readPlan;
  std::vector<Tensor> spec, impl;
  std::optional<Lemmas> lemmas;
};

} // namespace
} // namespace engine

/// What the second reading proved is proved; the rest is told by the first.
static void takeProofs(Proof &proof, Proof second) {
  bool used = false;
  for (size_t i = 0; i < proof.results.size() && i < second.results.size(); ++i)
    if (proof.results[i].status != ResultStatus::Equal && second.results[i].status == ResultStatus::Equal) {
      proof.results[i] = second.results[i];
      used = true;
      std::erase_if(proof.replicas, [&](const ReplicaFinding &finding) { return finding.result == i; });
    }
  if (used && proof.certificate && second.certificate)
    proof.certificate->add(*second.certificate);
  if (proof.replay && second.replay)
    proof.replay->add(*second.replay);
  proof.statistics.fuelUsed += second.statistics.fuelUsed;
  proof.statistics.secondsLogical += second.statistics.secondsLogical;
  proof.statistics.secondsPlan += second.statistics.secondsPlan;
  proof.statistics.secondsCompare += second.statistics.secondsCompare;
  if (!used)
    return;
  addAssumptions(proof.assumptions, second.assumptions);
  proof.trace.insert(proof.trace.end(), second.trace.begin(), second.trace.end());
}

/// Terms nest as deeply as the programs do; the default stack of a thread may be too small for that.
static void onLargeStack(llvm::function_ref<void()> work) {
  llvm::thread worker(std::optional<unsigned>(512u << 20), work);
  worker.join();
}

Proof proveBits(const Graph &logical, const Graph &plan, const std::vector<ArgumentFacts> &arguments, bool wholeSums,
                const Limits &limits) {
  Proof proof;
  engine::Arithmetic arithmetic = wholeSums ? engine::Arithmetic::RoundedWhole : engine::Arithmetic::Rounded;
  onLargeStack([&] { proof = engine::Prover(logical, plan, arguments, limits, {true, arithmetic}).run(); });
  return proof;
}

Proof prove(const Graph &logical, const Graph &plan, const std::vector<ArgumentFacts> &arguments, const Limits &limits) {
  Proof proof;
  auto isOpen = [&] {
    return std::any_of(proof.results.begin(), proof.results.end(), [](const ResultProof &result) {
      return result.status == ResultStatus::Different; // limits and unsupported operators would be met again
    });
  };
  onLargeStack([&] {
    double start = engine::seconds();
    engine::Prover first(logical, plan, arguments, limits, {true, engine::Arithmetic::Real});
    proof = first.run();
    if (!isOpen())
      return;
    Limits rest = limits; // both readings together stay within the limits
    rest.fuel -= std::min(rest.fuel, proof.statistics.fuelUsed);
    if (rest.seconds > 0)
      rest.seconds = std::max(0.01, rest.seconds - (engine::seconds() - start));
    takeProofs(proof, engine::Prover(logical, plan, arguments, rest, {false, engine::Arithmetic::Real}).run());
    if (isOpen())
      first.deepen(proof);
  });
  return proof;
}

} // namespace lockstep::verifier
