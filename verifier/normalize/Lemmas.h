// Equations between functions that both programs write differently, found where their values differ and proved by
// writing both sides out. A function that only the plan has is replaced by the logical one wherever it occurs, so that
// the rest of the proof is identity again.
#pragma once

#include "verifier/normalize/Normalizer.h"

namespace lockstep::verifier::engine {

class Lemmas {
public:
  /// No more than `budget` steps, and about `seconds` of the thread's processor time, are spent by all calls together.
  Lemmas(Normalizer &n, uint64_t budget, double seconds);

  /// Whether the two values are equal; what is learnt on the way is kept for the next ones.
  bool same(Comb want, Comb found);
  unsigned count() const { return learnt; }

private:
  /// fn at `pattern` (variables and constants) is `value`, for all values of the variables in their ranges.
  struct Lemma {
    Vec<Ix> pattern;
    Comb value;
  };
  class General;

  bool equal(Comb want, Comb found, unsigned depth);
  bool equalSums(Atom want, Atom found, Q ratio, unsigned depth);
  /// What came of comparing terms pairwise.
  enum class Descent { Nothing, Failed, Learnt };
  Descent descend(Comb want, Comb found, unsigned depth);
  bool learnZerosAmong(Comb want, Comb found);
  bool learn(Atom want, Atom found, Q ratio, unsigned depth);
  bool learnZeros(Comb x);
  bool learnZero(Atom a);
  void keep(Atom pattern, Comb value);
  bool byValuesOfIndex(Comb want, Comb found);
  bool vanishes(Comb x, unsigned mostLevel);
  bool exhausted() const;

  // Refine.cpp
  Comb refine(Comb x);
  Comb refine(const Factor &f);
  std::optional<Comb> instanceOf(Atom a);
  bool touched(Fn fn);
  bool reaches(Comb x, Fn fn, std::set<Fn> &seen);

  Normalizer &n;
  Store &s;
  uint64_t budget, fuelEnd = 0;
  double timeEnd;
  unsigned learnt = 0, triedWith = 0;
  std::map<Fn, Vec<Lemma, 1>> lemmas;
  /// The function, and the arguments that are constants.
  using Kind = std::vector<int64_t>;
  Kind kindOf(Atom a) const;
  std::set<std::pair<Kind, Kind>> tried;
  std::map<Comb, Comb> refined;
  std::map<Fn, bool> touchedMemo;
};

} // namespace lockstep::verifier::engine
