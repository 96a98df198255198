// CHLO and MHLO operators that StableHLO does not have. Functions of f32 and narrower types are computed in f64 and
// rounded once.
#pragma once

#include "ir/interpreter/kernels/Common.h"

namespace lockstep::interp {

Result acos(const Tensor &x);
Result acosh(const Tensor &x);
Result asin(const Tensor &x);
Result asinh(const Tensor &x);
Result atan(const Tensor &x);
Result atanh(const Tensor &x);
Result besselI1e(const Tensor &x);
Result conj(const Tensor &x);
Result cosh(const Tensor &x);
Result digamma(const Tensor &x);
Result erf(const Tensor &x);
Result erfInv(const Tensor &x);
Result erfc(const Tensor &x);
Result isInf(const Tensor &x);
Result isNegInf(const Tensor &x);
Result isPosInf(const Tensor &x);
Result lgamma(const Tensor &x);
Result sinh(const Tensor &x);
Result square(const Tensor &x);

/// The upper half of the product of integers.
Result mulHigh(const Tensor &a, const Tensor &b);
Result nextAfter(const Tensor &x, const Tensor &y);
Result polygamma(const Tensor &n, const Tensor &x);
Result zeta(const Tensor &x, const Tensor &q);

/// The k largest (or smallest) along the last dim, in order, ties by lower index; returns (values, i32 indices). NaN
/// counts as larger than everything.
Results topK(const Tensor &x, int64_t k, bool largest = true);

} // namespace lockstep::interp
