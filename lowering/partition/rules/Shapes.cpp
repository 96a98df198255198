// Operators that only move elements, and those that make them from nothing.
#include "lowering/partition/rules/Families.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace lockstep::lowering::rules {

static Factor parallel(const Op &op, std::vector<OptionalDim> operands, unsigned result) {
  Factor factor = blank(op);
  for (size_t i = 0; i < operands.size(); ++i)
    factor.operands[i] = operands[i];
  factor.results[0] = result;
  return factor;
}

static Rule moving(std::vector<unsigned> operands) {
  Rule rule;
  rule.linear.push_back({std::nullopt, std::move(operands)});
  return rule;
}

Rule broadcast(const Op &op) {
  Rule rule = moving({0});
  const Shape &from = op.operands[0]->shape, &to = op.results[0]->shape;
  std::vector<OptionalDim> source(to.size());
  for (auto [dim, target] : llvm::enumerate(integers(op, "broadcast_dimensions")))
    if (from[dim] == to[target])
      source[target] = static_cast<unsigned>(dim);
  for (unsigned dim = 0; dim < to.size(); ++dim)
    rule.factors.push_back(parallel(op, {source[dim]}, dim));
  return rule;
}

Rule reshape(const Op &) {
  Rule rule = moving({0});
  rule.isReshape = true;
  return rule;
}

Rule transpose(const Op &op) {
  Rule rule = moving({0});
  for (auto [dim, source] : llvm::enumerate(integers(op, "permutation")))
    rule.factors.push_back(parallel(op, {static_cast<unsigned>(source)}, static_cast<unsigned>(dim)));
  return rule;
}

Rule reverse(const Op &op) {
  Rule rule = moving({0});
  std::vector<int64_t> reversed = integers(op, "dimensions");
  for (unsigned dim = 0; dim < op.results[0]->shape.size(); ++dim)
    if (!llvm::is_contained(reversed, static_cast<int64_t>(dim)))
      rule.factors.push_back(parallel(op, {dim}, dim));
  return rule;
}

// A dim that keeps its extent is taken whole.
static void keepEqualDims(const Op &op, Rule &rule, const Shape &moved, std::vector<unsigned> sharing) {
  const Shape &result = op.results[0]->shape;
  for (unsigned dim = 0; dim < result.size(); ++dim) {
    if (moved[dim] != result[dim])
      continue;
    std::vector<OptionalDim> operands(op.operands.size());
    for (unsigned operand : sharing)
      operands[operand] = dim;
    rule.factors.push_back(parallel(op, operands, dim));
  }
}

Rule slice(const Op &op) {
  Rule rule = moving({0});
  keepEqualDims(op, rule, op.operands[0]->shape, {0});
  return rule;
}

Rule dynamicSlice(const Op &op) {
  Rule rule = moving({0});
  keepEqualDims(op, rule, op.operands[0]->shape, {0});
  return rule;
}

// The update covers a dim whole when its extent there is the operand's.
Rule dynamicUpdateSlice(const Op &op) {
  Rule rule = moving({0, 1});
  keepEqualDims(op, rule, op.operands[1]->shape, {0, 1});
  return rule;
}

Rule pad(const Op &op) {
  Rule rule = moving({0, 1});
  std::vector<int64_t> low = integers(op, "edge_padding_low"), high = integers(op, "edge_padding_high"),
                       interior = integers(op, "interior_padding");
  for (unsigned dim = 0; dim < op.results[0]->shape.size(); ++dim)
    if (low[dim] == 0 && high[dim] == 0 && interior[dim] == 0)
      rule.factors.push_back(parallel(op, {dim}, dim));
  return rule;
}

Rule concatenate(const Op &op) {
  std::vector<unsigned> all;
  for (unsigned i = 0; i < op.operands.size(); ++i)
    all.push_back(i);
  Rule rule = moving(all);
  auto joined = op.source->getAttrOfType<mlir::IntegerAttr>("dimension").getInt();
  for (unsigned dim = 0; dim < op.results[0]->shape.size(); ++dim)
    if (dim != joined)
      rule.factors.push_back(parallel(op, std::vector<OptionalDim>(op.operands.size(), dim), dim));
  return rule;
}

// An iota in cut form counts from where its piece lies; a constant must be the same everywhere.
Rule generator(const Op &op) {
  Rule rule;
  if (op.name() == "stablehlo.constant" && !op.results[0]->splat)
    return rule;
  for (unsigned dim = 0; dim < op.results[0]->shape.size(); ++dim)
    rule.factors.push_back(parallel(op, {}, dim));
  return rule;
}

} // namespace lockstep::lowering::rules
