// Control flow. Ranks may take different ways: each branch or iteration runs on the ranks that take it.
#include "ir/interpreter/kernels/Common.h"
#include "ir/interpreter/machine/Execution.h"

#include "ir/interpreter/machine/Diagnostics.h"
#include "ir/stablehlo/StablehloOps.h"

#include <algorithm>
#include <utility>

namespace lockstep::interp {
namespace {

namespace hlo = lockstep::stablehlo;

using Ranks = std::vector<unsigned>;
using Values = std::vector<RankValue>;

// The ranks of `from` whose scalar equals `wanted`.
Ranks ranksWhere(RankSet from, const RankValue &value, int64_t wanted) {
  Ranks result;
  for (unsigned rank : from)
    if (value.at(rank).integer(0) == wanted)
      result.push_back(rank);
  return result;
}

llvm::Error evaluateWhile(hlo::WhileOp op, Execution &x, const Step &step) {
  const BlockPlan &condition = step.regions[0], &body = step.regions[1];
  Values state = x.takeOperands(step);
  Ranks running(x.ranks.begin(), x.ranks.end());
  while (true) {
    llvm::Expected<Values> goOn = x.runOn(running, condition, state);
    if (!goOn)
      return goOn.takeError();
    running = ranksWhere(running, goOn->front(), 1);
    if (running.empty())
      break;
    bool all = running.size() == x.ranks.size();
    llvm::Expected<Values> next = x.runOn(running, body, all ? std::exchange(state, {}) : state);
    if (!next)
      return next.takeError();
    if (all) {
      state = std::move(*next);
      continue;
    }
    for (size_t i = 0; i < state.size(); ++i)
      state[i].merge((*next)[i], running, x.world.rankCount());
  }
  x.setResults(step, std::move(state));
  return llvm::Error::success();
}

// Runs branch branches[i] on the ranks for which `choice` gives i.
llvm::Error branch(Execution &x, const Step &step, const RankValue &choice, llvm::ArrayRef<int64_t> numbers) {
  Values results(step.results.size());
  for (auto [i, number] : llvm::enumerate(numbers)) {
    Ranks taking = ranksWhere(x.ranks, choice, number);
    if (taking.empty())
      continue;
    llvm::Expected<Values> values = x.runOn(taking, step.regions[i], {});
    if (!values)
      return values.takeError();
    bool all = taking.size() == x.ranks.size();
    for (size_t r = 0; r < results.size(); ++r) {
      if (all)
        results[r] = std::move((*values)[r]);
      else
        results[r].merge((*values)[r], taking, x.world.rankCount());
    }
  }
  x.setResults(step, std::move(results));
  return llvm::Error::success();
}

llvm::Error evaluateIf(hlo::IfOp, Execution &x, const Step &step) {
  return branch(x, step, x.operand(step, 0), {1, 0});
}

// An index without a branch takes the last one.
llvm::Error evaluateCase(hlo::CaseOp op, Execution &x, const Step &step) {
  int64_t count = step.regions.size();
  RankValue choice = RankValue::perRank(x.world.rankCount());
  std::vector<int64_t> numbers(count);
  for (int64_t i = 0; i < count; ++i)
    numbers[i] = i;
  for (unsigned rank : x.ranks) {
    int64_t index = x.operand(step, 0).at(rank).integer(0);
    Tensor clamped(ElementType::I32, {});
    clamped.setInteger(0, index < 0 || index >= count ? count - 1 : index);
    choice[rank] = std::move(clamped);
  }
  return branch(x, step, choice, numbers);
}

llvm::Error passOperands(Execution &x, const Step &step) {
  x.setResults(step, x.takeOperands(step));
  return llvm::Error::success();
}

} // namespace

void addControl(EvaluatorTable &table) {
  table.machine<hlo::WhileOp>(evaluateWhile);
  table.machine<hlo::IfOp>(evaluateIf);
  table.machine<hlo::CaseOp>(evaluateCase);
  table.machine<hlo::OptimizationBarrierOp>(
      [](hlo::OptimizationBarrierOp, Execution &x, const Step &step) { return passOperands(x, step); });
  // Tokens carry no value: operators run in the order of the text.
  table.pure<hlo::AfterAllOp>([](hlo::AfterAllOp, const Call &) -> Result { return Tensor(); });
  table.pure<hlo::CreateTokenOp>([](hlo::CreateTokenOp, const Call &) -> Result { return Tensor(); });
}

} // namespace lockstep::interp
