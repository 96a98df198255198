// Elementwise operators. Operands of binary ones have equal types and shapes.
#pragma once

#include "ir/interpreter/kernels/Common.h"

namespace lockstep::interp {

// Unary, any of real, integer, complex as the specification allows.
Result abs(const Tensor &x); // complex: real result
Result cbrt(const Tensor &x);
Result ceil(const Tensor &x);
Result cosine(const Tensor &x);
Result countLeadingZeros(const Tensor &x);
Result exponential(const Tensor &x);
Result exponentialMinusOne(const Tensor &x);
Result floor(const Tensor &x);
Result imag(const Tensor &x); // of a real tensor: zero
Result isFinite(const Tensor &x);
Result log(const Tensor &x);
Result logPlusOne(const Tensor &x);
Result logistic(const Tensor &x);
Result negate(const Tensor &x);
Result bitwiseNot(const Tensor &x); // `not`: logical on i1
Result popcnt(const Tensor &x);
Result real(const Tensor &x);
Result roundNearestAfz(const Tensor &x);
Result roundNearestEven(const Tensor &x);
Result rsqrt(const Tensor &x);
Result sign(const Tensor &x);
Result sine(const Tensor &x);
Result sqrt(const Tensor &x);
Result tan(const Tensor &x);
Result tanh(const Tensor &x);

// Binary.
Result add(const Tensor &a, const Tensor &b); // or on i1
Result atan2(const Tensor &a, const Tensor &b);
Result bitwiseAnd(const Tensor &a, const Tensor &b);
Result bitwiseOr(const Tensor &a, const Tensor &b);
Result bitwiseXor(const Tensor &a, const Tensor &b);
Result complex(const Tensor &realPart, const Tensor &imaginaryPart);
/// Integers truncate; x / 0 has all bits set; the smallest integer / -1 is itself.
Result divide(const Tensor &a, const Tensor &b);
/// NaN if either operand is NaN; +0 is greater than -0; or / and on i1; lexicographic on complex.
Result maximum(const Tensor &a, const Tensor &b);
Result minimum(const Tensor &a, const Tensor &b);
Result multiply(const Tensor &a, const Tensor &b); // and on i1
/// Integers wrap; a negative exponent gives 0 unless the base is 1 or -1.
Result power(const Tensor &a, const Tensor &b);
/// Sign of the dividend; x rem 0 is x for integers, NaN for floats.
Result remainder(const Tensor &a, const Tensor &b);
/// Shift amounts are read as unsigned; by the width or more gives 0 (arithmetic right shift: the sign everywhere).
Result shiftLeft(const Tensor &a, const Tensor &b);
Result shiftRightArithmetic(const Tensor &a, const Tensor &b);
Result shiftRightLogical(const Tensor &a, const Tensor &b);
Result subtract(const Tensor &a, const Tensor &b);

enum class Direction : uint8_t { EQ, NE, GE, GT, LE, LT };
enum class CompareType : uint8_t { Default, Float, TotalOrder, Signed, Unsigned };
/// `type` only matters for TotalOrder (floats) - the element type decides otherwise.
Result compare(const Tensor &a, const Tensor &b, Direction direction, CompareType type = CompareType::Default);

/// `min` and `max` have the operand's shape or are scalars.
Result clamp(const Tensor &min, const Tensor &operand, const Tensor &max);
/// `predicate` has the shape of the others or is a scalar.
Result select(const Tensor &predicate, const Tensor &onTrue, const Tensor &onFalse);

/// `map`: the function on the scalars at each position.
Results map(llvm::ArrayRef<Tensor> inputs, const ScalarFunction &function);

/// The primitive, elementwise: what its region would compute.
Result combine(Primitive primitive, const Tensor &a, const Tensor &b);

} // namespace lockstep::interp
