// ragged_dot: ordinary products of slices.
#include "ir/interpreter/kernels/Dot.h"
#include "ir/interpreter/kernels/Shape.h"
#include "ir/interpreter/kernels/Support.h"

#include <algorithm>

namespace lockstep::interp {
namespace {

const char *const kName = "ragged_dot";
size_t at(int64_t dim) { return static_cast<size_t>(dim); }

Result sliceOf(const Tensor &x, int64_t dim, int64_t start, int64_t limit) {
  Dims starts(x.shape().size(), 0), steps(x.shape().size(), 1);
  Shape limits = x.shape();
  starts[at(dim)] = start;
  limits[at(dim)] = limit;
  return slice(x, starts, limits, steps);
}

/// Group g covers [bounds[g], bounds[g + 1]) of a dim of that extent.
Dims boundsOf(const Tensor &groupSizes, int64_t extent) {
  Dims bounds = {0};
  for (int64_t g = 0; g < groupSizes.size(); ++g)
    bounds.push_back(bounds.back() + std::clamp<int64_t>(indexAt(groupSizes, g), 0, extent - bounds.back()));
  return bounds;
}

/// Dim numbers of the right operand once its group dim is gone.
DotDims withoutGroupDim(DotDims dims, int64_t group) {
  for (Dims *list : {&dims.rhsBatch, &dims.rhsContracting})
    for (int64_t &dim : *list)
      dim -= dim > group;
  return dims;
}

Result matrixOfGroup(const Tensor &rhs, int64_t groupDim, int64_t g) {
  Result part = sliceOf(rhs, groupDim, g, g + 1);
  if (!part)
    return part;
  Shape shape = part->shape();
  shape.erase(shape.begin() + groupDim);
  return part->reshaped(shape);
}

Result overRows(const Tensor &lhs, const Tensor &rhs, const RaggedDotDims &dims, const Dims &bounds, ElementType type) {
  int64_t ragged = dims.lhsRagged[0], group = dims.rhsGroup[0];
  DotDims inner = withoutGroupDim(dims.dot, group);
  // Where the ragged dim stands in the result: batching dims, then the free dims of the left operand.
  auto place = static_cast<int64_t>(dims.dot.lhsBatch.size());
  for (int64_t i = 0; i < ragged; ++i)
    place += !llvm::is_contained(dims.dot.lhsBatch, i) && !llvm::is_contained(dims.dot.lhsContracting, i);
  std::vector<Tensor> parts;
  auto groups = static_cast<int64_t>(bounds.size()) - 1;
  int64_t extent = lhs.shape()[at(ragged)];
  for (int64_t g = 0; g <= groups; ++g) {
    bool behind = g == groups; // the rows that belong to no group: any matrix gives their shape
    if (behind && groups == 0)
      return operatorError(kName, "expected at least one group");
    Result rows = sliceOf(lhs, ragged, bounds[at(g)], behind ? extent : bounds[at(g) + 1]);
    Result matrix = rows ? matrixOfGroup(rhs, group, behind ? 0 : g) : std::move(rows);
    if (!matrix)
      return matrix;
    Result part = dotGeneral(*rows, *matrix, inner, type);
    if (!part)
      return part;
    parts.push_back(behind ? emptyLike(*part) : *part);
  }
  return concatenate(parts, place);
}

Result overContracted(const Tensor &lhs, const Tensor &rhs, const RaggedDotDims &dims, const Dims &bounds,
                      ElementType type) {
  int64_t ragged = dims.lhsRagged[0];
  auto number = llvm::find(dims.dot.lhsContracting, ragged) - dims.dot.lhsContracting.begin();
  std::vector<Tensor> parts;
  for (size_t g = 0; g + 1 < bounds.size(); ++g) {
    Result left = sliceOf(lhs, ragged, bounds[g], bounds[g + 1]);
    Result right = left ? sliceOf(rhs, dims.dot.rhsContracting[at(number)], bounds[g], bounds[g + 1]) : std::move(left);
    if (!right)
      return right;
    Result part = dotGeneral(*left, *right, dims.dot, type);
    if (!part)
      return part;
    Shape shape = part->shape();
    shape.insert(shape.begin(), 1);
    parts.push_back(part->reshaped(shape));
  }
  return concatenate(parts, 0);
}

llvm::Error check(const Tensor &lhs, const Tensor &rhs, const Tensor &groupSizes, const RaggedDotDims &dims) {
  if (!isInteger(groupSizes.type()) || groupSizes.order() != 1)
    return operatorError(kName, "expected group sizes as integers in one dim, found " + groupSizes.typeString());
  if (llvm::Error error = requireLength(kName, "ragged dims", dims.lhsRagged.size(), 1))
    return error;
  if (llvm::Error error = requireDims(kName, "ragged dims", dims.lhsRagged, lhs.order()))
    return error;
  if (llvm::Error error = requireDims(kName, "group dims", dims.rhsGroup, rhs.order()))
    return error;
  if (llvm::Error error =
          requireLength(kName, "rhs contracting dims", dims.dot.rhsContracting.size(), dims.dot.lhsContracting.size()))
    return error;
  return requireDims(kName, "rhs contracting dims", dims.dot.rhsContracting, rhs.order());
}

} // namespace

Result raggedDot(const Tensor &lhs, const Tensor &rhs, const Tensor &groupSizes, const RaggedDotDims &dims,
                 ElementType resultType) {
  if (llvm::Error error = check(lhs, rhs, groupSizes, dims))
    return error;
  int64_t ragged = dims.lhsRagged[0];
  if (llvm::is_contained(dims.dot.lhsBatch, ragged))
    return dotGeneral(lhs, rhs, dims.dot, resultType);
  Dims bounds = boundsOf(groupSizes, lhs.shape()[at(ragged)]);
  if (llvm::is_contained(dims.dot.lhsContracting, ragged))
    return overContracted(lhs, rhs, dims, bounds, resultType);
  if (llvm::Error error = requireLength(kName, "group dims", dims.rhsGroup.size(), 1))
    return error;
  if (rhs.shape()[at(dims.rhsGroup[0])] != groupSizes.size())
    return operatorError(kName, "expected one matrix of " + rhs.typeString() + " per group, found " +
                                    std::to_string(groupSizes.size()) + " groups");
  return overRows(lhs, rhs, dims, bounds, resultType);
}

} // namespace lockstep::interp
