// The proof trace: every applied rule as an equation between terms that exist anyway, by their ids. Recording interns one
// list of words; equal equations are one step with a use count, so a memoised result refers to the step that made it.
// Recording interns no value in the Store, only index expressions: the terms of a traced proof are those of an untraced one.
#pragma once

#include "verifier/term/Store.h"

namespace lockstep::verifier::engine {

enum class Rule : uint8_t;
struct Known;
class Substitution;

/// One side of an equation: the sum (largest, smallest value) over `vars` of an expression.
struct Side {
  enum class Shape : uint8_t {
    Value,   // coef * factors * combs
    Power,   // combs[0] ^ coef
    Exp,     // e ^ combs[0]
    Log,     // log combs[0]
    AtLeast, // [index >= 0]
    Equal,   // [index == 0]
    Floor,   // floor(index / divisor), an integer
    Index,   // index, an integer
  };
  Shape shape = Shape::Value;
  FnKind over = FnKind::Sum;
  Vec<Var> vars;
  Q coef = kOne;
  Vec<Factor> factors;
  Vec<Comb, 2> combs;
  Ix index;
  int64_t divisor = 1;

  static Side of(Comb x) { return over_({}, x); }
  static Side sum(Span<Var> vars, Comb x) { return over_(vars, x); }
  static Side sum(Span<Var> vars, Q coef, Span<Factor> factors);
  static Side extremum(FnKind kind, Span<Var> vars, Comb x);
  static Side product(Q coef, Span<Factor> factors) { return sum({}, coef, factors); }
  static Side product(Comb x, Comb y);
  static Side atom(Atom a) { return sum({}, kOne, Factor{a, kOne}); }
  static Side applied(Shape shape, Comb x, Q exponent = kOne);
  static Side at(Shape shape, Ix index, int64_t divisor = 1);

private:
  static Side over_(Span<Var> vars, Comb x);
};

/// A side condition, true for all values of the variables in their ranges for which the step's guards hold.
struct Fact {
  enum class Kind : uint8_t {
    AtLeast,     // the index expression a is >= 0
    Additive,    // function a: T([x, y)) + T([y, z)) = T([x, z)) in domain pair b
    NonNegative, // atom a is >= 0 wherever it is defined
    Positive,    // atom a is > 0 wherever it is defined
  };
  Kind kind = Kind::AtLeast;
  uint32_t a = 0, b = 0;
  bool operator==(const Fact &) const = default;
};

/// Where `given` holds: sum of `before` = sum of all of `after`. A map `v := e` says how the summed variables of the two
/// sides correspond: it is a bijection of the domains up to places where the sides are 0. Of a variable that no side
/// sums it says that `before` is read with e in its place. When `after` is the name of a sum, v is its bound variable.
struct Step {
  Rule rule{};
  Vec<Fact, 4> given; // index expression a >= 0; == 0 when b is 1
  Vec<std::pair<Var, Ix>, 4> maps;
  Side before;
  Vec<Side, 2> after;
  Vec<Fact, 4> facts;

  explicit Step(Rule rule) : rule(rule) {}
  Step &where(const Known &known);
  Step &map(Var v, Ix by) { return maps.push_back({v, by}), *this; }
  Step &from(Side side) { return before = std::move(side), *this; }
  Step &to(Side side) { return after.push_back(std::move(side)), *this; }
  Step &needs(Fact fact) { return facts.push_back(fact), *this; }
  Step &needsAtLeast(Ix e) { return needs({Fact::Kind::AtLeast, e.v, 0}); }
};

/// Text for reports, with named functions as name#id.
std::string str(const Store &s, const Fact &fact);
std::string str(const Store &s, const Side &side);

class Trace {
public:
  /// Number of the step, counted from 0.
  uint32_t record(const Step &step);
  size_t size() const { return steps.size(); }
  Step operator[](uint32_t i) const;
  uint64_t uses(uint32_t i) const { return useCounts[i]; }

  /// Functions found additive in a domain pair, and permutations of arguments under which functions are invariant.
  /// These are facts about functions, shared by all steps.
  std::vector<std::pair<Fn, unsigned>> additive;

  /// For tests of the replay only: changes each step before it is recorded.
  void (*corrupt)(Step &step) = nullptr;

private:
  KeyTable steps;
  std::vector<uint32_t> useCounts;
};

} // namespace lockstep::verifier::engine
