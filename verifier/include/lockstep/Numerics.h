// What a verdict says about floating point: consistency levels, and how rounding errors of single operators are bounded.
// docs/numerics.md explains both to users.
//
// Notation. u is the unit roundoff of a format (round to nearest), T the format an operator rounds to, A the value that
// an expression has when every leaf and every intermediate contribution is replaced by its absolute value. An operator
// has factor b when its computed result differs from the exact one by at most b * A. All factors are computed with
// outward rounding: the double that is returned is never below the real number that the formula gives.
//
// Sources
//  [1] N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., SIAM 2002: the standard model
//      fl(x op y) = (x op y)(1 + d), |d| <= u (section 2.2), and its composition (section 3.1).
//  [2] S. M. Rump, Error estimation of floating-point summation and dot product, BIT 52 (2012); C.-P. Jeannerod,
//      S. M. Rump, Improved error bounds for inner products in floating-point arithmetic, SIAM J. Matrix Anal. Appl.
//      34 (2013): sums of n terms in any order have factor (n-1)u, inner products of length n factor nu, without
//      higher-order terms and without a limit on n.
//  [3] J. R. Hauser, Handling floating-point exceptions in numeric programs, ACM TOPLAS 18 (1996): additions are exact
//      when they underflow.
//  [4] F. A. Khattak, M. Mikaitis, Accurate models of NVIDIA tensor cores, arXiv 2512.07004 (2025): one block of a
//      tensor core product aligns to the largest exponent and truncates.
#pragma once

#include "ir/core/ElementType.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep::verifier {

/// Ordered from weak to strong; every level implies the ones below it. `statistical` and `convergence` are statements
/// about runs: a proof implies them, executing alone never shows more than them.
enum class Level : uint8_t { Different, Convergence, Statistical, Reordered, BitwiseReplay, BitwiseReconfiguration };
std::string_view name(Level level); // "bitwise-reconfiguration", "bitwise-replay", "reordered", ...
std::optional<Level> parseLevel(std::string_view text);

namespace rounding {

/// Sum and product, rounded towards +inf. Operands are not negative; infinity means that nothing is known.
double addUp(double a, double b);
double mulUp(double a, double b);
double divUp(double a, double b);

/// Unit roundoff u(T) of a floating-point format: half the distance from 1 to the next larger number. [1]
double unitRoundoff(ElementType type);
/// The smallest normal number of T. Below it an operator may be off by half the smallest subnormal number, which is u
/// times this number: adding it to A covers underflow, so that no absolute term is left. (With flush to zero the error
/// is at most this number, which the bounds do not cover.)
double smallestNormal(ElementType type);

/// (1+a)(1+b) - 1: an error of factor a, followed by one of factor b. [1]
double compose(double a, double b);

/// n terms added in any order in T: (n-1) u. Additions do not lose to underflow. [2] [3]
double sumFactor(ElementType type, int64_t terms);

/// An inner product of `terms` products. Formats of at most 16 bits are accumulated in f32 or wider and rounded once to
/// T: the larger of n u(f32) [2] and that of the tensor core chain, (1+eta)^ceil(n/16) - 1 with eta = 5 * 2^-23 [4];
/// then one rounding to T. f32 and f64 are accumulated in their own precision: n u. TF32 is not covered.
double dotFactor(ElementType operand, ElementType result, int64_t terms);

/// exp, log, tanh, ... of one number: within kFunctionUlps units in the last place, that is 2 u each.
inline constexpr int kFunctionUlps = 4;
double functionFactor(ElementType type);

/// Relative error of 1/x when x has relative error r < 1: r / (1-r); infinite otherwise.
double reciprocal(double r);
/// Relative error of the square root when its operand has relative error r < 1: at most 1 - sqrt(1-r), itself at most r.
double squareRoot(double r);
/// Relative error of exp when its operand is off by at most d: e^d - 1.
double exponential(double d);
/// Absolute error of log when its operand has relative error r < 1: -log(1-r).
double logarithm(double r);

} // namespace rounding
} // namespace lockstep::verifier
