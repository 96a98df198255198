// Putting lemmas to use: functions they speak of are replaced wherever they occur, and what holds them is built anew.
#include "verifier/normalize/Lemmas.h"

namespace lockstep::verifier::engine {

/// The value of an instance that a lemma speaks of: its arguments match the pattern within the variables' ranges.
std::optional<Comb> Lemmas::instanceOf(Atom a) {
  auto it = lemmas.find(s[a].fn);
  if (it == lemmas.end())
    return std::nullopt;
  for (const Lemma &lemma : it->second) {
    // A variable stands alone where it occurs first.
    Substitution by;
    std::set<Var> bound;
    bool matches = true;
    Span<Ix> args = s[a].args;
    for (size_t i = 0; i < args.size() && matches; ++i)
      if (const IxNode &pattern = s[lemma.pattern[i]]; !pattern.isConst())
        if (Var v = s[pattern.terms[0].atom].var(); bound.insert(v).second) {
          matches = lemma.pattern[i] == s.varIx(v) && within(n.range(args[i]), s[v].range);
          by.set(v, args[i]);
        }
    by.normalize();
    for (size_t i = 0; i < args.size() && matches; ++i)
      matches = n.substitute(lemma.pattern[i], by) == args[i];
    if (!matches)
      continue;
    return n.substitute(lemma.value, by);
  }
  return std::nullopt;
}

bool Lemmas::touched(Fn fn) {
  auto [it, isNew] = touchedMemo.try_emplace(fn, false);
  if (!isNew)
    return it->second;
  bool result = lemmas.count(fn) > 0;
  for (unsigned i = 0; i < s[fn].bodies.size() && !result; ++i)
    for (const Term &term : s[s[fn].body(i)].terms)
      for (const Factor &f : s[term.mono].factors)
        result = result || touched(s[f.atom].fn);
  return touchedMemo[fn] = result;
}

bool Lemmas::reaches(Comb x, Fn fn, std::set<Fn> &seen) {
  for (const Term &term : s[x].terms)
    for (const Factor &f : s[term.mono].factors) {
      Fn here = s[f.atom].fn;
      if (here == fn)
        return true;
      if (!seen.insert(here).second)
        continue;
      for (unsigned i = 0; i < s[here].bodies.size(); ++i)
        if (reaches(s[here].body(i), fn, seen))
          return true;
    }
  return false;
}

Comb Lemmas::refine(const Factor &f) {
  Atom a = f.atom;
  if (!touched(s[a].fn))
    return n.single(a, f.exp);
  if (std::optional<Comb> known = instanceOf(a))
    return n.power(*known, f.exp);
  const FnNode &fn = s.fnOf(a);
  switch (fn.kind) {
  case FnKind::Combination: return n.power(n.named(refine(n.bodyAt(a))), f.exp);
  case FnKind::Sum: case FnKind::Maximum: case FnKind::Minimum: {
    std::optional<Normalizer::Opened> opened = n.open(a);
    if (!opened)
      return n.single(a, f.exp);
    Comb body = refine(opened->body);
    if (body == opened->body)
      return n.single(a, f.exp);
    FnKind kind = fn.kind;
    return n.power(kind == FnKind::Sum ? n.sum(opened->vars, body) : n.extremum(kind, opened->vars, body), f.exp);
  }
  case FnKind::Exp: return n.exp(n.scale(refine(n.argumentOf(a)), f.exp));
  case FnKind::Scalar: {
    Vec<Comb> xs;
    for (unsigned i = 0; i < fn.bodies.size(); ++i)
      xs.push_back(refine(n.argumentOf(a, i)));
    return n.power(n.rebuildScalar(s[a].fn, xs), f.exp);
  }
  default: return n.single(a, f.exp);
  }
}

Comb Lemmas::refine(Comb x) {
  if (lemmas.empty() || !n.spend())
    return x;
  if (auto it = refined.find(x); it != refined.end())
    return it->second;
  refined[x] = x;
  Vec<Comb> parts;
  bool changed = false;
  for (const Term &term : s[x].terms) {
    Vec<Factor> plain;
    Vec<Comb> built;
    for (const Factor &f : s[term.mono].factors) {
      Comb y = refine(f);
      if (y == n.single(f.atom, f.exp))
        plain.push_back(f);
      else
        built.push_back(y);
    }
    Comb r = n.monoComb(s.mono(plain), term.coef);
    for (Comb y : built)
      r = n.mul(r, y);
    changed |= !built.empty();
    parts.push_back(r);
  }
  return refined[x] = changed ? n.add(parts) : x;
}

} // namespace lockstep::verifier::engine
