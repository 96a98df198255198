// The rules of the normal form. Builders take normal operands and return normal results; equality of two values is
// equality of ids. Every rule is documented in docs/rules.md under the name it has in Rules.def.
#pragma once

#include "verifier/normalize/RoundingTag.h"
#include "verifier/read/Prove.h"
#include "verifier/normalize/Trace.h"
#include "verifier/term/Store.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <unordered_map>

namespace lockstep::verifier::engine {

struct Interval;

enum class Rule : uint8_t {
#define LOCKSTEP_RULE(enumerator, name, tag) enumerator,
#include "verifier/normalize/Rules.def"
  Count
};
const char *name(Rule rule);
/// What the rule does to roundings; Rules.def decides.
RoundingTag roundingTag(Rule rule);

/// A guard that is known to hold: `e >= 0` or `e == 0`.
struct Known {
  bool equality = false;
  Ix e;
  bool operator==(const Known &) const = default;
};
using Context = Vec<Known, 4>;

/// Simultaneous replacement of variables.
class Substitution {
public:
  void set(Var var, Ix by);
  void normalize(); // call after the last set()
  const Ix *find(Var var) const;
  bool touches(VarList vars) const;
  /// The pairs that matter for a term with these variables, as words.
  void key(VarList vars, Vec<uint32_t, 32> &words) const;
  bool empty() const { return map.empty(); }
  Span<std::pair<Var, Ix>> pairs() const { return map; }

private:
  friend class Normalizer;
  Vec<std::pair<Var, Ix>, 8> map;
  /// Index expressions that were replaced before: the terms of a long sum share most of theirs.
  struct Done {
    Ix from, to;
  };
  static constexpr unsigned kDone = 16;
  mutable std::array<Done, kDone> done{};
};

/// Sorts; equal items keep their order.
template <typename List, typename Less> void stableSort(List &list, Less less) {
  if (list.size() > 32) {
    std::vector<uint32_t> order(list.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return less(list[a], list[b]) || (!less(list[b], list[a]) && a < b);
    });
    List sorted;
    for (uint32_t i : order)
      sorted.push_back(std::move(list[i]));
    list = std::move(sorted);
    return;
  }
  for (size_t i = 1; i < list.size(); ++i) {
    if (!less(list[i], list[i - 1]))
      continue;
    auto item = std::move(list[i]);
    size_t j = i;
    for (; j > 0 && less(item, list[j - 1]); --j)
      list[j] = std::move(list[j - 1]);
    list[j] = std::move(item);
  }
}

/// What floating-point operators mean to a reading.
enum class Arithmetic : uint8_t {
  Real,           // functions of real numbers
  Rounded,        // elementwise ones are opaque functions of the numbers held; sums are not understood
  RoundedWhole,   // likewise, and sums are opaque functions of whole operands
};

/// Choices between forms that are equally right; a pair may be read under several, one after the other.
struct Settings {
  bool splitAtGuards = true; // sum apart the two sides of a guard inside a function, even when neither vanishes
  Arithmetic arithmetic = Arithmetic::Real;
};

struct OrderedMono;

class Normalizer {
public:
  explicit Normalizer(const Limits &limits, Settings settings = {});
  const Settings settings;
  Store s;

  // --- index expressions (Index.cpp)
  Ix constant(int64_t c) { return s.ix(c); }
  Ix add(Ix a, Ix b);
  Ix sub(Ix a, Ix b) { return add(a, scale(b, -1)); }
  Ix plus(Ix a, int64_t c);
  Ix scale(Ix a, int64_t k);
  Ix floorDiv(Ix a, int64_t d);
  Ix mod(Ix a, int64_t d) { return sub(a, scale(floorDiv(a, d), d)); }
  Range range(Ix a, unsigned depth = 0);
  /// The range of a + sign * b, without making that expression where it can be avoided.
  Range rangeOfSum(Ix a, Ix b, int sign);
  Range rangeOf(Comb integerValue);
  int64_t coefficient(Ix a, Var var) const;
  /// a without its terms in `var`.
  Ix without(Ix a, Var var);
  /// The value of `var` at which a is 0, when a is +-var and terms without it.
  std::optional<Ix> solvedFor(Ix a, Var var);

  // --- integers as values (Integers.cpp)
  Comb fromIndex(Ix a);
  Ix toIndex(Comb x);

  /// The elements of a constant array, row-major; the array at constant places is its element.
  void setTable(Fn table, Span<int64_t> shape, std::vector<Q> elements) { tables[table] = {Vec<int64_t, 4>(shape), std::move(elements)}; }

  // --- guards (Guards.cpp)
  Comb guardAtLeast(Ix a); // [a >= 0]
  Comb guardEqual(Ix a);   // [a == 0]
  Comb logicalNot(Comb x);
  Comb logicalOr(Comb x, Comb y);
  Comb mergeGuards(Comb x);
  bool isBoolean(Comb x) const;
  /// 1, 0 or nothing for a guard under what is known.
  std::optional<bool> decide(Comb guard, const Context &known);
  std::optional<bool> decide(Atom guard, const Context &known);
  /// The same for a product of guards and other factors: false when it vanishes, true when only guards that hold occur.
  std::optional<bool> decideProduct(Mono m, const Context &known);
  Context contextOf(Mono m) const;
  /// The guard piece by piece when `a` holds a step function (Steps.cpp).
  std::optional<Comb> guardOnSteps(Ix a, bool equality);
  // (Floors.cpp)
  bool hasFloor(Ix e) const;
  Range rangeUnder(Ix e, const Context &known);
  /// e with the floors replaced that are determined where the facts hold.
  Ix floorsUnder(Ix e, const Context &known);

  // --- combinations (Combination.cpp)
  Comb number(Q value) { return value == kZero ? s.zero : s.comb(Term{s.unit, value}); }
  Comb number(int64_t value) { return number(s.q.integer(value)); }
  Comb single(Atom atom, Q exp = kOne) { return s.comb(Term{s.mono(Factor{atom, exp}), kOne}); }
  Comb monoComb(Mono m, Q c = kOne) { return c == kZero ? s.zero : s.comb(Term{m, c}); }
  bool isNumber(Comb x) const;
  Q numberOf(Comb x) const;
  Comb make(Span<Term> terms); // adds equal terms, merges index values
  Comb add(Span<Comb> xs);
  Comb add(Comb x, Comb y) { return add({x, y}); }
  Comb sub(Comb x, Comb y) { return add(x, scale(y, kMinusOne)); }
  Comb scale(Comb x, Q k);
  Comb neg(Comb x) { return scale(x, kMinusOne); }
  Comb mul(Comb x, Comb y);
  Comb mulDistributed(Comb x, Comb y);
  /// Product with selection semantics: 0 where the guard is 0.
  Comb guarded(Comb guard, Comb x);
  Comb select(Comb guard, Comb x, Comb y);
  Mono mulMono(Mono a, Mono b, bool record = true);
  Comb contextual(Q c, Mono m); // guards of the monomial applied to its other factors
  void recordUnder(Rule rule, Atom a, const Context &known, Comb result);

  // --- naming (Named.cpp)
  std::pair<Q, Mono> fold(Comb x);  // content, common monomial, and a named remainder
  Comb named(Comb x);               // fold as a combination of one term
  Comb asFactor(Comb x);            // named where a product would name it
  Comb operand(Comb x);             // a number, or one atom standing for x
  Comb bodyAt(Atom a, unsigned i = 0); // body with the arguments put in
  Comb argumentOf(Atom a, unsigned i = 0); // bodyAt, and a name that stands for a combination opened
  Comb instance(Fn fn, Span<Ix> args); // single(), guards and indices normalised, degenerate instances rebuilt
  Fn intern(const Store::FnKey &key, Sign sign);
  /// Whether T(.., [a,b)) + T(.., [b,c)) = T(.., [a,c)) for the k-th domain pair.
  bool isAdditive(Fn fn, unsigned pair);
  /// Equal as they are, or after multiplying named combinations out (Expand.cpp).
  bool sameValue(Comb x, Comb y);
  std::optional<Comb> expanded(Comb x);
  Sign signOf(Atom a) const { return s.fnOf(a).sign; }
  Sign signOf(const Factor &f) const;
  Sign signOf(Mono m) const;
  Sign signOf(Comb x) const;

  // --- copies of one term (Join.cpp, Generalise.cpp)
  /// What copies of a function with other constants inside have in common, and those constants in a fixed order.
  struct Shape {
    uint64_t skeleton = 0;
    std::vector<int64_t> constants;
  };
  const Shape &shapeOf(Fn fn);
  const Shape &shapeOf(Mono m);
  /// Terms that are one term at 0, 1, 2, ... become its sum when that is no longer than they are.
  Comb joinCopies(Comb x);

  // --- orders of terms (Abstraction.cpp)
  std::shared_ptr<const OrderedMono> orderedMono(Mono m);
  /// To be called when a function's symmetries were found: they are part of orders.
  void forgetOrders() { orderedMonos.clear(); }

  // --- substitution (Substitute.cpp)
  Ix substitute(Ix a, const Substitution &by);
  Comb substitute(Comb x, const Substitution &by);

  // --- instances under guards (Specialise.cpp)
  Span<Atom> guardsOf(Fn fn); // guards over the parameters that occur in bodies
  Substitution bindArguments(Atom a); // parameters by the arguments of an instance
  bool decidesSome(Atom a, const Context &known);
  Comb specialised(Atom a, const Context &known);
  Comb under(Comb x, const Context &known);
  std::optional<Comb> rebuild(Atom a);
  bool isDegenerate(Atom a) const;

  // --- scalar functions (Scalar.cpp)
  Comb power(Comb x, Q exponent);
  Comb exp(Comb x);
  Comb log(Comb x);
  struct ScalarTraits {
    Sign sign = Sign::Unknown;
    bool boolean = false;
    std::optional<Range> range; // integers only
    Vec<uint32_t, 4> statics;
  };
  Comb scalar(llvm::StringRef name, Span<Comb> operands, const ScalarTraits &traits);
  Comb scalar(llvm::StringRef name, Span<Comb> operands) { return scalar(name, operands, ScalarTraits()); }
  /// Functions of one element that are odd, even or a root; others are named.
  Comb function(llvm::StringRef name, Comb x);
  Comb unique();
  /// The function `fn` of other operands, with the laws that hold for them.
  Comb rebuildScalar(Fn fn, Span<Comb> operands);

  // --- sums (Sum*.cpp) and extrema (Extremum.cpp); variables are free ones with ranges from 0
  Comb sum(Span<Var> vars, Comb x, bool closed = false);
  Comb extremum(FnKind kind, Span<Var> vars, Comb x);
  /// Body with fresh variables for the bound ones; nothing when the domain has no largest length.
  struct Opened {
    Vec<Var> vars;
    Comb body;
  };
  std::optional<Opened> open(Atom sumLike);
  Comb mergeDomains(Comb x);
  /// The instance with another domain in its k-th pair.
  Comb withPair(Atom a, unsigned pair, Ix lo, Ix hi);
  /// Opaque function of whole rows: the bodies as functions of vars (extents are part of the function), plus `at`.
  Comb rows(llvm::StringRef name, Span<Var> vars, Span<Comb> bodies, Span<Ix> at, const ScalarTraits &traits);

  /// The index variable that stands for dim i of every tensor with this extent there.
  Var formal(unsigned dim, int64_t extent);

  // --- bookkeeping (Normalizer.cpp)
  /// Pays for one step; false once the budget is spent or the run was interrupted.
  bool spend(uint64_t steps = 1);
  bool exhausted() const { return stopped != Stop::No; }
  std::string stopReason() const;
  void count(Rule rule) { ++ruleCounts[static_cast<size_t>(rule)]; }
  /// The proof trace; null unless Limits::trace asks for it. A rule that is applied records its equation.
  std::unique_ptr<Trace> trace;
  bool recording() const { return trace != nullptr; }
  void assume(AssumptionKind kind, const std::string &text);
  std::vector<Assumption> assumptions() const;
  /// What was assumed up to now, to return to when an attempt fails.
  struct Assumed {
    std::map<std::pair<AssumptionKind, std::string>, uint64_t> texts;
    std::set<Atom> cancelled;
  };
  const Assumed &assumedSoFar() const { return assumed; }
  void assumeOnly(Assumed earlier) { assumed = std::move(earlier); }
  std::array<uint64_t, static_cast<size_t>(Rule::Count)> ruleCounts{};
  uint64_t fuelUsed = 0;

  /// Where new functions come from, for reports.
  NodeId currentNode = kNone;
  bool inPlan = false;

private:
  friend class Abstraction;
  friend class Generaliser;
  friend class SumBuilder;
  struct Deeper { // guards against stack exhaustion
    explicit Deeper(Normalizer &n) : n(n) { ++n.depth; }
    ~Deeper() { --n.depth; }
    Normalizer &n;
  };
  enum class Stop { No, Fuel, Time, Interrupted, Depth, Overflow };
  Comb canonicalIndex(Comb x);
  Comb makeAtLeast(Ix a);
  Comb reducedAtLeast(Ix a);
  Comb reducedEqual(Ix a);
  Ix reducedFloor(Ix a, int64_t d);
  Comb contextualNow(Q c, Mono m);
  Comb substituteNow(Comb x, const Substitution &by);
  std::pair<Q, Mono> foldNow(Comb x);
  Comb powerNow(Comb x, Q exponent);
  Comb expNow(Comb x);
  Comb mulNow(Comb x, Comb y);
  Comb refreshNow(Atom a, unsigned pair);
  /// A guard as a bound on a linear form whose first factor is positive: form >= low or form <= high.
  struct Bound {
    Ix form;
    bool isLow = false;
    int64_t at = 0;
  };
  std::optional<Bound> boundOf(Atom guard);
  /// Moves pieces of one place along the form into the group of what is read there too. Groups are by what remains of
  /// a monomial without its guards on the form.
  void absorbPoints(Ix form, std::map<Mono, Vec<Interval, 1>> &groups);
  int64_t checkedMul(int64_t a, int64_t b);
  int64_t checkedAdd(int64_t a, int64_t b);
  Mono normalizePrimes(Q &c, Mono m);
  Comb contextualData(Q c, Mono m);
  std::optional<Comb> contextualFloors(Q c, Mono m);
  std::optional<Ix> floorUnder(Ix x, int64_t d, const Context &known);
  Ix indexUnder(Ix a, const std::map<Atom, bool> &known);
  Atom atomUnder(Atom a, const std::map<Atom, bool> &known);
  Comb substituteMono(Q c, Mono m, const Substitution &by);
  std::optional<Comb> rebuildWith(Atom a, const Context *known);
  Atom expAtom(Mono m);
  Comb refresh(Atom a, unsigned pair);
  bool needsRefresh(Fn fn, unsigned pair);
  void recordCancelled(Atom atom);
  void findExtents(FnNode &fn);
  void findExtents(FnNode &fn, Comb body, std::vector<int64_t> &bound);

  const Limits &limits;
  Stop stopped = Stop::No;
  unsigned depth = 0;
  double startTime = 0;
  Assumed assumed;
  std::map<std::pair<unsigned, int64_t>, Var> formals;
  struct TableData {
    Vec<int64_t, 4> shape;
    std::vector<Q> elements;
  };
  std::optional<Q> tableAt(Fn table, Span<Ix> args) const;
  std::unordered_map<Fn, TableData> tables;
  KeyMap<Comb> substituted, specialisedMemo, summedMemo;
  std::unordered_map<Comb, std::pair<Q, Mono>> foldMemo;
  std::unordered_map<Comb, Comb> operandMemo, guardMemo;
  std::unordered_map<Atom, std::optional<Comb>> rebuilt;
  std::unordered_map<Atom, Bound> bounds;
  std::vector<std::optional<std::vector<Atom>>> guardMemoOfFn; // by function
  std::unordered_map<Fn, Shape> shapeMemo;
  std::unordered_map<Mono, Shape> monoShapeMemo;
  std::unordered_map<Mono, std::shared_ptr<const OrderedMono>> orderedMonos;
  std::map<std::pair<Fn, unsigned>, bool> additiveMemo, refreshMemo;
};

} // namespace lockstep::verifier::engine
