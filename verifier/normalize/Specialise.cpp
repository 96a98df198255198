// Instances of functions that can be simplified: a guard inside is decided by the arguments' ranges or by the guards
// around the instance, or an argument became constant or equal to another one. They are built anew from their bodies,
// once per instance and context; functions themselves are never changed, since other instances have other ranges.
#include "verifier/normalize/Normalizer.h"

#include <algorithm>

namespace lockstep::verifier::engine {

static constexpr size_t kGuardCap = 64;

static bool onlyParameters(const Store &s, VarList vars) {
  for (Var v : vars)
    if (s[v].kind != VarKind::Param)
      return false;
  return !vars.empty();
}

Span<Atom> Normalizer::guardsOf(Fn fn) {
  if (guardMemoOfFn.size() <= fn.v)
    guardMemoOfFn.resize(s.functionCount());
  if (guardMemoOfFn[fn.v])
    return *guardMemoOfFn[fn.v];
  const FnNode &node = s[fn];
  std::set<Atom> found;
  if (node.kind != FnKind::Maximum && node.kind != FnKind::Minimum && node.kind != FnKind::Rows)
    for (unsigned i = 0; i < node.bodies.size(); ++i)
      for (const Term &term : s[node.body(i)].terms)
        for (const Factor &f : s[term.mono].factors) {
          const AtomNode &atom = s[f.atom];
          if (s[atom.fn].isGuard()) {
            if (onlyParameters(s, atom.vars))
              found.insert(f.atom);
            continue;
          }
          Vec<Atom> inner(guardsOf(atom.fn).begin(), guardsOf(atom.fn).end());
          for (Atom g : inner)
            for (const Term &guard : s[substitute(single(g), bindArguments(f.atom))].terms)
              for (const Factor &part : s[guard.mono].factors)
                if (s.fnOf(part.atom).isGuard() && onlyParameters(s, s[part.atom].vars))
                  found.insert(part.atom);
        }
  if (found.size() > kGuardCap)
    found.clear(); // completeness only: such a function is not specialised
  return guardMemoOfFn[fn.v].emplace(found.begin(), found.end());
}

bool Normalizer::decidesSome(Atom a, const Context &known) {
  Span<Atom> guards = guardsOf(s[a].fn);
  if (guards.empty())
    return false;
  Substitution by = bindArguments(a);
  for (Atom guard : guards) {
    Ix e = substitute(s[guard].args[0], by);
    Comb y = s.fnOf(guard).kind == FnKind::Equal ? guardEqual(e) : guardAtLeast(e);
    if (decide(y, known))
      return true;
  }
  return false;
}

Comb Normalizer::argumentOf(Atom a, unsigned i) {
  Comb x = bodyAt(a, i);
  const CombNode &node = s[x];
  if (node.terms.size() == 1 && node.terms[0].coef == kOne && s[node.terms[0].mono].factors.size() == 1) {
    const Factor &f = s[node.terms[0].mono].factors[0];
    if (f.exp == kOne && s.fnOf(f.atom).kind == FnKind::Combination)
      return bodyAt(f.atom);
  }
  return x;
}

Comb Normalizer::specialised(Atom a, const Context &known) {
  Vec<uint32_t, 32> key{a.v};
  for (const Known &fact : known) {
    key.push_back(fact.equality);
    key.push_back(fact.e.v);
  }
  if (const Comb *result = specialisedMemo.find(key)) {
    if (recording())
      recordUnder(Rule::Specialise, a, known, *result);
    return *result;
  }
  if (!spend())
    return unique();
  Deeper deeper(*this);
  count(Rule::Specialise);
  Comb result = rebuildWith(a, &known).value_or(single(a));
  specialisedMemo.set(key, result);
  if (recording())
    recordUnder(Rule::Specialise, a, known, result);
  return result;
}

/// b is -a, and neither is constant.
static bool areOpposite(const Store &s, Ix a, Ix b) {
  const IxNode &x = s[a], &y = s[b];
  if (x.terms.empty() || x.terms.size() != y.terms.size() || x.c != -y.c)
    return false;
  for (size_t i = 0; i < x.terms.size(); ++i)
    if (x.terms[i].atom != y.terms[i].atom || x.terms[i].k != -y.terms[i].k)
      return false;
  return true;
}

bool Normalizer::isDegenerate(Atom a) const {
  const AtomNode &atom = s[a];
  const FnNode &fn = s[atom.fn];
  if (fn.bodies.empty() || fn.kind == FnKind::Rows)
    return false;
  // A guard on a summed variable may shorten its range for these arguments.
  if (fn.kind == FnKind::Sum && s[fn.body()].hasGuard)
    return true;
  for (unsigned i = 0; i < fn.params; ++i) {
    if (s[atom.args[i]].isConst())
      return true;
    for (unsigned j = 0; j < i; ++j)
      if (atom.args[i] == atom.args[j] || areOpposite(s, atom.args[i], atom.args[j]))
        return true;
  }
  for (unsigned i = 0; i + fn.bound < fn.pairs; ++i)
    for (unsigned j = 0; j < i; ++j)
      if (fn.pairExtent[i] == fn.pairExtent[j] && atom.args[fn.params + 2 * i] == atom.args[fn.params + 2 * j] &&
          atom.args[fn.params + 2 * i + 1] == atom.args[fn.params + 2 * j + 1])
        return true;
  return false;
}

std::optional<Comb> Normalizer::rebuild(Atom a) {
  auto [it, isNew] = rebuilt.try_emplace(a);
  if (!isNew) {
    if (recording() && it->second)
      recordUnder(Rule::Rebuild, a, {}, *it->second);
    return it->second;
  }
  if (!spend())
    return std::nullopt;
  Deeper deeper(*this);
  count(Rule::Rebuild);
  std::optional<Comb> result = rebuildWith(a, nullptr);
  if (result == single(a))
    result.reset();
  if (recording() && result)
    recordUnder(Rule::Rebuild, a, {}, *result);
  return rebuilt[a] = result;
}

std::optional<Comb> Normalizer::rebuildWith(Atom a, const Context *known) {
  const FnNode &fn = s.fnOf(a);
  auto inContext = [&](Comb x) { return known ? under(x, *known) : x; };
  switch (fn.kind) {
  case FnKind::Combination: {
    Comb y = inContext(bodyAt(a));
    return known ? y : named(y);
  }
  case FnKind::Sum:
  case FnKind::Maximum:
  case FnKind::Minimum: {
    std::optional<Opened> opened = open(a);
    if (!opened)
      return std::nullopt;
    Comb body = inContext(opened->body);
    return fn.kind == FnKind::Sum ? sum(opened->vars, body) : extremum(fn.kind, opened->vars, body);
  }
  case FnKind::Exp:
    return exp(inContext(argumentOf(a)));
  case FnKind::Scalar: {
    Vec<Comb, 4> operands;
    for (unsigned i = 0; i < fn.bodies.size(); ++i)
      operands.push_back(inContext(argumentOf(a, i)));
    return rebuildScalar(s[a].fn, operands);
  }
  default:
    return std::nullopt;
  }
}

Comb Normalizer::under(Comb x, const Context &known) {
  Vec<Comb> parts;
  for (const Term &term : s[x].terms) {
    Comb r = number(term.coef);
    for (const Factor &f : s[term.mono].factors) {
      if (s.fnOf(f.atom).isGuard()) {
        std::optional<bool> decided = decide(single(f.atom), known);
        if (decided && !*decided) {
          r = s.zero;
          break;
        }
        if (decided)
          continue;
      } else if (decidesSome(f.atom, known)) {
        Comb y = specialised(f.atom, known);
        r = y == s.zero && s.q.sign(f.exp) > 0 ? s.zero : mul(r, power(y, f.exp));
        if (r == s.zero)
          break;
        continue;
      }
      r = mulDistributed(r, single(f.atom, f.exp));
    }
    parts.push_back(r);
  }
  return add(parts);
}

/// Rewrites integer data inside index expressions under the guards of the monomial: where 0 <= y - 50 r <= 49 holds,
/// the clamped row index is y - 50 r itself.
Comb Normalizer::contextualData(Q c, Mono m) {
  std::map<Atom, bool> known;
  for (const Factor &f : s[m].factors) {
    const FnNode &fn = s.fnOf(f.atom);
    if (!fn.isGuard())
      continue;
    known[f.atom] = true;
    if (fn.kind != FnKind::AtLeast)
      continue;
    Comb complement = guardAtLeast(plus(scale(s[f.atom].args[0], -1), -1));
    if (s[complement].terms.size() == 1 && s[s[complement].terms[0].mono].factors.size() == 1)
      known[s[s[complement].terms[0].mono].factors[0].atom] = false;
  }
  Comb r = number(c);
  bool changed = false;
  for (const Factor &f : s[m].factors) {
    if (!s[f.atom].hasData) {
      r = mulDistributed(r, single(f.atom, f.exp));
      continue;
    }
    Atom rewritten = f.atom;
    if (!known.count(f.atom)) {
      rewritten = atomUnder(f.atom, known);
    } else {
      std::map<Atom, bool> others = known; // a guard must not be used on itself or its complement
      others.erase(f.atom);
      if (s.fnOf(f.atom).kind == FnKind::AtLeast) {
        Ix complement = plus(scale(s[f.atom].args[0], -1), -1);
        std::erase_if(others, [&](const auto &entry) { return s[entry.first].args[0] == complement; });
      }
      rewritten = atomUnder(f.atom, others);
    }
    changed |= rewritten != f.atom;
    Comb y = rewritten == f.atom ? single(f.atom) : instance(s[rewritten].fn, s[rewritten].args);
    r = mulDistributed(r, f.exp == kOne ? y : power(y, f.exp));
  }
  if (!changed)
    return monoComb(m, c);
  if (s[r].terms.size() != 1)
    return r;
  Term only = s[r].terms[0];
  return only.mono == m ? r : contextual(only.coef, only.mono);
}

Atom Normalizer::atomUnder(Atom a, const std::map<Atom, bool> &known) {
  Vec<Ix> args;
  for (Ix arg : s[a].args)
    args.push_back(indexUnder(arg, known));
  return s.atom(s[a].fn, args);
}

Ix Normalizer::indexUnder(Ix a, const std::map<Atom, bool> &known) {
  if (!s[a].hasData)
    return a;
  Ix result = constant(s[a].c);
  for (const IxTerm &term : s[a].terms) {
    const IxAtomNode &atom = s[term.atom];
    Ix value = s.ix(0, IxTerm{term.atom, 1});
    if (atom.kind == IxKind::Floor)
      value = floorDiv(indexUnder(atom.index(), known), atom.divisor);
    if (atom.kind == IxKind::Data) {
      Vec<Comb> parts;
      for (const Term &part : s[atom.data()].terms) {
        Comb p = number(part.coef);
        for (const Factor &f : s[part.mono].factors) {
          auto it = known.find(f.atom);
          Comb y;
          if (it != known.end())
            y = it->second ? s.one : s.zero;
          else if (s[f.atom].hasData) {
            Atom inner = atomUnder(f.atom, known);
            y = inner == f.atom ? single(inner) : instance(s[inner].fn, s[inner].args);
            // The rewritten guard may be one of the known ones.
            if (s[y].terms.size() == 1 && s[s[y].terms[0].mono].factors.size() == 1)
              if (auto again = known.find(s[s[y].terms[0].mono].factors[0].atom); again != known.end())
                y = again->second ? s.one : s.zero;
          } else
            y = single(f.atom);
          p = mulDistributed(p, f.exp == kOne ? y : power(y, f.exp));
        }
        parts.push_back(p);
      }
      value = toIndex(add(parts));
    }
    result = add(result, scale(value, term.k));
  }
  return result;
}

} // namespace lockstep::verifier::engine
