// Executes both programs, matches every value of the plan with the values that the logical step made, and walks back
// from a wrong result through values that the logical step never made. Where that walk meets right values, something
// went wrong: either an operator there used a right value wrongly, or it used as complete what is only a partial sum or
// a multiple of a logical value.
#include "verifier/refute/Blame.h"

#include "ir/import/Program.h"
#include "verifier/import/GraphReader.h"
#include "verifier/refute/Dataflow.h"
#include "verifier/refute/Relation.h"
#include "verifier/refute/ValueMatch.h"

#include "ir/stablehlo/StablehloOps.h"

#include <algorithm>
#include <cmath>

namespace lockstep::verifier {

namespace {

using interp::Observation;
using interp::Tensor;

bool isFloatValue(mlir::Value value) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(value.getType());
  return tensor && mlir::isa<mlir::FloatType>(tensor.getElementType());
}

/// How good a match is; the worst one over all executions of an operator counts.
int rankOf(MatchKind kind) {
  switch (kind) {
  case MatchKind::Trivial:
    return 0;
  case MatchKind::Exact:
    return 1;
  case MatchKind::Partial:
    return 2;
  case MatchKind::Scaled:
    return 3;
  case MatchKind::None:
    return 4;
  }
  return 4;
}

class Blamer {
public:
  Blamer(const Program &logical, const Program &plan)
      : logical(logical), plan(plan), planModule(*const_cast<Program &>(plan).module), flow(planModule) {}

  bool execute(llvm::ArrayRef<Tensor> inputs, const Interrupted &interrupted) {
    values.addArguments(inputs);
    Run first = runProgram(logical, inputs, interrupted,
                           [&](const Observation &observation) { values.observe(observation); });
    values.finish();
    if (!first.outcome)
      return false;
    Run second = runProgram(plan, inputs, interrupted,
                            [&](const Observation &observation) { observePlan(observation); });
    return second.outcome.has_value();
  }

  std::optional<Blame> blame(unsigned result) {
    mlir::func::FuncOp main = plan.main;
    mlir::Value wrong = main.getBody().front().getTerminator()->getOperand(result);
    std::vector<Suspect> suspects = walkBack(wrong);
    if (suspects.empty())
      return std::nullopt;
    auto best = std::min_element(suspects.begin(), suspects.end(), [](const Suspect &a, const Suspect &b) {
      return std::pair(a.weight, a.order) < std::pair(b.weight, b.order);
    });
    return describe(*best);
  }

private:
  /// An operator whose result is wrong although its operands are not.
  struct Suspect {
    mlir::Operation *operation;
    mlir::Value operand;  // the partial or scaled operand it took for complete; null when there is none
    unsigned weight = 0;  // smaller is more telling
    unsigned order = 0;   // of execution
  };

  const Program &logical, &plan;
  mlir::ModuleOp planModule;
  Dataflow flow;
  LogicalValues values;
  llvm::DenseMap<mlir::Value, ValueMatch> matches;
  llvm::DenseMap<mlir::Operation *, unsigned> orders;

  void observePlan(const Observation &observation) {
    mlir::Operation *operation = observation.operation;
    orders.try_emplace(operation, static_cast<unsigned>(orders.size()));
    for (size_t i = 0; i < observation.results.size(); ++i) {
      ValueMatch match = matchValue(values, plan.mesh, observation.devices, observation.results[i]);
      if (operation->getNumOperands() == 0 && match.kind == MatchKind::None)
        match.kind = MatchKind::Trivial; // constants and counters: what is made of them tells
      mlir::Value value = operation->getResult(static_cast<unsigned>(i));
      auto [known, isNew] = matches.try_emplace(value, match);
      if (!isNew && rankOf(match.kind) > rankOf(known->second.kind))
        known->second = match;
    }
  }

  std::optional<ValueMatch> matchOf(mlir::Value value) const {
    auto known = matches.find(value);
    return known == matches.end() ? std::nullopt : std::optional(known->second);
  }

  /// A value from which the walk goes no further back.
  bool isRight(mlir::Value value) const {
    auto match = matchOf(value);
    return match && match->kind != MatchKind::None;
  }

  std::vector<Suspect> walkBack(mlir::Value wrong) {
    std::vector<Suspect> suspects;
    llvm::SmallVector<mlir::Value> work = {wrong};
    llvm::DenseSet<mlir::Value> seen = {wrong};
    bool first = true;
    while (!work.empty()) {
      mlir::Value value = work.pop_back_val();
      // The result itself is wrong even if its elements occur in the logical step (in other places, at another time).
      if (!first && isRight(value))
        continue;
      first = false;
      llvm::SmallVector<mlir::Value, 4> sources = flow.sources(value);
      if (mlir::Operation *operation = value.getDefiningOp(); operation && !Dataflow::isTransparent(operation))
        suspect(operation, sources, suspects);
      for (mlir::Value source : sources)
        if (seen.insert(source).second)
          work.push_back(source);
    }
    return suspects;
  }

  /// Integers and predicates about ranks have no counterpart in the logical step, so only real operands must be right.
  void suspect(mlir::Operation *operation, llvm::ArrayRef<mlir::Value> sources, std::vector<Suspect> &suspects) {
    mlir::Value telling;
    unsigned weight = 2;
    bool anyReal = false;
    for (mlir::Value source : sources) {
      auto match = matchOf(source);
      bool isArgument = mlir::isa<mlir::BlockArgument>(source);
      if (!isFloatValue(source))
        continue;
      anyReal = true;
      if (match && match->kind == MatchKind::None)
        return;
      if (!match && !isArgument)
        return;
      if (isArgument && !isEntry(source))
        return;
      if (match && match->kind == MatchKind::Partial) {
        weight = 0;
        telling = source;
      } else if (match && match->kind == MatchKind::Scaled && weight > 0) {
        weight = 1;
        telling = source;
      }
    }
    if (!anyReal && !isFloatValue(operation->getResult(0)))
      weight = 4; // integer arithmetic is rarely at fault and often without counterpart
    suspects.push_back({operation, telling, weight, orders.lookup(operation)});
  }

  /// An argument of main or of a manual computation fed by one: right by definition.
  bool isEntry(mlir::Value value) const {
    for (unsigned depth = 0; depth < 64; ++depth) {
      if (!mlir::isa<mlir::BlockArgument>(value))
        return isRight(value);
      auto sources = flow.sources(value);
      if (sources.empty())
        return true;
      if (sources.size() > 1)
        return false;
      value = sources.front();
    }
    return false;
  }

  /// Goes back from a multiple to the operator that made it one.
  mlir::Operation *originOfRatio(mlir::Value value) const {
    mlir::Operation *origin = value.getDefiningOp();
    for (unsigned depth = 0; depth < 256; ++depth) {
      auto here = matchOf(value);
      mlir::Value next;
      for (mlir::Value source : flow.sources(value)) {
        auto match = matchOf(source);
        if (match && here && match->kind == MatchKind::Scaled && isFloatValue(source) &&
            std::abs(match->ratio - here->ratio) < 1e-5 * std::abs(here->ratio))
          next = source;
      }
      if (!next)
        break;
      value = next;
      if (mlir::Operation *operation = value.getDefiningOp(); operation && !Dataflow::isTransparent(operation))
        origin = operation;
    }
    return origin;
  }

  std::string logicalPlace(unsigned id) const {
    mlir::Operation *operation = values.operationOf(id);
    if (!operation)
      return "an argument";
    std::string place = locationOf(operation).str();
    return operation->getName().getStringRef().str() + " at " + place;
  }

  std::optional<Blame> describe(const Suspect &suspect) const {
    mlir::Operation *operation = suspect.operation;
    Blame blame;
    auto match = suspect.operand ? matchOf(suspect.operand) : std::nullopt;
    if (match && match->kind == MatchKind::Partial) {
      blame.description = "uses a partial sum as if it were complete: summed over " +
                          axisNames(plan.mesh, match->summedAxes) + " its operand is the logical value of " +
                          logicalPlace(match->logical);
    } else if (match && match->kind == MatchKind::Scaled) {
      if (mlir::Operation *origin = originOfRatio(suspect.operand))
        operation = origin;
      blame.description =
          "its value is " + ratioText(match->ratio) + " of the logical value of " + logicalPlace(match->logical);
      if (match->summedAxes)
        blame.description += " after summing over " + axisNames(plan.mesh, match->summedAxes);
    } else {
      blame.description = "its operands are values of the logical step, its result is none";
    }
    blame.op = operation->getName().getStringRef().str();
    Location location = locationOf(operation);
    blame.location = {location.file, location.line, location.column};
    blame.planLocation = textLocationOf(operation, plan.path).value_or(blame.location);
    return blame;
  }
};

} // namespace

std::vector<std::optional<Blame>> blame(const Program &logical, const Program &plan, llvm::ArrayRef<Tensor> inputs,
                                        const std::vector<unsigned> &wrong, const Interrupted &interrupted) {
  std::vector<std::optional<Blame>> found(wrong.size());
  Blamer blamer(logical, plan);
  if (!blamer.execute(inputs, interrupted))
    return found;
  for (size_t i = 0; i < wrong.size(); ++i)
    found[i] = blamer.blame(wrong[i]);
  return found;
}

} // namespace lockstep::verifier
