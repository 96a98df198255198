// Replacing variables keeps values normal: guards and floors are decided again, degenerate instances rebuilt.
#include "verifier/normalize/Normalizer.h"

#include <algorithm>

namespace lockstep::verifier::engine {

void Substitution::set(Var var, Ix by) {
  map.push_back({var, by});
  done = {};
}

void Substitution::normalize() { std::sort(map.begin(), map.end()); }

const Ix *Substitution::find(Var var) const {
  auto it = std::lower_bound(map.begin(), map.end(), var, [](const auto &entry, Var v) { return entry.first < v; });
  return it != map.end() && it->first == var ? &it->second : nullptr;
}

bool Substitution::touches(VarList vars) const {
  size_t i = 0, j = 0;
  while (i < map.size() && j < vars.size()) {
    if (map[i].first == vars[j])
      return true;
    map[i].first < vars[j] ? ++i : ++j;
  }
  return false;
}

void Substitution::key(VarList vars, Vec<uint32_t, 32> &words) const {
  size_t i = 0, j = 0;
  while (i < map.size() && j < vars.size()) {
    if (map[i].first == vars[j]) {
      words.push_back(map[i].first.v);
      words.push_back(map[i].second.v);
      ++i, ++j;
    } else {
      map[i].first < vars[j] ? ++i : ++j;
    }
  }
}

Ix Normalizer::substitute(Ix a, const Substitution &by) {
  if (!by.touches(s[a].vars))
    return a;
  Substitution::Done &done = by.done[a.v % Substitution::kDone];
  if (done.from == a)
    return done.to;
  Vec<IxTerm> plain;
  int64_t c = s[a].c;
  Ix result = s.zeroIx;
  for (const IxTerm &term : s[a].terms) {
    const IxAtomNode &atom = s[term.atom];
    Ix value;
    if (!by.touches(atom.vars)) {
      plain.push_back(term);
      continue;
    }
    if (atom.kind == IxKind::Var)
      value = *by.find(atom.var());
    else if (atom.kind == IxKind::Floor)
      value = floorDiv(substitute(atom.index(), by), atom.divisor);
    else
      value = toIndex(substitute(atom.data(), by));
    result = add(result, scale(value, term.k));
  }
  result = add(s.ix(c, plain), result);
  done = {a, result};
  return result;
}

Comb Normalizer::substitute(Comb x, const Substitution &by) {
  if (!by.touches(s[x].vars))
    return x;
  Comb result = substituteNow(x, by);
  if (recording()) {
    Step step(Rule::Substitute);
    for (const auto &[var, ix] : by.pairs())
      if (contains(s[x].vars, var))
        step.map(var, ix);
    trace->record(step.from(Side::of(x)).to(Side::of(result)));
  }
  return result;
}

Comb Normalizer::substituteNow(Comb x, const Substitution &by) {
  Vec<uint32_t, 32> key{x.v};
  by.key(s[x].vars, key);
  if (const Comb *known = substituted.find(key))
    return *known;
  if (!spend())
    return s.zero;
  Deeper deeper(*this);
  Vec<Comb> parts;
  for (const Term &term : s[x].terms)
    parts.push_back(substituteMono(term.coef, term.mono, by));
  Comb result = parts.size() == 1 ? parts[0] : add(parts);
  substituted.set(key, result);
  return result;
}

/// Functions whose instances stay single atoms when their arguments change.
static bool staysAtom(const FnNode &fn) {
  return fn.kind == FnKind::Input || fn.kind == FnKind::Table || fn.kind == FnKind::Rows || fn.kind == FnKind::Unique;
}

std::optional<Q> Normalizer::tableAt(Fn table, Span<Ix> args) const {
  auto it = tables.find(table);
  if (it == tables.end())
    return std::nullopt;
  const TableData &data = it->second;
  size_t at = 0;
  for (size_t d = 0; d < args.size(); ++d) {
    const IxNode &e = s[args[d]];
    if (!e.isConst() || e.c < 0 || e.c >= data.shape[d])
      return std::nullopt;
    at = at * data.shape[d] + e.c;
  }
  return data.elements[at];
}

Comb Normalizer::substituteMono(Q c, Mono m, const Substitution &by) {
  Vec<Factor> plain;
  Vec<std::pair<Comb, Q>, 4> special;
  for (const Factor &f : s[m].factors) {
    const AtomNode &atom = s[f.atom];
    if (!by.touches(atom.vars)) {
      plain.push_back(f);
      continue;
    }
    Vec<Ix> args;
    for (Ix arg : atom.args)
      args.push_back(substitute(arg, by));
    if (std::optional<Q> element = tableAt(atom.fn, args)) {
      if (*element == kZero && s.q.sign(f.exp) > 0)
        return s.zero;
      special.push_back({number(*element), f.exp});
      continue;
    }
    if (staysAtom(s[atom.fn])) {
      plain.push_back({s.atom(atom.fn, args), f.exp});
      continue;
    }
    Comb y = instance(atom.fn, args);
    if (y == s.zero && s.q.sign(f.exp) > 0)
      return s.zero;
    const CombNode &node = s[y];
    if (node.terms.size() == 1 && node.terms[0].coef == kOne && s[node.terms[0].mono].factors.size() == 1 &&
        s[node.terms[0].mono].factors[0].exp == kOne)
      plain.push_back({s[node.terms[0].mono].factors[0].atom, f.exp});
    else
      special.push_back({y, f.exp});
  }
  // Different factors may have become equal.
  Mono product = s.unit;
  std::sort(plain.begin(), plain.end(), [](const Factor &a, const Factor &b) { return a.atom < b.atom; });
  bool distinct = true;
  for (size_t i = 1; i < plain.size(); ++i)
    distinct &= plain[i].atom != plain[i - 1].atom;
  if (distinct)
    product = s.mono(plain);
  else
    for (const Factor &f : plain)
      product = mulMono(product, s.mono(f));
  Comb r = monoComb(product, c);
  for (auto &[y, e] : special) {
    if (y == s.one)
      continue;
    // A product with a combination of several terms names it, however the combination came about.
    bool keepsTerms = s[y].terms.size() == 1 || (isBoolean(r) && s[r].terms.size() * s[y].terms.size() <= 4);
    if (e != kOne || !keepsTerms)
      r = mul(r, power(y, e));
    else
      r = mulDistributed(r, y);
  }
  if (!s[m].hasGuard)
    return r;
  Vec<Comb> parts;
  for (const Term &term : s[r].terms)
    parts.push_back(contextual(term.coef, term.mono));
  return parts.empty() ? s.zero : parts.size() == 1 ? parts[0] : add(parts);
}

} // namespace lockstep::verifier::engine
