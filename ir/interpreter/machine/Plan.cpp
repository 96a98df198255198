#include "ir/interpreter/machine/Plan.h"

#include "ir/interpreter/evaluate/Table.h"
#include "ir/interpreter/machine/Diagnostics.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Region.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace lockstep::interp {
namespace {

// Defined by the importer's conversions; the spelling of a scalar type is enough here, so that this file does not
// depend on the importer.
std::optional<ElementType> elementTypeOf(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return parseElementType(text);
}

class Planner {
public:
  explicit Planner(const EvaluatorTable &table) : table(table) {}

  llvm::Error block(mlir::Operation *owner, mlir::Region &region, BlockPlan &plan) {
    if (region.empty())
      return llvm::Error::success();
    if (!region.hasOneBlock())
      return errorAt(owner, "a region of several blocks is not supported", code::unsupported);
    mlir::Block &body = region.front();
    for (mlir::BlockArgument argument : body.getArguments())
      plan.arguments.push_back(number(argument));
    bool terminated = !body.empty() && body.back().hasTrait<mlir::OpTrait::IsTerminator>();
    for (mlir::Operation &op : body) {
      if (terminated && &op == &body.back())
        break;
      plan.steps.emplace_back();
      if (llvm::Error e = step(op, plan.steps.back()))
        return e;
    }
    if (terminated) {
      plan.terminator = &body.back();
      for (mlir::Value value : body.back().getOperands())
        plan.returned.push_back(number(value));
    }
    findLastUses(plan);
    return llvm::Error::success();
  }

  unsigned valueCount() const { return numbers.size(); }

private:
  unsigned number(mlir::Value value) { return numbers.try_emplace(value, numbers.size()).first->second; }

  llvm::Error step(mlir::Operation &op, Step &step) {
    step.op = &op;
    step.evaluator = table.find(&op);
    for (mlir::Value value : op.getOperands())
      step.operands.push_back(number(value));
    for (mlir::Value value : op.getResults()) {
      step.results.push_back(number(value));
      llvm::Expected<ValueType> type = typeOf(&op, value.getType());
      if (!type)
        return type.takeError();
      step.resultTypes.push_back(std::move(*type));
    }
    return regions(op, step);
  }

  llvm::Error regions(mlir::Operation &op, Step &step) {
    if (op.getNumRegions() == 0)
      return llvm::Error::success();
    step.regions.resize(op.getNumRegions());
    for (auto [i, region] : llvm::enumerate(op.getRegions()))
      if (llvm::Error e = block(&op, region, step.regions[i]))
        return e;
    llvm::SetVector<unsigned> captures;
    op.walk([&](mlir::Operation *inner) {
      if (inner == &op)
        return;
      const Evaluator *evaluator = table.find(inner);
      if (!inner->hasTrait<mlir::OpTrait::IsTerminator>() && !(evaluator && evaluator->pure))
        step.regionsIgnoreRank = false;
      for (mlir::Value value : inner->getOperands())
        if (!op.isAncestor(value.getParentRegion()->getParentOp()))
          captures.insert(number(value));
    });
    step.captures.assign(captures.begin(), captures.end());
    return llvm::Error::success();
  }

  llvm::Expected<ValueType> typeOf(mlir::Operation *op, mlir::Type type) {
    auto found = types.find(type);
    if (found != types.end())
      return found->second;
    ValueType result;
    if (auto shaped = mlir::dyn_cast<mlir::ShapedType>(type)) {
      auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
      if (!tensor || !tensor.hasStaticShape())
        return errorAt(op, "a tensor without static shape is not supported", code::unsupported);
      result.element = elementTypeOf(tensor.getElementType());
      if (!result.element)
        return errorAt(op, "the element type of a result is not supported", code::unsupported);
      result.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    }
    types.try_emplace(type, result);
    return result;
  }

  // Walks a block backwards: the first reader met is the last one to read.
  static void findLastUses(BlockPlan &plan) {
    llvm::DenseSet<unsigned> own(plan.arguments.begin(), plan.arguments.end());
    for (const Step &step : plan.steps)
      own.insert(step.results.begin(), step.results.end());
    llvm::DenseSet<unsigned> needed(plan.returned.begin(), plan.returned.end());
    for (Step &step : llvm::reverse(plan.steps)) {
      auto read = [&](unsigned value) {
        if (own.contains(value) && needed.insert(value).second)
          step.dead.push_back(value);
      };
      for (unsigned value : step.results)
        read(value);
      for (unsigned value : step.operands)
        read(value);
      for (unsigned value : step.captures)
        read(value);
    }
    for (unsigned value : plan.arguments)
      if (!needed.contains(value))
        plan.unused.push_back(value);
    for (Step &step : plan.steps)
      step.lastRead = lastOccurrences(step.operands, [&](unsigned value) {
        return llvm::is_contained(step.dead, value) && !llvm::is_contained(step.captures, value);
      });
    plan.releases = lastOccurrences(plan.returned, [&](unsigned value) { return own.contains(value); });
  }

  // Per list entry: the last one of its value, if the value may be given away at all.
  template <typename Filter>
  static llvm::SmallVector<bool, 4> lastOccurrences(llvm::ArrayRef<unsigned> values, Filter mayGive) {
    llvm::SmallVector<bool, 4> result(values.size());
    for (size_t i = 0; i < values.size(); ++i)
      result[i] = mayGive(values[i]) && !llvm::is_contained(values.drop_front(i + 1), values[i]);
    return result;
  }

  const EvaluatorTable &table;
  llvm::DenseMap<mlir::Value, unsigned> numbers;
  llvm::DenseMap<mlir::Type, ValueType> types;
};

} // namespace

llvm::Expected<std::unique_ptr<FunctionPlan>> makePlan(mlir::Operation *function, const EvaluatorTable &table) {
  auto plan = std::make_unique<FunctionPlan>();
  Planner planner(table);
  if (llvm::Error e = planner.block(function, function->getRegion(0), plan->body))
    return std::move(e);
  plan->valueCount = planner.valueCount();
  return plan;
}

} // namespace lockstep::interp
