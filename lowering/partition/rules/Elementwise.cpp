// Operators that work element by element. All share the factors; they differ in what they do to addends.
#include "lowering/partition/rules/Families.h"

#include "mlir/IR/BuiltinTypes.h"

namespace lockstep::lowering::rules {

Rule elementwise(const Op &op) {
  Rule rule;
  // A cast that changes the number of elements is not element by element.
  for (const Value *operand : op.operands)
    if (!operand->shape.empty() && operand->shape != op.results[0]->shape)
      return rule;
  rule.factors = pointwiseFactors(op);
  return rule;
}

Rule add(const Op &op) {
  Rule rule = elementwise(op);
  if (hasSums(op.results[0]->element))
    rule.linear.push_back({Monoid::Add, {0, 1}});
  return rule;
}

// Integer products distribute over sums as well (both are taken modulo 2^w).
Rule multiply(const Op &op) {
  Rule rule = elementwise(op);
  if (hasSums(op.results[0]->element))
    rule.linear = {{Monoid::Add, {0}}, {Monoid::Add, {1}}};
  return rule;
}

Rule divide(const Op &op) {
  Rule rule = elementwise(op);
  if (mlir::isa<mlir::FloatType, mlir::ComplexType>(op.results[0]->element))
    rule.linear.push_back({Monoid::Add, {0}});
  return rule;
}

Rule negate(const Op &op) {
  Rule rule = elementwise(op);
  if (hasSums(op.results[0]->element))
    rule.linear.push_back({Monoid::Add, {0}});
  return rule;
}

// A widening cast may be taken before the sum, which then is formed in the wider type; a narrowing one must come after it.
// Integer to float is left out: a sum of integers may wrap, the sum of their casts does not.
Rule convert(const Op &op) {
  Rule rule = elementwise(op);
  auto from = mlir::dyn_cast<mlir::FloatType>(op.operands[0]->element);
  auto to = mlir::dyn_cast<mlir::FloatType>(op.results[0]->element);
  bool same = op.operands[0]->element == op.results[0]->element;
  if (same || (from && to && to.getWidth() > from.getWidth() && to.getFPMantissaWidth() >= from.getFPMantissaWidth()))
    rule.linear.push_back({std::nullopt, {0}});
  return rule;
}

Rule extremum(const Op &op) {
  Rule rule = elementwise(op);
  rule.linear.push_back({op.name() == "stablehlo.maximum" ? Monoid::Max : Monoid::Min, {0, 1}});
  return rule;
}

Rule logical(const Op &op) {
  Rule rule = elementwise(op);
  rule.linear.push_back({op.name() == "stablehlo.and" ? Monoid::And : Monoid::Or, {0, 1}});
  return rule;
}

Rule select(const Op &op) {
  Rule rule = elementwise(op);
  rule.linear.push_back({std::nullopt, {1, 2}});
  return rule;
}

Rule clamp(const Op &op) { return elementwise(op); }

Rule barrier(const Op &op) {
  Rule rule = elementwise(op);
  rule.linear.push_back({std::nullopt, {0}});
  rule.isCheap = false; // it marks where recomputation starts; a copy would defeat it
  return rule;
}

} // namespace lockstep::lowering::rules
