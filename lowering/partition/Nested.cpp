// Loops and branches. The states of carried values are a fix point: the body is walked with a guess, what it yields is the
// next guess. Guesses start at the states of the initial values and move a few times before they fall back to
// replicated, so this ends. An initial value that is a neutral constant (an accumulator) lies in every state at once: the
// first walk takes it as such, and what the body makes of it is its state.
#include "lowering/partition/AxisPass.h"

namespace lockstep::lowering {

struct AxisPass::Carried {
  Values initial;
  std::vector<State> states;
  std::vector<unsigned> moves;
  bool neutralGuess = false; // this walk takes neutral initial values as neutral in the body too
};

static bool isZero(const Value &value) { return value.splat == 0.0; }

Op *AxisPass::stepLoop(const Op &op, Values initial, llvm::ArrayRef<State> wanted) {
  Carried carried;
  carried.initial = initial;
  for (auto [index, value] : llvm::enumerate(initial))
    carried.states.push_back(wanted.empty() || wanted[index].isReplicated() ? stateOf(*value) : wanted[index]);
  carried.moves.assign(initial.size(), 0);
  carried.neutralGuess = llvm::any_of(initial, [](Value *value) { return isZero(*value); });
  DueValues before = asked;
  while (true) {
    asked = before; // only what the final walk asks for counts
    Op *loop = buildLoop(op, carried);
    bool moved = improve(*loop, carried);
    if (!moved && !carried.neutralGuess) {
      finishLoop(op, *loop, carried);
      return loop;
    }
    carried.neutralGuess = false;
  }
}

Op *AxisPass::buildLoop(const Op &op, const Carried &carried) {
  Op *loop = out.addOp(OpKind::Loop, op.source, op.loc);
  loop->operands = carried.initial;
  for (auto &region : op.regions)
    buildRegion(*region, *loop, carried);
  return loop;
}

Block *AxisPass::buildRegion(const Block &from, Op &loop, const Carried &carried) {
  Block *block = out.addRegion(loop);
  for (auto [index, argument] : llvm::enumerate(from.arguments)) {
    Value *value = makeLike(*argument, carried.states[index]);
    value->block = block;
    value->index = static_cast<unsigned>(index);
    if (carried.neutralGuess && isZero(*carried.initial[index]) && carried.states[index].isReplicated())
      value->splat = 0.0;
    block->arguments.push_back(value);
    env[argument] = value;
  }
  visitBlock(from, *block);
  for (Value *result : lookup(from.results))
    block->results.push_back(result);
  return block;
}

/// The next guess for a carried value, from what the regions did with it and what the body yielded.
State AxisPass::nextState(const Op &loop, unsigned i, const State &state, bool neutralGuess) const {
  const Value &yielded = *loop.regions[1]->results[i];
  bool isReduced = false, isGathered = false;
  std::optional<State> cut;
  for (auto &region : loop.regions) {
    const Value &argument = *region->arguments[i];
    isReduced |= argument.origin && asked.count(*argument.origin);
    auto conversions = converted.find(&argument);
    if (conversions == converted.end())
      continue;
    for (auto &[to, made] : conversions->second) {
      isGathered |= state.isSharded() && to.isReplicated();
      if (to.isSharded())
        cut = to;
    }
  }
  // What the regions must have whole is made whole before the next turn, not in every turn.
  if (isReduced || isGathered)
    return State::replicated();
  // Cutting needs no communication, and a yielded sum can be scattered.
  if (state.isSharded() && !stateOf(yielded).isSharded())
    return state;
  // A constant yielded for a partial value is an addend.
  if (state.isPartial() && isZero(yielded) && !neutralGuess)
    return state;
  // While a loop is rebuilt in cut form, what its body cuts in every turn is better carried cut.
  if (recutting && state.isReplicated() && stateOf(yielded).isReplicated() && cut)
    return *cut;
  return stateOf(yielded);
}

/// Moves to the next guess. True when it differs from the present one.
bool AxisPass::improve(const Op &loop, Carried &carried) const {
  bool moved = false;
  for (unsigned i = 0; i < carried.states.size(); ++i) {
    State &state = carried.states[i];
    State next = nextState(loop, i, state, carried.neutralGuess);
    if (next == state)
      continue;
    bool isSettled = !state.isReplicated() || ++carried.moves[i] > 2;
    State accepted = isSettled ? State::replicated() : next;
    moved |= !(accepted == state);
    state = accepted;
  }
  return moved;
}

void AxisPass::finishLoop(const Op &op, Op &loop, const Carried &carried) {
  Block &condition = *loop.regions[0], &body = *loop.regions[1];
  condition.results[0] = convert(condition.results[0], State::replicated(), &op);
  for (unsigned i = 0; i < carried.states.size(); ++i) {
    body.results[i] = convert(body.results[i], carried.states[i], &op);
    loop.operands[i] = convert(carried.initial[i], carried.states[i], &op);
    loop.results.push_back(makeLike(*op.results[i], carried.states[i]));
  }
}

/// The state all regions' values for a result can take.
State AxisPass::commonState(const Op &branch, unsigned result) const {
  State first = stateOf(*branch.regions[0]->results[result]);
  bool equal = true, addends = true;
  std::optional<State> cut, partial;
  for (auto &region : branch.regions) {
    Value *value = region->results[result];
    const State &state = stateOf(*value);
    equal &= state == first;
    if (state.isSharded() && !cut)
      cut = state;
    if (state.isPartial())
      partial = state;
    addends &= state.isPartial() || (state.isReplicated() && isNeutral(*value, Monoid::Add));
  }
  if (equal)
    return first;
  if (cut)
    return *cut;
  if (partial && addends && partial->monoid() == Monoid::Add)
    return *partial;
  return State::replicated();
}

Op *AxisPass::stepBranch(const Op &op, Values operands) {
  Op *branch = out.addOp(OpKind::Branch, op.source, op.loc);
  branch->operands.push_back(convert(operands[0], State::replicated(), &op));
  for (auto &region : op.regions) {
    Block *block = out.addRegion(*branch);
    visitBlock(*region, *block);
    for (Value *result : lookup(region->results))
      block->results.push_back(result);
  }
  for (unsigned i = 0; i < op.results.size(); ++i) {
    State state = commonState(*branch, i);
    for (auto &region : branch->regions)
      region->results[i] = convert(region->results[i], state, &op);
    branch->results.push_back(makeLike(*op.results[i], state));
  }
  return branch;
}

} // namespace lockstep::lowering
