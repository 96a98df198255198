// Tests every step of a proof trace by evaluation: both sides at random points, side conditions at random points and by
// ranges. A failure is a bug of the engine; passing is evidence, not proof.
#pragma once

#include "verifier/normalize/Normalizer.h"
#include "verifier/trace/Interpretation.h"
#include "verifier/trace/ReplayReport.h"

#include <random>

namespace lockstep::verifier::engine {

struct ReplayOptions {
  uint64_t seed = 1;
  uint64_t budget = 100'000; // evaluations of terms per point
  unsigned points = 3;
  size_t maxFailures = 20;
};

ReplayReport replay(Normalizer &n, const Trace &trace, const ReplayOptions &options = {});

/// The test of one step.
class StepReplay {
public:
  enum class Outcome : uint8_t { Exact, Numeric, TooLarge, Undefined, Failed };
  StepReplay(const Store &s, const FunctionFacts &facts, const ReplayOptions &options, uint64_t seed)
      : s(s), facts(facts), options(options), random(seed) {}

  Outcome test(const Step &step);
  /// A side condition at random points.
  Outcome testFact(const Fact &fact, const Step &step);
  /// T(.., [x, y)) + T(.., [y, z)) = T(.., [x, z)) for one body of T; inner functions keep what is known of them.
  Outcome testAdditive(Fn fn, unsigned pair);
  /// The value of the body has the function's sign, is 0 or 1 for a boolean one, and keeps the symmetries.
  Outcome testFunction(Fn fn);
  /// The equation or fact, the point and both values of a failure.
  std::string failure;

private:
  enum class Agreement : uint8_t { Yes, No, Undefined, TooLarge };
  struct Plan { // which variables are summed over, and which get a value at random
    Vec<Var> drawn;              // free ones, and those that both sides sum over
    Vec<Var> before;             // only summed on the left
    std::vector<Vec<Var>> after; // only summed on the right
    Vec<std::pair<Var, Ix>, 4> read, paired; // maps of free, and of summed variables
    bool pointwise = false;      // compare what is summed at corresponding places instead of the sums
    bool named = false;          // the right side is the name of the sum: its body is what is summed there
  };
  Plan planOf(const Step &step) const;
  std::optional<Assignment> draw(const Plan &plan, const Step &step);
  int64_t drawValue(Var v);
  void meet(Ix e, bool equality, Assignment &at);
  bool holds(const Step &step, const Assignment &at);
  template <typename A> typename A::Number termOf(Atom name, const Assignment &at, Interpretation<A> &in);
  std::set<Fn> reachable(const std::set<Fn> &from) const; // and what their bodies mention
  std::set<Fn> namesIn(std::set<Fn> from) const;
  std::set<Atom> atomsOf(const Side &side) const;
  std::vector<std::set<Fn>> levelsOf(const Step &step) const;
  template <typename A> Agreement compare(const Step &step, const Plan &plan, const std::set<Fn> &open);
  template <typename A> Agreement compareAt(const Step &step, const Plan &plan, Assignment at, Interpretation<A> &in);
  template <typename A>
  typename A::Number side(const Side &side, Span<Var> summed, Assignment &at, Interpretation<A> &in);
  template <typename A> typename A::Number integrand(const Side &side, const Assignment &at, Interpretation<A> &in);
  Vec<int64_t, 16> drawArguments(const FnNode &fn);
  std::string pointText(const Assignment &at) const;

  const Store &s;
  const FunctionFacts &facts;
  const ReplayOptions &options;
  std::mt19937_64 random;
};

} // namespace lockstep::verifier::engine
