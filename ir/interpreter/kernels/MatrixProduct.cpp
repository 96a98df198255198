// A blocked loop. Blocking never changes a result: each element is one chain of additions over k in order.
#include "ir/interpreter/kernels/MatrixProduct.h"

namespace lockstep::interp {
namespace {

/// One block of Rows x Columns running sums, kept in registers.
template <int Rows, int Columns, typename T>
[[gnu::always_inline]] inline void block(const MatrixSizes &s, const T *lhs, const T *rhs, T *out) {
  T sums[Rows][Columns];
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j)
      sums[i][j] = out[i * s.n + j];
  for (int64_t k = 0; k < s.k; ++k)
    for (int i = 0; i < Rows; ++i) {
      T factor = lhs[i * s.k + k];
      for (int j = 0; j < Columns; ++j)
        sums[i][j] += factor * rhs[k * s.n + j];
    }
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j)
      out[i * s.n + j] = sums[i][j];
}

/// What is left over at the ends.
template <typename T>
void edge(const MatrixSizes &s, const T *lhs, const T *rhs, T *out, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t k = 0; k < s.k; ++k) {
      T factor = lhs[i * s.k + k];
      for (int64_t j = 0; j < columns; ++j)
        out[i * s.n + j] += factor * rhs[k * s.n + j];
    }
}

template <int Rows, int Columns, typename T>
[[gnu::always_inline]] inline void product(const MatrixSizes &s, const T *lhs, const T *rhs, T *out) {
  for (int64_t b = 0; b < s.batch; ++b, lhs += s.m * s.k, rhs += s.k * s.n, out += s.m * s.n)
    for (int64_t j = 0; j < s.n; j += Columns)
      for (int64_t i = 0; i < s.m; i += Rows) {
        int64_t rows = std::min<int64_t>(Rows, s.m - i), columns = std::min<int64_t>(Columns, s.n - j);
        const T *left = lhs + i * s.k;
        T *to = out + i * s.n + j;
        if (rows == Rows && columns == Columns)
          block<Rows, Columns>(s, left, rhs + j, to);
        else
          edge(s, left, rhs + j, to, rows, columns);
      }
}

// Wider registers do the same additions and multiplications, only more at a time: never fused, so never different.
#if defined(__x86_64__)
[[gnu::target("avx2")]] void productWide(const MatrixSizes &s, const double *lhs, const double *rhs, double *out) {
  product<4, 8>(s, lhs, rhs, out);
}
bool hasWide() { return __builtin_cpu_supports("avx2"); }
#else
void productWide(const MatrixSizes &s, const double *lhs, const double *rhs, double *out) {
  product<4, 4>(s, lhs, rhs, out);
}
bool hasWide() { return false; }
#endif

} // namespace

void multiplyAdd(const MatrixSizes &sizes, const double *lhs, const double *rhs, double *out) {
  if (hasWide())
    return productWide(sizes, lhs, rhs, out);
  product<4, 4>(sizes, lhs, rhs, out);
}

void multiplyAdd(const MatrixSizes &sizes, const uint64_t *lhs, const uint64_t *rhs, uint64_t *out) {
  product<4, 4>(sizes, lhs, rhs, out);
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
