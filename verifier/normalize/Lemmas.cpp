#include "verifier/normalize/Lemmas.h"

#include "verifier/normalize/Expander.h"

#include <algorithm>
#include <ctime>

namespace lockstep::verifier::engine {

static constexpr unsigned kMostDepth = 40; // of the descent
static constexpr unsigned kMostRounds = 6; // of learning about one pair of values
static constexpr unsigned kMostLevel = 4;  // of names written out
static constexpr unsigned kMostNesting = 4; // of sums that may be 0
static constexpr int64_t kMostPlaces = 8;  // of an index that is looked at value by value
static constexpr size_t kMostZeros = 6;    // terms that may be 0 each
static constexpr uint64_t kWorkPerAttempt = 4000;

static double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

Lemmas::Lemmas(Normalizer &n, uint64_t budget, double seconds)
    : n(n), s(n.s), budget(budget), timeEnd(processorSeconds() + seconds) {}

bool Lemmas::exhausted() const { return n.exhausted() || n.fuelUsed >= fuelEnd || processorSeconds() >= timeEnd; }

/// Index expressions of two atoms over new variables: one for each expression up to a factor and a constant, with its
/// range.
class Lemmas::General {
public:
  explicit General(Normalizer &n) : n(n) {}

  Atom operator()(Atom a) {
    Vec<Ix> args;
    for (Ix arg : n.s[a].args)
      args.push_back((*this)(arg));
    return n.s.atom(n.s[a].fn, args);
  }

private:
  Ix operator()(Ix e) {
    const IxNode &node = n.s[e];
    if (node.isConst())
      return e;
    for (const auto &[known, v] : variables) {
      // e = k * known + constant
      int64_t k = n.s[known].terms[0].k;
      if (node.terms[0].atom != n.s[known].terms[0].atom || node.terms[0].k % k != 0)
        continue;
      k = node.terms[0].k / k;
      if (Ix rest = n.sub(e, n.scale(known, k)); n.s[rest].isConst())
        return n.plus(n.scale(n.s.varIx(v), k), n.s[rest].c);
    }
    variables.push_back({e, n.s.freeVar(n.range(e))});
    return n.s.varIx(variables.back().second);
  }

  Normalizer &n;
  Vec<std::pair<Ix, Var>> variables;
};

bool Lemmas::vanishes(Comb x, unsigned mostLevel) {
  for (unsigned level : {1u, 2u, 4u}) {
    if (level > mostLevel || exhausted())
      return false;
    if (Expander(n, level, kWorkPerAttempt).vanishes(x))
      return true;
  }
  return false;
}

Lemmas::Kind Lemmas::kindOf(Atom a) const {
  Kind kind{int64_t(s[a].fn.v)};
  for (Ix arg : s[a].args)
    kind.push_back(s[arg].isConst() ? s[arg].c : kInfinite);
  return kind;
}

void Lemmas::keep(Atom pattern, Comb value) {
  const AtomNode &atom = s[pattern];
  std::set<Fn> seen;
  // Every variable of the value must be found in the pattern, and no lemma may lead back to where it started.
  if (!includes(atom.vars, s[value].vars) || reaches(value, atom.fn, seen))
    return;
  for (Fn fn : seen)
    if (lemmas.count(fn))
      return;
  if (n.recording())
    n.trace->record(Step(Rule::Lemma).from(Side::of(n.single(pattern))).to(Side::of(value)));
  n.count(Rule::Lemma);
  lemmas[atom.fn].push_back({Vec<Ix>(atom.args.begin(), atom.args.end()), value});
  refined.clear();
  touchedMemo.clear();
  ++learnt;
}

/// Sums over the same variables are equal when their bodies are.
bool Lemmas::equalSums(Atom want, Atom found, Q ratio, unsigned depth) {
  std::optional<Normalizer::Opened> a = n.open(want), b = n.open(found);
  if (!a || !b || a->vars.size() != b->vars.size())
    return false;
  Vec<unsigned> order;
  for (unsigned i = 0; i < a->vars.size(); ++i)
    order.push_back(i);
  // The order of the variables that leaves most atoms in common is tried.
  size_t most = 0;
  Comb best = s.zero;
  unsigned permutations = 0;
  do {
    Substitution by;
    bool fits = true;
    for (unsigned i = 0; i < order.size(); ++i) {
      fits &= s[a->vars[i]].range == s[b->vars[order[i]]].range;
      by.set(b->vars[order[i]], s.varIx(a->vars[i]));
    }
    if (!fits)
      continue;
    by.normalize();
    Comb body = n.substitute(b->body, by);
    std::set<Atom> atoms;
    for (const Term &term : s[a->body].terms)
      for (const Factor &f : s[term.mono].factors)
        atoms.insert(f.atom);
    size_t common = 1;
    for (const Term &term : s[body].terms)
      for (const Factor &f : s[term.mono].factors)
        common += 2 * atoms.count(f.atom);
    if (common > most)
      most = common, best = body;
  } while (++permutations < 24 && std::next_permutation(order.begin(), order.end()));
  return most > 0 && equal(n.scale(a->body, ratio), best, depth);
}

/// found = ratio * want, for all arguments that these two stand for.
bool Lemmas::learn(Atom want, Atom found, Q ratio, unsigned depth) {
  Fn a = s[want].fn, b = s[found].fn;
  if (a == b || depth > kMostDepth || exhausted() || s[b].bodies.empty() || s[b].firstLogical != ~0u ||
      !tried.insert({kindOf(want), kindOf(found)}).second)
    return false;
  General general(n);
  Atom pattern = general(found), model = general(want);
  if (!includes(s[pattern].vars, s[model].vars))
    return false;
  const FnNode &fa = s[a], &fb = s[b];
  bool same = false;
  if (fa.kind == FnKind::Combination && fb.kind == FnKind::Combination) {
    same = equal(n.scale(n.bodyAt(model), ratio), n.bodyAt(pattern), depth + 1);
  } else if (fa.kind == fb.kind && fa.isSumLike() && (fa.kind == FnKind::Sum || ratio == kOne)) {
    same = equalSums(model, pattern, ratio, depth + 1);
  } else if (fa.kind == fb.kind && fa.name == fb.name && fa.statics == fb.statics && fa.bodies.size() == fb.bodies.size() &&
             (fa.kind == FnKind::Scalar || fa.kind == FnKind::Exp) && ratio == kOne) {
    same = true;
    for (unsigned i = 0; i < fa.bodies.size() && same; ++i)
      same = equal(n.argumentOf(model, i), n.argumentOf(pattern, i), depth + 1);
  }
  Comb value = n.scale(n.single(model), ratio);
  if (!same)
    same = vanishes(n.sub(refine(value), refine(n.single(pattern))), kMostLevel);
  if (same)
    keep(pattern, value);
  return same;
}

bool Lemmas::learnZero(Atom a) {
  if (exhausted())
    return false;
  Atom pattern = General(n)(a);
  if (!vanishes(n.single(pattern), kMostLevel))
    return false;
  keep(pattern, s.zero);
  return true;
}

/// Sums that are 0 among the factors of x, then among the factors of what these add up, and so on.
bool Lemmas::learnZeros(Comb x) {
  bool found = false;
  Vec<Comb> level{x};
  for (unsigned depth = 0; depth < kMostNesting && !found && !exhausted(); ++depth) {
    Vec<Comb> next;
    for (Comb y : level)
      for (const Term &term : s[y].terms)
        for (const Factor &f : s[term.mono].factors) {
          FnKind kind = s.fnOf(f.atom).kind;
          if (s.q.sign(f.exp) < 0 || (kind != FnKind::Sum && kind != FnKind::Combination) || !tried.insert({kindOf(f.atom), {}}).second)
            continue;
          found |= kind == FnKind::Sum && learnZero(f.atom);
          if (kind == FnKind::Combination)
            next.push_back(n.bodyAt(f.atom));
          else if (std::optional<Normalizer::Opened> opened = n.open(f.atom))
            next.push_back(opened->body);
        }
    level = next;
  }
  return found;
}

/// A term without its common part, and what is alike in terms that may be forms of each other.
static bool alike(const Store &s, const Factor &f, const Factor &g) {
  const FnNode &a = s.fnOf(f.atom), &b = s.fnOf(g.atom);
  return f.exp == g.exp && a.kind == b.kind && (a.kind != FnKind::Scalar || a.name == b.name) && !a.bodies.empty();
}

Lemmas::Descent Lemmas::descend(Comb want, Comb found, unsigned depth) {
  Vec<Term> left, right;
  auto missing = [&](Span<Term> terms, Span<Term> others, Vec<Term> &out) {
    for (const Term &term : terms)
      if (!llvm::is_contained(others, term))
        out.push_back(term);
  };
  missing(s[want].terms, s[found].terms, left);
  missing(s[found].terms, s[want].terms, right);
  Descent some = Descent::Nothing;
  for (bool exact : {true, false}) // equal coefficients first
    for (Term &a : left) {
      bool paired = false;
      for (Term &b : right) {
        if (!a.mono.valid() || !b.mono.valid() || paired || (exact && a.coef != b.coef) || (!exact && left.size() != right.size()))
          continue;
        Vec<Factor> mine, theirs;
        for (const Factor &f : s[a.mono].factors)
          if (!llvm::is_contained(s[b.mono].factors, f))
            mine.push_back(f);
        for (const Factor &f : s[b.mono].factors)
          if (!llvm::is_contained(s[a.mono].factors, f))
            theirs.push_back(f);
        if (mine.size() != theirs.size() || mine.size() > 4)
          continue;
        Vec<std::pair<Atom, Atom>, 4> pairs;
        for (const Factor &f : mine) {
          auto it = llvm::find_if(theirs, [&](const Factor &g) { return alike(s, f, g); });
          if (it == theirs.end())
            break;
          pairs.push_back({f.atom, it->atom});
          theirs.erase(it);
        }
        bool lone = pairs.size() == 1 && mine.size() == 1 && mine[0].exp == kOne;
        if (pairs.size() != mine.size() || (!exact && !lone))
          continue;
        Q ratio = lone ? s.q.div(a.coef, b.coef) : kOne;
        for (const auto &[f, g] : pairs)
          some = std::max(some, learn(f, g, ratio, depth) ? Descent::Learnt : Descent::Failed);
        paired = true;
        b.mono = Mono();
      }
      if (paired)
        a.mono = Mono();
    }
  return some;
}

/// Few terms that differ may be zero each.
bool Lemmas::learnZerosAmong(Comb want, Comb found) {
  Comb difference = n.sub(want, found);
  return s[difference].terms.size() <= kMostZeros && learnZeros(difference);
}

bool Lemmas::equal(Comb want, Comb found, unsigned depth) {
  Descent descent = Descent::Learnt;
  for (unsigned round = 0; round < kMostRounds && descent == Descent::Learnt && !exhausted(); ++round) {
    want = refine(want);
    found = refine(found);
    if (want == found)
      return !n.exhausted();
    descent = descend(want, found, depth);
    if (descent != Descent::Learnt && learnZerosAmong(want, found))
      descent = Descent::Learnt;
  }
  return vanishes(n.sub(want, found), descent == Descent::Nothing || depth == 0 ? kMostLevel : 2) && !n.exhausted();
}

/// Values at a few places are compared at each of them.
bool Lemmas::byValuesOfIndex(Comb want, Comb found) {
  Comb difference = n.sub(want, found);
  for (Var v : s[difference].vars) {
    if (s[v].kind != VarKind::Free || s[v].range.lo != 0 || s[v].range.hi <= 0 || s[v].range.hi >= kMostPlaces)
      continue;
    bool all = true;
    for (int64_t i = 0; i <= s[v].range.hi && all; ++i) {
      Substitution by;
      by.set(v, n.constant(i));
      all = equal(n.substitute(want, by), n.substitute(found, by), 0);
    }
    if (all)
      return true;
  }
  return false;
}

bool Lemmas::same(Comb want, Comb found) {
  if (triedWith != learnt) { // what failed may follow from what was learnt since
    tried.clear();
    triedWith = learnt;
  }
  uint64_t start = n.fuelUsed;
  fuelEnd = start + budget;
  bool same = equal(want, found, 0) || byValuesOfIndex(want, found);
  budget -= std::min(budget, n.fuelUsed - start);
  return same;
}

} // namespace lockstep::verifier::engine
