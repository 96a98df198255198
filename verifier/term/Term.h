// The objects of the normal form. Everything is interned in a Store: equal objects have equal ids.
//
//   index expression   c + sum of k * (variable | floor(index / d) | integer data)
//   atom               function applied to index expressions; functions have no domain of their own
//   monomial           product of atoms with rational exponents
//   combination        sum of monomials with rational coefficients: the value of a tensor element
#pragma once

#include "verifier/term/Rational.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <compare>
#include <cstdint>
#include <string>

namespace lockstep::verifier::engine {

template <typename Tag> struct Id {
  uint32_t v = ~0u;
  bool valid() const { return v != ~0u; }
  bool operator==(const Id &) const = default;
  auto operator<=>(const Id &) const = default;
};
using Var = Id<struct VarTag>;
using Ix = Id<struct IxTag>;
using IxAtom = Id<struct IxAtomTag>;
using Fn = Id<struct FnTag>;
using Atom = Id<struct AtomTag>;
using Mono = Id<struct MonoTag>;
using Comb = Id<struct CombTag>;
using Symbol = Id<struct SymbolTag>;

template <typename T> using Span = llvm::ArrayRef<T>;
template <typename T, unsigned N = 8> using Vec = llvm::SmallVector<T, N>;

/// Sorted, without repetition.
using VarList = Span<Var>;
bool contains(VarList vars, Var var);
bool intersects(VarList a, VarList b);
bool includes(VarList all, VarList some);

/// Bounds of integers. Infinite bounds saturate; arithmetic on them never overflows.
inline constexpr int64_t kInfinite = int64_t(1) << 61;
struct Range {
  int64_t lo = -kInfinite, hi = kInfinite;
  bool isFinite() const { return lo > -kInfinite && hi < kInfinite; }
  bool operator==(const Range &) const = default;
};
Range operator+(Range a, Range b);
Range scaled(Range a, int64_t k);
Range product(Range a, Range b);
inline bool within(Range inner, Range outer) { return inner.lo >= outer.lo && inner.hi <= outer.hi; }
int64_t floorDivide(int64_t a, int64_t b); // b > 0

enum class VarKind : uint8_t {
  Free,   // tensor index, rank coordinate, or variable of a sum under construction: has a range
  Param,  // i-th index parameter of a function body
  Domain, // j-th domain end of a function body (2k: low, 2k+1: high)
  Bound,  // k-th summed variable of a function body
};

struct VarNode {
  VarKind kind = VarKind::Free;
  uint32_t number = 0;
  Range range;
  std::string name;
};

enum class IxKind : uint8_t { Var, Floor, Data };
struct IxAtomNode {
  IxKind kind = IxKind::Var;
  uint32_t operand = 0; // Var, Ix or Comb
  int64_t divisor = 1;  // Floor
  VarList vars;
  bool hasData = false;
  Var var() const { return {operand}; }
  Ix index() const { return {operand}; }
  Comb data() const { return {operand}; }
};

struct IxTerm {
  IxAtom atom;
  int64_t k = 0;
  bool operator==(const IxTerm &) const = default;
};

struct IxNode {
  int64_t c = 0;
  Span<IxTerm> terms; // sorted by atom, k != 0
  VarList vars;
  bool hasData = false;
  bool ranged = false; // `range` is known
  Range range;
  bool isConst() const { return terms.empty(); }
};

/// A value between "nothing known" and "positive for all arguments where it is defined".
enum class Sign : uint8_t { Unknown, NonNegative, Positive };

enum class FnKind : uint8_t {
  Input,       // argument of the programs; name: its number
  Index,       // the value of its index argument
  AtLeast,     // 1 where the index argument is >= 0, else 0
  Equal,       // 1 where the index argument is 0, else 0
  Prime,       // a prime number, for roots of constants; number
  Huge,        // a positive literal that masks use as infinity; number
  Infinity,
  NotANumber,
  Table,       // constant array; name identifies its contents
  Combination, // bodies[0]
  Exp,         // e^bodies[0]
  Scalar,      // name(bodies...), uninterpreted or with laws
  Sum,         // sum of bodies[0] over the bound variables
  Maximum,     // largest value of bodies[0] over the bound variables
  Minimum,
  Rows,        // opaque function `name` of whole rows: bodies as functions of the bound variables; statics: extents
  Unique,      // equal to nothing but itself
};

struct FnNode {
  FnKind kind = FnKind::Unique;
  uint32_t name = 0;     // Symbol, Q or argument number
  uint32_t params = 0;   // index parameters; arguments are params, then 2 * pairs domain ends
  uint32_t pairs = 0;    // domain pairs, the last `bound` of them belong to the own bound variables
  uint32_t bound = 0;
  Span<uint32_t> statics;
  Span<uint32_t> bodies; // Comb ids over Param, Domain and Bound variables
  Sign sign = Sign::Unknown;
  bool boolean = false;  // only 0 and 1
  bool isInteger = false;
  bool hasInfinity = false; // a sum or combination with a term that is infinite or not a number
  Range range;           // of the value, meaningful when isInteger
  std::vector<std::vector<uint32_t>> symmetries; // permutations of arguments under which the function is invariant
  /// How many values a parameter or the variable of a domain pair takes in the arguments of the programs, 0 when not
  /// known. Pairs are shared in a body only when this agrees too: part [0, 12) of 30 rows is not the 12 columns.
  std::vector<int64_t> paramExtent, pairExtent;
  uint32_t firstLogical = ~0u, firstPlan = ~0u;  // nodes that made it first

  Comb body(unsigned i = 0) const { return {bodies[i]}; }
  bool isGuard() const { return kind == FnKind::AtLeast || kind == FnKind::Equal; }
  bool isSumLike() const { return kind == FnKind::Sum || kind == FnKind::Maximum || kind == FnKind::Minimum; }
};

struct AtomNode {
  Fn fn;
  Span<Ix> args;
  VarList vars;
  bool hasData = false;
};

struct Factor {
  Atom atom;
  Q exp;
  bool operator==(const Factor &) const = default;
};

struct MonoNode {
  Span<Factor> factors; // sorted by atom, exp != 0
  VarList vars;
  uint32_t shape = 0; // hash of the functions and exponents: equal for instances of one monomial
  bool hasGuard = false, hasData = false, isIndex = false, isBoolean = false, hasInfinity = false;
  bool hasPairs = false; // some function has domains
};

struct Term {
  Mono mono;
  Q coef;
  bool operator==(const Term &) const = default;
};

struct CombNode {
  Span<Term> terms; // sorted by monomial, coef != 0
  VarList vars;
  bool hasGuard = false, hasData = false;
  bool isZero() const { return terms.empty(); }
};

} // namespace lockstep::verifier::engine

template <typename Tag> struct std::hash<lockstep::verifier::engine::Id<Tag>> {
  size_t operator()(lockstep::verifier::engine::Id<Tag> id) const { return id.v * 0x9E3779B97F4A7C15ull >> 16; }
};
