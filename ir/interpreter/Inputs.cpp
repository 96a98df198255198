#include "ir/interpreter/Inputs.h"

#include "ir/import/Program.h"

#include <algorithm>
#include <cmath>

namespace lockstep::interp {
namespace {

// A full random word per element, for keys.
void fillBits(Tensor &tensor, uint64_t argument) {
  for (int64_t k = 0; k < tensor.size(); ++k)
    tensor.setInteger(k, static_cast<int64_t>(mix((argument << 32) + static_cast<uint64_t>(k))));
}

double valueAt(const Recipe &recipe, uint64_t argument, int64_t k) {
  switch (recipe.kind) {
  case Recipe::Kind::Uniform: {
    // Products and sums round to f32, so that every tool gets the same bits.
    float lo = static_cast<float>(recipe.lo), width = static_cast<float>(recipe.hi) - lo;
    float scaled = static_cast<float>(unit(argument, k)) * width;
    return lo + scaled;
  }
  case Recipe::Kind::Int:
    return recipe.lo + std::floor(unit(argument, k) * (recipe.hi - recipe.lo));
  case Recipe::Kind::Mask:
    return unit(argument, k) < recipe.density ? 1 : 0;
  case Recipe::Kind::Values:
    return recipe.values[k];
  }
  return 0;
}

bool isKey(const ArgumentInfo &argument) {
  return argument.role == Role::Key || (isUnsigned(argument.type) && bitWidth(argument.type) >= 32);
}

} // namespace

uint64_t mix(uint64_t x) {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  return x ^ x >> 31;
}

double unit(uint64_t argument, uint64_t element) {
  return static_cast<double>(mix((argument << 32) + element) >> 40) / 16777216.0;
}

Tensor fill(const Recipe &recipe, uint64_t argument, ElementType type, const Shape &shape, bool f64Mode) {
  Tensor tensor(type, shape, f64Mode);
  bool asReal = isFloat(type);
  for (int64_t k = 0; k < tensor.size(); ++k) {
    double value = valueAt(recipe, argument, k);
    // Rounded to the argument's own type in f64 mode too: both modes start from the same numbers.
    if (asReal)
      tensor.setReal(k, roundTo(type, value));
    else if (isUnsigned(type))
      tensor.setInteger(k, static_cast<int64_t>(static_cast<uint64_t>(value)));
    else
      tensor.setInteger(k, static_cast<int64_t>(value));
  }
  return tensor;
}

Recipe recipeFor(const ArgumentInfo &argument, bool makePositive, const InputOptions &options) {
  Recipe recipe;
  recipe.kind = isFloat(argument.type) ? Recipe::Kind::Uniform : Recipe::Kind::Int;
  if (argument.range) {
    recipe.lo = argument.range->lo;
    recipe.hi = argument.range->hi + (isFloat(argument.type) ? 0 : 1);
  } else if (isFloat(argument.type)) {
    const ValueRange &range = makePositive ? options.positive : options.reals;
    recipe.lo = range.lo;
    recipe.hi = range.hi;
  } else {
    recipe.lo = 0;
    recipe.hi = 2;
  }
  return recipe;
}

std::vector<Tensor> makeInputs(const Program &program, const InputOptions &options) {
  std::vector<Tensor> inputs;
  for (size_t i = 0; i < program.arguments.size(); ++i) {
    const ArgumentInfo &argument = program.arguments[i];
    // Streams of different seeds must not meet: argument numbers stay far below 2^16.
    uint64_t stream = options.seed << 16 | i;
    bool makePositive = i < options.makePositive.size() && options.makePositive[i];
    if (!argument.range && isKey(argument)) {
      fillBits(inputs.emplace_back(argument.type, argument.shape, options.f64), stream);
      continue;
    }
    if (isComplex(argument.type)) {
      Tensor &tensor = inputs.emplace_back(argument.type, argument.shape, options.f64);
      Recipe recipe;
      recipe.lo = options.reals.lo;
      recipe.hi = options.reals.hi;
      auto fillParts = [&](auto parts) {
        for (size_t k = 0; k < parts.size(); ++k)
          parts[k] = valueAt(recipe, stream, k);
      };
      if (tensor.storage() == Storage::C64)
        fillParts(tensor.data<float>());
      else
        fillParts(tensor.data<double>());
      continue;
    }
    inputs.push_back(
        fill(recipeFor(argument, makePositive, options), stream, argument.type, argument.shape, options.f64));
  }
  return inputs;
}

} // namespace lockstep::interp
