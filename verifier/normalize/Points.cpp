// What is read at one place has lost the index it was read at: pieces of one row are joined to what goes on beside them.
#include "verifier/normalize/Intervals.h"
#include "verifier/normalize/Normalizer.h"

namespace lockstep::verifier::engine {

/// Variables of a form that it determines: those with factor 1 or -1.
static Vec<IxTerm, 2> solvable(const Store &s, Ix form) {
  Vec<IxTerm, 2> out;
  for (const IxTerm &term : s[form].terms)
    if (s[term.atom].kind == IxKind::Var && (term.k == 1 || term.k == -1))
      out.push_back(term);
  return out;
}

/// Whether a piece with these coefficients at the point k joins the interval, or takes a part of it away.
static bool meets(Rationals &q, const Interval &interval, Q coef, int64_t k) {
  if (interval.coef == coef)
    return k == interval.range.hi + 1 || k == interval.range.lo - 1;
  return interval.coef == q.neg(coef) && interval.range.lo <= k && k <= interval.range.hi;
}

void Normalizer::absorbPoints(Ix form, std::map<Mono, Vec<Interval, 1>> &groups) {
  Range all = range(form);
  auto clipped = [&](const Interval &i) { return Range{std::max(i.range.lo, all.lo), std::min(i.range.hi, all.hi)}; };
  for (const IxTerm &solved : solvable(s, form)) {
    Var var = s[solved.atom].var();
    Ix others = sub(form, s.ix(0, solved));
    for (auto &[rest, points] : groups) {
      if (contains(s[rest].vars, var))
        continue;
      for (size_t i = 0; i < points.size();) {
        Range at = clipped(points[i]);
        bool moved = false;
        for (auto &[wide, intervals] : groups) {
          if (at.lo != at.hi || moved || !contains(s[wide].vars, var))
            continue;
          moved = llvm::any_of(intervals, [&](const Interval &interval) {
            return meets(s.q, Interval{clipped(interval), interval.coef, interval.mono}, points[i].coef, at.lo);
          });
          if (!moved)
            continue;
          Substitution by;
          by.set(var, scale(plus(scale(others, -1), at.lo), solved.k));
          by.normalize();
          moved = substitute(monoComb(wide), by) == monoComb(rest);
          if (moved)
            intervals.push_back(points[i]);
        }
        if (moved)
          points.erase(points.begin() + i);
        else
          ++i;
      }
    }
  }
  std::erase_if(groups, [](const auto &group) { return group.second.empty(); });
}

} // namespace lockstep::verifier::engine
