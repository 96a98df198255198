// Executes both programs, matches every value of the plan with the values that the logical step made, and walks back
// from a wrong result through values that the logical step never made. Where that walk meets right values, something
// went wrong: either an operator there used a right value wrongly, or it used as complete what is only a partial sum or
// a multiple of a logical value.
#include "verifier/refute/Blame.h"

#include "ir/import/Program.h"
#include "ir/stablehlo/StablehloOps.h"
#include "verifier/import/GraphReader.h"
#include "verifier/refute/Linearity.h"
#include "verifier/refute/PlanValues.h"
#include "verifier/refute/Relation.h"
#include "verifier/refute/Suspect.h"

#include <algorithm>
#include <cmath>

namespace lockstep::verifier {

namespace {

using interp::Observation;
using interp::Tensor;

/// Factors that faults make (rank counts, batch sizes) are fractions of small numbers.
constexpr double kTellingComplexity = 128;

bool isReal(mlir::Value value) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(value.getType());
  return tensor && mlir::isa<mlir::FloatType>(tensor.getElementType());
}

class Blamer {
public:
  Blamer(const Program &logical, const Program &plan)
      : logical(logical), plan(plan), planModule(*const_cast<Program &>(plan).module), flow(planModule),
        values(logicalValues, plan.mesh, flow) {}

  bool execute(llvm::ArrayRef<Tensor> inputs, const Interrupted &interrupted) {
    logicalValues.addArguments(inputs);
    Run first = runProgram(logical, inputs, interrupted,
                           [&](const Observation &observation) { logicalValues.observe(observation); });
    logicalValues.finish();
    if (!first.outcome)
      return false;
    expected = std::move(first.outcome->results);
    Run second =
        runProgram(plan, inputs, interrupted, [&](const Observation &observation) { values.observe(observation); });
    if (!second.outcome)
      return false;
    found = std::move(second.outcome->results);
    return true;
  }

  /// One cause often spoils several results; among alike suspects the one that most results lead back to is it.
  std::vector<std::optional<Blame>> blame(llvm::ArrayRef<unsigned> results) {
    mlir::func::FuncOp main = plan.main;
    std::vector<std::optional<Blame>> found(results.size());
    std::vector<std::vector<Suspect>> suspects(results.size());
    std::vector<llvm::DenseSet<mlir::Value>> walked(results.size());
    llvm::DenseMap<mlir::Operation *, int> shared;
    for (size_t i = 0; i < results.size(); ++i) {
      mlir::Value wrong = main.getBody().front().getTerminator()->getOperand(results[i]);
      if (std::optional<Suspect> suspect = knownButWrong(wrong, results[i])) {
        found[i] = describe(*suspect);
        continue;
      }
      suspects[i] = walkBack(wrong);
      walked[i] = seen;
      for (const Suspect &suspect : suspects[i])
        ++shared[suspect.operation];
    }
    for (size_t i = 0; i < results.size(); ++i) {
      if (suspects[i].empty())
        continue;
      seen = walked[i];
      auto keyOf = [&](const Suspect &s) {
        return std::tuple(s.reason, s.derived, -shared.lookup(s.operation), values.orderOf(s.operation));
      };
      auto best = std::min_element(suspects[i].begin(), suspects[i].end(),
                                   [&](const Suspect &a, const Suspect &b) { return keyOf(a) < keyOf(b); });
      found[i] = describe(settled(*best, suspects[i]));
    }
    return found;
  }

private:
  const Program &logical, &plan;
  mlir::ModuleOp planModule;
  Dataflow flow;
  LogicalValues logicalValues;
  PlanValues values;
  std::vector<Tensor> expected, found; // the results of both programs
  llvm::DenseSet<mlir::Value> seen; // of the last walk

  /// The operator that a value really comes from, below calls and manual computations.
  mlir::Value throughTransparent(mlir::Value value) const {
    for (unsigned depth = 0; depth < 64; ++depth) {
      mlir::Operation *operation = value.getDefiningOp();
      if (operation && !Dataflow::isTransparent(operation))
        return value;
      auto sources = flow.sources(value);
      if (sources.empty())
        return value;
      value = sources.front();
    }
    return value;
  }

  /// A wrong result may well be a value of the logical step: an old one, another tensor's, or itself in other order.
  std::optional<Suspect> knownButWrong(mlir::Value wrong, unsigned result) {
    mlir::Value producer = throughTransparent(wrong);
    auto match = tellingMatch(producer);
    if (!match || match->isDerived || isComplex(found[result].type()))
      return std::nullopt;
    mlir::Operation *operation = producer.getDefiningOp();
    if (!operation) // an argument handed back: the place to look at is where it is returned
      operation = producer.getParentBlock()->getTerminator();
    if (match->kind == MatchKind::Scaled)
      return Suspect{operation, Reason::Scaled, *match, producer, false};
    if (match->kind == MatchKind::Partial)
      return Suspect{operation, Reason::PartialReturned, *match, producer, false};
    if (match->kind != MatchKind::Exact)
      return std::nullopt;
    if (!Fingerprint::of(found[result]).matches(Fingerprint::of(expected[result])))
      return Suspect{operation, Reason::OtherValue, *match, {}, false};
    // As a whole it looks like the right value: moved about, or so slightly wrong that only the walk can tell where.
    if (samePermuted(realValues(expected[result]), realValues(found[result])))
      return Suspect{operation, Reason::Misplaced, *match, {}, false};
    return std::nullopt;
  }

  /// A multiple by no simple fraction is the trace of a fault before it (numbers of one element are always multiples),
  /// so it tells nothing by itself.
  std::optional<ValueMatch> tellingMatch(mlir::Value value) const {
    auto match = values.matchOf(value);
    if (match && match->kind == MatchKind::Scaled && complexityOf(match->ratio) > kTellingComplexity)
      match->kind = MatchKind::None;
    return match;
  }

  bool isRight(mlir::Value value) const {
    auto match = tellingMatch(value);
    return match && match->kind != MatchKind::None;
  }

  std::vector<Suspect> walkBack(mlir::Value wrong) {
    std::vector<Suspect> suspects;
    llvm::SmallVector<mlir::Value> work = {wrong};
    seen.clear();
    seen.insert(wrong);
    bool first = true;
    while (!work.empty()) {
      mlir::Value value = work.pop_back_val();
      auto match = tellingMatch(value);
      // What was only moved is known by its parts, so the walk goes on to them.
      if (!first && match && match->kind != MatchKind::None && !match->isDerived)
        continue;
      first = false;
      mlir::Operation *operation = value.getDefiningOp();
      // A function that is called from several places is walked once for all of them; the calls tell them apart.
      if (operation && (!Dataflow::isTransparent(operation) || mlir::isa<mlir::func::CallOp>(operation))) {
        if (match && match->isDerived)
          suspects.push_back({operation, Reason::Moved, *match, {}, true});
        else if (auto suspect = suspectAt(operation))
          suspects.push_back(*suspect);
      }
      for (mlir::Value source : flow.sources(value))
        if (seen.insert(source).second)
          work.push_back(source);
    }
    return suspects;
  }

  /// Integers and predicates about ranks have no counterpart in the logical step, so only real operands must be right.
  std::optional<Suspect> suspectAt(mlir::Operation *operation) const {
    Suspect suspect;
    suspect.operation = operation;
    bool anyReal = false;
    auto isPartial = [&](mlir::Value value) {
      auto match = values.matchOf(value);
      return match && match->kind == MatchKind::Partial;
    };
    for (auto [index, operand] : llvm::enumerate(operation->getOperands())) {
      if (!isReal(operand))
        continue;
      anyReal = true;
      auto match = tellingMatch(operand);
      if (!match || match->kind == MatchKind::None)
        return std::nullopt;
      suspect.derived |= match->isDerived;
      bool partialUsed = match->kind == MatchKind::Partial && index < 2 &&
                         !keepsPartialSums(operation, static_cast<unsigned>(index), isPartial);
      if (partialUsed) {
        suspect.reason = Reason::PartialUsed;
        suspect.match = *match;
        suspect.operand = operand;
      } else if (match->kind == MatchKind::Scaled && suspect.reason == Reason::Unknown) {
        suspect.reason = Reason::Scaled;
        suspect.match = *match;
        suspect.operand = operand;
      }
    }
    // Masks and counters are made in many right ways; bits that become numbers are random numbers.
    if (!isReal(operation->getResult(0)) || (!anyReal && !mlir::isa<stablehlo::BitcastConvertOp>(operation)))
      suspect.reason = Reason::Integer;
    return suspect;
  }

  /// Refines the choice where the first suspicious operator is a harmless one.
  Suspect settled(Suspect best, const std::vector<Suspect> &suspects) {
    if (best.reason != Reason::Unknown)
      return best;
    if (!isReal(best.operation->getResult(0)) || hasNoRealOperand(best.operation))
      return atCallSite(best);
    size_t contractions = std::count_if(suspects.begin(), suspects.end(), [](const Suspect &suspect) {
      return suspect.reason == Reason::Unknown && isContraction(suspect.operation);
    });
    // Several contractions side by side are addends (micro-batches, ring steps); each is right as far as one can tell.
    if (contractions >= 2 && isContraction(best.operation))
      if (mlir::Operation *end = endOfAccumulation(best.operation); end != best.operation) {
        best.operation = end;
        best.reason = Reason::Accumulated;
      }
    return atCallSite(best);
  }

  static bool hasNoRealOperand(mlir::Operation *operation) {
    return llvm::none_of(operation->getOperands(), isReal);
  }

  /// Follows unknown values through linear operators and sums to the last sum.
  mlir::Operation *endOfAccumulation(mlir::Operation *operation) const {
    mlir::Operation *end = operation;
    mlir::Operation *at = operation;
    for (unsigned depth = 0; depth < 256; ++depth) {
      mlir::Operation *next = nullptr;
      for (mlir::Operation *user : at->getResult(0).getUsers()) {
        if (user->getNumResults() != 1 || !seen.contains(user->getResult(0)) || isRight(user->getResult(0)))
          continue;
        if (mlir::isa<stablehlo::AddOp>(user) && bothUnknown(user))
          next = end = user;
        else if (!next && (isMovement(user) || mlir::isa<stablehlo::AllReduceOp, stablehlo::ReduceScatterOp>(user)))
          next = user;
      }
      if (!next)
        return end;
      at = next;
    }
    return end;
  }

  bool bothUnknown(mlir::Operation *sum) const { return !isRight(sum->getOperand(0)) && !isRight(sum->getOperand(1)); }

  /// A helper function does what it always does; when it is called with values that the logical step never has, the
  /// place to look at is the call.
  Suspect atCallSite(Suspect suspect) {
    for (unsigned depth = 0; depth < 32; ++depth) {
      auto function = suspect.operation->getParentOfType<mlir::func::FuncOp>();
      if (!function || function == mlir::func::FuncOp(plan.main))
        return suspect;
      mlir::Operation *call = nullptr;
      for (mlir::Operation *caller : flow.callersOf(function))
        if (!call && llvm::any_of(caller->getResults(), [&](mlir::Value value) { return seen.contains(value); }))
          call = caller;
      if (!call)
        return suspect;
      bool calledRight = llvm::all_of(call->getOperands(), [&](mlir::Value value) {
        auto match = values.matchOf(value);
        return match && match->kind == MatchKind::Exact && !match->isDerived;
      });
      if (calledRight)
        return suspect;
      suspect.operation = call;
    }
    return suspect;
  }

  /// Goes back from a multiple to the operator that made it one.
  mlir::Operation *originOfRatio(mlir::Value value) const {
    mlir::Operation *origin = nullptr;
    for (unsigned depth = 0; depth < 256; ++depth) {
      if (mlir::Operation *operation = value.getDefiningOp(); operation && !Dataflow::isTransparent(operation))
        origin = operation;
      auto here = values.matchOf(value);
      mlir::Value next;
      for (mlir::Value source : flow.sources(value)) {
        auto match = values.matchOf(source);
        if (match && here && match->kind == MatchKind::Scaled && isReal(source) &&
            std::abs(match->ratio - here->ratio) < 1e-5 * std::abs(here->ratio))
          next = source;
      }
      if (!next)
        return origin;
      value = next;
    }
    return origin;
  }

  Blame describe(Suspect suspect) const {
    if (suspect.reason == Reason::Scaled)
      if (mlir::Operation *origin = originOfRatio(suspect.operand))
        suspect.operation = origin;
    Blame blame;
    blame.description = wordsFor(suspect, logical, logicalValues, plan.mesh);
    blame.rank = static_cast<unsigned>(suspect.reason);
    // A factor that is no simple fraction is the trace of a fault elsewhere, such as a wrong norm.
    if (suspect.reason == Reason::Scaled && complexityOf(suspect.match.ratio) > kTellingComplexity)
      blame.rank = static_cast<unsigned>(Reason::Integer) + 1;
    blame.op = suspect.operation->getName().getStringRef().str();
    Location location = locationOf(suspect.operation);
    blame.location = {location.file, location.line, location.column};
    blame.planLocation = textLocationOf(suspect.operation, plan.path).value_or(blame.location);
    return blame;
  }
};

} // namespace

std::vector<std::optional<Blame>> blame(const Program &logical, const Program &plan, llvm::ArrayRef<Tensor> inputs,
                                        const std::vector<unsigned> &wrong, const Interrupted &interrupted) {
  Blamer blamer(logical, plan);
  if (!blamer.execute(inputs, interrupted))
    return std::vector<std::optional<Blame>>(wrong.size());
  return blamer.blame(wrong);
}

} // namespace lockstep::verifier
