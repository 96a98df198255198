// Numeric meaning of terms on small inputs: the yardstick of the rules. Functions without laws are given some smooth
// meaning that depends on every operand.
#pragma once

#include "verifier/term/Store.h"

#include <functional>
#include <map>
#include <optional>

namespace lockstep::verifier::engine {

class Evaluator {
public:
  /// Element of an argument (by number) at an index.
  using Input = std::function<double(uint32_t argument, Span<int64_t> index)>;
  Evaluator(const Store &store, Input input) : s(store), input(std::move(input)) {}

  using Assignment = std::map<Var, int64_t>;
  int64_t value(Ix e, const Assignment &at);
  double value(Comb x, const Assignment &at);

  /// Predicates of real numbers call anything this close to zero zero: both sides sum in different orders.
  double tolerance = 1e-9;
  /// Meaning of functions of whole rows: name, and the values of every operand over the bound variables, row-major (over
  /// those that occur in it when there are many); the last operands are the place. Nothing: some function of all that.
  using Rows = std::function<std::optional<double>(llvm::StringRef name, const std::vector<std::vector<double>> &operands)>;
  Rows rows;
  /// Values of opaque functions are not made integers: then equal values mean equal operands.
  bool opaqueIsReal = false;
  /// Set when a domain was empty or turned round, which no rule may produce.
  bool sawEmptyDomain = false;

private:
  double apply(Fn fn, Span<int64_t> args);
  double scalar(const FnNode &fn, Span<double> operands);
  double rowFunction(const FnNode &fn, Assignment at);
  double overDomain(const FnNode &fn, Assignment at, Span<int64_t> args);
  const Store &s;
  Input input;
  std::map<std::pair<Fn, std::vector<int64_t>>, double> memo;
};

} // namespace lockstep::verifier::engine
