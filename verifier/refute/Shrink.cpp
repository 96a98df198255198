#include "verifier/refute/Shrink.h"

#include <cmath>

namespace lockstep::verifier {

using interp::Tensor;

namespace {

class Shrinker {
public:
  Shrinker(std::vector<Tensor> inputs, const std::function<bool(unsigned, double)> &allowed,
           const StillFails &stillFails, const ShrinkLimits &limits)
      : inputs(std::move(inputs)), allowed(allowed), stillFails(stillFails), limits(limits) {}

  std::vector<Tensor> run() {
    // Whole groups first: most arguments have nothing to do with one fault.
    fillGroup(0, static_cast<unsigned>(inputs.size()), 0);
    roundAll();
    return std::move(inputs);
  }

private:
  std::vector<Tensor> inputs;
  const std::function<bool(unsigned, double)> &allowed;
  const StillFails &stillFails;
  const ShrinkLimits &limits;
  unsigned used = 0;

  bool spent() const { return used >= limits.trials || (limits.stop && limits.stop()); }

  bool accept(std::vector<Tensor> candidate) {
    if (spent())
      return false;
    ++used;
    if (!stillFails(candidate))
      return false;
    inputs = std::move(candidate);
    return true;
  }

  /// The plainest value an argument may take everywhere: 0, else 1.
  bool canFill(unsigned argument, double &value) const {
    for (double plain : {0.0, 1.0})
      if (allowed(argument, plain)) {
        value = plain;
        return true;
      }
    return false;
  }

  void fillGroup(unsigned begin, unsigned end, unsigned depth) {
    if (begin >= end || spent())
      return;
    std::vector<Tensor> candidate = inputs;
    bool changed = false;
    for (unsigned i = begin; i < end; ++i)
      changed |= fill(candidate[i], i);
    if (!changed || accept(std::move(candidate)) || end - begin == 1)
      return;
    unsigned middle = begin + (end - begin) / 2;
    fillGroup(begin, middle, depth + 1);
    fillGroup(middle, end, depth + 1);
  }

  bool fill(Tensor &tensor, unsigned argument) const {
    double value = 0;
    if (isComplex(tensor.type()) || !canFill(argument, value))
      return false;
    bool changed = false;
    for (int64_t i = 0; i < tensor.size(); ++i) {
      if (isFloat(tensor.type())) {
        changed |= tensor.real(i) != value;
        tensor.setReal(i, value);
      } else {
        changed |= tensor.integer(i) != static_cast<int64_t>(value);
        tensor.setInteger(i, static_cast<int64_t>(value));
      }
    }
    return changed;
  }

  /// Short numbers read better than long ones.
  void roundAll() {
    std::vector<Tensor> candidate = inputs;
    for (unsigned i = 0; i < candidate.size(); ++i) {
      Tensor &tensor = candidate[i];
      if (!isFloat(tensor.type()))
        continue;
      for (int64_t k = 0; k < tensor.size(); ++k) {
        double value = tensor.real(k);
        double rounded = std::round(value * 64) / 64;
        if (rounded == 0 && value != 0)
          rounded = value > 0 ? 1.0 / 64 : -1.0 / 64;
        if (allowed(i, rounded))
          tensor.setReal(k, rounded);
      }
    }
    accept(std::move(candidate));
  }
};

} // namespace

std::vector<Tensor> shrinkInputs(std::vector<Tensor> inputs, const std::function<bool(unsigned, double)> &allowed,
                                 const StillFails &stillFails, const ShrinkLimits &limits) {
  return Shrinker(std::move(inputs), allowed, stillFails, limits).run();
}

} // namespace lockstep::verifier
