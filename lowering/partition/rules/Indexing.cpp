// gather and scatter. Dims taken whole follow the slices, dims of the index tensor follow the results; a dim that is
// indexed into stays whole. Adding into places by cut indices gives addends: the gradient of a table is their sum.
#include "lowering/partition/rules/Families.h"

#include "ir/stablehlo/StablehloOps.h"

#include <map>

namespace lockstep::lowering::rules {

static std::vector<unsigned> without(size_t order, llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b = {}) {
  std::vector<unsigned> rest;
  for (unsigned dim = 0; dim < order; ++dim)
    if (!llvm::is_contained(a, dim) && !llvm::is_contained(b, dim))
      rest.push_back(dim);
  return rest;
}

/// The dim of the table that the batching dim of the indices is aligned with.
static OptionalDim batchPartner(unsigned indexDim, llvm::ArrayRef<int64_t> indexBatch, llvm::ArrayRef<int64_t> tableBatch) {
  for (auto [index, table] : llvm::zip(indexBatch, tableBatch))
    if (index == indexDim)
      return static_cast<unsigned>(table);
  return std::nullopt;
}

namespace {

/// Which table dims are looked into at the very position of the index, by dim of the index tensor.
struct Alignment {
  std::map<unsigned, unsigned> tableDim; // of an index dim
  bool isLost = false; // an earlier axis cut a table dim by its alignment, which can no longer be seen
};

/// Whether every earlier axis cut both dims or neither.
bool areCutAlike(const Value &a, unsigned dimOfA, const Value &b, unsigned dimOfB) {
  auto cuts = [](const State &state, unsigned dim) { return state.isSharded() && state.digit().dim == dim; };
  for (auto [ofA, ofB] : llvm::zip(a.states, b.states))
    if (cuts(ofA, dimOfA) != cuts(ofB, dimOfB))
      return false;
  return true;
}

Alignment alignmentOf(const Op &op, llvm::ArrayRef<int64_t> indexedDims, unsigned vectorDim) {
  const Value &table = *op.operands[0], &indices = *op.operands[1];
  Alignment alignment;
  for (auto [component, dim] : llvm::enumerate(indexedDims)) {
    OptionalDim found = alignedDim(indices, vectorDim, static_cast<unsigned>(component));
    if (found && (indices.shape[*found] != table.shape[dim] || !areCutAlike(indices, *found, table, dim)))
      found = std::nullopt;
    // Of two table dims on one index dim (a diagonal) only the first may be cut: cut by different axes they would not meet.
    bool isTaken = found && alignment.tableDim.insert({*found, static_cast<unsigned>(dim)}).second;
    bool isCut = llvm::any_of(table.states, [&](const State &state) { return state.isSharded() && state.digit().dim == dim; });
    alignment.isLost |= isCut && !isTaken;
  }
  return alignment;
}

} // namespace

Rule gather(const Op &op) {
  Rule rule;
  auto dims = mlir::cast<stablehlo::GatherOp>(op.source).getDimensionNumbers();
  const Shape &table = op.operands[0]->shape, &indices = op.operands[1]->shape;
  std::vector<int64_t> sizes = integers(op, "slice_sizes");
  std::vector<unsigned> window = without(table.size(), dims.getCollapsedSliceDims(), dims.getOperandBatchingDims());
  for (auto [dim, offset] : llvm::zip(window, dims.getOffsetDims())) {
    if (sizes[dim] != table[dim] || llvm::is_contained(dims.getStartIndexMap(), dim))
      continue;
    Factor factor = blank(op);
    factor.operands[0] = dim;
    factor.results[0] = static_cast<unsigned>(offset);
    rule.factors.push_back(std::move(factor));
  }
  std::vector<unsigned> places = without(op.results[0]->shape.size(), dims.getOffsetDims());
  std::vector<unsigned> indexDims = without(indices.size(), {dims.getIndexVectorDim()});
  Alignment alignment = alignmentOf(op, dims.getStartIndexMap(), static_cast<unsigned>(dims.getIndexVectorDim()));
  for (auto [dim, place] : llvm::zip(indexDims, places)) {
    if (alignment.isLost)
      break;
    Factor factor = blank(op);
    factor.operands[0] = batchPartner(dim, dims.getStartIndicesBatchingDims(), dims.getOperandBatchingDims());
    if (auto found = alignment.tableDim.find(dim); found != alignment.tableDim.end())
      factor.operands[0] = found->second;
    factor.operands[1] = dim;
    factor.results[0] = place;
    rule.factors.push_back(std::move(factor));
  }
  rule.linear.push_back({std::nullopt, {0}});
  return rule;
}

namespace {

bool replaces(mlir::Region &body) {
  return body.hasOneBlock() && body.getNumArguments() == 2 && body.front().getOperations().size() == 1 &&
         body.front().front().getNumOperands() == 1 && body.front().front().getOperand(0) == body.getArgument(1);
}

} // namespace

Rule scatter(const Op &op) {
  Rule rule;
  if (op.operands.size() != 3)
    return rule; // several tables at once: left whole
  auto node = mlir::cast<stablehlo::ScatterOp>(op.source);
  auto dims = node.getScatterDimensionNumbers();
  const Shape &table = op.operands[0]->shape, &indices = op.operands[1]->shape, &updates = op.operands[2]->shape;
  mlir::Region &body = op.source->getRegion(0);
  std::optional<Monoid> monoid = bodyMonoid(body);
  std::vector<unsigned> window = without(table.size(), dims.getInsertedWindowDims(), dims.getInputBatchingDims());
  for (auto [dim, update] : llvm::zip(window, dims.getUpdateWindowDims())) {
    if (updates[update] != table[dim] || llvm::is_contained(dims.getScatterDimsToOperandDims(), dim))
      continue;
    Factor factor = blank(op);
    factor.operands[0] = dim;
    factor.operands[2] = static_cast<unsigned>(update);
    factor.results[0] = dim;
    rule.factors.push_back(std::move(factor));
  }
  std::vector<unsigned> places = without(updates.size(), dims.getUpdateWindowDims());
  std::vector<unsigned> indexDims = without(indices.size(), {dims.getIndexVectorDim()});
  Alignment alignment =
      alignmentOf(op, dims.getScatterDimsToOperandDims(), static_cast<unsigned>(dims.getIndexVectorDim()));
  for (auto [dim, place] : llvm::zip(indexDims, places)) {
    if (alignment.isLost)
      break;
    Factor factor = blank(op);
    factor.operands[1] = dim;
    factor.operands[2] = place;
    OptionalDim partner = batchPartner(dim, dims.getScatterIndicesBatchingDims(), dims.getInputBatchingDims());
    if (auto found = alignment.tableDim.find(dim); found != alignment.tableDim.end())
      partner = found->second;
    if (!partner && !monoid)
      continue; // the last write wins: needs all of them
    if (partner)
      factor.operands[0] = factor.results[0] = partner;
    else
      factor.reduces = monoid;
    rule.factors.push_back(std::move(factor));
  }
  if (monoid == Monoid::Add)
    rule.linear.push_back({Monoid::Add, {0, 2}});
  if (replaces(body))
    rule.linear.push_back({std::nullopt, {0, 2}});
  rule.initial = {0};
  return rule;
}

} // namespace lockstep::lowering::rules
