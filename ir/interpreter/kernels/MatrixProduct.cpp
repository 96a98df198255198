// A blocked loop. Blocking never changes a result: each element is one chain of additions over k in order.
#include "ir/interpreter/kernels/MatrixProduct.h"

namespace lockstep::interp {
namespace {

constexpr int64_t kRows = 4, kColumns = 4; // 16 running sums fit into 8 vector registers of two doubles

template <typename T> void block(const MatrixSizes &s, const T *lhs, const T *rhs, T *out) {
  T sums[kRows][kColumns];
  for (int64_t i = 0; i < kRows; ++i)
    for (int64_t j = 0; j < kColumns; ++j)
      sums[i][j] = out[i * s.n + j];
  for (int64_t k = 0; k < s.k; ++k)
    for (int64_t i = 0; i < kRows; ++i) {
      T factor = lhs[i * s.k + k];
      for (int64_t j = 0; j < kColumns; ++j)
        sums[i][j] += factor * rhs[k * s.n + j];
    }
  for (int64_t i = 0; i < kRows; ++i)
    for (int64_t j = 0; j < kColumns; ++j)
      out[i * s.n + j] = sums[i][j];
}

template <typename T> void edge(const MatrixSizes &s, const T *lhs, const T *rhs, T *out, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t k = 0; k < s.k; ++k) {
      T factor = lhs[i * s.k + k];
      for (int64_t j = 0; j < columns; ++j)
        out[i * s.n + j] += factor * rhs[k * s.n + j];
    }
}

template <typename T> void product(const MatrixSizes &s, const T *lhs, const T *rhs, T *out) {
  for (int64_t b = 0; b < s.batch; ++b, lhs += s.m * s.k, rhs += s.k * s.n, out += s.m * s.n)
    for (int64_t i = 0; i < s.m; i += kRows)
      for (int64_t j = 0; j < s.n; j += kColumns) {
        int64_t rows = std::min(kRows, s.m - i), columns = std::min(kColumns, s.n - j);
        const T *left = lhs + i * s.k;
        T *to = out + i * s.n + j;
        if (rows == kRows && columns == kColumns)
          block(s, left, rhs + j, to);
        else
          edge(s, left, rhs + j, to, rows, columns);
      }
}

} // namespace

void multiplyAdd(const MatrixSizes &sizes, const double *lhs, const double *rhs, double *out) {
  product(sizes, lhs, rhs, out);
}

void multiplyAdd(const MatrixSizes &sizes, const uint64_t *lhs, const uint64_t *rhs, uint64_t *out) {
  product(sizes, lhs, rhs, out);
}

void multiplyAdd(const MatrixSizes &s, const std::complex<double> *lhs, const std::complex<double> *rhs,
                 std::complex<double> *out) {
  auto term = [](std::complex<double> a, std::complex<double> b) {
    return std::complex<double>(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real());
  };
  for (int64_t b = 0; b < s.batch; ++b, lhs += s.m * s.k, rhs += s.k * s.n, out += s.m * s.n)
    for (int64_t i = 0; i < s.m; ++i)
      for (int64_t k = 0; k < s.k; ++k)
        for (int64_t j = 0; j < s.n; ++j)
          out[i * s.n + j] += term(lhs[i * s.k + k], rhs[k * s.n + j]);
}

std::vector<uint64_t> toIntegers(const Tensor &x) {
  std::vector<uint64_t> values(static_cast<size_t>(x.size()));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<uint64_t>(x.integer(static_cast<int64_t>(i)));
  return values;
}

void storeIntegers(Tensor &out, llvm::ArrayRef<uint64_t> values) {
  for (size_t i = 0; i < values.size(); ++i)
    out.setInteger(static_cast<int64_t>(i), static_cast<int64_t>(values[i]));
}

} // namespace lockstep::interp
