// Sum rules that remove a variable or part of its range: telescoping domains, equalities, blocks, guards.
#include "verifier/normalize/SumBuilder.h"

#include <set>

namespace lockstep::verifier::engine {

/// sum over r of F(.., [lo(r), hi(r))) with hi(r) = lo(r + 1) and F additive in that domain is F(.., [lo(0), hi(R-1))):
/// the all-reduce of partial sums. r must occur nowhere else.
SumBuilder::Result SumBuilder::telescope(Problem &p) {
  for (Var v : p.vars) {
    const Factor *carrier = nullptr;
    unsigned carriers = 0;
    for (const Factor &f : p.factors)
      if (occurs(f, v))
        carrier = &f, ++carriers;
    if (carriers != 1 || carrier->exp != kOne)
      continue;
    const AtomNode &atom = s[carrier->atom];
    const FnNode &fn = s[atom.fn];
    std::optional<unsigned> pair;
    bool elsewhere = false;
    for (unsigned i = 0; i < atom.args.size(); ++i) {
      if (!contains(s[atom.args[i]].vars, v))
        continue;
      unsigned k = i < fn.params ? 0 : (i - fn.params) / 2;
      elsewhere |= i < fn.params || (pair && *pair != k);
      pair = k;
    }
    if (elsewhere || !pair || !n.isAdditive(atom.fn, *pair))
      continue;
    Ix lo = atom.args[fn.params + 2 * *pair], hi = atom.args[fn.params + 2 * *pair + 1];
    Substitution next, first, last;
    next.set(v, n.plus(s.varIx(v), 1));
    first.set(v, s.zeroIx);
    last.set(v, n.constant(s.extent(v) - 1));
    Ix newLo, newHi;
    if (n.substitute(lo, next) == hi)
      newLo = n.substitute(lo, first), newHi = n.substitute(hi, last);
    else if (n.substitute(hi, next) == lo)
      newLo = n.substitute(lo, last), newHi = n.substitute(hi, first);
    else
      continue;
    n.count(Rule::SumTelescope);
    Comb wide = n.withPair(carrier->atom, *pair, newLo, newHi);
    Comb widened = n.mulDistributed(product(p, carrier), wide);
    Vec<Var> others = replace(p.vars, v, {});
    if (n.recording())
      n.trace->record(Step(Rule::SumTelescope)
                          .from(sideOf(p))
                          .to(Side::sum(others, widened))
                          .needs({Fact::Kind::Additive, atom.fn.v, *pair}));
    return sum(others, widened, p.closed);
  }
  return std::nullopt;
}

/// [v = e] with v in no other place of the equality: v := e, and e must lie in v's range.
SumBuilder::Result SumBuilder::solveEquality(Problem &p) {
  for (const Factor &f : p.factors) {
    if (s.fnOf(f.atom).kind != FnKind::Equal)
      continue;
    Ix e = s[f.atom].args[0];
    for (Var v : p.vars) {
      std::optional<Ix> found = n.solvedFor(e, v);
      if (!found)
        continue;
      n.count(Rule::SumEquality);
      Ix solution = *found;
      Comb body = substituteVar(product(p, &f), v, solution);
      Comb inRange = n.mul(n.guardAtLeast(solution), n.guardAtLeast(n.plus(n.scale(solution, -1), s.extent(v) - 1)));
      Comb solved = withGuard(inRange, body);
      Vec<Var> others = replace(p.vars, v, {});
      if (n.recording())
        n.trace->record(Step(Rule::SumEquality).from(sideOf(p)).to(Side::sum(others, solved)));
      return sum(others, solved, p.closed);
    }
  }
  return std::nullopt;
}

/// 0 <= e - c v < c has the single solution v = floor(e / c).
SumBuilder::Result SumBuilder::solveBlock(Problem &p) {
  for (const Factor &low : p.factors)
    for (const Factor &high : p.factors) {
      if (&low == &high || s.fnOf(low.atom).kind != FnKind::AtLeast || s.fnOf(high.atom).kind != FnKind::AtLeast)
        continue;
      Ix e = s[low.atom].args[0];
      Ix width = n.add(e, s[high.atom].args[0]);
      if (!s[width].isConst() || s[width].c < 0)
        continue;
      for (Var v : p.vars) {
        Ix rest = n.without(e, v);
        int64_t c = s[width].c + 1;
        if (n.coefficient(e, v) != -c || contains(s[rest].vars, v))
          continue;
        n.count(Rule::SumBlock);
        Ix solution = n.floorDiv(rest, c);
        Comb body = substituteVar(product(p, &low, &high), v, solution);
        Comb inRange = n.mul(n.guardAtLeast(solution), n.guardAtLeast(n.plus(n.scale(solution, -1), s.extent(v) - 1)));
        Comb solved = withGuard(inRange, body);
        Vec<Var> others = replace(p.vars, v, {});
        if (n.recording())
          n.trace->record(Step(Rule::SumBlock).from(sideOf(p)).to(Side::sum(others, solved)));
        return sum(others, solved, p.closed);
      }
    }
  return std::nullopt;
}

/// The variable of p in e = +-v + const, if e has that form.
static std::optional<Var> onlyVariable(const Store &s, Ix e, Span<Var> vars) {
  const IxNode &node = s[e];
  if (node.terms.size() != 1 || std::abs(node.terms[0].k) != 1)
    return std::nullopt;
  const IxAtomNode &atom = s[node.terms[0].atom];
  if (atom.kind != IxKind::Var || llvm::find(vars, atom.var()) == vars.end())
    return std::nullopt;
  return atom.var();
}

/// [k v + e >= 0] shortens the range of v when floor(e / |k|) is the same for all values of the variables in e.
SumBuilder::Result SumBuilder::shrink(Problem &p) {
  for (const Factor &f : p.factors) {
    if (s.fnOf(f.atom).kind != FnKind::AtLeast)
      continue;
    Ix e = s[f.atom].args[0];
    for (Var v : p.vars) {
      int64_t k = n.coefficient(e, v);
      Ix rest = n.without(e, v);
      if (k == 0 || contains(s[rest].vars, v))
        continue;
      Ix bound = n.floorDiv(rest, std::abs(k));
      if (!s[bound].isConst())
        continue;
      int64_t lo = k > 0 ? std::max<int64_t>(0, -s[bound].c) : 0;
      int64_t hi = k > 0 ? s.extent(v) - 1 : std::min(s.extent(v) - 1, s[bound].c);
      if (lo > hi)
        return s.zero;
      n.count(Rule::SumShrink);
      Problem others = p;
      others.factors.erase(others.factors.begin() + (&f - p.factors.begin()));
      Part part = restrict(others, v, lo, hi);
      if (n.recording())
        n.trace->record(Step(Rule::SumShrink).from(sideOf(p)).to(Side::sum(part.vars, part.x)));
      return sum(part.vars, part.x, p.closed);
    }
  }
  return std::nullopt;
}

/// Guards inside the data that an atom's arguments look up: an index that is one thing on one side and another beyond.
static void guardsInData(const Store &s, Atom a, std::set<Atom> &found, unsigned depth = 0);

static void guardsInData(const Store &s, Ix e, std::set<Atom> &found, unsigned depth) {
  if (depth > 8)
    return;
  for (const IxTerm &term : s[e].terms) {
    const IxAtomNode &atom = s[term.atom];
    if (atom.kind == IxKind::Floor)
      guardsInData(s, atom.index(), found, depth + 1);
    if (atom.kind != IxKind::Data)
      continue;
    for (const Term &part : s[atom.data()].terms)
      for (const Factor &f : s[part.mono].factors) {
        if (s.fnOf(f.atom).kind == FnKind::AtLeast)
          found.insert(f.atom);
        guardsInData(s, f.atom, found, depth + 1);
      }
  }
}

static void guardsInData(const Store &s, Atom a, std::set<Atom> &found, unsigned depth) {
  for (Ix arg : s[a].args)
    guardsInData(s, arg, found, depth);
}

/// The guards within a factor, in its function or in the data of its arguments.
std::vector<Atom> SumBuilder::guardsWithin(const Factor &f) {
  std::vector<Atom> out;
  Fn fn = s[f.atom].fn;
  if (!s[fn].isGuard() && s.q.sign(f.exp) > 0) {
    Vec<Atom> guards(n.guardsOf(fn).begin(), n.guardsOf(fn).end());
    for (Atom guard : guards) {
      if (s.fnOf(guard).kind != FnKind::AtLeast)
        continue;
      Comb y = n.substitute(n.single(guard), n.bindArguments(f.atom));
      if (s[y].terms.size() == 1 && s[s[y].terms[0].mono].factors.size() == 1)
        out.push_back(s[s[y].terms[0].mono].factors[0].atom);
    }
  }
  std::set<Atom> inData;
  guardsInData(s, f.atom, inData);
  out.insert(out.end(), inData.begin(), inData.end());
  return out;
}

/// A guard inside a factor that depends on v alone: the sum over both sides apart, where it is decided. One side often
/// vanishes (padding).
SumBuilder::Result SumBuilder::cutAtGuards(Problem &p) {
  for (const Factor &f : p.factors)
    for (Atom here : guardsWithin(f)) {
      if (s.fnOf(here).kind != FnKind::AtLeast)
        continue;
      Ix e = s[here].args[0];
      std::optional<Var> v = onlyVariable(s, e, p.vars);
      if (!v)
        continue;
      int64_t cut = s[e].terms[0].k > 0 ? -s[e].c : s[e].c + 1; // the guard changes between cut - 1 and cut
      if (cut <= 0 || cut >= s.extent(*v))
        continue;
      if (!n.settings.splitAtGuards) {
        // Only padding is cut off: one side of the factor is 0.
        auto valueOn = [&](int64_t lo, int64_t hi) {
          Ix place = lo == hi ? n.constant(lo) : n.plus(s.varIx(s.freeVar({0, hi - lo})), lo);
          return substituteVar(n.single(f.atom), *v, place);
        };
        bool lowVanishes = valueOn(0, cut - 1) == s.zero, highVanishes = valueOn(cut, s.extent(*v) - 1) == s.zero;
        if (!lowVanishes && !highVanishes)
          continue;
        n.count(Rule::SumPadding);
        Part part = lowVanishes ? restrict(p, *v, cut, s.extent(*v) - 1) : restrict(p, *v, 0, cut - 1);
        if (n.recording())
          n.trace->record(Step(Rule::SumPadding).from(sideOf(p)).to(Side::sum(part.vars, part.x)));
        return sum(part.vars, part.x, p.closed);
      }
      n.count(Rule::SumSplitGuard);
      Part low = restrict(p, *v, 0, cut - 1);
      Comb lowSum = sum(low.vars, low.x, p.closed);
      Part high = restrict(p, *v, cut, s.extent(*v) - 1);
      if (n.recording())
        n.trace->record(Step(Rule::SumSplitGuard).from(sideOf(p)).to(Side::sum(low.vars, low.x)).to(Side::sum(high.vars, high.x)));
      return n.add(lowSum, sum(high.vars, high.x, p.closed));
    }
  return std::nullopt;
}

} // namespace lockstep::verifier::engine
