// Inputs for programs: made from a counter, so that every tool and language makes the same ones.
#pragma once

#include "ir/import/Contract.h"
#include "ir/interpreter/Tensor.h"

#include <cstdint>
#include <vector>

namespace lockstep {
struct Program;
struct ArgumentInfo;
} // namespace lockstep

namespace lockstep::interp {

/// The finalizer of SplitMix64 applied to x plus its increment.
uint64_t mix(uint64_t x);
/// Uniform in [0, 1), a multiple of 2^-24: a function of an argument's number and a flat element number.
double unit(uint64_t argument, uint64_t element);

/// How to fill one argument.
struct Recipe {
  enum class Kind {
    Uniform, // float32(lo) + float32(u) * (float32(hi) - float32(lo)), converted to the argument's type
    Int,     // lo + floor(u * (hi - lo))
    Mask,    // 1 where u < density, else 0
    Values,  // given
  };
  Kind kind = Kind::Uniform;
  double lo = 0, hi = 1, density = 0.5;
  std::vector<double> values; // row-major
};

/// `argument` selects the stream of numbers. Requires as many values as elements when values are given.
Tensor fill(const Recipe &recipe, uint64_t argument, ElementType type, const Shape &shape, bool f64Mode = false);

struct InputOptions {
  uint64_t seed = 0;
  bool f64 = false;
  /// Bounds of real arguments without a range.
  ValueRange reals = {-1, 1};
  /// Arguments without a range that are made positive, in [lo, hi] of `positive`: by number. See positiveArguments().
  std::vector<bool> makePositive;
  ValueRange positive = {0.0625, 1};
};

/// A recipe that respects the argument's range, if it has one. Without: reals as the options say, i1 a fair coin,
/// keys (Role::Key, or unsigned of 32 and more bits) any bits, other integers in [0, 1], which is in range for
/// every table.
Recipe recipeFor(const ArgumentInfo &argument, bool makePositive, const InputOptions &options);

/// One tensor per argument of the program.
std::vector<Tensor> makeInputs(const Program &program, const InputOptions &options = {});

/// Arguments whose elements reach a square root or logarithm through elementwise sums, products and copies alone, such
/// as second moments: negative values would leave the domain. A guess that only serves to make inputs.
std::vector<bool> positiveArguments(const Program &program);

} // namespace lockstep::interp
