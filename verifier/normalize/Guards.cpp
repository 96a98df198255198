// Guards are 0/1 factors [e >= 0] and [e == 0]; they are idempotent and they select: [g] * x is 0 where g is 0,
// whatever x is. Ranges decide them, and what a monomial's guards say simplifies its other factors.
#include "verifier/normalize/Intervals.h"
#include "verifier/normalize/Normalizer.h"

#include <algorithm>
#include <numeric>

namespace lockstep::verifier::engine {

static int64_t commonFactor(Span<IxTerm> terms) {
  int64_t g = 0;
  for (const IxTerm &term : terms)
    g = std::gcd(g, term.k);
  return g;
}

static Vec<int64_t> descendingFactors(Span<IxTerm> terms) {
  Vec<int64_t> factors;
  for (const IxTerm &term : terms)
    factors.push_back(std::abs(term.k));
  std::sort(factors.begin(), factors.end(), std::greater<>());
  factors.erase(std::unique(factors.begin(), factors.end()), factors.end());
  return factors;
}

static void splitTerms(Span<IxTerm> terms, int64_t g, Vec<IxTerm> &big, Vec<IxTerm> &small) {
  for (const IxTerm &term : terms)
    if (term.k % g == 0)
      big.push_back({term.atom, term.k / g});
    else
      small.push_back(term);
}

static int64_t positiveMod(int64_t a, int64_t b) { return a - floorDivide(a, b) * b; }

Comb Normalizer::guardAtLeast(Ix a) {
  Comb result = reducedAtLeast(a);
  if (recording() && !s[a].isConst())
    trace->record(Step(Rule::Guard).from(Side::at(Side::Shape::AtLeast, a)).to(Side::of(result)));
  return result;
}

Comb Normalizer::reducedAtLeast(Ix a) {
  Range r = range(a);
  if (r.lo >= 0)
    return s.one;
  if (r.hi < 0)
    return s.zero;
  if (std::optional<Comb> pieces = guardOnSteps(a, false))
    return *pieces;
  int64_t g = commonFactor(s[a].terms);
  if (g > 1) {
    Vec<IxTerm> big, small;
    splitTerms(s[a].terms, g, big, small);
    a = s.ix(floorDivide(s[a].c, g), big);
  }
  // g * x + small >= 0 with 0 <= small < g is x >= 0.
  int64_t c = s[a].c;
  for (int64_t factor : descendingFactors(s[a].terms)) {
    Vec<IxTerm> big, small;
    if (factor <= 1)
      continue;
    splitTerms(s[a].terms, factor, big, small);
    if (small.empty() && c % factor == 0)
      continue;
    for (int64_t low : {positiveMod(c, factor), c, positiveMod(c, factor) - factor}) {
      if ((c - low) % factor != 0)
        continue;
      Range bounds = range(s.ix(low, small));
      if (bounds.lo >= 0 && bounds.hi < factor)
        return guardAtLeast(s.ix((c - low) / factor, big));
    }
  }
  return makeAtLeast(a);
}

/// The only floor among the terms, when its factor is 1 or -1.
static std::optional<IxTerm> loneFloor(const Store &s, Ix a) {
  std::optional<IxTerm> found;
  for (const IxTerm &term : s[a].terms) {
    if (s[term.atom].kind != IxKind::Floor)
      continue;
    if (found || std::abs(term.k) != 1)
      return std::nullopt;
    found = term;
  }
  return found;
}

Comb Normalizer::makeAtLeast(Ix a) {
  // floor(x / d) + e >= 0 is x + d e >= 0, and e >= floor(x / d) is d e + d - 1 >= x.
  if (std::optional<IxTerm> floor = loneFloor(s, a)) {
    const IxAtomNode &atom = s[floor->atom];
    Ix e = sub(a, s.ix(0, *floor));
    int64_t d = atom.divisor;
    Ix x = atom.index();
    return guardAtLeast(floor->k > 0 ? add(x, scale(e, d)) : plus(sub(scale(e, d), x), d - 1));
  }
  Fn fn = intern({FnKind::AtLeast, 0, 1}, Sign::NonNegative);
  return single(s.atom(fn, a));
}

Comb Normalizer::guardEqual(Ix a) {
  Comb result = reducedEqual(a);
  if (recording() && !s[a].isConst())
    trace->record(Step(Rule::Guard).from(Side::at(Side::Shape::Equal, a)).to(Side::of(result)));
  return result;
}

Comb Normalizer::reducedEqual(Ix a) {
  Range r = range(a);
  if (r.lo > 0 || r.hi < 0)
    return s.zero;
  if (s[a].isConst())
    return s.one;
  if (std::optional<Comb> pieces = guardOnSteps(a, true))
    return *pieces;
  int64_t g = commonFactor(s[a].terms), c = s[a].c;
  if (g > 1) {
    if (c % g != 0)
      return s.zero;
    Vec<IxTerm> big, small;
    splitTerms(s[a].terms, g, big, small);
    a = s.ix(c / g, big);
    c = s[a].c;
  }
  // g * x + small == 0 with |small| < g is x == 0 and small == 0.
  for (int64_t factor : descendingFactors(s[a].terms)) {
    if (factor <= 1)
      continue;
    Vec<IxTerm> big, small;
    splitTerms(s[a].terms, factor, big, small);
    if (big.empty() || (small.empty() && c % factor == 0))
      continue;
    for (int64_t low : {c, positiveMod(c, factor), positiveMod(c, factor) - factor}) {
      if ((c - low) % factor != 0)
        continue;
      Ix rest = s.ix(low, small);
      Range bounds = range(rest);
      if (bounds.lo > -factor && bounds.hi < factor)
        return mul(guardEqual(s.ix((c - low) / factor, big)), guardEqual(rest));
    }
  }
  if (s[a].terms.size() == 1 && loneFloor(s, a)) // a floor that equals a constant: an interval
    return mul(guardAtLeast(a), guardAtLeast(scale(a, -1)));
  // The sign: data first, else the oldest variable, positive.
  const IxTerm *lead = &s[a].terms.front();
  for (const IxTerm &term : s[a].terms)
    if (s[term.atom].hasData) {
      lead = &term;
      break;
    }
  if (lead->k < 0)
    a = scale(a, -1);
  Fn fn = intern({FnKind::Equal, 0, 1}, Sign::NonNegative);
  return single(s.atom(fn, a));
}

bool Normalizer::isBoolean(Comb x) const {
  for (const Term &term : s[x].terms)
    if (!s[term.mono].isBoolean)
      return false;
  return true;
}

/// The only factor of a combination that is one atom, else nothing.
static std::optional<Atom> loneAtom(const Store &s, Comb x) {
  const CombNode &node = s[x];
  if (node.terms.size() != 1 || node.terms[0].coef != kOne)
    return std::nullopt;
  Span<Factor> factors = s[node.terms[0].mono].factors;
  if (factors.size() != 1 || factors[0].exp != kOne)
    return std::nullopt;
  return factors[0].atom;
}

Comb Normalizer::logicalNot(Comb x) {
  if (auto atom = loneAtom(s, x); atom && s.fnOf(*atom).kind == FnKind::AtLeast)
    return guardAtLeast(plus(scale(s[*atom].args[0], -1), -1));
  return add(s.one, neg(x));
}

Comb Normalizer::logicalOr(Comb x, Comb y) {
  if (x == s.zero || y == s.one)
    return y;
  if (y == s.zero || x == s.one)
    return x;
  return add({x, y, neg(mul(x, y))});
}

Context Normalizer::contextOf(Mono m) const {
  Context known;
  for (const Factor &f : s[m].factors) {
    const FnNode &fn = s.fnOf(f.atom);
    if (fn.isGuard())
      known.push_back({fn.kind == FnKind::Equal, s[f.atom].args[0]});
  }
  return known;
}

std::optional<bool> Normalizer::decide(Comb guard, const Context &known) {
  if (guard == s.one)
    return true;
  if (guard == s.zero)
    return false;
  auto atom = loneAtom(s, guard);
  if (!atom || !s.fnOf(*atom).isGuard())
    return std::nullopt;
  return decide(*atom, known);
}

std::optional<bool> Normalizer::decide(Atom guard, const Context &known) {
  Ix e = floorsUnder(s[guard].args[0], known);
  bool equality = s.fnOf(guard).kind == FnKind::Equal;
  if (e != s[guard].args[0]) {
    Range r = range(e);
    if (equality ? r == Range{0, 0} : r.lo >= 0)
      return true;
    if (r.hi < 0 || (equality && r.lo > 0))
      return false;
  }
  for (const Known &fact : known) {
    if (!equality) {
      // e - f >= 0 and f >= 0 give e >= 0; e + f < 0 and f >= 0 give e < 0. An equality may be used with both signs.
      Range difference = rangeOfSum(e, fact.e, -1), sum = rangeOfSum(e, fact.e, 1);
      if (difference.lo >= 0 || (fact.equality && sum.lo >= 0))
        return true;
      if (sum.hi < 0 || (fact.equality && difference.hi < 0))
        return false;
    } else if (fact.equality) {
      if (fact.e == e || scale(fact.e, -1) == e)
        return true;
      Range difference = rangeOfSum(e, fact.e, -1), sum = rangeOfSum(e, fact.e, 1);
      if (difference.lo > 0 || difference.hi < 0 || sum.lo > 0 || sum.hi < 0)
        return false;
    } else if (rangeOfSum(e, fact.e, -1).lo > 0 || rangeOfSum(e, fact.e, 1).hi < 0) {
      return false; // e > f >= 0, or -e > f >= 0
    }
  }
  return std::nullopt;
}

std::optional<bool> Normalizer::decideProduct(Mono m, const Context &known) {
  bool holds = true;
  for (const Factor &f : s[m].factors) {
    std::optional<bool> decided;
    if (s.fnOf(f.atom).isGuard())
      decided = decide(f.atom, known);
    if (decided && !*decided && s.q.sign(f.exp) > 0)
      return false;
    holds &= decided == true;
  }
  return holds ? std::optional(true) : std::nullopt;
}

std::optional<Normalizer::Bound> Normalizer::boundOf(Atom guard) {
  if (s.fnOf(guard).kind != FnKind::AtLeast)
    return std::nullopt;
  if (auto it = bounds.find(guard); it != bounds.end())
    return it->second;
  Ix e = s[guard].args[0];
  Span<IxTerm> terms = s[e].terms;
  int64_t c = s[e].c;
  bool isLow = terms.front().k > 0;
  return bounds[guard] = isLow ? Bound{s.ix(0, terms), true, -c} : Bound{scale(s.ix(0, terms), -1), false, c};
}

/// Rewrites the monomials of one rest as disjoint intervals of the form with constant coefficients.
static bool sweep(Normalizer &n, Ix form, Mono rest, Span<Interval> intervals, Vec<Term> &out) {
  Range all = n.range(form);
  std::map<int64_t, Q> steps;
  auto step = [&](int64_t at, Q by) {
    Q &slot = steps.try_emplace(at, kZero).first->second;
    slot = n.s.q.add(slot, by);
  };
  for (const Interval &i : intervals) {
    int64_t lo = std::max(i.range.lo, all.lo), hi = std::min(i.range.hi, all.hi);
    if (lo > hi)
      continue;
    step(lo, i.coef);
    step(hi >= kInfinite ? kInfinite : hi + 1, n.s.q.neg(i.coef));
  }
  std::erase_if(steps, [](const auto &entry) { return entry.second == kZero; });
  Q level = kZero;
  std::map<Mono, Q> pieces;
  for (auto it = steps.begin(); it != steps.end(); ++it) {
    level = n.s.q.add(level, it->second);
    if (level == kZero)
      continue;
    int64_t lo = it->first, hi = std::next(it) == steps.end() ? all.hi : std::next(it)->first - 1;
    Comb guard = n.s.one;
    if (lo > all.lo)
      guard = n.mul(guard, n.guardAtLeast(n.plus(form, -lo)));
    if (hi < all.hi && hi < kInfinite - 1)
      guard = n.mul(guard, n.guardAtLeast(n.plus(n.scale(form, -1), hi)));
    for (const Term &g : n.s[guard].terms) {
      Mono m = n.mulMono(g.mono, rest);
      Q &slot = pieces.try_emplace(m, kZero).first->second;
      slot = n.s.q.add(slot, n.s.q.mul(level, g.coef));
    }
  }
  std::map<Mono, Q> old;
  for (const Interval &i : intervals)
    old[i.mono] = i.coef;
  std::erase_if(pieces, [](const auto &entry) { return entry.second == kZero; });
  if (pieces == old)
    return false;
  for (const auto &[m, c] : pieces)
    out.push_back({m, c});
  for (const auto &[m, c] : old)
    out.push_back({m, n.s.q.neg(c)});
  return true;
}

/// [e = lo]·m + … + [e = hi]·m is m when e takes no other values.
static bool coverEqualities(Normalizer &n, Comb x, Vec<Term> &delta) {
  std::map<std::pair<Ix, Mono>, std::map<int64_t, Term>> groups;
  for (const Term &term : n.s[x].terms)
    if (n.s[term.mono].hasGuard)
      for (const Factor &f : n.s[term.mono].factors) {
        if (n.s.fnOf(f.atom).kind != FnKind::Equal)
          continue;
        Ix e = n.s[f.atom].args[0];
        Vec<Factor> rest;
        for (const Factor &other : n.s[term.mono].factors)
          if (other.atom != f.atom)
            rest.push_back(other);
        groups[{n.s.ix(0, n.s[e].terms), n.s.mono(rest)}].try_emplace(-n.s[e].c, term);
      }
  std::set<Mono> used;
  for (const auto &[key, terms] : groups) {
    Range all = n.range(key.first);
    if (terms.size() < 2 || terms.begin()->first > all.lo || terms.rbegin()->first < all.hi ||
        all.hi - all.lo + 1 != int64_t(terms.size()))
      continue;
    Q coef = terms.begin()->second.coef;
    if (!llvm::all_of(terms, [&](const auto &item) { return item.second.coef == coef && !used.count(item.second.mono); }))
      continue;
    for (const auto &[value, term] : terms) {
      used.insert(term.mono);
      delta.push_back({term.mono, n.s.q.neg(coef)});
    }
    delta.push_back({key.second, coef});
  }
  return !delta.empty();
}

Comb Normalizer::mergeGuards(Comb x) {
  if (s[x].terms.size() < 2 || !s[x].hasGuard)
    return x;
  if (auto it = guardMemo.find(x); it != guardMemo.end())
    return it->second;
  Comb original = x;
  for (unsigned round = 0; round < 20 && spend(); ++round) {
    Vec<Ix> forms;
    for (const Term &term : s[x].terms)
      if (s[term.mono].hasGuard)
        for (const Factor &f : s[term.mono].factors)
          if (auto bound = boundOf(f.atom))
            if (!llvm::is_contained(forms, bound->form))
              forms.push_back(bound->form);
    std::sort(forms.begin(), forms.end());
    bool changed = false;
    if (Vec<Term> delta; coverEqualities(*this, x, delta)) {
      delta.append(s[x].terms.begin(), s[x].terms.end());
      x = make(delta);
      count(Rule::MergeGuards);
      changed = true;
    }
    for (Ix form : forms) {
      std::map<Mono, Vec<Interval, 1>> groups;
      for (const Term &term : s[x].terms) {
        Interval interval{{}, term.coef, term.mono};
        Vec<Factor> rest;
        bool bounded = false;
        for (const Factor &f : s[term.mono].factors) {
          auto bound = s[term.mono].hasGuard ? boundOf(f.atom) : std::nullopt;
          if (!bound || bound->form != form) {
            rest.push_back(f);
            continue;
          }
          bounded = true;
          if (bound->isLow)
            interval.range.lo = std::max(interval.range.lo, bound->at);
          else
            interval.range.hi = std::min(interval.range.hi, bound->at);
        }
        groups[bounded ? s.mono(rest) : term.mono].push_back(interval);
      }
      absorbPoints(form, groups);
      Vec<Term> delta;
      for (const auto &[rest, intervals] : groups)
        if (intervals.size() > 1)
          changed |= sweep(*this, form, rest, intervals, delta);
      if (!delta.empty()) {
        delta.append(s[x].terms.begin(), s[x].terms.end());
        x = make(delta);
        count(Rule::MergeGuards);
      }
    }
    if (!changed)
      break;
  }
  guardMemo[original] = x;
  if (x != original && recording())
    trace->record(Step(Rule::MergeGuards).from(Side::of(original)).to(Side::of(x)));
  return x;
}

} // namespace lockstep::verifier::engine
