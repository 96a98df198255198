// Windows that slide over dims (pooling, cumulative sums) and orderings along one dim. Dims they do not touch are parallel.
#include "lowering/partition/rules/Families.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace lockstep::lowering::rules {

/// Whether the window takes every element of the dim by itself.
static bool isUntouched(const Op &op, unsigned dim) {
  auto is = [&](llvm::StringRef attribute, size_t at, int64_t neutral) {
    std::vector<int64_t> values = integers(op, attribute);
    return values.empty() || values[values.size() == 1 ? 0 : at] == neutral;
  };
  return is("window_dimensions", dim, 1) && is("window_strides", dim, 1) && is("base_dilations", dim, 1) &&
         is("window_dilations", dim, 1) && is("padding", 2 * dim, 0) && is("padding", 2 * dim + 1, 0);
}

Rule reduceWindow(const Op &op) {
  Rule rule;
  unsigned inputs = op.operands.size() / 2;
  for (unsigned dim = 0; dim < op.results[0]->shape.size(); ++dim) {
    if (!isUntouched(op, dim))
      continue;
    Factor factor = blank(op);
    std::fill(factor.operands.begin(), factor.operands.begin() + inputs, dim);
    std::fill(factor.results.begin(), factor.results.end(), dim);
    rule.factors.push_back(std::move(factor));
  }
  if (auto monoid = inputs == 1 ? bodyMonoid(op.source->getRegion(0)) : std::nullopt)
    rule.linear.push_back({monoid, {0, 1}});
  rule.isCheap = false;
  return rule;
}

// operand, source, initial value: the source's elements are added where the operand's window has its selected element.
Rule selectAndScatter(const Op &op) {
  Rule rule;
  for (unsigned dim = 0; dim < op.results[0]->shape.size(); ++dim) {
    if (!isUntouched(op, dim))
      continue;
    Factor factor = blank(op);
    factor.operands[0] = factor.operands[1] = factor.results[0] = dim;
    rule.factors.push_back(std::move(factor));
  }
  if (bodyMonoid(op.source->getRegion(1)) == Monoid::Add)
    rule.linear.push_back({Monoid::Add, {1, 2}});
  rule.isCheap = false;
  return rule;
}

static Rule alongOneDim(const Op &op, int64_t ordered) {
  Rule rule;
  for (unsigned dim = 0; dim < op.operands[0]->shape.size(); ++dim) {
    if (dim == ordered)
      continue;
    Factor factor = blank(op);
    std::fill(factor.operands.begin(), factor.operands.end(), dim);
    std::fill(factor.results.begin(), factor.results.end(), dim);
    rule.factors.push_back(std::move(factor));
  }
  rule.isCheap = false;
  return rule;
}

Rule sort(const Op &op) {
  auto dimension = op.source->getAttrOfType<mlir::IntegerAttr>("dimension");
  int64_t order = static_cast<int64_t>(op.operands[0]->shape.size());
  int64_t along = dimension ? dimension.getInt() : -1;
  return alongOneDim(op, along < 0 ? along + order : along);
}

Rule topK(const Op &op) { return alongOneDim(op, static_cast<int64_t>(op.operands[0]->shape.size()) - 1); }

} // namespace lockstep::lowering::rules
