// Builder of SMT-LIB 2 scripts. Terms carry their sort in their type; a script asserts what would make a claim false, so
// that `unsat` proves the claim. Names and order depend on the terms alone: equal questions have equal texts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::verifier::smt {

struct Int {
  std::string text;
};
struct Real {
  std::string text;
};
struct Bool {
  std::string text;
};

Int integer(int64_t x);
Int add(const std::vector<Int> &terms);
Int scale(int64_t k, const Int &x);
Int floorDiv(const Int &x, int64_t divisor); // divisor > 0: SMT-LIB's div is the floor then
Int choose(const Bool &c, const Int &x, const Int &y);
Bool atLeast(const Int &x, int64_t bound);
Bool atMost(const Int &x, int64_t bound);
Bool equal(const Int &x, const Int &y);

Real rational(const std::string &numerator, const std::string &denominator, bool negative);
Real add(const std::vector<Real> &terms);
Real multiply(const std::vector<Real> &factors);
Real choose(const Bool &c, const Real &x, const Real &y);
Bool equal(const Real &x, const Real &y);

Real applyReal(const std::string &name, const std::vector<Int> &args);
Bool applyBool(const std::string &name, const std::vector<Int> &args);

Bool truth(bool value);
Bool both(const std::vector<Bool> &all);
Bool either(const std::vector<Bool> &any);
Bool negate(const Bool &x);

class Script {
public:
  Int declareInt(const std::string &name);
  Real declareReal(const std::string &name);
  /// Functions of integers without laws; a constant when there are no arguments.
  void declareRealFunction(const std::string &name, unsigned arity);
  void declareBoolFunction(const std::string &name, unsigned arity);
  void require(const Bool &fact) { asserts.push_back(fact.text); }
  /// The whole script; comment: one line on what `unsat` proves. The logic is the smallest that fits.
  std::string text(const std::string &comment) const;
  void setNonlinear() { nonlinear = true; }

private:
  std::vector<std::string> declarations, asserts;
  void declareFunction(const std::string &name, unsigned arity, const char *sort);
  bool integers = false, reals = false, nonlinear = false, functions = false;
};

} // namespace lockstep::verifier::smt
