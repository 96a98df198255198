#include "ir/interpreter/machine/Execution.h"

#include "ir/interpreter/machine/Diagnostics.h"

#include <utility>

namespace lockstep::interp {
namespace {

// Deeper calls than any program that was written by hand or exported; recursion never ends otherwise.
constexpr unsigned maximumCallDepth = 200;

std::string typeString(const ValueType &type) {
  std::string text = "tensor<";
  for (int64_t extent : type.shape)
    text += std::to_string(extent) + "x";
  return text + std::string(name(*type.element)) + ">";
}

bool fits(const Tensor &tensor, const ValueType &type) {
  return !type.element || (tensor.type() == *type.element && tensor.shape() == type.shape);
}

} // namespace

const ValueType &Call::resultType(unsigned result) const { return step.resultTypes[result]; }

const Tensor *Call::knownConstant() const {
  auto found = execution.session.constants.find(op);
  return found == execution.session.constants.end() ? nullptr : &found->second;
}

void Call::rememberConstant(const Tensor &value) const { execution.session.constants[op] = value; }

Tensor Call::take(size_t i) const {
  RankValue &value = execution.frame.values[step.operands[i]];
  // A uniform operand of ranks that differ in other operands is read once per rank.
  bool ownCopy = !value.isUniform() || execution.world.rankCount() == 1 || execution.isUniform(step);
  return step.lastRead[i] && ownCopy ? value.release(rank) : value.at(rank);
}

bool Call::simplestLiterals() const { return f64 && execution.session.options.simplestLiterals; }

llvm::Expected<Tensors> Call::region(unsigned index, llvm::ArrayRef<Tensor> arguments) const {
  std::vector<RankValue> values;
  for (const Tensor &argument : arguments)
    values.emplace_back(argument);
  unsigned only[] = {rank};
  llvm::Expected<std::vector<RankValue>> results = execution.runOn(only, step.regions[index], std::move(values));
  if (!results)
    return results.takeError();
  Tensors tensors;
  for (const RankValue &result : *results)
    tensors.push_back(result.at(rank));
  return tensors;
}

llvm::Expected<std::vector<RankValue>> Execution::run(const BlockPlan &block, std::vector<RankValue> arguments) {
  for (auto [value, argument] : llvm::zip(block.arguments, arguments))
    frame.values[value] = std::move(argument);
  arguments.clear();
  for (unsigned value : block.unused)
    frame.values[value].clear();
  for (const Step &step : block.steps) {
    if (llvm::Error e = execute(step))
      return std::move(e);
  }
  std::vector<RankValue> results;
  for (auto [value, releases] : llvm::zip(block.returned, block.releases))
    results.push_back(releases ? std::exchange(frame.values[value], {}) : frame.values[value]);
  return results;
}

llvm::Expected<std::vector<RankValue>> Execution::runOn(RankSet subset, const BlockPlan &block,
                                                        std::vector<RankValue> arguments) {
  return Execution(session, world, frame, subset).run(block, std::move(arguments));
}

llvm::Expected<std::vector<RankValue>> Execution::call(mlir::Operation *caller, llvm::StringRef callee,
                                                       std::vector<RankValue> arguments) {
  mlir::Operation *function = session.function(callee);
  if (!function)
    return errorAt(caller, "there is no function @" + callee + " with a body in the module");
  if (frame.depth + 1 > maximumCallDepth)
    return errorAt(caller, "calls are nested more than " + llvm::Twine(maximumCallDepth) + " deep");
  llvm::Expected<FunctionPlan *> plan = session.plan(function);
  if (!plan)
    return plan.takeError();
  if ((*plan)->body.arguments.size() != arguments.size())
    return errorAt(caller, "@" + callee + " takes " + llvm::Twine((*plan)->body.arguments.size()) +
                               " arguments, found " + llvm::Twine(arguments.size()));
  Frame activation((*plan)->valueCount, frame.depth + 1);
  return Execution(session, world, activation, ranks).run((*plan)->body, std::move(arguments));
}

std::vector<RankValue> Execution::takeOperands(const Step &step) {
  std::vector<RankValue> values;
  for (auto [value, last] : llvm::zip(step.operands, step.lastRead))
    values.push_back(last ? std::exchange(frame.values[value], {}) : frame.values[value]);
  return values;
}

void Execution::setResults(const Step &step, std::vector<RankValue> values) {
  for (auto [result, value] : llvm::zip(step.results, values))
    frame.values[result] = std::move(value);
}

llvm::Error Execution::execute(const Step &step) {
  if (session.options.interrupted && session.options.interrupted())
    return errorAt(step.op, "interrupted", code::interrupted);
  if (!step.evaluator)
    return errorAt(step.op, "this operator is not supported", code::unsupported);
  llvm::Error error = step.evaluator->pure ? executePure(step) : step.evaluator->machine(*this, step, step.op);
  if (error)
    return placedAt(step.op, std::move(error));
  return conclude(step);
}

llvm::Error Execution::conclude(const Step &step) {
  if (llvm::Error e = checkTypes(step))
    return e;
  if (session.options.observe)
    observe(step);
  for (unsigned value : step.dead)
    frame.values[value].clear();
  return llvm::Error::success();
}

bool Execution::isUniform(const Step &step) const {
  auto sameForAll = [&](unsigned value) { return frame.values[value].isUniform(); };
  return step.regionsIgnoreRank && llvm::all_of(step.operands, sameForAll) && llvm::all_of(step.captures, sameForAll);
}

llvm::Error Execution::executePure(const Step &step) {
  bool uniform = isUniform(step);
  llvm::SmallVector<RankValue, 1> results(step.results.size());
  for (unsigned rank : uniform ? ranks.take_front(1) : ranks) {
    llvm::Expected<Tensors> tensors = executeOn(step, rank);
    if (!tensors)
      return tensors.takeError();
    if (tensors->size() != results.size())
      return errorAt(step.op, "gives " + llvm::Twine(tensors->size()) + " values for " + llvm::Twine(results.size()) +
                                  " results");
    for (auto [result, tensor] : llvm::zip(results, *tensors)) {
      if (uniform) {
        result = RankValue(std::move(tensor));
        continue;
      }
      if (result.empty())
        result = RankValue::perRank(world.rankCount());
      result[rank] = std::move(tensor);
    }
  }
  for (auto [value, result] : llvm::zip(step.results, results))
    frame.values[value] = std::move(result);
  return llvm::Error::success();
}

llvm::Expected<Tensors> Execution::executeOn(const Step &step, unsigned rank) {
  llvm::SmallVector<const Tensor *, 4> operands;
  for (unsigned value : step.operands)
    operands.push_back(&frame.values[value].at(rank));
  return step.evaluator->pure(Call(step.op, operands, f64(), *this, step, rank));
}

llvm::Error Execution::checkTypes(const Step &step) const {
  for (auto [value, type] : llvm::zip(step.results, step.resultTypes)) {
    const RankValue &result = frame.values[value];
    if (result.empty())
      return errorAt(step.op, "gives no value for one of its results");
    for (unsigned rank : result.isUniform() ? ranks.take_front(1) : ranks)
      if (!fits(result.at(rank), type))
        return errorAt(step.op,
                       "expected a result of type " + typeString(type) + ", found " + result.at(rank).typeString());
  }
  return llvm::Error::success();
}

void Execution::observe(const Step &step) const {
  Observation observation;
  observation.operation = step.op;
  if (world.isRankProgram())
    for (unsigned rank : ranks)
      observation.devices.push_back(device(rank));
  for (unsigned value : step.results) {
    const RankValue &result = frame.values[value];
    std::vector<Tensor> &tensors = observation.results.emplace_back();
    for (unsigned rank : result.isUniform() ? ranks.take_front(1) : ranks)
      tensors.push_back(result.at(rank));
  }
  session.options.observe(observation);
}

} // namespace lockstep::interp
