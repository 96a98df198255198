// Domains of sums: opening a sum, joining adjacent domains in additions, replacing a domain.
#include "verifier/normalize/Normalizer.h"

#include <algorithm>

namespace lockstep::verifier::engine {

std::optional<Normalizer::Opened> Normalizer::open(Atom a) {
  const AtomNode &atom = s[a];
  const FnNode &fn = s[atom.fn];
  Substitution by = bindArguments(a);
  Opened out;
  Vec<Comb, 4> guards;
  for (unsigned k = 0; k < fn.bound; ++k) {
    unsigned at = fn.params + 2 * (fn.pairs - fn.bound + k);
    Ix lo = atom.args[at], hi = atom.args[at + 1], length = sub(hi, lo);
    Range lengths = range(length);
    if (lengths.hi >= kInfinite || lengths.hi <= 0)
      return std::nullopt;
    Var u = s.freeVar({0, lengths.hi - 1});
    out.vars.push_back(u);
    if (s[length].isConst()) {
      by.set(s.bound(k), add(s.varIx(u), lo));
    } else if (!s[hi].isConst()) {
      by.set(s.bound(k), add(s.varIx(u), lo));
      guards.push_back(guardAtLeast(plus(sub(length, s.varIx(u)), -1)));
    } else { // only the low end moves: count from the high end, so that tiles of different height agree
      by.set(s.bound(k), plus(add(s.varIx(u), hi), -lengths.hi));
      guards.push_back(guardAtLeast(plus(add(s.varIx(u), length), -lengths.hi)));
    }
  }
  by.normalize();
  out.body = substitute(fn.body(), by);
  for (Comb guard : guards)
    if (guard != s.one)
      out.body = mulDistributed(guard, out.body);
  return out;
}

bool Normalizer::needsRefresh(Fn fn, unsigned pair) {
  auto [it, isNew] = refreshMemo.try_emplace({fn, pair}, false);
  if (!isNew)
    return it->second;
  const FnNode &node = s[fn];
  bool result = false;
  if (pair >= node.pairs - node.bound) {
    // With one variable only guards and floors on it can become decidable or splittable.
    result = node.bound > 1 || s[node.body()].hasGuard;
    for (const Term &term : s[node.body()].terms)
      for (const Factor &f : s[term.mono].factors)
        for (Ix arg : s[f.atom].args)
          for (const IxTerm &part : s[arg].terms)
            result |= s[part.atom].kind == IxKind::Floor && contains(s[part.atom].vars, s.bound(0));
  } else if (node.kind == FnKind::Sum || node.kind == FnKind::Combination) {
    Ix lo = s.varIx(s.domain(2 * pair));
    for (const Term &term : s[node.body()].terms)
      for (const Factor &f : s[term.mono].factors) {
        const AtomNode &inner = s[f.atom];
        for (unsigned i = s[inner.fn].params; i < inner.args.size(); i += 2)
          if (inner.args[i] == lo)
            result |= needsRefresh(inner.fn, (i - s[inner.fn].params) / 2);
      }
  }
  return refreshMemo[{fn, pair}] = result;
}

/// A wider domain may let digits fuse: sums of several variables that carry it are built anew.
Comb Normalizer::refresh(Atom a, unsigned pair) {
  Comb result = refreshNow(a, pair);
  if (recording())
    recordUnder(Rule::Rebuild, a, {}, result);
  return result;
}

Comb Normalizer::refreshNow(Atom a, unsigned pair) {
  const AtomNode &atom = s[a];
  const FnNode &fn = s[atom.fn];
  if (!needsRefresh(atom.fn, pair) || !spend()) {
    if (isDegenerate(a))
      if (std::optional<Comb> y = rebuild(a))
        return *y;
    return single(a);
  }
  Deeper deeper(*this);
  bool own = pair >= fn.pairs - fn.bound;
  std::optional<Opened> opened;
  Comb body;
  if (fn.kind == FnKind::Sum) {
    opened = open(a);
    if (!opened)
      return single(a);
    body = opened->body;
    if (own)
      return sum(opened->vars, body);
  } else {
    body = bodyAt(a);
  }
  // The carriers inside are found by the domain itself.
  Ix lo = atom.args[fn.params + 2 * pair], hi = atom.args[fn.params + 2 * pair + 1];
  Vec<Comb> parts;
  for (const Term &term : s[body].terms) {
    Comb r = number(term.coef);
    for (const Factor &f : s[term.mono].factors) {
      const AtomNode &inner = s[f.atom];
      const FnNode &innerFn = s[inner.fn];
      std::optional<unsigned> carried;
      for (unsigned k = 0; k < innerFn.pairs; ++k)
        if (inner.args[innerFn.params + 2 * k] == lo && inner.args[innerFn.params + 2 * k + 1] == hi &&
            needsRefresh(inner.fn, k))
          carried = k;
      r = mulDistributed(r, carried && f.exp == kOne ? named(refresh(f.atom, *carried)) : single(f.atom, f.exp));
    }
    parts.push_back(r);
  }
  Comb fresh = add(parts);
  return opened ? sum(opened->vars, fresh) : named(fresh);
}

Comb Normalizer::withPair(Atom a, unsigned pair, Ix lo, Ix hi) {
  const AtomNode &atom = s[a];
  Vec<Ix> args(atom.args.begin(), atom.args.end());
  args[s[atom.fn].params + 2 * pair] = lo;
  args[s[atom.fn].params + 2 * pair + 1] = hi;
  return refresh(s.atom(atom.fn, args), pair);
}

namespace {

/// One way to see a term: c * rest * F(.., [lo, hi), ..).
struct Piece {
  Term term;
  Factor carrier;
  Mono rest;
  unsigned pair = 0;
  Ix lo, hi;
};

/// Words that are equal for pieces that differ in their domain only.
Vec<uint32_t, 32> keyOf(const Store &s, const Piece &piece) {
  const AtomNode &atom = s[piece.carrier.atom];
  Vec<uint32_t, 32> key{piece.term.coef.v, piece.rest.v, atom.fn.v, piece.pair};
  unsigned at = s[atom.fn].params + 2 * piece.pair;
  for (unsigned i = 0; i < atom.args.size(); ++i)
    if (i != at && i != at + 1)
      key.push_back(atom.args[i].v);
  return key;
}

void piecesOf(Normalizer &n, const Term &term, Vec<Piece> &out) {
  Span<Factor> factors = n.s[term.mono].factors;
  for (const Factor &f : factors) {
    const AtomNode &atom = n.s[f.atom];
    const FnNode &fn = n.s[atom.fn];
    if (f.exp != kOne || fn.pairs == 0)
      continue;
    Mono rest;
    for (unsigned k = 0; k < fn.pairs; ++k) {
      if (!n.isAdditive(atom.fn, k))
        continue;
      if (!rest.valid()) {
        Vec<Factor> others;
        for (const Factor &g : factors)
          if (g.atom != f.atom)
            others.push_back(g);
        rest = n.s.mono(others);
      }
      out.push_back({term, f, rest, k, atom.args[fn.params + 2 * k], atom.args[fn.params + 2 * k + 1]});
    }
  }
}

} // namespace

/// Terms that can have adjacent domains: those with the coefficient and the functions of another one.
static Vec<Vec<Term, 4>, 4> candidatesOf(const Store &s, Span<Term> terms) {
  auto keyOf = [&](const Term &term) { return std::pair(term.coef.v, s[term.mono].shape); };
  Vec<Term> sorted;
  for (const Term &term : terms)
    if (s[term.mono].hasPairs)
      sorted.push_back(term);
  stableSort(sorted, [&](const Term &a, const Term &b) { return keyOf(a) < keyOf(b); });
  Vec<Vec<Term, 4>, 4> groups;
  for (size_t i = 0; i < sorted.size();) {
    size_t end = i + 1;
    while (end < sorted.size() && keyOf(sorted[end]) == keyOf(sorted[i]))
      ++end;
    if (end - i > 1)
      groups.push_back(Vec<Term, 4>(sorted.begin() + i, sorted.begin() + end));
    i = end;
  }
  return groups;
}

/// Whether the high end of some piece is the low end of another.
static bool someMeet(Span<Piece> pieces) {
  Vec<Ix, 32> lows;
  for (const Piece &piece : pieces)
    lows.push_back(piece.lo);
  std::sort(lows.begin(), lows.end());
  return llvm::any_of(pieces, [&](const Piece &piece) { return std::binary_search(lows.begin(), lows.end(), piece.hi); });
}

/// T(.., [a, b)) + T(.., [b, c)) = T(.., [a, c)).
Comb Normalizer::mergeDomains(Comb x) {
  Span<Term> terms = s[x].terms;
  if (terms.size() < 2)
    return x;
  for (const Vec<Term, 4> &members : candidatesOf(s, terms)) {
    std::map<Vec<uint32_t, 32>, std::map<Ix, Piece>> starts; // by what is equal, then by low end
    Vec<Piece> pieces;
    for (const Term &term : members)
      piecesOf(*this, term, pieces);
    if (!someMeet(pieces))
      continue;
    for (const Piece &piece : pieces)
      starts[keyOf(s, piece)].try_emplace(piece.lo, piece);
    for (const Piece &piece : pieces) {
      const std::map<Ix, Piece> &others = starts[keyOf(s, piece)];
      auto next = others.find(piece.hi);
      if (next == others.end() || next->second.term.mono == piece.term.mono || !spend())
        continue;
      count(Rule::MergeDomains);
      Comb wide = withPair(piece.carrier.atom, piece.pair, piece.lo, next->second.hi);
      Vec<Term> rest;
      for (const Term &term : terms)
        if (term.mono != piece.term.mono && term.mono != next->second.term.mono)
          rest.push_back(term);
      Comb result = add(s.comb(rest), mulDistributed(monoComb(piece.rest, piece.term.coef), wide));
      if (recording())
        trace->record(Step(Rule::MergeDomains)
                          .from(Side::of(x))
                          .to(Side::of(result))
                          .needs({Fact::Kind::Additive, s[piece.carrier.atom].fn.v, piece.pair}));
      return result;
    }
  }
  return x;
}

} // namespace lockstep::verifier::engine
