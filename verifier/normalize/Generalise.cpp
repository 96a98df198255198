// Anti-unification. Copies are compared factor by factor; functions that differ are opened with the same variables, so
// that constants deep inside (the first row of a micro-batch) become a variable too.
#include "verifier/normalize/Generalise.h"

#include <algorithm>

namespace lockstep::verifier::engine {

class Generaliser {
public:
  Generaliser(Normalizer &n, Var var) : n(n), s(n.s), var(s.varIx(var)) {}

  std::optional<Ix> index(Span<Ix> copies) {
    if (llvm::all_equal(copies))
      return copies[0];
    // What all share, and the constants, which may grow by a fixed step.
    std::map<IxTerm, unsigned, Less> counts;
    for (Ix copy : copies)
      for (const IxTerm &term : s[copy].terms)
        ++counts[term];
    Vec<IxTerm> common;
    for (const auto &[term, count] : counts)
      if (count == copies.size())
        common.push_back(term);
    int64_t step = s[copies[1]].c - s[copies[0]].c;
    for (size_t j = 0; j < copies.size(); ++j)
      if (s[copies[j]].c != s[copies[0]].c + step * int64_t(j))
        return std::nullopt;
    Ix result = n.add(s.ix(s[copies[0]].c, common), n.scale(var, step));
    std::vector<Vec<IxTerm>> rest;
    for (Ix copy : copies) {
      Vec<IxTerm> &own = rest.emplace_back();
      for (const IxTerm &term : s[copy].terms)
        if (!llvm::is_contained(common, term))
          own.push_back(term);
      std::sort(own.begin(), own.end(), [&](const IxTerm &a, const IxTerm &b) {
        return std::tuple(s[a.atom].kind, a.k, a.atom) < std::tuple(s[b.atom].kind, b.k, b.atom);
      });
      if (own.size() != rest[0].size())
        return std::nullopt;
    }
    for (size_t i = 0; i < rest[0].size(); ++i) {
      const IxAtomNode &first = s[rest[0][i].atom];
      Vec<Ix> inner;
      Vec<Comb> data;
      for (const Vec<IxTerm> &own : rest) {
        const IxAtomNode &atom = s[own[i].atom];
        if (atom.kind != first.kind || own[i].k != rest[0][i].k || atom.divisor != first.divisor || atom.kind == IxKind::Var)
          return std::nullopt;
        inner.push_back(atom.index());
        data.push_back(atom.data());
      }
      Ix value;
      if (first.kind == IxKind::Floor) {
        std::optional<Ix> x = index(inner);
        if (!x)
          return std::nullopt;
        value = n.floorDiv(*x, first.divisor);
      } else {
        std::optional<Comb> x = combination(data);
        if (!x)
          return std::nullopt;
        value = n.toIndex(*x);
      }
      result = n.add(result, n.scale(value, rest[0][i].k));
    }
    return result;
  }

  std::optional<Comb> combination(Span<Comb> copies) {
    if (llvm::all_equal(copies))
      return copies[0];
    size_t count = s[copies[0]].terms.size();
    std::vector<std::vector<std::pair<Key, Term>>> sorted;
    for (Comb copy : copies) {
      if (s[copy].terms.size() != count || count > 60)
        return std::nullopt;
      auto &list = sorted.emplace_back();
      for (const Term &term : s[copy].terms)
        list.push_back({keyOf(term), term});
      stableSort(list, [](const auto &a, const auto &b) { return a.first < b.first; });
    }
    Vec<Comb> parts;
    for (size_t i = 0; i < count; ++i) {
      std::vector<std::vector<std::pair<Key, Factor>>> rows;
      for (auto &list : sorted) {
        if (list[i].second.coef != sorted[0][i].second.coef)
          return std::nullopt;
        auto &row = rows.emplace_back();
        for (const Factor &f : s[list[i].second.mono].factors)
          row.push_back({keyOf(f), f});
        stableSort(row, [](const auto &a, const auto &b) { return a.first < b.first; });
        if (row.size() != rows[0].size())
          return std::nullopt;
      }
      Comb product = s.one;
      for (size_t k = 0; k < rows[0].size(); ++k) {
        Vec<Atom> column;
        for (auto &row : rows) {
          if (row[k].second.exp != rows[0][k].second.exp)
            return std::nullopt;
          column.push_back(row[k].second.atom);
        }
        std::optional<Comb> factor = atom(column);
        if (!factor)
          return std::nullopt;
        product = times(product, *factor, rows[0][k].second.exp);
      }
      parts.push_back(n.scale(product, sorted[0][i].second.coef));
    }
    return parts.size() == 1 ? parts[0] : n.add(parts);
  }

private:
  /// A raw product where it is one, so that nothing is decided before all is put together.
  Comb times(Comb x, Comb y, Q exp) {
    Span<Term> a = s[x].terms, b = s[y].terms;
    if (a.size() == 1 && b.size() == 1 && b[0].coef == kOne && s[b[0].mono].factors.size() == 1 &&
        s[b[0].mono].factors[0].exp == kOne)
      return n.monoComb(n.mulMono(a[0].mono, s.mono(Factor{s[b[0].mono].factors[0].atom, exp}), false), a[0].coef);
    return n.mul(x, n.power(y, exp));
  }

  std::optional<Comb> atom(Span<Atom> copies) {
    if (llvm::all_equal(copies))
      return n.single(copies[0]);
    Vec<uint32_t, 32> key;
    for (Atom copy : copies)
      key.push_back(copy.v);
    if (const std::optional<Comb> *known = memo.find(key))
      return *known;
    std::optional<Comb> result = sameFunction(copies);
    if (!result && depth < kMaxDepth && n.spend(copies.size())) {
      ++depth;
      result = opened(copies);
      --depth;
    }
    memo.set(key, result);
    return result;
  }

  std::optional<Comb> sameFunction(Span<Atom> copies) {
    Fn fn = s[copies[0]].fn;
    Vec<Ix> args;
    for (Atom copy : copies)
      if (s[copy].fn != fn)
        return std::nullopt;
    for (size_t a = 0; a < s[copies[0]].args.size(); ++a) {
      Vec<Ix> column;
      for (Atom copy : copies)
        column.push_back(s[copy].args[a]);
      std::optional<Ix> x = index(column);
      if (!x)
        return std::nullopt;
      args.push_back(*x);
    }
    return n.single(s.atom(fn, args));
  }

  /// Copies of one form, put together again from their generalised bodies.
  std::optional<Comb> opened(Span<Atom> copies) {
    const FnNode &first = s.fnOf(copies[0]);
    for (Atom copy : copies) {
      const FnNode &fn = s.fnOf(copy);
      if (fn.kind != first.kind || fn.bound != first.bound || fn.bodies.size() != first.bodies.size() ||
          fn.statics != first.statics || n.shapeOf(s[copy].fn).skeleton != n.shapeOf(s[copies[0]].fn).skeleton ||
          (fn.kind == FnKind::Scalar && fn.name != first.name))
        return std::nullopt;
    }
    switch (first.kind) {
    case FnKind::Combination: {
      std::optional<Comb> body = bodies(copies, [&](Atom copy) { return n.bodyAt(copy); });
      return body ? std::optional(n.named(*body)) : std::nullopt;
    }
    case FnKind::Exp: {
      std::optional<Comb> body = bodies(copies, [&](Atom copy) { return n.argumentOf(copy); });
      return body ? std::optional(n.exp(*body)) : std::nullopt;
    }
    case FnKind::Scalar: {
      Vec<Comb, 4> operands;
      for (unsigned i = 0; i < first.bodies.size(); ++i) {
        std::optional<Comb> body = bodies(copies, [&](Atom copy) { return n.argumentOf(copy, i); });
        if (!body)
          return std::nullopt;
        operands.push_back(*body);
      }
      return n.rebuildScalar(s[copies[0]].fn, operands);
    }
    case FnKind::Sum: case FnKind::Maximum: case FnKind::Minimum:
      return sumLike(copies);
    default:
      return std::nullopt;
    }
  }

  template <typename Body> std::optional<Comb> bodies(Span<Atom> copies, Body body) {
    Vec<Comb> list;
    for (Atom copy : copies)
      list.push_back(body(copy));
    return combination(list);
  }

  std::optional<Comb> sumLike(Span<Atom> copies) {
    const FnNode &first = s.fnOf(copies[0]);
    Vec<Var> vars;
    Vec<Comb> list;
    for (Atom copy : copies) {
      std::optional<Normalizer::Opened> whole = n.open(copy);
      if (!whole)
        return std::nullopt;
      Substitution same;
      for (size_t k = 0; k < whole->vars.size(); ++k) {
        if (vars.size() == k)
          vars.push_back(whole->vars[k]);
        if (s.extent(vars[k]) != s.extent(whole->vars[k]))
          return std::nullopt;
        if (vars[k] != whole->vars[k])
          same.set(whole->vars[k], s.varIx(vars[k]));
      }
      same.normalize();
      list.push_back(n.substitute(whole->body, same));
    }
    std::optional<Comb> body = combination(list);
    if (!body)
      return std::nullopt;
    return first.kind == FnKind::Sum ? n.sum(vars, *body) : n.extremum(first.kind, vars, *body);
  }

  struct Less {
    bool operator()(const IxTerm &a, const IxTerm &b) const { return std::pair(a.atom, a.k) < std::pair(b.atom, b.k); }
  };
  /// Orders terms by functions first and constants of arguments last, so that corresponding terms line up.
  using Key = std::vector<int64_t>;
  Key keyOf(const Factor &f) {
    const Normalizer::Shape &fn = n.shapeOf(s[f.atom].fn);
    Key shape{int64_t(fn.skeleton), int64_t(f.exp.v)}, constants;
    for (Ix arg : s[f.atom].args) {
      for (const IxTerm &term : s[arg].terms) {
        shape.push_back(int64_t(s[term.atom].kind));
        shape.push_back(term.k);
        shape.push_back(s[term.atom].kind == IxKind::Var ? int64_t(term.atom.v) : 0);
      }
      constants.push_back(s[arg].c);
    }
    shape.insert(shape.end(), constants.begin(), constants.end());
    shape.insert(shape.end(), fn.constants.begin(), fn.constants.end());
    return shape;
  }
  Key keyOf(const Term &term) {
    std::vector<Key> factors;
    for (const Factor &f : s[term.mono].factors)
      factors.push_back(keyOf(f));
    std::sort(factors.begin(), factors.end());
    Key key{int64_t(factors.size()), int64_t(term.coef.v)};
    for (const Key &factor : factors)
      key.insert(key.end(), factor.begin(), factor.end());
    return key;
  }

  static constexpr unsigned kMaxDepth = 400;
  Normalizer &n;
  Store &s;
  Ix var;
  KeyMap<std::optional<Comb>> memo;
  unsigned depth = 0;
};

std::optional<Comb> generalise(Normalizer &n, Span<Comb> copies, Var var) {
  if (copies.size() < 2)
    return std::nullopt;
  for (Comb copy : copies)
    if (copy == n.s.zero || contains(n.s[copy].vars, var))
      return std::nullopt;
  std::optional<Comb> general = Generaliser(n, var).combination(copies);
  if (!general)
    return std::nullopt;
  for (size_t j = 0; j < copies.size(); ++j) {
    Substitution by;
    by.set(var, n.constant(int64_t(j)));
    if (n.substitute(*general, by) != copies[j])
      return std::nullopt;
    if (n.recording())
      n.trace->record(Step(Rule::Generalise).map(var, n.constant(int64_t(j))).from(Side::of(*general)).to(Side::of(copies[j])));
  }
  n.count(Rule::Generalise);
  // Once more through substitution, so that guards and floors over the variable are in normal form.
  Var again = n.s.freeVar(n.s[var].range);
  Substitution there, back;
  there.set(var, n.s.varIx(again));
  back.set(again, n.s.varIx(var));
  return n.substitute(n.substitute(*general, there), back);
}

} // namespace lockstep::verifier::engine
