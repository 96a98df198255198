// The magnitude A of every element of a program's results on given inputs: the right-hand side of the bounds of
// Bounds.h, evaluated. Beside the value v of an element the evaluator carries A >= |v|, made by every operator as
// follows (Ax is the magnitude of operand x; tiny is the smallest normal number of the type that is rounded to):
//
//   arguments, literals, integers    |v| (0 for an infinite literal)
//   moving, selecting, indexing      moved alike
//   x + y, x - y                     Ax + Ay             sums, also over ranks: the sum of all Ax
//   x * y                            Ax Ay + tiny        x / y: Ax / |y| + tiny
//   contractions of n products       the same contraction of magnitudes + n tiny (of f32 or wider) + tiny
//   max, min, clamp                  the largest magnitude
//   |x|, -x, conversion to a wider format: Ax            to a narrower one: Ax + tiny
//   sqrt, rsqrt                      |v|                 exp, power: |v| + tiny
//   log, log(1+x), exp(x)-1          |v| + 1             cosine, logistic: Ax + 1
//   tanh, sine                       Ax + tiny           erf: 2 Ax + tiny
#pragma once

#include "ir/interpreter/Tensor.h"
#include "verifier/graph/Graph.h"

#include "llvm/Support/Error.h"

#include <vector>

namespace lockstep::verifier {

/// An element's value and magnitude, as tensors in f64. Integers and booleans have no magnitude of their own.
struct Measured {
  interp::Tensor value, magnitude;
};

/// Runs the program in f64, on all ranks. One entry per result of main, global; where replicas exist, those of the last
/// device. Literals are taken as they are written. The error names an operator that the evaluator does not know: it
/// knows those for which Bounds.h may give a bound. The graph must have passed Graph::check().
llvm::Expected<std::vector<Measured>> measure(const Graph &graph, const std::vector<interp::Tensor> &arguments);

/// factor / (1 - factor) * A, rounded up: what `factor` allows for an element whose magnitude was computed in f64, which
/// is itself off by at most `factor`. Infinite for factors of 1 and more.
double allowance(double factor, double magnitude);

} // namespace lockstep::verifier
