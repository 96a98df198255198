// A sum over two axes is one collective. Every axis puts its own reduction; where one only feeds the next, they are joined.
#include "lowering/emit/Emitter.h"

namespace lockstep::lowering {

static void countUses(const Block &block, llvm::DenseMap<const Value *, unsigned> &uses) {
  for (const Op *op : block.ops) {
    for (const Value *operand : op->operands)
      ++uses[operand];
    for (auto &region : op->regions)
      countUses(*region, uses);
  }
  for (const Value *result : block.results)
    ++uses[result];
}

static bool isReduction(const Op *op) {
  return op && op->kind == OpKind::Conversion && op->conversion.from.isPartial() && op->conversion.to.isReplicated();
}

void Emitter::joinReductions(const Block &block, const llvm::DenseMap<const Value *, unsigned> &uses) {
  for (const Op *op : block.ops) {
    for (auto &region : op->regions)
      joinReductions(*region, uses);
    if (!isReduction(op))
      continue;
    const Op *before = op->operands[0]->def;
    bool isOnlyUse = uses.lookup(op->operands[0]) == 1;
    if (isReduction(before) && before->block == op->block && isOnlyUse &&
        before->conversion.from == op->conversion.from)
      joinedInto[before] = op;
  }
}

void Emitter::joinReductions(const Graph &graph) {
  llvm::DenseMap<const Value *, unsigned> uses;
  countUses(graph.body(), uses);
  joinReductions(graph.body(), uses);
}

/// The axes a conversion works over, in the order of the mesh.
llvm::SmallVector<unsigned> Emitter::axesOf(const Op &conversion) const {
  llvm::SmallVector<unsigned> over{axes[conversion.conversion.axis]};
  const Op *before = conversion.operands[0]->def;
  while (before && joinedInto.contains(before)) {
    over.push_back(axes[before->conversion.axis]);
    before = before->operands[0]->def;
  }
  llvm::sort(over);
  return over;
}

} // namespace lockstep::lowering
