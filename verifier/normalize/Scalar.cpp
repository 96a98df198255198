// Functions of one element: powers with rational exponents, exp as a multiplicative base, log, and named functions
// without laws.
#include "verifier/normalize/Abstraction.h"

#include <algorithm>

namespace lockstep::verifier::engine {

static bool isCommutative(llvm::StringRef name) {
  return name == "max" || name == "min" || name == "equal-infinite" || name.starts_with("and.") || name.starts_with("or.") ||
         name.starts_with("xor.") || name.starts_with("rounded.add.") || name.starts_with("rounded.multiply.");
}

Comb Normalizer::power(Comb x, Q exponent) {
  if (exponent == kOne)
    return x;
  if (exponent == kZero)
    return s.one;
  if (x == s.zero)
    return s.q.sign(exponent) > 0 ? s.zero : scalar("power-of-zero", {number(exponent)});
  Comb result = powerNow(x, exponent);
  if (recording())
    trace->record(Step(Rule::Power).from(Side::applied(Side::Shape::Power, x, exponent)).to(Side::of(result)));
  return result;
}

Comb Normalizer::powerNow(Comb x, Q exponent) {
  auto [c, m] = fold(x);
  int64_t whole;
  if (s.q.toInt(exponent, whole) && std::abs(whole) <= 4096) {
    Mono product = s.unit;
    for (const Factor &f : s[m].factors) {
      Q e = s.fnOf(f.atom).boolean && whole > 0 ? f.exp : s.q.mul(f.exp, exponent);
      Atom base = f.atom;
      auto [num, den] = s.q.parts(e);
      const FnNode &fn = s.fnOf(f.atom);
      if (den == 1 && num % 2 == 0 && fn.kind == FnKind::Scalar && s.text(Symbol{fn.name}) == "abs") // |a|^2 = a^2
        if (Comb inner = argumentOf(f.atom); s[inner].terms.size() == 1 && s[inner].terms[0].coef == kOne &&
                                             s[s[inner].terms[0].mono].factors.size() == 1 &&
                                             s[s[inner].terms[0].mono].factors[0].exp == kOne)
          base = s[s[inner].terms[0].mono].factors[0].atom;
      product = mulMono(product, s.mono(Factor{base, e}));
    }
    return contextual(s.q.power(c, whole), product);
  }
  // (a^e)^p = a^(e p) needs a >= 0. That is known, or follows from being defined (a root of a), or |a| takes a's place
  // under an even e. A lone factor needs nothing beyond being defined.
  bool splits = s.q.sign(c) > 0;
  Span<Factor> old = s[m].factors;
  Mono result = s.unit;
  for (const Factor &f : old) {
    auto [num, den] = s.q.parts(f.exp);
    Q e = s.fnOf(f.atom).boolean && s.q.sign(exponent) > 0 ? f.exp : s.q.mul(f.exp, exponent);
    bool lone = old.size() == 1 && f.exp == kOne;
    if (lone || s.fnOf(f.atom).sign != Sign::Unknown || (den != 0 && den % 2 == 0)) {
      result = mulMono(result, s.mono(Factor{f.atom, e}));
    } else if (den == 1 && num % 2 == 0) {
      ScalarTraits traits;
      traits.sign = Sign::NonNegative;
      Comb size = scalar("abs", {single(f.atom)}, traits);
      result = mulMono(result, s.mono(Factor{s[s[size].terms[0].mono].factors[0].atom, e}));
    } else {
      splits = false;
    }
  }
  if (!splits) {
    Comb base = operand(x);
    Vec<Term> only(s[base].terms.begin(), s[base].terms.end());
    if (only.size() != 1 || s[only[0].mono].factors.size() != 1 || only[0].coef != kOne)
      return scalar("power", {x, number(exponent)});
    return monoComb(s.mono(Factor{s[only[0].mono].factors[0].atom, exponent}));
  }
  for (const auto &[base, k] : s.q.primePowers(c)) {
    Fn fn = intern({FnKind::Prime, base.v}, Sign::Positive);
    result = mulMono(result, s.mono(Factor{s.atom(fn, {}), s.q.mul(s.q.integer(k), exponent)}));
  }
  return contextual(kOne, result);
}

Atom Normalizer::expAtom(Mono m) {
  Comb x = operand(monoComb(m));
  Abstraction abstraction(*this, {});
  Comb body = abstraction.comb(x);
  Store::FnKey key{FnKind::Exp, 0, uint32_t(abstraction.params.size()), uint32_t(abstraction.pairs.size())};
  key.bodies.push_back(body);
  return s.atom(intern(key, Sign::Positive), abstraction.arguments());
}

namespace {

/// What one infinity or mask constant adds to an exponent: the constant times a combination of guards.
struct Mask {
  const FnNode *constant;
  Vec<Term> terms; // the guards, with the sign turned: positive where the mask is active
};

} // namespace

/// Splits off the terms that are a mask constant times guards; false when infinities occur in another way.
static bool masksOf(Normalizer &n, Comb x, std::map<Atom, Mask> &masks, Vec<Term> &rest) {
  bool understood = true;
  std::set<Atom> elsewhere;
  for (const Term &term : n.s[x].terms) {
    Vec<Factor> guards;
    std::optional<Atom> constant;
    bool plain = true;
    for (const Factor &f : n.s[term.mono].factors) {
      const FnNode &fn = n.s.fnOf(f.atom);
      bool huge = fn.kind == FnKind::Infinity || fn.kind == FnKind::Huge;
      if (huge && f.exp == kOne && !constant)
        constant = f.atom;
      else if (fn.boolean)
        guards.push_back(f);
      else
        plain = false;
    }
    if (!constant || !plain) {
      understood &= !n.s[term.mono].hasInfinity;
      if (constant)
        elsewhere.insert(*constant);
      rest.push_back(term);
      continue;
    }
    Mask &mask = masks.try_emplace(*constant, Mask{&n.s.fnOf(*constant), {}}).first->second;
    mask.terms.push_back({n.s.mono(guards), n.s.q.neg(term.coef)});
  }
  // h (m - 1) with a number m: what is left of the constant depends on m.
  for (Atom constant : elsewhere) {
    auto it = masks.find(constant);
    if (it == masks.end())
      continue;
    for (const Term &term : it->second.terms)
      rest.push_back({n.mulMono(term.mono, n.s.mono(Factor{constant, kOne})), n.s.q.neg(term.coef)});
    masks.erase(it);
  }
  return understood;
}

/// 1 where the mask is active; nothing when it is not 0 or a large multiple everywhere. All its terms together say
/// where it is: 1 - g is not active where g holds, although its first term alone is.
static std::optional<Comb> activeWhere(Normalizer &n, const Mask &mask) {
  Q size = mask.terms.front().coef;
  bool positive = true;
  Comb any = n.s.zero;
  for (const Term &term : mask.terms) {
    Q magnitude = n.s.q.sign(term.coef) < 0 ? n.s.q.neg(term.coef) : term.coef;
    positive &= n.s.q.sign(term.coef) > 0;
    if (n.s.q.less(magnitude, size) || n.s.q.sign(size) < 0)
      size = magnitude;
  }
  // A mask constant that is scaled down to ordinary numbers is no mask.
  if (mask.constant->kind == FnKind::Huge &&
      n.s.q.less(n.s.q.mul(size, Q{mask.constant->name}), n.s.q.integer(1000000)))
    return std::nullopt;
  if (positive) {
    for (const Term &term : mask.terms)
      any = n.logicalOr(any, n.monoComb(term.mono));
    return any;
  }
  any = n.scale(n.make(mask.terms), n.s.q.inverse(size));
  return n.isBoolean(any) && n.rangeOf(any) == Range{0, 1} ? std::optional(any) : std::nullopt;
}

Comb Normalizer::exp(Comb x) {
  uint64_t masks = ruleCounts[static_cast<size_t>(Rule::ExpMask)];
  Comb result = expNow(x);
  bool masked = ruleCounts[static_cast<size_t>(Rule::ExpMask)] != masks;
  if (recording())
    trace->record(Step(masked ? Rule::ExpMask : Rule::Exp).from(Side::applied(Side::Shape::Exp, x)).to(Side::of(result)));
  return result;
}

Comb Normalizer::expNow(Comb x) {
  if (!spend())
    return unique();
  Comb region = s.one; // where no mask is active
  Vec<Term> rest;
  std::map<Atom, Mask> masks;
  if (!masksOf(*this, x, masks, rest))
    return scalar("exp-of-infinity", {x});
  for (const auto &[constant, mask] : masks) {
    std::optional<Comb> active = activeWhere(*this, mask);
    if (!active && mask.constant->kind == FnKind::Infinity)
      return scalar("exp-of-infinity", {x});
    if (!active) {
      for (const Term &term : mask.terms)
        rest.push_back({mulMono(term.mono, s.mono(Factor{constant, kOne})), s.q.neg(term.coef)});
      continue;
    }
    count(Rule::ExpMask);
    if (mask.constant->kind == FnKind::Huge)
      assume(AssumptionKind::LargeNegativeIsInfinite,
             "exp(x - h) is 0 for the mask constant h = " + s.q.str(Q{mask.constant->name}));
    region = mul(region, logicalNot(*active));
  }
  if (region == s.zero)
    return s.zero;
  Comb exponent = s.comb(rest);
  if (region != s.one && s[region].terms.size() == 1)
    exponent = under(exponent, contextOf(s[region].terms[0].mono));
  Mono result = s.unit;
  for (const Term &term : s[exponent].terms)
    result = mulMono(result, s.mono(Factor{expAtom(term.mono), term.coef}));
  if (region == s.one)
    return monoComb(result);
  Vec<Comb> parts;
  for (const Term &term : s[region].terms)
    parts.push_back(contextual(term.coef, mulMono(term.mono, result)));
  return add(parts);
}

Comb Normalizer::log(Comb x) {
  if (x == s.one)
    return s.zero;
  auto [c, m] = fold(x);
  bool splits = s.q.sign(c) > 0 && m != s.unit;
  for (const Factor &f : s[m].factors)
    splits &= s.fnOf(f.atom).sign == Sign::Positive;
  if (!splits)
    return scalar("log", {x == s.zero ? x : monoComb(m, c)});
  count(Rule::LogProduct);
  Vec<Comb> parts;
  if (c != kOne)
    parts.push_back(scalar("log", {number(c)}));
  for (const Factor &f : s[m].factors)
    parts.push_back(scale(s.fnOf(f.atom).kind == FnKind::Exp ? argumentOf(f.atom) : scalar("log", {single(f.atom)}), f.exp));
  Comb result = add(parts);
  if (recording()) {
    Step step(Rule::LogProduct);
    for (const Factor &f : s[m].factors)
      step.needs({Fact::Kind::Positive, f.atom.v, 0});
    trace->record(step.from(Side::applied(Side::Shape::Log, x)).to(Side::of(result)));
  }
  return result;
}

Comb Normalizer::scalar(llvm::StringRef name, Span<Comb> xs, const ScalarTraits &traits) {
  if (!spend())
    return s.zero;
  Vec<Comb, 4> operands;
  for (Comb x : xs)
    operands.push_back(operand(x));
  auto functionOf = [&](Comb x) { return isNumber(x) ? numberOf(x).v : ~s[s[s[x].terms[0].mono].factors[0].atom].fn.v; };
  bool commutes = isCommutative(name) && operands.size() == 2;
  if (commutes && functionOf(operands[1]) < functionOf(operands[0]))
    std::swap(operands[0], operands[1]);
  auto build = [&](Abstraction &abstraction, Store::FnKey &key) {
    key = {FnKind::Scalar, s.symbol(name).v};
    key.statics = traits.statics;
    for (Comb x : operands)
      key.bodies.push_back(abstraction.comb(x));
    key.params = abstraction.params.size();
    key.pairs = abstraction.pairs.size();
  };
  Abstraction first(*this, {});
  Store::FnKey key;
  build(first, key);
  Vec<Ix> args = first.arguments();
  if (commutes && functionOf(operands[1]) == functionOf(operands[0])) {
    // Two instances of one function: either order is right, the one with the lesser body and arguments is taken.
    std::swap(operands[0], operands[1]);
    Abstraction second(*this, {});
    Store::FnKey other;
    build(second, other);
    Vec<Ix> swapped = second.arguments();
    if (std::tie(other.bodies, swapped) < std::tie(key.bodies, args)) {
      key = other;
      args = swapped;
    }
  }
  Fn fn = intern(key, traits.sign);
  FnNode &node = s.edit(fn);
  node.boolean = traits.boolean;
  node.isInteger = traits.range.has_value() || traits.boolean;
  if (traits.boolean)
    node.range = {0, 1}, node.sign = Sign::NonNegative;
  else if (traits.range)
    node.range = *traits.range;
  return single(s.atom(fn, args));
}

static bool isOdd(llvm::StringRef name) {
  return llvm::is_contained({"tanh", "sin", "tan", "erf", "erf-inv", "asin", "atan", "sinh", "asinh", "atanh", "cbrt"}, name);
}

Comb Normalizer::function(llvm::StringRef name, Comb x) {
  bool odd = isOdd(name);
  if (odd && x == s.zero)
    return x;
  if (odd || name == "cos" || name == "cosh")
    if (s.q.sign(fold(x).first) < 0)
      return scale(function(name, neg(x)), odd ? kMinusOne : kOne);
  if (name == "cbrt" && signOf(x) != Sign::Unknown)
    return power(x, s.q.make(1, 3));
  return scalar(name, {x});
}

Comb Normalizer::rebuildScalar(Fn fn, Span<Comb> operands) {
  llvm::StringRef name = s.text(Symbol{s[fn].name});
  Comb x = operands.empty() ? s.zero : operands[0];
  if (name == "log")
    return log(x);
  if (name == "abs" && signOf(x) != Sign::Unknown)
    return x;
  if (isNumber(x) && operands.size() == 1) {
    int sign = s.q.sign(numberOf(x));
    if (name == "is-zero")
      return sign == 0 ? s.one : s.zero;
    if (name == "is-positive")
      return sign > 0 ? s.one : s.zero;
    if (name == "is-nonnegative")
      return sign >= 0 ? s.one : s.zero;
  }
  if ((name == "max" || name == "min") && operands.size() == 2) {
    if (operands[0] == operands[1])
      return operands[0];
    if (isNumber(operands[0]) && isNumber(operands[1]))
      return s.q.less(numberOf(operands[0]), numberOf(operands[1])) == (name == "max") ? operands[1] : operands[0];
  }
  if (isOdd(name) || name == "cos" || name == "cosh")
    return function(name, x);
  ScalarTraits traits;
  traits.sign = s[fn].sign;
  traits.boolean = s[fn].boolean;
  if (s[fn].isInteger)
    traits.range = s[fn].range;
  traits.statics.assign(s[fn].statics.begin(), s[fn].statics.end());
  return scalar(name, operands, traits);
}

Comb Normalizer::unique() {
  Store::FnKey key{FnKind::Unique, s.functionCount()};
  bool isNew;
  return single(s.atom(s.fn(key, isNew), {}));
}

Comb Normalizer::rows(llvm::StringRef name, Span<Var> vars, Span<Comb> bodies, Span<Ix> at, const ScalarTraits &traits) {
  Vec<Var, 16> bound(vars.begin(), vars.end());
  std::sort(bound.begin(), bound.end());
  Abstraction abstraction(*this, bound);
  Store::FnKey key{FnKind::Rows, s.symbol(name).v};
  key.statics = traits.statics;
  for (Var v : vars) { // numbered in the given order, so that rows are read along the right dims
    abstraction.boundIx(v);
    key.statics.push_back(static_cast<uint32_t>(s.extent(v)));
  }
  for (Comb body : bodies)
    key.bodies.push_back(abstraction.comb(body));
  Fn index = intern({FnKind::Index, 0, 1}, Sign::Unknown);
  for (Ix e : at)
    key.bodies.push_back(s[e].isConst() ? number(s[e].c) : single(s.atom(index, abstraction.index(e))));
  key.params = abstraction.params.size();
  key.pairs = abstraction.pairs.size();
  Fn fn = intern(key, traits.sign);
  FnNode &node = s.edit(fn);
  node.boolean = traits.boolean;
  if (traits.range)
    node.isInteger = true, node.range = *traits.range;
  return single(s.atom(fn, abstraction.arguments()));
}

} // namespace lockstep::verifier::engine
