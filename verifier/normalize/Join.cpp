// Additions of copies: micro-batches that take every third row, batches of one row each. Their terms differ in constants
// deep inside functions, so no domain joins them; they are instances of one term over a new variable, and their sum is
// a sum over that variable.
#include "verifier/normalize/Generalise.h"

#include <algorithm>

namespace lockstep::verifier::engine {

static constexpr size_t kMostConstants = 64, kMostCopies = 512;

static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
  return hash ^ hash >> 29;
}

const Normalizer::Shape &Normalizer::shapeOf(Mono m) {
  if (auto it = monoShapeMemo.find(m); it != monoShapeMemo.end())
    return it->second;
  Vec<Shape> factors;
  for (const Factor &f : s[m].factors) {
    const Shape &inner = shapeOf(s[f.atom].fn);
    Shape own{mix(inner.skeleton, f.exp.v), {}};
    for (Ix arg : s[f.atom].args) {
      uint64_t bound = 5; // summed variables and their factors; a sum, since their numbers may differ
      for (const IxTerm &term : s[arg].terms)
        if (s[term.atom].kind == IxKind::Var && s[s[term.atom].var()].kind == VarKind::Bound)
          bound += mix(7, uint64_t(term.k));
      own.skeleton += bound == 5 ? 0 : bound;
      own.constants.push_back(s[arg].c);
    }
    own.constants.insert(own.constants.end(), inner.constants.begin(), inner.constants.end());
    factors.push_back(std::move(own));
  }
  stableSort(factors, [](const Shape &a, const Shape &b) {
    return std::tie(a.skeleton, a.constants) < std::tie(b.skeleton, b.constants);
  });
  Shape out{11, {}};
  for (const Shape &f : factors) {
    out.skeleton = mix(out.skeleton, f.skeleton);
    out.constants.insert(out.constants.end(), f.constants.begin(), f.constants.end());
  }
  if (out.constants.size() > kMostConstants)
    out.constants.resize(kMostConstants);
  return monoShapeMemo[m] = std::move(out);
}

const Normalizer::Shape &Normalizer::shapeOf(Fn fn) {
  if (auto it = shapeMemo.find(fn); it != shapeMemo.end())
    return it->second;
  const FnNode &node = s[fn];
  Shape out{mix(mix(uint64_t(node.kind) + 3, node.bound), node.bodies.size()), {}};
  bool named = node.kind != FnKind::Combination && node.kind != FnKind::Sum && node.kind != FnKind::Exp;
  if (named)
    out.skeleton = mix(out.skeleton, node.name);
  for (unsigned i = 0; i < node.bodies.size(); ++i) {
    Vec<std::pair<Shape, Q>> terms;
    for (const Term &term : s[node.body(i)].terms)
      terms.push_back({shapeOf(term.mono), term.coef});
    stableSort(terms, [](const auto &a, const auto &b) {
      return std::tie(a.first.skeleton, a.second, a.first.constants) < std::tie(b.first.skeleton, b.second, b.first.constants);
    });
    for (const auto &[shape, coef] : terms) {
      out.skeleton = mix(mix(out.skeleton, shape.skeleton), coef.v);
      out.constants.insert(out.constants.end(), shape.constants.begin(), shape.constants.end());
    }
  }
  if (out.constants.size() > kMostConstants)
    out.constants.resize(kMostConstants);
  return shapeMemo[fn] = std::move(out);
}

/// A sum over the copies must be no more complex than one of them: the new variable became a digit of one that was
/// there, or runs over all rows that there are.
static bool isShorter(const Store &s, Comb joined, Mono copy) {
  Span<Term> terms = s[joined].terms;
  if (terms.empty())
    return true;
  if (terms.size() != 1 || s[terms[0].mono].factors.size() > s[copy].factors.size())
    return false;
  auto boundOf = [&](Mono m) {
    uint32_t bound = 0;
    for (const Factor &f : s[m].factors)
      bound += s.fnOf(f.atom).bound;
    return bound;
  };
  if (boundOf(terms[0].mono) <= boundOf(copy))
    return true;
  for (const Factor &f : s[terms[0].mono].factors) {
    const AtomNode &atom = s[f.atom];
    const FnNode &fn = s[atom.fn];
    for (unsigned k = 0; k < fn.bound; ++k) {
      unsigned pair = fn.pairs - fn.bound + k;
      const IxNode &lo = s[atom.args[fn.params + 2 * pair]], &hi = s[atom.args[fn.params + 2 * pair + 1]];
      if (!lo.isConst() || !hi.isConst() || lo.c != 0 || hi.c != fn.pairExtent[pair])
        return false;
    }
  }
  return true;
}

Comb Normalizer::joinCopies(Comb x) {
  Span<Term> terms = s[x].terms;
  if (terms.size() < 2 || terms.size() > kMostCopies)
    return x;
  struct Copy {
    const Shape *shape;
    Term term;
  };
  std::map<std::pair<uint64_t, uint32_t>, std::vector<Copy>> groups; // by skeleton and coefficient
  for (const Term &term : terms) {
    if (s[term.mono].isBoolean)
      continue;
    const Shape &shape = shapeOf(term.mono);
    groups[{shape.skeleton, term.coef.v}].push_back({&shape, term});
  }
  Vec<Comb> parts;
  std::set<Mono> gone;
  for (auto &[key, copies] : groups) {
    if (copies.size() < 2 || !spend(copies.size()))
      continue;
    stableSort(copies, [](const Copy &a, const Copy &b) { return a.shape->constants < b.shape->constants; });
    Vec<Comb> list;
    for (const Copy &copy : copies)
      list.push_back(monoComb(copy.term.mono, copy.term.coef));
    Var copyVar = s.freeVar({0, int64_t(list.size()) - 1});
    std::optional<Comb> general = generalise(*this, list, copyVar);
    if (!general)
      continue;
    Comb joined = sum(copyVar, *general);
    if (!isShorter(s, joined, copies[0].term.mono))
      continue;
    count(Rule::JoinCopies);
    parts.push_back(joined);
    for (const Copy &copy : copies)
      gone.insert(copy.term.mono);
  }
  if (gone.empty())
    return x;
  for (const Term &term : terms)
    if (!gone.count(term.mono))
      parts.push_back(monoComb(term.mono, term.coef));
  Comb result = add(parts);
  if (recording())
    trace->record(Step(Rule::JoinCopies).from(Side::of(x)).to(Side::of(result)));
  return result;
}

} // namespace lockstep::verifier::engine
