// Liveness over the graph. A loop-carried value lives when the loop's result is used, or when the condition or the body of
// a live loop needs it; its next value then lives too.
#include "lowering/graph/Graph.h"

#include "llvm/ADT/DenseSet.h"

namespace lockstep::lowering {

namespace {

class Liveness {
public:
  void mark(Value *value) {
    if (!live.insert(value).second)
      return;
    work.push_back(value);
  }
  void run() {
    while (!work.empty()) {
      Value *value = work.pop_back_val();
      if (value->def)
        visitResult(*value->def, value->index);
      else if (value->block->parent)
        visitArgument(*value->block->parent, value->index);
    }
  }
  bool isLive(Value *value) const { return live.contains(value); }
  bool isLive(const Op &op) const {
    return llvm::any_of(op.results, [&](Value *result) { return live.contains(result); });
  }
  bool isCarried(const Op &loop, unsigned i) const {
    return isLive(loop.results[i]) || isLive(loop.regions[0]->arguments[i]) || isLive(loop.regions[1]->arguments[i]);
  }

private:
  void visitResult(Op &op, unsigned index) {
    switch (op.kind) {
    case OpKind::Loop:
      mark(op.regions[0]->results[0]);
      visitArgument(op, index);
      return;
    case OpKind::Branch:
      mark(op.operands[0]);
      for (auto &region : op.regions)
        mark(region->results[index]);
      return;
    default:
      for (Value *operand : op.operands)
        mark(operand);
    }
  }
  void visitArgument(Op &loop, unsigned index) {
    mark(loop.operands[index]);
    mark(loop.regions[1]->results[index]);
  }

  llvm::DenseSet<Value *> live;
  llvm::SmallVector<Value *> work;
};

template <typename Range, typename Keep> void filter(Range &range, Keep keep) {
  Range kept;
  for (unsigned i = 0; i < range.size(); ++i)
    if (keep(i))
      kept.push_back(range[i]);
  range = std::move(kept);
}

void renumber(std::vector<Value *> &values) {
  for (unsigned i = 0; i < values.size(); ++i)
    values[i]->index = i;
}

void dropDead(Block &block, const Liveness &liveness);

void dropDeadCarried(Op &loop, const Liveness &liveness) {
  llvm::SmallVector<bool> keep;
  for (unsigned i = 0; i < loop.results.size(); ++i)
    keep.push_back(liveness.isCarried(loop, i));
  auto kept = [&](unsigned i) { return keep[i]; };
  filter(loop.operands, kept);
  filter(loop.results, kept);
  filter(loop.regions[0]->arguments, kept);
  filter(loop.regions[1]->arguments, kept);
  filter(loop.regions[1]->results, kept);
  renumber(loop.regions[0]->arguments);
  renumber(loop.regions[1]->arguments);
  for (unsigned i = 0; i < loop.results.size(); ++i)
    loop.results[i]->index = i;
}

void dropDeadBranchResults(Op &branch, const Liveness &liveness) {
  llvm::SmallVector<bool> keep;
  for (Value *result : branch.results)
    keep.push_back(liveness.isLive(result));
  auto kept = [&](unsigned i) { return keep[i]; };
  for (auto &region : branch.regions)
    filter(region->results, kept);
  filter(branch.results, kept);
  for (unsigned i = 0; i < branch.results.size(); ++i)
    branch.results[i]->index = i;
}

void dropDead(Block &block, const Liveness &liveness) {
  std::vector<Op *> kept;
  for (Op *op : block.ops) {
    if (!liveness.isLive(*op))
      continue;
    if (op->kind == OpKind::Loop)
      dropDeadCarried(*op, liveness);
    if (op->kind == OpKind::Branch)
      dropDeadBranchResults(*op, liveness);
    for (auto &region : op->regions)
      dropDead(*region, liveness);
    kept.push_back(op);
  }
  block.ops = std::move(kept);
}

} // namespace

void Graph::removeDead() {
  Liveness liveness;
  for (Value *result : body().results)
    liveness.mark(result);
  liveness.run();
  dropDead(body(), liveness);
}

} // namespace lockstep::lowering
