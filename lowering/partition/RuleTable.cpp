// Which family every operator belongs to. Operators not listed (custom calls, random bits, matrix decompositions) have no
// cut dims: they are computed whole, the same on every device.
#include "lowering/partition/rules/Families.h"

#include "llvm/ADT/StringMap.h"

namespace lockstep::lowering {

using RuleOf = Rule (*)(const Op &);

static llvm::StringMap<RuleOf> makeTable() {
  llvm::StringMap<RuleOf> table;
  for (llvm::StringRef name :
       {"abs", "atan2", "bitcast_convert", "cbrt", "ceil", "compare", "complex", "cosine", "count_leading_zeros",
        "exponential", "exponential_minus_one", "floor", "imag", "is_finite", "log", "log_plus_one", "logistic", "not",
        "popcnt", "power", "real", "reduce_precision", "remainder", "round_nearest_afz", "round_nearest_even", "rsqrt",
        "shift_left", "shift_right_arithmetic", "shift_right_logical", "sign", "sine", "sqrt", "tan", "tanh", "xor"})
    table[("stablehlo." + name).str()] = rules::elementwise;
  for (llvm::StringRef name :
       {"acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i1e", "conj", "cosh", "digamma", "erf", "erf_inv",
        "erfc", "is_inf", "is_neg_inf", "is_pos_inf", "lgamma", "next_after", "polygamma", "sinh", "square", "tan", "zeta"})
    table[("chlo." + name).str()] = rules::elementwise;
  const std::pair<llvm::StringRef, RuleOf> others[] = {
      {"stablehlo.add", rules::add},
      {"stablehlo.subtract", rules::add},
      {"stablehlo.multiply", rules::multiply},
      {"stablehlo.divide", rules::divide},
      {"stablehlo.negate", rules::negate},
      {"stablehlo.convert", rules::convert},
      {"stablehlo.maximum", rules::extremum},
      {"stablehlo.minimum", rules::extremum},
      {"stablehlo.and", rules::logical},
      {"stablehlo.or", rules::logical},
      {"stablehlo.select", rules::select},
      {"stablehlo.clamp", rules::clamp},
      {"stablehlo.optimization_barrier", rules::barrier},
      {"stablehlo.broadcast_in_dim", rules::broadcast},
      {"stablehlo.reshape", rules::reshape},
      {"stablehlo.transpose", rules::transpose},
      {"stablehlo.reverse", rules::reverse},
      {"stablehlo.slice", rules::slice},
      {"stablehlo.pad", rules::pad},
      {"stablehlo.concatenate", rules::concatenate},
      {"stablehlo.dynamic_slice", rules::dynamicSlice},
      {"stablehlo.dynamic_update_slice", rules::dynamicUpdateSlice},
      {"stablehlo.iota", rules::generator},
      {"stablehlo.constant", rules::generator},
      {"stablehlo.dot_general", rules::dotGeneral},
      {"stablehlo.dot", rules::dotGeneral},
      {"stablehlo.convolution", rules::convolution},
      {"stablehlo.reduce", rules::reduce},
      {"stablehlo.gather", rules::gather},
      {"stablehlo.scatter", rules::scatter},
      {"stablehlo.reduce_window", rules::reduceWindow},
      {"stablehlo.select_and_scatter", rules::selectAndScatter},
      {"stablehlo.sort", rules::sort},
      {"chlo.top_k", rules::topK},
      {"mhlo.topk", rules::topK},
  };
  for (auto [name, rule] : others)
    table[name] = rule;
  return table;
}

static const llvm::StringMap<RuleOf> &table() {
  static const llvm::StringMap<RuleOf> rules = makeTable();
  return rules;
}

/// On the axes passed earlier a conversion works dim by dim, and it is linear.
static Rule conversionRule(const Op &op) {
  Rule rule;
  rule.factors = rules::pointwiseFactors(op);
  std::optional<Monoid> monoid; // a sum over one axis commutes with sums over another, not with maxima
  if (op.conversion.from.isPartial())
    monoid = op.conversion.from.monoid();
  if (op.conversion.to.isPartial())
    monoid = op.conversion.to.monoid();
  rule.linear.push_back({monoid, {0}});
  rule.isCheap = false;
  return rule;
}

Rule ruleOf(const Op &op) {
  if (op.kind == OpKind::Conversion)
    return conversionRule(op);
  auto found = table().find(op.name());
  return found == table().end() ? Rule{} : found->second(op);
}

} // namespace lockstep::lowering
