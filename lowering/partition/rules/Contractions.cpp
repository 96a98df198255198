// Operators that sum over a dim: products of tensors and reductions.
#include "lowering/partition/rules/Families.h"

#include "ir/stablehlo/StablehloOps.h"

namespace lockstep::lowering::rules {

namespace {

struct DotDims {
  std::vector<int64_t> leftBatch, rightBatch, leftSummed, rightSummed;
};

DotDims dotDims(const Op &op) {
  if (auto dot = mlir::dyn_cast<stablehlo::DotGeneralOp>(op.source)) {
    auto dims = dot.getDotDimensionNumbers();
    return {dims.getLhsBatchingDimensions().vec(), dims.getRhsBatchingDimensions().vec(),
            dims.getLhsContractingDimensions().vec(), dims.getRhsContractingDimensions().vec()};
  }
  // stablehlo.dot contracts the last dim of the left with the first of the right operand.
  return {{}, {}, {static_cast<int64_t>(op.operands[0]->shape.size()) - 1}, {0}};
}

Factor pair(const Op &op, OptionalDim left, OptionalDim right, OptionalDim result) {
  Factor factor = blank(op);
  factor.operands[0] = left;
  factor.operands[1] = right;
  factor.results[0] = result;
  if (!result)
    factor.reduces = Monoid::Add;
  return factor;
}

} // namespace

Rule dotGeneral(const Op &op) {
  Rule rule;
  DotDims dims = dotDims(op);
  unsigned result = 0;
  for (auto [left, right] : llvm::zip(dims.leftBatch, dims.rightBatch))
    rule.factors.push_back(pair(op, left, right, result++));
  for (unsigned dim = 0; dim < op.operands[0]->shape.size(); ++dim)
    if (!llvm::is_contained(dims.leftBatch, dim) && !llvm::is_contained(dims.leftSummed, dim))
      rule.factors.push_back(pair(op, dim, std::nullopt, result++));
  for (unsigned dim = 0; dim < op.operands[1]->shape.size(); ++dim)
    if (!llvm::is_contained(dims.rightBatch, dim) && !llvm::is_contained(dims.rightSummed, dim))
      rule.factors.push_back(pair(op, std::nullopt, dim, result++));
  for (auto [left, right] : llvm::zip(dims.leftSummed, dims.rightSummed))
    rule.factors.push_back(pair(op, left, right, std::nullopt));
  rule.linear = {{Monoid::Add, {0}}, {Monoid::Add, {1}}};
  rule.isCheap = false;
  return rule;
}

// Batch dims are parallel and features are as in a matrix product, unless groups interleave them; in the gradient of the
// filter the batch stands where features do and is summed. Windows slide over spatial dims, which are left whole.
Rule convolution(const Op &op) {
  Rule rule;
  auto conv = mlir::cast<stablehlo::ConvolutionOp>(op.source);
  auto dims = conv.getDimensionNumbers();
  bool oneBatchGroup = conv.getBatchGroupCount() == 1, oneFeatureGroup = conv.getFeatureGroupCount() == 1;
  if (oneBatchGroup)
    rule.factors.push_back(pair(op, dims.getInputBatchDimension(), std::nullopt, dims.getOutputBatchDimension()));
  if (oneBatchGroup && oneFeatureGroup) {
    rule.factors.push_back(
        pair(op, std::nullopt, dims.getKernelOutputFeatureDimension(), dims.getOutputFeatureDimension()));
    rule.factors.push_back(
        pair(op, dims.getInputFeatureDimension(), dims.getKernelInputFeatureDimension(), std::nullopt));
  }
  rule.linear = {{Monoid::Add, {0}}, {Monoid::Add, {1}}};
  rule.isCheap = false;
  return rule;
}

// Operands are the inputs, then one initial value each. Reductions of several inputs at once (argmax) mix them, so their
// reduced dims stay whole.
Rule reduce(const Op &op) {
  Rule rule;
  unsigned inputs = op.operands.size() / 2;
  std::vector<int64_t> reduced = integers(op, "dimensions");
  std::optional<Monoid> monoid = inputs == 1 ? bodyMonoid(op.source->getRegion(0)) : std::nullopt;
  unsigned kept = 0;
  for (unsigned dim = 0; dim < op.operands[0]->shape.size(); ++dim) {
    Factor factor = blank(op);
    std::fill(factor.operands.begin(), factor.operands.begin() + inputs, dim);
    bool isReduced = llvm::is_contained(reduced, dim);
    if (isReduced && !monoid)
      continue;
    if (isReduced)
      factor.reduces = monoid;
    else
      std::fill(factor.results.begin(), factor.results.end(), kept++);
    rule.factors.push_back(std::move(factor));
  }
  if (monoid) {
    rule.linear.push_back({monoid, {0, 1}});
    rule.initial = {1};
  }
  return rule;
}

} // namespace lockstep::lowering::rules
