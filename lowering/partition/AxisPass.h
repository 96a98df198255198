// Propagation of one axis over a graph: every value gets a state on the axis, and conversions are put where a consumer
// needs another one. The pass knows nothing of models, roles or optimizers: it starts from the states of the arguments,
// follows the operators' rules, and ends at the states wanted of the results.
//
// A partial value flows through linear operators for free. Where a consumer is not linear the sum is due, and then it is
// due at the *value*: all consumers take the reduced value, so that nothing is reduced twice. Since that is known only
// after all consumers were seen, the pass is repeated with the values found due until no new ones turn up.
#pragma once

#include "lowering/partition/Rule.h"

#include "llvm/ADT/DenseMap.h"

#include <map>

namespace lockstep::lowering {

/// What a pass over one axis starts from and must end in.
struct AxisGoal {
  std::vector<State> arguments, results; // one each
  int64_t size = 1;                      // coordinates of the axis
};

/// A digit that would have passed where another was stopped, if the argument were cut by it.
struct PlacementWish {
  unsigned argument = 0;
  Digit digit;
  bool operator==(const PlacementWish &) const = default;
};

struct Due {
  State target;
  std::string why;
};
using DueValues = std::map<unsigned, Due>; // by id in the graph the pass reads

/// What earlier rounds found out.
struct Decisions {
  DueValues due;
  std::map<unsigned, State> cuts; // whole values that are cut where they are made, by id likewise
};

struct AxisResult {
  Graph graph;
  std::vector<PlacementWish> wishes;
};

/// Propagates the axis, whose states are appended to every value's list. Never fails: where an operator cannot work on
/// pieces, the whole value is gathered first.
AxisResult propagateAxis(const Graph &graph, const AxisGoal &goal);

/// One round of the above; `newlyDue` receives the values whose reduction was asked for.
class AxisPass {
public:
  AxisPass(const Graph &graph, const AxisGoal &goal, const Decisions &decisions);
  AxisResult run();
  const DueValues &newlyDue() const { return asked; }
  /// Values of which one is to be reduced, where that was not decided by other consumers.
  using Choice = std::vector<unsigned>;
  const std::vector<Choice> &choices() const { return openChoices; }
  /// An operator that needed its operand whole made whole what was cut; its results could be cut again here, so that what
  /// follows is not done by every device.
  const std::map<unsigned, State> &possibleCuts() const { return cutsAgain; }

private:
  using Values = llvm::SmallVector<Value *, 4>;

  // Walk.cpp: blocks and operators.
  void visitBlock(const Block &from, Block &to);
  void visit(const Op &op, Block &to);
  Values lookup(llvm::ArrayRef<Value *> values) const;
  void bind(const Op &from, Op &to, Block &block);
  Op *step(const Op &op, Values operands);
  void convertForFactor(const Op &op, const Rule &rule, const Factor &factor, const Digit &digit, Values &operands);
  Op *emit(const Op &op, llvm::ArrayRef<Value *> operands, llvm::ArrayRef<State> results);
  std::optional<Monoid> staysPartial(const Rule &rule, llvm::ArrayRef<Value *> operands) const;
  bool reduceOneFactor(const Op &op, const Rule &rule, Values &operands);
  Choice choiceBetween(llvm::ArrayRef<Value *> values) const;
  const Factor *chooseFactor(const Op &op, const Rule &rule, llvm::ArrayRef<Value *> operands, Digit &digit) const;
  void noteCuts(const Op &op, const Rule &rule, const Value &gathered);
  bool isFree(const Value &value, const Digit &digit) const;
  Op *stepReshape(const Op &op, Value *operand);

  // Wishes.cpp: cuts of the arguments that would have gone further.
  void wish(const Op &op, const Value &operand, unsigned index);
  void traceWish(const Value *value, std::optional<Digit> digit);

  // Nested.cpp: loops and branches.
  struct Carried;
  Op *stepLoop(const Op &op, Values initial, llvm::ArrayRef<State> wanted);
  Op *buildLoop(const Op &op, const Carried &carried);
  Block *buildRegion(const Block &from, Op &loop, const Carried &carried);
  State nextState(const Op &loop, unsigned carried, const State &state, bool neutralGuess) const;
  bool improve(const Op &loop, Carried &carried) const;
  void finishLoop(const Op &op, Op &loop, const Carried &carried);
  Op *stepBranch(const Op &op, Values operands);
  State commonState(const Op &branch, unsigned result) const;

  // Convert.cpp: changes of state.
  Value *convert(Value *value, State to, const Op *consumer);
  Value *insertConversion(Value *value, State to, const Op *consumer);
  Value *cutForm(Value *value, State to, const Op *consumer);
  Value *cutLoop(Value *value, State to);
  bool isAllReplicated(const Op &op) const;
  void askFor(const Value &value, State target, const std::string &why);

  const State &stateOf(const Value &value) const { return value.states[axis]; }
  Value *makeLike(const Value &value, State state);

  const Graph &in;
  Graph out;
  const AxisGoal &goal;
  const Decisions &decisions;
  DueValues asked;
  unsigned axis;          // index of the axis' state in every value of `out`
  unsigned recutting = 0; // inside a loop of `out` that is rebuilt in cut form
  unsigned undecided = 0; // conversions made now are not asked for, see reduceOneFactor
  llvm::DenseMap<const Value *, Value *> env;
  llvm::DenseMap<const Value *, llvm::SmallVector<std::pair<State, Value *>, 1>> converted;
  std::vector<PlacementWish> wishes;
  std::vector<Choice> openChoices;
  std::map<unsigned, State> cutsAgain;
};

/// Where the reduction of `value` belongs: an expanded or reshaped sum is reduced before, at its smallest form.
const Value &smallestForm(const Value &value);

} // namespace lockstep::lowering
