// Values of terms under one interpretation: functions in the set `open` mean what their bodies say, every other function
// is some function of its arguments, drawn at random, with the sign, the range, the additive domains and the symmetries
// that it is known to have. An equation between terms that holds whatever the closed functions are holds for the true
// ones; so large sums need not be evaluated to test a step that does not look into them.
#pragma once

#include "verifier/trace/Arithmetic.h"

#include <map>
#include <set>

namespace lockstep::verifier::engine {

using Assignment = std::map<Var, int64_t>;

/// What is known of functions besides their bodies.
struct FunctionFacts {
  std::set<std::pair<Fn, unsigned>> additive; // in this domain pair
};

enum class Trouble : uint8_t { None, Undefined, TooLarge };

template <typename Arithmetic> class Interpretation {
public:
  using Number = typename Arithmetic::Number;
  Interpretation(const Store &s, const FunctionFacts &facts, const std::set<Fn> &open, uint64_t seed, uint64_t budget)
      : s(s), facts(facts), open(open), seed(seed), left(budget), positive(seed % 2) {}

  int64_t index(Ix e, const Assignment &at);
  Number value(Comb x, const Assignment &at);
  Number product(Span<Factor> factors, Number start, const Assignment &at);
  Number number(std::optional<Number> x) {
    if (!x)
      fail(Trouble::Undefined);
    return x.value_or(Number{});
  }
  Number apply(Fn fn, Span<int64_t> args);
  void fail(Trouble why) { trouble = trouble == Trouble::None ? why : trouble; }
  bool spend(uint64_t steps = 1) {
    if (left < steps)
      fail(Trouble::TooLarge);
    left -= std::min(left, steps);
    return trouble == Trouble::None;
  }
  Trouble trouble = Trouble::None;
  bool strained = false; // see Arithmetic.h

private:
  static constexpr int64_t kAnyInteger = 40; // integers without a range are drawn from [0, 40)
  Number opaque(Fn fn, Span<int64_t> args);
  Number opened(Fn id, const FnNode &fn, Span<int64_t> args);
  Number overDomain(const FnNode &fn, Assignment &at, Span<int64_t> args);
  Number scalar(const FnNode &fn, Span<Number> x);
  Number rows(const FnNode &fn, Assignment &at);
  Number drawn(const FnNode &fn, uint64_t hash);
  Vec<int64_t, 16> canonical(const FnNode &fn, Span<int64_t> args) const;

  const Store &s;
  const FunctionFacts &facts;
  const std::set<Fn> &open;
  uint64_t seed, left;
  bool positive;
  std::map<std::pair<Fn, std::vector<int64_t>>, Number> memo;
};

template <typename A> int64_t Interpretation<A>::index(Ix e, const Assignment &at) {
  int64_t sum = s[e].c;
  for (const IxTerm &term : s[e].terms) {
    const IxAtomNode &atom = s[term.atom];
    int64_t x = 0;
    if (atom.kind == IxKind::Var) {
      auto it = at.find(atom.var());
      if (it == at.end())
        fail(Trouble::Undefined);
      else
        x = it->second;
    } else if (atom.kind == IxKind::Floor) {
      x = floorDivide(index(atom.index(), at), atom.divisor);
    } else {
      std::optional<int64_t> data = A::toInteger(value(atom.data(), at));
      if (!data)
        fail(Trouble::Undefined);
      x = data.value_or(0);
    }
    int64_t scaled;
    if (__builtin_mul_overflow(term.k, x, &scaled) || __builtin_add_overflow(sum, scaled, &sum))
      fail(Trouble::Undefined);
  }
  return sum;
}

template <typename A> auto Interpretation<A>::value(Comb x, const Assignment &at) -> Number {
  Number sum = A::integer(0);
  for (const Term &term : s[x].terms)
    if (spend())
      sum = A::add(sum, product(s[term.mono].factors, number(A::rational(s.q, term.coef)), at));
  return sum;
}

template <typename A>
auto Interpretation<A>::product(Span<Factor> factors, Number result, const Assignment &at) -> Number {
  bool zero = false;
  // Guards first: where one is 0 the other factors need not exist.
  for (bool guards : {true, false})
    for (const Factor &f : factors) {
      if (s.fnOf(f.atom).boolean != guards || zero)
        continue;
      Vec<int64_t, 16> args;
      for (Ix arg : s[f.atom].args)
        args.push_back(index(arg, at));
      if (trouble != Trouble::None)
        return A::integer(0);
      Number y = apply(s[f.atom].fn, args);
      if (guards)
        zero |= A::isZero(y);
      result = A::mul(result, f.exp == kOne ? y : number(A::power(y, s.q, f.exp, strained)));
    }
  return zero ? A::integer(0) : result;
}

template <typename A> auto Interpretation<A>::apply(Fn id, Span<int64_t> args) -> Number {
  const FnNode &fn = s[id];
  switch (fn.kind) {
  case FnKind::Index: return A::integer(args[0]);
  case FnKind::AtLeast: return A::integer(args[0] >= 0);
  case FnKind::Equal: return A::integer(args[0] == 0);
  case FnKind::Prime: return number(A::rational(s.q, Q{fn.name}));
  case FnKind::Huge: case FnKind::Infinity: case FnKind::NotANumber:
    return number(A::constant(fn.kind, s.q, Q{fn.name}));
  default: break;
  }
  if (!spend())
    return A::integer(0);
  if (fn.bodies.empty() || !open.count(id))
    return opaque(id, args);
  std::pair<Fn, std::vector<int64_t>> key{id, std::vector<int64_t>(args.begin(), args.end())};
  if (auto it = memo.find(key); it != memo.end())
    return it->second;
  Number result = opened(id, fn, args);
  memo.emplace(std::move(key), result);
  return result;
}

template <typename A> auto Interpretation<A>::opened(Fn id, const FnNode &fn, Span<int64_t> args) -> Number {
  Store &store = const_cast<Store &>(s); // param, domain and bound only look up
  Assignment at;
  for (unsigned i = 0; i < fn.params; ++i)
    at[store.param(i)] = args[i];
  for (unsigned i = 0; i < 2 * (fn.pairs - fn.bound); ++i)
    at[store.domain(i)] = args[fn.params + i];
  if (fn.isSumLike())
    return overDomain(fn, at, args);
  if (fn.kind == FnKind::Combination)
    return value(fn.body(), at);
  if (fn.kind == FnKind::Exp)
    return number(A::exp(value(fn.body(), at)));
  if (fn.kind == FnKind::Rows)
    return rows(fn, at);
  Vec<Number, 4> operands;
  for (unsigned i = 0; i < fn.bodies.size(); ++i)
    operands.push_back(value(fn.body(i), at));
  return scalar(fn, operands);
}

template <typename A>
auto Interpretation<A>::overDomain(const FnNode &fn, Assignment &at, Span<int64_t> args) -> Number {
  Store &store = const_cast<Store &>(s);
  unsigned first = fn.params + 2 * (fn.pairs - fn.bound);
  Vec<int64_t, 8> lo, hi;
  for (unsigned k = 0; k < fn.bound; ++k) {
    lo.push_back(args[first + 2 * k]);
    hi.push_back(args[first + 2 * k + 1]);
    if (lo.back() >= hi.back())
      return A::integer(0); // nothing to sum; a largest value of nothing is not met in a step that holds
  }
  bool some = false;
  Number total = A::integer(0);
  Vec<int64_t, 8> now = lo;
  for (bool more = true; more && spend();) {
    for (unsigned k = 0; k < fn.bound; ++k)
      at[store.bound(k)] = now[k];
    Number x = value(fn.body(), at);
    if (fn.kind == FnKind::Sum)
      total = A::add(total, x);
    else if (!some || A::less(total, x) == (fn.kind == FnKind::Maximum))
      total = x;
    some = true;
    more = false;
    for (unsigned k = 0; k < fn.bound && !more; ++k) {
      more = ++now[k] < hi[k];
      if (!more)
        now[k] = lo[k];
    }
  }
  return total;
}

/// Some function of all elements of the rows, and of the place.
template <typename A> auto Interpretation<A>::rows(const FnNode &fn, Assignment &at) -> Number {
  Store &store = const_cast<Store &>(s);
  unsigned bound = 0;
  for (unsigned i = 0; i < fn.bodies.size(); ++i)
    for (Var v : s[fn.body(i)].vars)
      if (s[v].kind == VarKind::Bound)
        bound = std::max(bound, s[v].number + 1);
  uint64_t hash = mixWords(seed, fn.name);
  for (uint32_t word : fn.statics)
    hash = mixWords(hash, word);
  if (bound > fn.statics.size()) {
    fail(Trouble::Undefined);
    return A::integer(0);
  }
  Span<uint32_t> extents = fn.statics.take_back(bound);
  Vec<uint32_t, 8> now(bound, 0);
  for (bool more = true; more && spend();) {
    for (unsigned k = 0; k < bound; ++k)
      at[store.bound(k)] = now[k];
    for (unsigned i = 0; i < fn.bodies.size(); ++i)
      hash = mixWords(hash, A::words(value(fn.body(i), at)));
    more = false;
    for (unsigned k = 0; k < bound && !more; ++k) {
      more = ++now[k] < extents[k];
      if (!more)
        now[k] = 0;
    }
  }
  return drawn(fn, hash);
}

template <typename A> auto Interpretation<A>::scalar(const FnNode &fn, Span<Number> x) -> Number {
  llvm::StringRef name = s.text(Symbol{fn.name});
  if (std::optional<Number> y = A::scalar(name, x))
    return *y;
  if (name == "log") // Has laws in the reals only
    return number(A::log(x[0], strained));
  uint64_t hash = seed;
  for (char c : name)
    hash = mixWords(hash, uint64_t(c));
  for (uint32_t word : fn.statics)
    hash = mixWords(hash, word);
  bool commutes = name.starts_with("and.") || name.starts_with("or.") || name.starts_with("xor.");
  uint64_t sum = 0;
  for (size_t i = 0; i < x.size(); ++i)
    sum += mixWords(A::words(x[i]), commutes ? 1 : i + 1);
  return drawn(fn, mixWords(hash, sum));
}

template <typename A> auto Interpretation<A>::drawn(const FnNode &fn, uint64_t hash) -> Number {
  if (fn.boolean)
    return A::integer(int64_t(mixWords(hash, 11) % 2));
  if (!fn.isInteger)
    return A::opaque(hash, fn.sign, positive);
  int64_t lo = fn.range.lo, hi = fn.range.hi;
  if (hi - lo > 1'000'000'000) // a whole integer type: small numbers are as good
    lo = std::max<int64_t>(lo, std::min<int64_t>(hi, 0) - kAnyInteger / 2), hi = std::min(hi, lo + kAnyInteger);
  return A::integer(lo + int64_t(mixWords(hash, 11) % uint64_t(hi - lo + 1)));
}

template <typename A>
Vec<int64_t, 16> Interpretation<A>::canonical(const FnNode &fn, Span<int64_t> args) const {
  Vec<int64_t, 16> least(args.begin(), args.end()), other = least;
  for (const std::vector<uint32_t> &permutation : fn.symmetries) {
    for (size_t i = 0; i < permutation.size(); ++i)
      other[i] = args[permutation[i]];
    if (std::lexicographical_compare(other.begin(), other.end(), least.begin(), least.end()))
      least = other;
  }
  return least;
}

/// A function that is additive in domains is a product of measures of these domains and a function of the rest.
template <typename A> auto Interpretation<A>::opaque(Fn id, Span<int64_t> args) -> Number {
  const FnNode &fn = s[id];
  Vec<int64_t, 16> rest(args.begin(), args.end());
  Vec<unsigned, 4> measured;
  for (unsigned k = 0; k < fn.pairs; ++k)
    if (facts.additive.count({id, k})) {
      measured.push_back(k);
      rest[fn.params + 2 * k] = rest[fn.params + 2 * k + 1] = 0;
    }
  if (!fn.symmetries.empty())
    rest = canonical(fn, rest);
  uint64_t hash = mixWords(seed, fn.kind == FnKind::Input ? mixWords(fn.name, 1) : mixWords(id.v, 2));
  for (int64_t arg : rest)
    hash = mixWords(hash, uint64_t(arg));
  Number result = drawn(fn, hash);
  for (unsigned k : measured) {
    uint64_t base = fn.symmetries.empty() ? mixWords(hash, k) : mixWords(seed, id.v);
    auto end = [&](int64_t x) {
      if (fn.isInteger)
        return A::integer(x);
      Number noise = A::mul(A::opaque(mixWords(base, uint64_t(x)), Sign::Positive, true), number(A::rational(s.q, kHalf)));
      return A::add(A::integer(x), A::mul(noise, number(A::rational(s.q, kHalf))));
    };
    Number low = end(args[fn.params + 2 * k]), high = end(args[fn.params + 2 * k + 1]);
    result = A::mul(result, A::add(high, A::mul(A::integer(-1), low)));
  }
  return result;
}

} // namespace lockstep::verifier::engine
