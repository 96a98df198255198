#include "ir/interpreter/ranks/Exchange.h"

#include "ir/interpreter/kernels/Reduce.h"
#include "ir/interpreter/kernels/Shape.h"
#include "ir/interpreter/ranks/Placement.h"

namespace lockstep::interp {
namespace {

llvm::Error checkDim(const Tensor &tensor, int64_t dim) {
  if (dim >= 0 && dim < tensor.order())
    return llvm::Error::success();
  return llvm::createStringError("expected a dim of " + tensor.typeString() + ", found " + std::to_string(dim));
}

// Equal parts along a dim.
Results split(const Tensor &tensor, int64_t dim, int64_t count) {
  if (llvm::Error e = checkDim(tensor, dim))
    return std::move(e);
  if (tensor.shape()[dim] % count != 0)
    return llvm::createStringError("dim " + std::to_string(dim) + " of " + tensor.typeString() +
                                   " does not divide among the " + std::to_string(count) + " members of a group");
  Shape shape = tensor.shape();
  shape[dim] /= count;
  std::vector<int64_t> offset(shape.size(), 0);
  std::vector<Tensor> parts;
  for (int64_t i = 0; i < count; ++i) {
    offset[dim] = i * shape[dim];
    parts.push_back(cutBlock(tensor, offset, shape));
  }
  return parts;
}

} // namespace

Result gatherMembers(Members members, int64_t dim) {
  if (llvm::Error e = checkDim(members.front(), dim))
    return std::move(e);
  return concatenate(members, dim);
}

Result reduceMembers(Members members, const Combiner &combiner) { return foldInOrder(members, combiner); }

Results reduceScatterMembers(Members members, int64_t dim, const Combiner &combiner) {
  Result sum = foldInOrder(members, combiner);
  if (!sum)
    return sum.takeError();
  return split(*sum, dim, members.size());
}

Results exchangeMembers(Members members, int64_t splitDim, int64_t concatDim) {
  std::vector<std::vector<Tensor>> received(members.size());
  for (const Tensor &member : members) {
    Results parts = split(member, splitDim, members.size());
    if (!parts)
      return parts.takeError();
    for (size_t m = 0; m < members.size(); ++m)
      received[m].push_back(std::move((*parts)[m]));
  }
  std::vector<Tensor> results;
  for (const std::vector<Tensor> &parts : received) {
    Result joined = gatherMembers(parts, concatDim);
    if (!joined)
      return joined.takeError();
    results.push_back(std::move(*joined));
  }
  return results;
}

} // namespace lockstep::interp
