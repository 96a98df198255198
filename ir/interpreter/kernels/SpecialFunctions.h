// Inside this folder only: special functions of real numbers in f64. Own file because of what its library costs to
// compile. Outside their domain they return NaN, at poles NaN or infinity.
#pragma once

namespace lockstep::interp {

double besselI1e(double x); // exp(-|x|) I1(x)
double digamma(double x);
double erfInverse(double x);
double logGamma(double x);
/// Derivative of order n of digamma; n a whole number >= 0.
double polygamma(double n, double x);
/// Hurwitz: sum over k >= 0 of (k + q)^-x, x > 1.
double hurwitzZeta(double x, double q);

} // namespace lockstep::interp
