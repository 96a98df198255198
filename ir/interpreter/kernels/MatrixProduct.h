// Inside this folder only: the sums of products under dot_general and convolution.
#pragma once

#include "ir/interpreter/kernels/Support.h"

namespace lockstep::interp {

/// out[b][m][n] += sum over k, in order, of lhs[b][m][k] * rhs[b][k][n]; all row-major and contiguous.
struct MatrixSizes {
  int64_t batch, m, k, n;
};
void multiplyAdd(const MatrixSizes &sizes, const double *lhs, const double *rhs, double *out);
void multiplyAdd(const MatrixSizes &sizes, const std::complex<double> *lhs, const std::complex<double> *rhs,
                 std::complex<double> *out);
void multiplyAdd(const MatrixSizes &sizes, const uint64_t *lhs, const uint64_t *rhs, uint64_t *out);

/// Elements as wrapped integers; booleans count 0 and 1.
std::vector<uint64_t> toIntegers(const Tensor &x);
/// Rounded or wrapped once to the type of `out`; for booleans, whether not zero.
void storeIntegers(Tensor &out, llvm::ArrayRef<uint64_t> values);

} // namespace lockstep::interp
