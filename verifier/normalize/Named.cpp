// Naming values: a combination of several terms becomes content * common monomial * instance of a named function.
// Names are shared by both programs, so equal values have equal names.
#include "verifier/normalize/Abstraction.h"

#include <algorithm>
#include <functional>

namespace lockstep::verifier::engine {

Fn Normalizer::intern(const Store::FnKey &key, Sign sign) {
  bool isNew;
  Fn fn = s.fn(key, isNew);
  FnNode &node = s.edit(fn);
  if (isNew) {
    node.sign = sign;
    node.boolean = node.isGuard();
    node.isInteger = node.boolean;
    node.range = node.boolean ? Range{0, 1} : Range();
    findExtents(node);
    if (node.kind == FnKind::Combination || node.kind == FnKind::Sum)
      for (const Term &term : s[node.body()].terms)
        node.hasInfinity |= s[term.mono].hasInfinity;
    spend();
  }
  uint32_t &first = inPlan ? node.firstPlan : node.firstLogical;
  if (first == ~0u)
    first = currentNode;
  return fn;
}

void Normalizer::findExtents(FnNode &fn) {
  fn.paramExtent.assign(fn.params, 0);
  fn.pairExtent.assign(fn.pairs, 0);
  std::vector<int64_t> bound(fn.bound, 0);
  for (unsigned i = 0; i < fn.bodies.size(); ++i)
    findExtents(fn, fn.body(i), bound);
  std::copy(bound.begin(), bound.end(), fn.pairExtent.end() - fn.bound);
}

void Normalizer::findExtents(FnNode &fn, Comb body, std::vector<int64_t> &bound) {
  // An argument k * v of a parameter with E values lets v take E / k of them, one under floor(v / d) d times as many.
  std::function<void(Ix, int64_t)> use = [&](Ix e, int64_t extent) {
    for (const IxTerm &term : s[e].terms) {
      const IxAtomNode &atom = s[term.atom];
      int64_t k = std::abs(term.k);
      if (atom.kind == IxKind::Data)
        findExtents(fn, atom.data(), bound);
      else if (extent == 0 || extent % k != 0 || extent / k > kInfinite / std::max<int64_t>(atom.divisor, 1))
        continue;
      else if (atom.kind == IxKind::Floor)
        use(atom.index(), extent / k * atom.divisor);
      else {
        const VarNode &v = s[atom.var()];
        if (v.kind == VarKind::Param && v.number < fn.params)
          fn.paramExtent[v.number] = std::max(fn.paramExtent[v.number], extent / k);
        else if (v.kind == VarKind::Bound && v.number < bound.size())
          bound[v.number] = std::max(bound[v.number], extent / k);
      }
    }
  };
  for (const Term &term : s[body].terms)
    for (const Factor &f : s[term.mono].factors) {
      const AtomNode &atom = s[f.atom];
      const FnNode &inner = s[atom.fn];
      for (unsigned i = 0; i < inner.params; ++i)
        use(atom.args[i], inner.paramExtent[i]);
      for (unsigned k = 0; k < inner.pairs; ++k) {
        const IxNode &lo = s[atom.args[inner.params + 2 * k]];
        if (lo.terms.size() == 1 && s[lo.terms[0].atom].kind == IxKind::Var && s[s[lo.terms[0].atom].var()].kind == VarKind::Domain) {
          int64_t &slot = fn.pairExtent[s[s[lo.terms[0].atom].var()].number / 2];
          slot = std::max(slot, inner.pairExtent[k]);
        }
      }
    }
}

Sign Normalizer::signOf(const Factor &f) const {
  Sign sign = s.fnOf(f.atom).sign;
  if (sign != Sign::Unknown)
    return sign;
  auto [n, d] = s.q.parts(f.exp);
  // Even powers are non-negative, and a root exists only where its radicand is not negative.
  return (d == 1 && n % 2 == 0) || (d != 0 && d % 2 == 0) ? Sign::NonNegative : Sign::Unknown;
}

Sign Normalizer::signOf(Mono m) const {
  Sign sign = Sign::Positive;
  for (const Factor &f : s[m].factors)
    sign = std::min(sign, signOf(f));
  return sign;
}

Sign Normalizer::signOf(Comb x) const {
  if (s[x].isZero())
    return Sign::NonNegative;
  Sign best = Sign::NonNegative;
  for (const Term &term : s[x].terms) {
    Sign sign = s.q.sign(term.coef) < 0 ? Sign::Unknown : signOf(term.mono);
    if (sign == Sign::Unknown)
      return sign;
    best = std::max(best, sign);
  }
  return best;
}

namespace {

/// One way to write a combination as a body, and the arguments that go with it.
struct Candidate {
  Vec<uint32_t, 32> key;
  Comb body;
  Vec<Ix> params;
  Vec<DomainPair, 4> pairs;
};

Candidate candidate(Normalizer &n, const TermOrder &order, bool monic) {
  Abstraction abstraction(n, {});
  Candidate out;
  Vec<Term> terms;
  Q unitQ = monic ? n.s.q.inverse(order.front().coef) : kOne;
  for (const OrderedTerm &term : order) {
    Vec<Factor> factors;
    Q coef = n.s.q.mul(term.coef, unitQ);
    out.key.push_back(coef.v);
    for (const Occurrence &f : *term.factors) {
      factors.push_back({abstraction.atom(f), f.exp});
      out.key.push_back(factors.back().atom.v);
      out.key.push_back(f.exp.v);
    }
    terms.push_back({n.s.mono(factors), coef});
  }
  out.body = n.s.comb(terms);
  out.params = abstraction.params;
  out.pairs = abstraction.pairs;
  return out;
}

/// Position of every item of `other` in `base`; nothing when they are not permutations of each other.
template <typename T> std::optional<std::vector<uint32_t>> permutation(const T &base, const T &other) {
  std::vector<uint32_t> out;
  for (const auto &item : other) {
    auto it = std::find(base.begin(), base.end(), item);
    if (it == base.end())
      return std::nullopt;
    out.push_back(static_cast<uint32_t>(it - base.begin()));
  }
  return out;
}

void recordSymmetries(Normalizer &n, Fn fn, const std::vector<Candidate> &same) {
  FnNode &node = n.s.edit(fn);
  if (same.size() < 2 || !node.symmetries.empty())
    return;
  for (const Candidate &other : same) {
    auto params = permutation(same[0].params, other.params);
    auto pairs = permutation(same[0].pairs, other.pairs);
    if (!params || !pairs)
      continue;
    for (uint32_t pair : *pairs) {
      params->push_back(node.params + 2 * pair);
      params->push_back(node.params + 2 * pair + 1);
    }
    if (std::find(node.symmetries.begin(), node.symmetries.end(), *params) == node.symmetries.end())
      node.symmetries.push_back(*params);
  }
  if (node.symmetries.size() < 2)
    node.symmetries.clear();
  else
    n.forgetOrders();
}

/// Interns x (divided by its first coefficient when monic); the coefficient comes first.
std::pair<Q, Atom> internCombination(Normalizer &n, Comb x, bool monic) {
  std::vector<Candidate> best;
  Q coef = kOne;
  forEachOrder(n, x, [&](const TermOrder &order) {
    Candidate c = candidate(n, order, monic);
    if (!best.empty() && best[0].key < c.key)
      return;
    if (best.empty() || c.key < best[0].key) {
      best.clear();
      coef = monic ? order.front().coef : kOne;
    }
    best.push_back(std::move(c));
  });
  const Candidate &chosen = best[0];
  Store::FnKey key{FnKind::Combination, 0, uint32_t(chosen.params.size()), uint32_t(chosen.pairs.size())};
  key.bodies.push_back(chosen.body);
  Fn fn = n.intern(key, n.signOf(chosen.body));
  FnNode &node = n.s.edit(fn);
  if (n.isBoolean(chosen.body) && n.rangeOf(chosen.body) == Range{0, 1})
    node.boolean = true;
  recordSymmetries(n, fn, best);
  Vec<Ix> args(chosen.params.begin(), chosen.params.end());
  for (const DomainPair &pair : chosen.pairs) {
    args.push_back(pair.lo);
    args.push_back(pair.hi);
  }
  return {coef, n.s.atom(fn, args)};
}

} // namespace

/// Factors that every term has, with the least exponent.
static Mono commonMonomial(Store &s, Comb x) {
  Vec<Factor> common(s[s[x].terms[0].mono].factors.begin(), s[s[x].terms[0].mono].factors.end());
  for (const Term &term : s[x].terms) {
    Vec<Factor> next;
    for (const Factor &f : common)
      for (const Factor &g : s[term.mono].factors)
        if (f.atom == g.atom)
          next.push_back({f.atom, s.q.less(f.exp, g.exp) ? f.exp : g.exp});
    common = next;
    if (common.empty())
      break;
  }
  return s.mono(common);
}

std::pair<Q, Mono> Normalizer::fold(Comb x) {
  Span<Term> terms = s[x].terms;
  if (terms.empty())
    return {kZero, s.unit};
  if (terms.size() == 1)
    return {terms[0].coef, terms[0].mono};
  std::pair<Q, Mono> result = foldNow(x);
  if (recording())
    trace->record(Step(Rule::Fold).from(Side::of(x)).to(Side::product(result.first, s[result.second].factors)));
  return result;
}

std::pair<Q, Mono> Normalizer::foldNow(Comb x) {
  Span<Term> terms = s[x].terms;
  if (auto it = foldMemo.find(x); it != foldMemo.end())
    return it->second;
  if (!spend(terms.size()))
    return {kOne, s[unique()].terms[0].mono};
  Deeper deeper(*this);
  if (Comb joined = joinCopies(x); joined != x)
    return foldMemo[x] = fold(joined);
  count(Rule::Fold);
  Mono common = commonMonomial(s, x);
  Comb rest = x;
  if (common != s.unit) {
    Vec<Factor> inverse;
    for (const Factor &f : s[common].factors)
      inverse.push_back({f.atom, s.q.neg(f.exp)});
    Mono divisor = s.mono(inverse);
    Vec<Term> divided;
    for (const Term &term : terms)
      divided.push_back({mulMono(term.mono, divisor, false), term.coef});
    rest = s.comb(divided);
  }
  // A named combination that stands alone in a term is opened, so that sums have one name however they were grouped.
  for (const Term &term : s[rest].terms) {
    Span<Factor> factors = s[term.mono].factors;
    if (factors.size() != 1 || factors[0].exp != kOne || s.fnOf(factors[0].atom).kind != FnKind::Combination)
      continue;
    count(Rule::Refold);
    Comb opened = add({rest, monoComb(term.mono, s.q.neg(term.coef)), scale(bodyAt(factors[0].atom), term.coef)});
    auto [c, m] = fold(opened);
    return foldMemo[x] = {c, c == kZero ? s.unit : mulMono(common, m, false)};
  }
  auto [coef, atom] = internCombination(*this, rest, /*monic=*/true);
  return foldMemo[x] = {coef, mulMono(common, s.mono(Factor{atom, kOne}), false)};
}

Comb Normalizer::named(Comb x) {
  if (s[x].terms.size() <= 1)
    return x;
  auto [c, m] = fold(x);
  return monoComb(m, c);
}

Comb Normalizer::operand(Comb x) {
  if (isNumber(x))
    return x;
  const CombNode &node = s[x];
  if (node.terms.size() == 1 && node.terms[0].coef == kOne && s[node.terms[0].mono].factors.size() == 1 &&
      s[node.terms[0].mono].factors[0].exp == kOne)
    return x;
  if (auto it = operandMemo.find(x); it != operandMemo.end())
    return it->second;
  Comb name = single(internCombination(*this, x, /*monic=*/false).second);
  if (recording())
    trace->record(Step(Rule::Fold).from(Side::of(x)).to(Side::of(name)));
  return operandMemo[x] = name;
}

Substitution Normalizer::bindArguments(Atom a) {
  const AtomNode &atom = s[a];
  const FnNode &fn = s[atom.fn];
  Substitution by;
  for (unsigned i = 0; i < fn.params; ++i)
    by.set(s.param(i), atom.args[i]);
  for (unsigned i = 0; i < 2 * (fn.pairs - fn.bound); ++i)
    by.set(s.domain(i), atom.args[fn.params + i]);
  by.normalize();
  return by;
}

Comb Normalizer::bodyAt(Atom a, unsigned i) { return substitute(s.fnOf(a).body(i), bindArguments(a)); }

Comb Normalizer::instance(Fn fn, Span<Ix> args) {
  switch (s[fn].kind) {
  case FnKind::AtLeast: return guardAtLeast(args[0]);
  case FnKind::Equal: return guardEqual(args[0]);
  case FnKind::Index: return fromIndex(args[0]);
  default: break;
  }
  Atom a = s.atom(fn, args);
  if (s[fn].bodies.empty())
    return single(a);
  if (!guardsOf(fn).empty() && decidesSome(a, {}))
    return specialised(a, {});
  if (isDegenerate(a))
    if (std::optional<Comb> y = rebuild(a))
      return *y;
  return single(a);
}

bool Normalizer::isAdditive(Fn fn, unsigned pair) {
  auto [it, isNew] = additiveMemo.try_emplace({fn, pair}, false);
  if (!isNew)
    return it->second;
  const FnNode &node = s[fn];
  bool result = false;
  if (node.kind == FnKind::Sum && pair >= node.pairs - node.bound) {
    result = true;
  } else if (node.kind == FnKind::Sum || node.kind == FnKind::Combination) {
    Var lo = s.domain(2 * pair), hi = s.domain(2 * pair + 1);
    result = !s[node.body()].isZero();
    for (const Term &term : s[node.body()].terms) {
      unsigned carriers = 0;
      for (const Factor &f : s[term.mono].factors) {
        const AtomNode &atom = s[f.atom];
        if (!contains(atom.vars, lo) && !contains(atom.vars, hi))
          continue;
        const FnNode &inner = s[atom.fn];
        bool linear = false;
        for (unsigned i = 0; i < atom.args.size(); ++i) {
          bool mentions = contains(s[atom.args[i]].vars, lo) || contains(s[atom.args[i]].vars, hi);
          if (!mentions)
            continue;
          bool isLow = i >= inner.params && (i - inner.params) % 2 == 0;
          linear = isLow && !linear && atom.args[i] == s.varIx(lo) && atom.args[i + 1] == s.varIx(hi) &&
                   isAdditive(atom.fn, (i - inner.params) / 2);
          if (!linear)
            break;
          ++i; // the high end was checked with the low one
        }
        carriers += linear && f.exp == kOne ? 1 : 2;
      }
      result &= carriers == 1;
    }
  }
  if (result && recording())
    trace->additive.push_back({fn, pair});
  return additiveMemo[{fn, pair}] = result;
}

} // namespace lockstep::verifier::engine
