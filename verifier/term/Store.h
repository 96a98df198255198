// Owner of all terms of one proof; both programs share it. It interns and knows structure, it applies no rule.
#pragma once

#include "verifier/term/Term.h"

#include "llvm/ADT/StringRef.h"

#include <deque>

namespace lockstep::verifier::engine {

class Store {
public:
  Store();
  Rationals q;

  // Variables
  Var freeVar(Range range, llvm::StringRef name = "");
  Var param(unsigned i) { return bodyVar(VarKind::Param, i); }
  Var domain(unsigned i) { return bodyVar(VarKind::Domain, i); }
  Var bound(unsigned i) { return bodyVar(VarKind::Bound, i); }
  const VarNode &operator[](Var x) const { return vars[x.v]; }
  /// Number of values a free variable takes; its range starts at 0.
  int64_t extent(Var x) const { return vars[x.v].range.hi + 1; }

  // Index expressions; terms are merged, sorted and freed of zeros
  Ix ix(int64_t c, Span<IxTerm> terms = {});
  IxAtom varAtom(Var var);
  IxAtom floorAtom(Ix index, int64_t divisor);
  IxAtom dataAtom(Comb data);
  Ix varIx(Var var) { return ix(0, IxTerm{varAtom(var), 1}); }
  const IxNode &operator[](Ix x) const { return indices[x.v]; }
  const IxAtomNode &operator[](IxAtom x) const { return indexAtoms[x.v]; }
  void setRange(Ix x, Range range);

  // Functions
  struct FnKey {
    FnKey(FnKind kind = FnKind::Unique, uint32_t name = 0, uint32_t params = 0, uint32_t pairs = 0, uint32_t bound = 0)
        : kind(kind), name(name), params(params), pairs(pairs), bound(bound) {}
    FnKind kind;
    uint32_t name, params, pairs, bound;
    Vec<uint32_t, 4> statics;
    Vec<Comb, 2> bodies;
  };
  Fn fn(const FnKey &key, bool &isNew);
  const FnNode &operator[](Fn x) const { return fns[x.v]; }
  FnNode &edit(Fn x) { return fns[x.v]; }
  Symbol symbol(llvm::StringRef text);
  llvm::StringRef text(Symbol x) const { return symbols[x.v]; }

  // Values
  Atom atom(Fn fn, Span<Ix> args); // applies the function's symmetries
  Mono mono(Span<Factor> factors); // distinct atoms in any order; zero exponents are dropped
  Comb comb(Span<Term> terms);     // terms in any order, equal monomials are added
  const AtomNode &operator[](Atom x) const { return atoms[x.v]; }
  const MonoNode &operator[](Mono x) const { return monos[x.v]; }
  const CombNode &operator[](Comb x) const { return combs[x.v]; }
  const FnNode &fnOf(Atom x) const { return fns[atoms[x.v].fn.v]; }

  Mono unit;       // the empty product
  Comb zero, one;
  Ix zeroIx;

  uint32_t functionCount() const { return fns.size(); }
  uint32_t atomCount() const { return atoms.size(); }
  uint32_t monoCount() const { return monos.size(); }
  uint32_t combCount() const { return combs.size(); }
  uint32_t indexCount() const { return indices.size(); }

  /// Text for reports and tests; nested functions are shown as name#id up to `depth`.
  std::string str(Ix x) const;
  std::string str(Atom x, unsigned depth = 0) const;
  std::string str(Mono x, unsigned depth = 0) const;
  std::string str(Comb x, unsigned depth = 0) const;
  std::string str(Fn x) const;

private:
  Var bodyVar(VarKind kind, unsigned i);
  VarList keep(Vec<Var, 16> &vars); // sorts, removes repetitions, copies
  VarList unite(VarList a, VarList b);
  template <typename T> Span<T> copy(Span<T> items);

  llvm::BumpPtrAllocator memory;
  StableVector<VarNode> vars;
  StableVector<IxNode> indices;
  StableVector<IxAtomNode> indexAtoms;
  StableVector<FnNode> fns;
  StableVector<AtomNode> atoms;
  StableVector<MonoNode> monos;
  StableVector<CombNode> combs;
  std::deque<std::string> symbols; // text() stays valid while symbols are added
  std::vector<Var> params, domains, bounds;
  KeyTable ixKeys, ixAtomKeys, fnKeys, atomKeys, monoKeys, combKeys;
  std::unordered_map<std::string, uint32_t> symbolIds;
};

} // namespace lockstep::verifier::engine
