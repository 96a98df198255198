// Values written out: products multiplied out, sums taken term by term, functions expressed by few of them. Used where
// two values are not identical, never in normal forms, so it may give up.
#pragma once

#include "verifier/normalize/Normalizer.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace lockstep::verifier::engine {

class Expander {
public:
  /// Names and sums are opened down to `level` of nesting; more than `work` products of terms are not made.
  Expander(Normalizer &n, unsigned level, uint64_t work) : n(n), s(n.s), level(level), left(work), fuelEnd(n.fuelUsed + 2 * work) {}

  /// Whether x is 0 wherever it is defined; false when that is not found out.
  bool vanishes(Comb x);
  /// x written out; x itself when that grows too long.
  Comb writtenOut(Comb x);

private:
  // Expander.cpp
  Comb expand(Comb x, unsigned depth);
  Comb product(const Term &term, unsigned depth);
  bool holdsMaskConstant(Comb x) const;
  Comb factor(const Factor &f, unsigned depth);
  Comb overVariables(Atom a, unsigned depth);
  Comb total(Vec<Var> vars, const Term &term);
  Comb power(Comb x, Q exponent);
  Comb times(Comb x, Comb y);
  bool pay(size_t products);
  Comb tidy(Comb x);
  Comb conditions(Comb x);
  Comb fraction(Comb x, bool positiveOnly);
  // Elementary.cpp
  Comb function(llvm::StringRef name, Fn fn, Span<Comb> xs);
  Comb exp(Comb x);
  Comb log(Comb x);
  Comb predicate(llvm::StringRef name, Comb x);
  std::optional<Comb> sineOf(bool cosine, Comb x);
  std::optional<Comb> sineOf(bool cosine, const Term &angle);
  std::optional<Atom> caseOf(Span<Comb> xs);
  Comb where(Comb x, Atom condition, bool holds);
  Comb byCases(Atom condition, Span<Comb> xs, llvm::function_ref<Comb(Span<Comb>)> f);
  // Identity.cpp
  bool isZero(Comb x);
  Comb squaresOfSines(Comb x);
  Comb atZeros(Comb x);
  Comb rootsOfProducts(Comb x);
  Comb overOneDenominator(Comb x);
  bool unifyOne(Comb &x);

  Normalizer &n;
  Store &s;
  unsigned level;
  uint64_t left, fuelEnd;
  bool gaveUp = false;
  unsigned cases = 0; // nesting of case distinctions
  std::map<std::pair<Comb, unsigned>, Comb> memo;
  std::map<Mono, Q> angleUnit; // the angles of one monomial are multiples of this one
  bool angleUnitChanged = false;
};

} // namespace lockstep::verifier::engine
