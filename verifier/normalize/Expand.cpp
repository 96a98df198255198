// A last look at two values that are not identical: named combinations are multiplied out and the difference taken.
#include "verifier/normalize/Normalizer.h"

namespace lockstep::verifier::engine {

static constexpr size_t kMostTerms = 400;

/// The terms of x with every named combination of exponent 1 multiplied out; nothing when that grows too long.
std::optional<Comb> Normalizer::expanded(Comb x) {
  for (unsigned round = 0; round < 8 && spend(); ++round) {
    Vec<Comb> parts;
    bool changed = false;
    for (const Term &term : s[x].terms) {
      const Factor *opened = nullptr;
      Vec<Factor> rest;
      for (const Factor &f : s[term.mono].factors)
        if (!opened && f.exp == kOne && s.fnOf(f.atom).kind == FnKind::Combination)
          opened = &f;
        else
          rest.push_back(f);
      changed |= opened != nullptr;
      parts.push_back(opened ? mulDistributed(monoComb(s.mono(rest), term.coef), bodyAt(opened->atom))
                             : monoComb(term.mono, term.coef));
    }
    if (!changed)
      return x;
    x = add(parts);
    if (s[x].terms.size() > kMostTerms)
      return std::nullopt;
  }
  return std::nullopt;
}

bool Normalizer::sameValue(Comb x, Comb y) {
  if (x == y || joinCopies(x) == joinCopies(y))
    return !exhausted();
  std::optional<Comb> difference = expanded(sub(x, y));
  if (!difference || *difference != s.zero || exhausted())
    return false;
  if (recording())
    trace->record(Step(Rule::Compare).from(Side::of(x)).to(Side::of(y)));
  return true;
}

} // namespace lockstep::verifier::engine
