// dot_general: both operands are brought to [batch, m, k] and [batch, k, n] and multiplied (see Dot.h for the sums).
#include "ir/interpreter/kernels/Dot.h"
#include "ir/interpreter/kernels/MatrixProduct.h"
#include "ir/interpreter/kernels/Shape.h"

namespace lockstep::interp {
namespace {

size_t at(int64_t dim) { return static_cast<size_t>(dim); }

Dims freeDims(int64_t order, llvm::ArrayRef<int64_t> batch, llvm::ArrayRef<int64_t> contracting) {
  Dims dims;
  for (int64_t i = 0; i < order; ++i)
    if (!llvm::is_contained(batch, i) && !llvm::is_contained(contracting, i))
      dims.push_back(i);
  return dims;
}

int64_t product(const Shape &shape, llvm::ArrayRef<int64_t> dims) {
  int64_t count = 1;
  for (int64_t dim : dims)
    count *= shape[at(dim)];
  return count;
}

Dims joined(std::initializer_list<llvm::ArrayRef<int64_t>> parts) {
  Dims all;
  for (llvm::ArrayRef<int64_t> part : parts)
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

llvm::Error check(const Tensor &lhs, const Tensor &rhs, const DotDims &dims, ElementType resultType) {
  const char *op = "dot_general";
  if (llvm::Error error = requireDims(op, "lhs dims", joined({dims.lhsBatch, dims.lhsContracting}), lhs.order()))
    return error;
  if (llvm::Error error = requireDims(op, "rhs dims", joined({dims.rhsBatch, dims.rhsContracting}), rhs.order()))
    return error;
  if (llvm::Error error = requireLength(op, "rhs batching dims", dims.rhsBatch.size(), dims.lhsBatch.size()))
    return error;
  if (llvm::Error error =
          requireLength(op, "rhs contracting dims", dims.rhsContracting.size(), dims.lhsContracting.size()))
    return error;
  Dims left = joined({dims.lhsBatch, dims.lhsContracting}), right = joined({dims.rhsBatch, dims.rhsContracting});
  for (size_t i = 0; i < left.size(); ++i)
    if (lhs.shape()[at(left[i])] != rhs.shape()[at(right[i])])
      return operatorError(op, "expected equal extents in dim " + std::to_string(left[i]) + " of " + lhs.typeString() +
                                   " and dim " + std::to_string(right[i]) + " of " + rhs.typeString());
  if (isFloat(lhs.type()) != isFloat(resultType) || isComplex(lhs.type()) != isComplex(resultType) ||
      isFloat(lhs.type()) != isFloat(rhs.type()) || isComplex(lhs.type()) != isComplex(rhs.type()))
    return operatorError(op, "expected operands and result of one kind, found " + lhs.typeString() + ", " +
                                 rhs.typeString() + " and " + std::string(name(resultType)));
  return llvm::Error::success();
}

/// x as a sum of `count` values of the type, the most significant first.
std::vector<std::vector<double>> componentsOf(std::vector<double> x, ElementType type, int64_t count) {
  std::vector<std::vector<double>> components(at(count), std::vector<double>(x.size()));
  for (std::vector<double> &component : components)
    for (size_t i = 0; i < x.size(); ++i) {
      component[i] = roundTo(type, x[i]);
      x[i] -= component[i];
    }
  return components;
}

void multiplyComponents(const MatrixSizes &sizes, const Tensor &lhs, const Tensor &rhs, const DotAlgorithm &algorithm,
                        std::vector<double> &sums) {
  auto left = componentsOf(toDoubles(lhs), algorithm.lhsPrecision, algorithm.lhsComponents);
  auto right = componentsOf(toDoubles(rhs), algorithm.rhsPrecision, algorithm.rhsComponents);
  int64_t done = 0;
  for (int64_t rank = 0; rank < algorithm.lhsComponents + algorithm.rhsComponents - 1; ++rank)
    for (int64_t i = 0; i <= rank; ++i)
      if (i < algorithm.lhsComponents && rank - i < algorithm.rhsComponents && done++ < algorithm.primitiveOperations)
        multiplyAdd(sizes, left[at(i)].data(), right[at(rank - i)].data(), sums.data());
}

void multiplyMatrices(const MatrixSizes &sizes, const Tensor &lhs, const Tensor &rhs,
                      const std::optional<DotAlgorithm> &algorithm, Tensor &out) {
  auto count = at(out.size());
  if (isComplex(out.type())) {
    std::vector<std::complex<double>> sums(count);
    multiplyAdd(sizes, toComplexes(lhs).data(), toComplexes(rhs).data(), sums.data());
    return store(out, sums);
  }
  if (!isFloat(out.type())) {
    std::vector<uint64_t> sums(count);
    multiplyAdd(sizes, toIntegers(lhs).data(), toIntegers(rhs).data(), sums.data());
    return storeIntegers(out, sums);
  }
  std::vector<double> sums(count);
  if (algorithm && !lhs.inF64Mode())
    multiplyComponents(sizes, lhs, rhs, *algorithm, sums);
  else
    multiplyAdd(sizes, toDoubles(lhs).data(), toDoubles(rhs).data(), sums.data());
  store(out, sums);
}

} // namespace

Result dotGeneral(const Tensor &lhs, const Tensor &rhs, const DotDims &dims, ElementType resultType,
                  const std::optional<DotAlgorithm> &algorithm) {
  if (llvm::Error error = check(lhs, rhs, dims, resultType))
    return error;
  if (algorithm && (algorithm->lhsComponents < 1 || algorithm->rhsComponents < 1 || !isFloat(algorithm->lhsPrecision) ||
                    !isFloat(algorithm->rhsPrecision)))
    return operatorError("dot_general", "expected an algorithm of floating-point precision with components");
  Dims lhsFree = freeDims(lhs.order(), dims.lhsBatch, dims.lhsContracting);
  Dims rhsFree = freeDims(rhs.order(), dims.rhsBatch, dims.rhsContracting);
  Result left = transpose(lhs, joined({dims.lhsBatch, lhsFree, dims.lhsContracting}));
  if (!left)
    return left;
  Result right = transpose(rhs, joined({dims.rhsBatch, dims.rhsContracting, rhsFree}));
  if (!right)
    return right;
  Shape shape;
  for (int64_t dim : joined({dims.lhsBatch, lhsFree}))
    shape.push_back(lhs.shape()[at(dim)]);
  for (int64_t dim : rhsFree)
    shape.push_back(rhs.shape()[at(dim)]);
  if (llvm::Error error = requireShape("dot_general", shape))
    return error;
  MatrixSizes sizes{product(lhs.shape(), dims.lhsBatch), product(lhs.shape(), lhsFree),
                    product(lhs.shape(), dims.lhsContracting), product(rhs.shape(), rhsFree)};
  Tensor out(resultType, shape, lhs.inF64Mode() || rhs.inF64Mode());
  multiplyMatrices(sizes, *left, *right, algorithm, out);
  return out;
}

} // namespace lockstep::interp
