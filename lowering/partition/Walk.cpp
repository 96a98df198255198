// The forward walk: what state an operator's results take, given those of its operands.
#include "lowering/graph/Build.h"
#include "lowering/partition/AxisPass.h"

#include <algorithm>

namespace lockstep::lowering {

AxisPass::AxisPass(const Graph &graph, const AxisGoal &goal, const Decisions &decisions)
    : in(graph), goal(goal), decisions(decisions),
      axis(graph.body().arguments.empty() ? 0 : graph.body().arguments[0]->states.size()) {}

AxisResult AxisPass::run() {
  Block &body = out.body();
  for (auto [index, argument] : llvm::enumerate(in.body().arguments)) {
    Value *value = makeLike(*argument, goal.arguments[index]);
    value->block = &body;
    value->index = static_cast<unsigned>(index);
    body.arguments.push_back(value);
    env[argument] = value;
  }
  visitBlock(in.body(), body);
  for (auto [index, result] : llvm::enumerate(in.body().results))
    body.results.push_back(convert(env.lookup(result), goal.results[index], nullptr));
  out.removeDead();
  return {std::move(out), std::move(wishes)};
}

Value *AxisPass::makeLike(const Value &value, State state) {
  Value *copy = out.addLike(value);
  copy->states.resize(axis);
  copy->states.push_back(state);
  if (!recutting)
    copy->origin = value.id;
  return copy;
}

void AxisPass::visitBlock(const Block &from, Block &to) {
  for (const Op *op : from.ops)
    visit(*op, to);
}

AxisPass::Values AxisPass::lookup(llvm::ArrayRef<Value *> values) const {
  Values found;
  for (Value *value : values) {
    auto it = env.find(value);
    // While a loop of `out` is rebuilt, what it reads from around it is in `out` already.
    found.push_back(it == env.end() ? value : it->second);
  }
  return found;
}

void AxisPass::visit(const Op &op, Block &to) {
  Values operands = lookup(op.operands);
  Op *made = nullptr;
  if (op.kind == OpKind::Loop)
    made = stepLoop(op, operands, {});
  else if (op.kind == OpKind::Branch)
    made = stepBranch(op, operands);
  else
    made = step(op, operands);
  bind(op, *made, to);
}

/// Appends `to` and lets the results of `from` stand for its results, reduced or cut where that was decided.
void AxisPass::bind(const Op &from, Op &to, Block &block) {
  append(block, to);
  for (auto [old, made] : llvm::zip(from.results, to.results)) {
    env[old] = made;
    if (!made->origin)
      continue;
    auto due = decisions.due.find(*made->origin);
    if (due != decisions.due.end() && stateOf(*made).isPartial()) {
      env[old] = convert(made, due->second.target, nullptr);
      env[old]->def->conversion.why = due->second.why;
    }
    auto cut = decisions.cuts.find(*made->origin);
    if (cut != decisions.cuts.end() && stateOf(*made).isReplicated())
      env[old] = convert(made, cut->second, nullptr);
  }
}

Op *AxisPass::emit(const Op &op, llvm::ArrayRef<Value *> operands, llvm::ArrayRef<State> results) {
  Op *made = out.addOp(op.kind, op.source, op.loc);
  made->conversion = op.conversion;
  made->operands.assign(operands.begin(), operands.end());
  for (auto [old, state] : llvm::zip(op.results, results))
    made->results.push_back(makeLike(*old, state));
  if (made->results.size() == 1 && !made->results[0]->splat)
    made->results[0]->splat = splatOf(*made);
  return made;
}

std::optional<Monoid> AxisPass::staysPartial(const Rule &rule, llvm::ArrayRef<Value *> operands) const {
  std::optional<Monoid> monoid;
  for (Value *operand : operands) {
    if (!stateOf(*operand).isPartial())
      continue;
    if (monoid && *monoid != stateOf(*operand).monoid())
      return std::nullopt;
    monoid = stateOf(*operand).monoid();
  }
  for (const Linear &linear : rule.linear) {
    if (linear.monoid && linear.monoid != monoid)
      continue;
    bool holds = true;
    for (auto [index, operand] : llvm::enumerate(operands)) {
      bool splits = llvm::is_contained(linear.operands, index);
      bool isPartial = stateOf(*operand).isPartial();
      holds &= splits ? isPartial || isNeutral(*operand, *monoid) : !isPartial;
    }
    if (holds)
      return monoid;
  }
  return std::nullopt;
}

/// Whether the digit can be cut out of the dim: it divides, and no other axis took a part of it.
bool AxisPass::isFree(const Value &value, const Digit &digit) const {
  if (!divides(digit, value.shape[digit.dim]))
    return false;
  for (unsigned other = 0; other < axis; ++other)
    if (value.states[other].isSharded() && !areIndependent(value.states[other].digit(), digit))
      return false;
  return true;
}

const Factor *AxisPass::chooseFactor(const Op &op, const Rule &rule, llvm::ArrayRef<Value *> operands,
                                     Digit &digit) const {
  for (auto [index, operand] : llvm::enumerate(operands)) {
    if (!stateOf(*operand).isSharded())
      continue;
    digit = stateOf(*operand).digit();
    for (const Factor &factor : rule.factors) {
      if (factor.operands[index] != digit.dim)
        continue;
      // The factor's other dims have the same extent, but other axes may have cut them differently.
      bool fits = true;
      auto isFreeOn = [&](const Value &value, OptionalDim dim) {
        return !dim || isFree(value, Digit{*dim, digit.stride, digit.n});
      };
      for (auto [other, dim] : llvm::zip(operands, factor.operands))
        fits &= isFreeOn(*other, dim);
      for (auto [result, dim] : llvm::zip(op.results, factor.results))
        fits &= isFreeOn(*result, dim);
      if (factor.reduces == Monoid::Mul)
        for (unsigned initial : rule.initial)
          fits &= isNeutral(*operands[initial], Monoid::Mul);
      if (fits)
        return &factor;
    }
  }
  return nullptr;
}

void AxisPass::noteCuts(const Op &op, const Rule &rule, const Value &gathered) {
  if (recutting || op.results.size() != 1)
    return;
  const Digit &digit = stateOf(gathered).digit();
  const Value &result = *op.results[0];
  for (const Factor &factor : rule.factors) {
    OptionalDim dim = factor.results[0];
    bool isLike = dim && result.shape[*dim] == gathered.shape[digit.dim];
    if (isLike && isFree(result, {*dim, digit.stride, digit.n}))
      cutsAgain.insert({result.id, State::sharded({*dim, digit.stride, digit.n})});
  }
}

/// Puts every operand into the state in which the factor uses it.
void AxisPass::convertForFactor(const Op &op, const Rule &rule, const Factor &factor, const Digit &digit,
                                Values &operands) {
  for (auto [index, operand] : llvm::enumerate(operands)) {
    State wanted = State::replicated();
    if (OptionalDim dim = factor.operands[index])
      wanted = State::sharded({*dim, digit.stride, digit.n});
    else if (factor.reduces && llvm::is_contained(rule.initial, index)) {
      // An initial value enters once: on one coordinate, unless entering often is the same.
      bool idempotent = *factor.reduces != Monoid::Add && *factor.reduces != Monoid::Mul;
      if (stateOf(*operand).isReplicated() && (idempotent || isNeutral(*operand, *factor.reduces)))
        continue;
      if (!idempotent)
        wanted = State::partial(*factor.reduces);
    }
    operand = convert(operand, wanted, &op);
  }
}

static int64_t elements(const Value &value) {
  int64_t count = 1;
  for (int64_t extent : value.shape)
    count *= extent;
  return count;
}

/// A product of partial values needs only one of them whole; the other may stay partial where the product is no larger
/// than it. Which of them is better depends on their other consumers: that is a choice for the rounds to come.
bool AxisPass::reduceOneFactor(const Op &op, const Rule &rule, Values &operands) {
  Values keepable;
  for (const Linear &linear : rule.linear) {
    if (linear.operands.size() != 1)
      continue;
    Value *kept = operands[linear.operands[0]];
    bool fits = stateOf(*kept).isPartial() && (!linear.monoid || linear.monoid == stateOf(*kept).monoid());
    if (fits && elements(*op.results[0]) <= elements(*kept) && llvm::count(operands, kept) == 1)
      keepable.push_back(kept);
  }
  if (keepable.empty())
    return false;
  bool isOpen = keepable.size() > 1;
  if (isOpen)
    openChoices.push_back(choiceBetween(keepable));
  undecided += isOpen;
  for (Value *&operand : operands)
    if (operand != keepable[0] && stateOf(*operand).isPartial())
      operand = convert(operand, State::replicated(), &op);
  undecided -= isOpen;
  return true;
}

/// Ids of the values either of which may be reduced; empty when one of them is not a value of the graph that is read.
AxisPass::Choice AxisPass::choiceBetween(llvm::ArrayRef<Value *> values) const {
  Choice choice;
  for (Value *value : values) {
    const Value &place = smallestForm(*value);
    if (!place.origin)
      return {};
    choice.push_back(*place.origin);
  }
  return choice;
}

Op *AxisPass::step(const Op &op, Values operands) {
  Rule rule = ruleOf(op);
  // Every turn makes at least one operand replicated, so this ends.
  while (true) {
    auto is = [&](auto predicate) { return llvm::any_of(operands, predicate); };
    bool anySharded = is([&](Value *value) { return stateOf(*value).isSharded(); });
    bool anyPartial = is([&](Value *value) { return stateOf(*value).isPartial(); });
    if (!anySharded && !anyPartial)
      return emit(op, operands, std::vector<State>(op.results.size()));
    if (!anySharded) {
      if (auto monoid = staysPartial(rule, operands))
        return emit(op, operands, std::vector<State>(op.results.size(), State::partial(*monoid)));
      if (llvm::count_if(operands, [&](Value *value) { return stateOf(*value).isPartial(); }) > 1 &&
          reduceOneFactor(op, rule, operands))
        continue;
      for (Value *&operand : operands)
        if (stateOf(*operand).isPartial())
          operand = convert(operand, State::replicated(), &op);
      continue;
    }
    if (rule.isReshape)
      return stepReshape(op, operands[0]);
    Digit digit;
    const Factor *factor = chooseFactor(op, rule, operands, digit);
    if (!factor) {
      for (auto [index, operand] : llvm::enumerate(operands)) {
        if (!stateOf(*operand).isSharded())
          continue;
        wish(op, *operand, static_cast<unsigned>(index));
        noteCuts(op, rule, *operand);
        operand = convert(operand, State::replicated(), &op);
      }
      continue;
    }
    convertForFactor(op, rule, *factor, digit, operands);
    std::vector<State> results;
    for (OptionalDim dim : factor->results)
      results.push_back(dim ? State::sharded({*dim, digit.stride, digit.n}) : State::partial(*factor->reduces));
    return emit(op, operands, results);
  }
}

Op *AxisPass::stepReshape(const Op &op, Value *operand) {
  auto moved = reshapeDigit(operand->shape, stateOf(*operand).digit(), op.results[0]->shape);
  if (moved && isFree(*op.results[0], *moved))
    return emit(op, {operand}, State::sharded(*moved));
  wish(op, *operand, 0);
  return emit(op, {convert(operand, State::replicated(), &op)}, State::replicated());
}

} // namespace lockstep::lowering
