// The sum over index variables of one monomial, by ordered rules: each one either returns the finished sum or nothing,
// in which case the next one is tried. A rule that changes the problem starts again from the first.
#pragma once

#include "verifier/normalize/Abstraction.h"

namespace lockstep::verifier::engine {

/// Ends of the domains of summed variables, where guards put them.
struct Ends {
  std::map<Var, Ix> lo, hi;
};

class SumBuilder {
public:
  explicit SumBuilder(Normalizer &n) : n(n), s(n.s) {}

  /// closed: do not open inner sums into the product (used while variables are eliminated one by one).
  Comb sum(Span<Var> vars, Comb x, bool closed);

private:
  struct Problem {
    Vec<Var> vars;       // every one occurs in a factor, none has extent 1
    Q coef;
    Vec<Factor> factors; // every one has a variable
    bool closed = false;
    VarList sorted() const { return order; }
    Vec<Var, 16> order;  // vars, sorted
  };
  using Result = std::optional<Comb>;

  Comb mono(Vec<Var> vars, Q coef, Mono m, bool closed); // remembered
  Comb build(Vec<Var> vars, Mono m, bool closed);
  Comb solve(Problem &p);

  // SumRules.cpp
  Result telescope(Problem &p);
  Result solveEquality(Problem &p);
  Result solveBlock(Problem &p);
  Result shrink(Problem &p);
  Result cutAtGuards(Problem &p);
  std::vector<Atom> guardsWithin(const Factor &f);
  // SumOpen.cpp
  Result openLone(Problem &p);
  Result openProduct(Problem &p);
  // SumDigits.cpp
  Result fuse(Problem &p);
  Result rotate(Problem &p);
  Result split(Problem &p);
  Result eliminate(Problem &p);
  // SumIntern.cpp
  Comb internSum(Problem &p);
  void recordName(const Problem &p, const Ends &ends, Atom name, Span<std::pair<Var, Ix>> places);

  Side sideOf(const Problem &p) const { return Side::sum(p.vars, p.coef, p.factors); }
  Comb product(const Problem &p, const Factor *without = nullptr, const Factor *without2 = nullptr);
  Comb substituteVar(Comb x, Var v, Ix by);
  Comb withGuard(Comb guard, Comb x);
  Vec<Var> replace(Span<Var> vars, Var v, Span<Var> by);
  struct Part {
    Vec<Var> vars;
    Comb x;
  };
  Part restrict(Problem &p, Var v, int64_t lo, int64_t hi); // v in [lo, hi], not yet summed
  bool occurs(const Factor &f, Var v) const { return contains(s[f.atom].vars, v); }
  Vec<Ix, 32> occurrences(Comb x, VarList vars);
  VarList lengthVars(Atom sum, Vec<Var, 16> &out);

  Normalizer &n;
  Store &s;
};

} // namespace lockstep::verifier::engine
