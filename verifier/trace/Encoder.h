// Terms of the engine as terms of a script. Values that a question does not look into are unknown constants of their sort.
#pragma once

#include "verifier/normalize/Normalizer.h"
#include "verifier/smt/Script.h"

#include <map>

namespace lockstep::verifier::engine {

class Encoder {
public:
  explicit Encoder(Normalizer &n) : n(n), s(n.s) {}
  smt::Script script;

  smt::Int variable(Var v);        // within its range
  smt::Int index(Ix e);
  smt::Bool guard(Atom a);         // of a guard, or another function with the values 0 and 1
  smt::Bool fact(const Fact &fact); // AtLeast; == 0 when fact.b is 1
  /// Sums of products of guards and of unknown monomials.
  smt::Real linear(Span<Term> terms);
  smt::Real linear(Q coef, Span<Factor> factors);
  /// Sums of products, with named combinations written out; nothing when an exponent is not a small whole number.
  std::optional<smt::Real> polynomial(Comb x, unsigned opened);
  std::optional<smt::Real> polynomial(Q coef, Span<Factor> factors, unsigned opened);
  smt::Real number(Q q);

  /// Another value of a variable within the same range, for statements about two places.
  smt::Int other(Var v);
  smt::Int indexAt(Ix e, const std::map<Var, smt::Int> &at);
  std::set<Mono> unknowns; // monomials that linear() met
  std::set<Comb> data;     // integer data that index() met

private:
  Normalizer &n;
  Store &s;
  std::map<Var, smt::Int> variables;
  std::map<Comb, smt::Int> dataNames;
  std::map<Mono, smt::Real> monomials;
  std::vector<smt::Int> arguments(const AtomNode &atom);
  std::map<Fn, std::string> values, flags; // functions without laws: real ones, and those with the values 0 and 1
  std::map<Var, smt::Int> binding; // of the variables of a body that is written out
  unsigned others = 0;
};

} // namespace lockstep::verifier::engine
