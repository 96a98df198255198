// From a term to a function body: index expressions free of the bound variables become parameters in order of first
// occurrence, pairs of domain ends become domain pairs, bound variables are numbered. Orders make this independent
// of names: items are ordered by functions and by the shape of their arguments, ties are tried in every order.
#pragma once

#include "verifier/normalize/Normalizer.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace lockstep::verifier::engine {

/// A domain, and the natural extent of its variable.
struct DomainPair {
  Ix lo, hi;
  int64_t extent = 0;
  bool operator==(const DomainPair &) const = default;
};

/// An atom taken apart; the arguments may stand in any order that the function's symmetries allow.
struct Occurrence {
  Fn fn;
  Vec<Ix> args;
  Q exp;
};

class Abstraction {
public:
  Abstraction(Normalizer &n, VarList bound) : n(n), bound(bound.begin(), bound.end()) {}

  Ix index(Ix e);
  Atom atom(Fn fn, Span<Ix> args);
  Atom atom(const Occurrence &f) { return atom(f.fn, f.args); }
  Comb comb(Comb x); // in canonical order
  Ix boundIx(Var v); // gives the variable its number if it has none

  Vec<Ix> params;
  Vec<DomainPair, 4> pairs;
  Vec<Var> bounds; // in order of their numbers

  /// Parameters, then pairs: the arguments of the instance.
  Vec<Ix> arguments() const;

private:
  Ix parameter(Ix e);
  Normalizer &n;
  Vec<Var> bound;
};

/// What orders factors: function, exponent, hash of the arguments with free parts masked.
struct FactorKey {
  uint32_t fn = 0, exp = 0;
  uint64_t mask = 0;
  auto operator<=>(const FactorKey &) const = default;
};
FactorKey keyOf(Normalizer &n, const Factor &f, VarList bound);
/// The orders of arguments with the least masks; more than one when masks do not tell them apart.
Vec<Occurrence, 2> variantsOf(Normalizer &n, const Factor &f, VarList bound);
using MonoKey = std::pair<std::vector<FactorKey>, uint32_t>; // and the coefficient
MonoKey keyOf(Normalizer &n, const Term &term, VarList bound);

inline constexpr size_t kTieCap = 24;

/// All orders of the factors (monomials with ordered factors) that respect the keys; at most kTieCap, else one.
using FactorOrder = Vec<Occurrence, 4>;
std::vector<FactorOrder> orders(Normalizer &n, Span<Factor> factors, VarList bound);
/// What orders a monomial among others, and its own orders; remembered, since long sums share most of their terms.
struct OrderedMono {
  std::vector<FactorKey> key;
  std::vector<FactorOrder> orders;
};
struct OrderedTerm {
  Q coef;
  const FactorOrder *factors = nullptr;
};
using TermOrder = std::vector<OrderedTerm>;
/// Visits the orders of the terms; an order lives during its visit only.
void forEachOrder(Normalizer &n, Comb x, llvm::function_ref<void(const TermOrder &)> visit);

} // namespace lockstep::verifier::engine
