// cholesky and triangular_solve, in f64 (or complex<f64>) with one rounding of the result.
#include "ir/interpreter/kernels/LinearAlgebra.h"
#include "ir/interpreter/kernels/Support.h"

#include <cmath>

namespace lockstep::interp {
namespace {

using Complex = std::complex<double>;

double conjugate(double x) { return x; }
Complex conjugate(Complex x) { return std::conj(x); }
double realOf(double x) { return x; }
double realOf(Complex x) { return x.real(); }

/// The lower triangular L with a = L L^H; the element of `a` below the diagonal is read by `get(row, column)`.
template <typename T, typename Get, typename Put> void factor(int64_t n, Get get, Put put) {
  std::vector<T> l(static_cast<size_t>(n * n));
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = j; i < n; ++i) {
      T sum = get(i, j);
      for (int64_t k = 0; k < j; ++k)
        sum -= l[static_cast<size_t>(i * n + k)] * conjugate(l[static_cast<size_t>(j * n + k)]);
      T &element = l[static_cast<size_t>(i * n + j)];
      element = i == j ? T(std::sqrt(realOf(sum))) : sum / l[static_cast<size_t>(j * n + j)];
      put(i, j, element);
    }
}

template <typename T> void factorAll(std::vector<T> &values, int64_t n, bool lower) {
  int64_t matrix = n * n;
  for (size_t start = 0; start < values.size(); start += static_cast<size_t>(matrix)) {
    std::vector<T> a(values.begin() + static_cast<ptrdiff_t>(start),
                     values.begin() + static_cast<ptrdiff_t>(start + static_cast<size_t>(matrix)));
    std::fill_n(values.begin() + static_cast<ptrdiff_t>(start), matrix, T(0));
    T *out = values.data() + start;
    if (lower)
      factor<T>(
          n, [&](int64_t i, int64_t j) { return a[static_cast<size_t>(i * n + j)]; },
          [&](int64_t i, int64_t j, T value) { out[i * n + j] = value; });
    else // a = U^H U with U = L^H, read from the upper triangle
      factor<T>(
          n, [&](int64_t i, int64_t j) { return conjugate(a[static_cast<size_t>(j * n + i)]); },
          [&](int64_t i, int64_t j, T value) { out[j * n + i] = conjugate(value); });
  }
}

struct Solve {
  int64_t n, columns; // order of the matrix, number of right-hand sides
  bool leftSide, lower, unitDiagonal;
  TransposeA transposeA;
};

/// Substitution over one matrix. Solving x op(a) = b is solving op(a)^T x^T = b^T.
template <typename T> void solve(const Solve &s, const T *a, T *x) {
  bool transposed = (s.transposeA != TransposeA::No) != !s.leftSide;
  auto matrix = [&](int64_t i, int64_t j) {
    T value = transposed ? a[j * s.n + i] : a[i * s.n + j];
    return s.transposeA == TransposeA::Adjoint ? conjugate(value) : value;
  };
  auto unknown = [&](int64_t i, int64_t column) -> T & {
    return s.leftSide ? x[i * s.columns + column] : x[column * s.n + i];
  };
  bool forward = s.lower != transposed;
  for (int64_t column = 0; column < s.columns; ++column)
    for (int64_t step = 0; step < s.n; ++step) {
      int64_t i = forward ? step : s.n - 1 - step;
      T sum = unknown(i, column);
      for (int64_t k = 0; k < step; ++k) {
        int64_t j = forward ? k : s.n - 1 - k;
        sum -= matrix(i, j) * unknown(j, column);
      }
      unknown(i, column) = s.unitDiagonal ? sum : sum / matrix(i, i);
    }
}

template <typename T> void solveAll(const Solve &s, const std::vector<T> &a, std::vector<T> &x) {
  int64_t each = s.n * s.columns;
  for (int64_t i = 0; each != 0 && i < static_cast<int64_t>(x.size()) / each; ++i)
    solve(s, a.data() + i * s.n * s.n, x.data() + i * each);
}

llvm::Error checkMatrix(llvm::StringRef op, const Tensor &a) {
  if (!isFloat(a.type()) && !isComplex(a.type()))
    return unsupportedType(op, a);
  size_t order = a.shape().size();
  if (order < 2 || a.shape()[order - 1] != a.shape()[order - 2])
    return operatorError(op, "expected square matrices in the last two dims, found " + a.typeString());
  return llvm::Error::success();
}

} // namespace

Result cholesky(const Tensor &a, bool lower) {
  if (llvm::Error error = checkMatrix("cholesky", a))
    return error;
  Tensor out = emptyLike(a);
  if (a.size() == 0)
    return out;
  if (isComplex(a.type())) {
    std::vector<Complex> values = toComplexes(a);
    factorAll(values, a.shape().back(), lower);
    store(out, values);
  } else {
    std::vector<double> values = toDoubles(a);
    factorAll(values, a.shape().back(), lower);
    store(out, values);
  }
  return out;
}

Result triangularSolve(const Tensor &a, const Tensor &b, bool leftSide, bool lower, bool unitDiagonal,
                       TransposeA transposeA) {
  const char *op = "triangular_solve";
  if (llvm::Error error = checkMatrix(op, a))
    return error;
  size_t order = a.shape().size();
  int64_t n = a.shape().back();
  bool fits = a.type() == b.type() && a.storage() == b.storage() && b.shape().size() == order &&
              std::equal(a.shape().begin(), a.shape().end() - 2, b.shape().begin()) &&
              b.shape()[leftSide ? order - 2 : order - 1] == n;
  if (!fits)
    return operatorError(op, "expected a right-hand side that fits " + a.typeString() + ", found " + b.typeString());
  Solve s{n, b.shape()[leftSide ? order - 1 : order - 2], leftSide, lower, unitDiagonal, transposeA};
  Tensor out = emptyLike(b);
  if (isComplex(a.type())) {
    std::vector<Complex> values = toComplexes(b);
    solveAll(s, toComplexes(a), values);
    store(out, values);
  } else {
    std::vector<double> values = toDoubles(b);
    solveAll(s, toDoubles(a), values);
    store(out, values);
  }
  return out;
}

} // namespace lockstep::interp
