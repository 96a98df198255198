#include "verifier/smt/Script.h"

namespace lockstep::verifier::smt {

static std::string signedText(int64_t x) {
  return x < 0 ? "(- " + std::to_string(uint64_t(0) - uint64_t(x)) + ")" : std::to_string(x);
}

template <typename Term> static std::string apply(const char *op, const std::vector<Term> &terms, const char *none) {
  if (terms.empty())
    return none;
  if (terms.size() == 1)
    return terms[0].text;
  std::string text = std::string("(") + op;
  for (const Term &term : terms)
    text += " " + term.text;
  return text + ")";
}

Int integer(int64_t x) { return {signedText(x)}; }
Int add(const std::vector<Int> &terms) { return {apply("+", terms, "0")}; }
Int scale(int64_t k, const Int &x) { return k == 1 ? x : Int{"(* " + signedText(k) + " " + x.text + ")"}; }
Int floorDiv(const Int &x, int64_t divisor) { return {"(div " + x.text + " " + signedText(divisor) + ")"}; }
Int choose(const Bool &c, const Int &x, const Int &y) { return {"(ite " + c.text + " " + x.text + " " + y.text + ")"}; }
Bool atLeast(const Int &x, int64_t bound) { return {"(>= " + x.text + " " + signedText(bound) + ")"}; }
Bool atMost(const Int &x, int64_t bound) { return {"(<= " + x.text + " " + signedText(bound) + ")"}; }
Bool equal(const Int &x, const Int &y) { return {"(= " + x.text + " " + y.text + ")"}; }

Real rational(const std::string &numerator, const std::string &denominator, bool negative) {
  std::string text = denominator == "1" ? numerator + ".0" : "(/ " + numerator + ".0 " + denominator + ".0)";
  return {negative ? "(- " + text + ")" : text};
}
Real add(const std::vector<Real> &terms) { return {apply("+", terms, "0.0")}; }
Real multiply(const std::vector<Real> &factors) { return {apply("*", factors, "1.0")}; }
Real choose(const Bool &c, const Real &x, const Real &y) { return {"(ite " + c.text + " " + x.text + " " + y.text + ")"}; }
Bool equal(const Real &x, const Real &y) { return {"(= " + x.text + " " + y.text + ")"}; }

static std::string call(const std::string &name, const std::vector<Int> &args) {
  if (args.empty())
    return name;
  std::string text = "(" + name;
  for (const Int &arg : args)
    text += " " + arg.text;
  return text + ")";
}

Real applyReal(const std::string &name, const std::vector<Int> &args) { return {call(name, args)}; }
Bool applyBool(const std::string &name, const std::vector<Int> &args) { return {call(name, args)}; }

Bool truth(bool value) { return {value ? "true" : "false"}; }
Bool both(const std::vector<Bool> &all) { return {apply("and", all, "true")}; }
Bool either(const std::vector<Bool> &any) { return {apply("or", any, "false")}; }
Bool negate(const Bool &x) { return {"(not " + x.text + ")"}; }

Int Script::declareInt(const std::string &name) {
  integers = true;
  declarations.push_back("(declare-const " + name + " Int)");
  return {name};
}

Real Script::declareReal(const std::string &name) {
  reals = true;
  declarations.push_back("(declare-const " + name + " Real)");
  return {name};
}

void Script::declareFunction(const std::string &name, unsigned arity, const char *sort) {
  std::string domain;
  for (unsigned i = 0; i < arity; ++i)
    domain += i == 0 ? "Int" : " Int";
  functions |= arity > 0;
  integers |= arity > 0;
  declarations.push_back("(declare-fun " + name + " (" + domain + ") " + sort + ")");
}

void Script::declareRealFunction(const std::string &name, unsigned arity) {
  reals = true;
  declareFunction(name, arity, "Real");
}

void Script::declareBoolFunction(const std::string &name, unsigned arity) { declareFunction(name, arity, "Bool"); }

std::string Script::text(const std::string &comment) const {
  std::string kind = integers && reals ? "IRA" : reals ? "RA" : "IA";
  std::string out = "; " + comment + "\n; expect: unsat\n(set-logic QF_" + (functions ? "UF" : "") + (nonlinear ? "N" : "L") + kind + ")\n";
  for (const std::string &line : declarations)
    out += line + "\n";
  for (const std::string &fact : asserts)
    out += "(assert " + fact + ")\n";
  return out + "(check-sat)\n";
}

} // namespace lockstep::verifier::smt
