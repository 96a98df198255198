#include "lowering/partition/Cost.h"

#include "lowering/partition/Rule.h"

namespace lockstep::lowering {

static double product(const Shape &shape) {
  double count = 1;
  for (int64_t extent : shape)
    count *= static_cast<double>(extent);
  return count;
}

/// Elements of the results, times what is summed for each.
static double workOf(const Op &op) {
  double work = product(localShape(*op.results[0]));
  for (const Factor &factor : ruleOf(op).factors)
    for (auto [operand, dim] : llvm::zip(op.operands, factor.operands))
      if (factor.reduces && dim) {
        work *= static_cast<double>(localShape(*operand)[*dim]);
        break;
      }
  return work;
}

static double costOf(const Op &op) {
  if (op.kind == OpKind::Logical)
    return workOf(op);
  if (op.kind != OpKind::Conversion || op.conversion.from.isReplicated())
    return 0;
  constexpr double bytesPerElement = 4;
  return bytesPerElement * product(op.operands[0]->shape) * (op.conversion.from.isPartial() ? 2 : 1);
}

static double costOf(const Block &block) {
  constexpr double turnsOfALoop = 8; // any number well above one
  double total = 0;
  for (const Op *op : block.ops) {
    total += costOf(*op);
    for (auto &region : op->regions)
      total += costOf(*region) * (op->kind == OpKind::Loop ? turnsOfALoop : 1);
  }
  return total;
}

double costOf(const Graph &graph) { return costOf(graph.body()); }

} // namespace lockstep::lowering
