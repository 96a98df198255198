// Operators without tensor operands.
#pragma once

#include "ir/interpreter/kernels/Common.h"

namespace lockstep::interp {

Result iota(ElementType type, const Shape &shape, int64_t dim, bool f64Mode = false);

/// Constants. A value of size one fills the tensor (a splat). Reals are rounded to the type, integers wrapped.
Result constantOfReals(ElementType type, const Shape &shape, llvm::ArrayRef<double> values, bool f64Mode = false);
Result constantOfIntegers(ElementType type, const Shape &shape, llvm::ArrayRef<int64_t> values, bool f64Mode = false);
/// Pairs (real, imaginary), one per element or one for all.
Result constantOfComplex(ElementType type, const Shape &shape, llvm::ArrayRef<std::pair<double, double>> values,
                         bool f64Mode = false);

/// Scalars.
Tensor scalarReal(ElementType type, double value, bool f64Mode = false);
Tensor scalarInteger(ElementType type, int64_t value, bool f64Mode = false);

} // namespace lockstep::interp
