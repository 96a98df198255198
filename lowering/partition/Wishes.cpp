// An operator stopped the digit: it needs all of the dim, or a reshape would have torn the digit apart. Had the operand been
// cut inside another dim, it would have passed. Such digits are followed back to arguments of the step, where they are
// other ways of cutting the same batch: when a step splits its batch into micro-batches of its own, blocks of consecutive
// samples are whole micro-batches, and only a cut inside every micro-batch works.
#include "lowering/partition/AxisPass.h"

namespace lockstep::lowering {

void AxisPass::wish(const Op &op, const Value &operand, unsigned index) {
  Rule rule = ruleOf(op);
  auto leading = [&](const Shape &shape, unsigned dim) -> std::optional<Digit> {
    if (shape[dim] % goal.size != 0)
      return std::nullopt;
    return Digit{dim, shape[dim] / goal.size, goal.size};
  };
  if (rule.isReshape) {
    const Shape &to = op.results[0]->shape;
    for (unsigned dim = 0; dim < to.size(); ++dim)
      if (auto digit = leading(to, dim))
        traceWish(&operand, reshapeDigit(to, *digit, operand.shape));
  }
  for (const Factor &factor : rule.factors)
    if (OptionalDim dim = factor.operands[index])
      traceWish(&operand, leading(operand.shape, *dim));
}

/// One operator back: the operand the digit comes from, and where it is there.
static const Value *before(const Op &def, const Value &value, unsigned axis, std::optional<Digit> &digit) {
  if (def.kind != OpKind::Logical || def.results.size() != 1)
    return nullptr;
  Rule rule = ruleOf(def);
  if (rule.isReshape) {
    digit = reshapeDigit(value.shape, *digit, def.operands[0]->shape);
    return def.operands[0];
  }
  for (const Factor &factor : rule.factors) {
    if (factor.results[0] != digit->dim)
      continue;
    for (auto [source, dim] : llvm::zip(def.operands, factor.operands))
      if (dim && source->states[axis].isSharded()) {
        digit->dim = *dim;
        return source;
      }
  }
  return nullptr;
}

void AxisPass::traceWish(const Value *value, std::optional<Digit> digit) {
  while (digit && value) {
    if (value->def) {
      value = before(*value->def, *value, axis, digit);
      continue;
    }
    if (const Op *loop = value->block->parent) { // a carried value is followed to its initial one
      value = loop->operands[value->index];
      continue;
    }
    PlacementWish found{value->index, *digit};
    if (!llvm::is_contained(wishes, found))
      wishes.push_back(found);
    return;
  }
}

} // namespace lockstep::lowering
