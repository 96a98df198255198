// Whether a value written out is 0: relations between its atoms are used up, denominators multiplied away.
#include "verifier/normalize/Expander.h"

namespace lockstep::verifier::engine {

static constexpr unsigned kMostRounds = 12;
static constexpr unsigned kMostPairs = 40;
static constexpr unsigned kMostAttempts = 4; // at finding the units of angles

static bool isScalar(const Store &s, const FnNode &fn, llvm::StringRef name) {
  return fn.kind == FnKind::Scalar && s.text(Symbol{fn.name}) == name;
}

/// sin^2 = 1 - cos^2
Comb Expander::squaresOfSines(Comb x) {
  for (unsigned round = 0; round < kMostRounds && !gaveUp; ++round) {
    Vec<Comb> parts;
    bool changed = false;
    for (const Term &term : s[x].terms) {
      Comb part = n.monoComb(term.mono, term.coef);
      for (const Factor &f : s[term.mono].factors) {
        auto [num, den] = s.q.parts(f.exp);
        if (den != 1 || num < 2 || !isScalar(s, s.fnOf(f.atom), "sin"))
          continue;
        Comb cosine = n.function("cos", n.argumentOf(f.atom));
        Vec<Factor> others;
        for (const Factor &g : s[term.mono].factors)
          others.push_back(g.atom == f.atom ? Factor{g.atom, s.q.sub(g.exp, s.q.integer(2))} : g);
        Comb rest = n.monoComb(s.mono(others), term.coef);
        part = times(rest, n.sub(s.one, n.power(cosine, s.q.integer(2))));
        changed = true;
        break;
      }
      parts.push_back(part);
    }
    if (!changed)
      break;
    x = n.add(parts);
  }
  return x;
}

/// [z = 0] m is [z = 0] m' when m and m' differ by a multiple of z: the last monomial of z is replaced by the others.
Comb Expander::atZeros(Comb x) {
  for (unsigned round = 0; round < kMostRounds && !gaveUp; ++round) {
    Vec<Comb> parts;
    bool changed = false;
    for (const Term &term : s[x].terms) {
      Comb part = n.monoComb(term.mono, term.coef);
      for (const Factor &f : s[term.mono].factors) {
        if (!isScalar(s, s.fnOf(f.atom), "is-zero"))
          continue;
        Comb z = expand(n.argumentOf(f.atom), level);
        if (gaveUp || s[z].terms.empty())
          break;
        Term lead = s[z].terms.back();
        Mono quotient = term.mono;
        bool divides = lead.mono != s.unit;
        for (const Factor &g : s[lead.mono].factors) {
          bool found = false;
          for (const Factor &h : s[term.mono].factors)
            found |= h.atom == g.atom && !s.q.less(h.exp, g.exp);
          divides &= found && s.q.sign(g.exp) > 0;
          quotient = n.mulMono(quotient, s.mono(Factor{g.atom, s.q.neg(g.exp)}), false);
        }
        if (!divides)
          continue;
        Comb others = s.comb(s[z].terms.drop_back());
        part = times(n.monoComb(quotient, s.q.neg(s.q.div(term.coef, lead.coef))), others);
        changed = true;
        break;
      }
      parts.push_back(part);
    }
    if (!changed)
      break;
    x = n.add(parts);
  }
  return x;
}

/// The root of a product is the product of the roots when no factor is negative. That a root of the factor is taken
/// elsewhere in the difference does not say so: it may be the plan alone that is not defined there.
Comb Expander::rootsOfProducts(Comb x) {
  auto isRoot = [&](const Factor &f) {
    auto [num, den] = s.q.parts(f.exp);
    return den != 0 && den % 2 == 0;
  };
  Vec<Comb> parts;
  bool changed = false;
  for (const Term &term : s[x].terms) {
    Comb part = n.number(term.coef);
    for (const Factor &f : s[term.mono].factors) {
      Comb root = n.single(f.atom, f.exp);
      Comb body = isRoot(f) && s.fnOf(f.atom).kind == FnKind::Combination ? n.bodyAt(f.atom) : s.zero;
      if (s[body].terms.size() == 1 && s.q.sign(s[body].terms[0].coef) > 0) {
        Comb split = n.power(n.number(s[body].terms[0].coef), f.exp);
        bool defined = true;
        for (const Factor &g : s[s[body].terms[0].mono].factors) {
          defined &= s.fnOf(g.atom).sign != Sign::Unknown;
          split = n.mulDistributed(split, n.single(g.atom, s.q.mul(g.exp, f.exp)));
        }
        if (defined)
          root = split;
      }
      changed |= root != n.single(f.atom, f.exp);
      part = n.mulDistributed(part, root);
    }
    parts.push_back(part);
  }
  return changed ? n.add(parts) : x;
}

/// x times powers of what it divides by, so that every exponent of a named value is in [0, 1).
Comb Expander::overOneDenominator(Comb x) {
  std::map<Atom, Q> least;
  for (const Term &term : s[x].terms)
    for (const Factor &f : s[term.mono].factors)
      if (!s.fnOf(f.atom).boolean)
        least.try_emplace(f.atom, f.exp);
  for (auto &[atom, exp] : least)
    for (const Term &term : s[x].terms) {
      Q here = kZero;
      for (const Factor &f : s[term.mono].factors)
        if (f.atom == atom)
          here = f.exp;
      if (s.q.less(here, exp))
        exp = here;
    }
  Vec<Comb> parts;
  for (const Term &term : s[x].terms) {
    Comb r = n.number(term.coef);
    Vec<Factor> plain;
    std::set<Atom> seen;
    auto put = [&](Atom atom, Q exp) {
      int64_t whole = s.q.floorOf(exp);
      bool opens = s.fnOf(atom).kind == FnKind::Combination && whole > 0;
      if (Q rest = opens ? s.q.sub(exp, s.q.integer(whole)) : exp; rest != kZero)
        plain.push_back({atom, rest});
      if (opens)
        r = times(r, power(expand(n.bodyAt(atom), level), s.q.integer(whole)));
    };
    for (const Factor &f : s[term.mono].factors) {
      auto it = least.find(f.atom);
      if (it == least.end()) {
        plain.push_back(f);
        continue;
      }
      seen.insert(f.atom);
      put(f.atom, s.q.sub(f.exp, it->second));
    }
    for (const auto &[atom, exp] : least)
      if (!seen.count(atom) && exp != kZero)
        put(atom, s.q.neg(exp));
    if (gaveUp)
      return x;
    Comb m = n.monoComb(s.mono(plain));
    parts.push_back(tidy(times(r, m)));
  }
  return squaresOfSines(n.add(parts));
}

/// Two functions of the same name whose operands are equal, though written differently: one takes the other's place.
bool Expander::unifyOne(Comb &x) {
  std::vector<Atom> atoms;
  for (const Term &term : s[x].terms)
    for (const Factor &f : s[term.mono].factors) {
      FnKind kind = s.fnOf(f.atom).kind;
      if ((kind == FnKind::Scalar || kind == FnKind::Exp || kind == FnKind::Combination) && !llvm::is_contained(atoms, f.atom))
        atoms.push_back(f.atom);
    }
  unsigned pairs = 0;
  for (size_t i = 0; i < atoms.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const FnNode &f = s.fnOf(atoms[i]), &g = s.fnOf(atoms[j]);
      if (f.kind != g.kind || f.name != g.name || f.statics != g.statics || f.bodies.size() != g.bodies.size() || ++pairs > kMostPairs)
        continue;
      bool equal = level > 1;
      for (unsigned k = 0; k < f.bodies.size() && equal; ++k) {
        Comb difference = n.sub(n.argumentOf(atoms[i], k), n.argumentOf(atoms[j], k));
        Expander inner(n, level - 1, left / 8);
        equal = inner.vanishes(difference);
        left -= left / 16;
      }
      if (!equal)
        continue;
      Vec<Comb> parts;
      for (const Term &term : s[x].terms) {
        Comb r = n.number(term.coef);
        for (const Factor &h : s[term.mono].factors)
          r = n.mulDistributed(r, n.single(h.atom == atoms[i] ? atoms[j] : h.atom, h.exp));
        parts.push_back(r);
      }
      x = n.add(parts);
      return true;
    }
  return false;
}

Comb Expander::writtenOut(Comb x) {
  for (unsigned attempt = 0; attempt < kMostAttempts; ++attempt) {
    angleUnitChanged = false;
    memo.clear();
    Comb y = expand(x, level);
    if (gaveUp)
      return x;
    if (!angleUnitChanged)
      return y;
  }
  return x;
}

bool Expander::vanishes(Comb x) {
  Normalizer::Assumed before = n.assumedSoFar(); // what is only tried assumes nothing
  bool zero = isZero(x);
  if (!zero)
    n.assumeOnly(before);
  return zero;
}

bool Expander::isZero(Comb x) {
  for (unsigned attempt = 0; attempt < kMostAttempts && !gaveUp; ++attempt) {
    angleUnitChanged = false;
    memo.clear();
    Comb y = expand(x, level);
    for (unsigned round = 0; round < kMostRounds && !gaveUp && y != s.zero; ++round) {
      Comb before = y;
      y = conditions(overOneDenominator(rootsOfProducts(atZeros(y))));
      if (y == before && !unifyOne(y))
        break;
    }
    if (!angleUnitChanged)
      return y == s.zero && !gaveUp && !n.exhausted();
  }
  return false;
}

} // namespace lockstep::verifier::engine
