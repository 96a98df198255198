// Guards on step functions: [c + k * step(x) + e >= 0] and [.. == 0] are, piece by piece, guards on x and e.
#include "verifier/normalize/Normalizer.h"

#include <algorithm>

namespace lockstep::verifier::engine {

static constexpr size_t kMostPieces = 64;

namespace {

struct Level {
  Comb inside; // where the piece lies
  int64_t value = 0;
};

} // namespace

/// The pieces of an integer that is a sum of constants times intervals of one form, pairwise disjoint.
static std::optional<Vec<Level>> stepsOf(Normalizer &n, Comb x) {
  Store &s = n.s;
  if (s[x].terms.empty() || s[x].terms.size() > kMostPieces)
    return std::nullopt;
  Vec<Level> steps;
  Vec<Range> ranges;
  std::optional<Ix> form; // with its first factor positive
  for (const Term &term : s[x].terms) {
    Level step{n.monoComb(term.mono), 0};
    Range r;
    if (!s.q.toInt(term.coef, step.value) || s[term.mono].factors.empty())
      return std::nullopt;
    for (const Factor &f : s[term.mono].factors) {
      if (s.fnOf(f.atom).kind != FnKind::AtLeast)
        return std::nullopt;
      Ix e = s[f.atom].args[0];
      bool low = s[e].terms.front().k > 0;
      Ix linear = n.scale(s.ix(0, s[e].terms), low ? 1 : -1);
      if (form && *form != linear)
        return std::nullopt;
      form = linear;
      if (low)
        r.lo = std::max(r.lo, -s[e].c);
      else
        r.hi = std::min(r.hi, s[e].c);
    }
    for (const Range &other : ranges)
      if (std::max(r.lo, other.lo) <= std::min(r.hi, other.hi))
        return std::nullopt;
    ranges.push_back(r);
    steps.push_back(step);
  }
  return steps;
}

std::optional<Comb> Normalizer::guardOnSteps(Ix a, bool equality) {
  if (!s[a].hasData)
    return std::nullopt;
  for (const IxTerm &term : s[a].terms) {
    if (s[term.atom].kind != IxKind::Data)
      continue;
    std::optional<Vec<Level>> steps = stepsOf(*this, s[term.atom].data());
    if (!steps || !spend(steps->size()))
      continue;
    Ix rest = sub(a, s.ix(0, term));
    auto guard = [&](Ix e) { return equality ? guardEqual(e) : guardAtLeast(e); };
    Comb elsewhere = guard(rest); // between the pieces the function is 0
    Vec<Comb> parts{elsewhere};
    for (const Level &step : *steps) {
      Comb here = guard(plus(rest, checkedMul(term.k, step.value)));
      parts.push_back(mul(step.inside, here));
      parts.push_back(neg(mul(step.inside, elsewhere)));
    }
    return add(parts);
  }
  return std::nullopt;
}

} // namespace lockstep::verifier::engine
