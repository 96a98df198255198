#include "verifier/read/Generalise.h"

#include <algorithm>

namespace lockstep::verifier::engine {

namespace {

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
    Vec<Term> out;
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
      Mono product = s.unit;
      for (size_t k = 0; k < rows[0].size(); ++k) {
        const Factor &first = rows[0][k].second;
        Vec<Ix> args;
        for (size_t a = 0; a < s[first.atom].args.size(); ++a) {
          Vec<Ix> column;
          for (auto &row : rows) {
            const Factor &f = row[k].second;
            if (s[f.atom].fn != s[first.atom].fn || f.exp != first.exp)
              return std::nullopt;
            column.push_back(s[f.atom].args[a]);
          }
          std::optional<Ix> x = index(column);
          if (!x)
            return std::nullopt;
          args.push_back(*x);
        }
        product = n.mulMono(product, s.mono(Factor{s.atom(s[first.atom].fn, args), first.exp}), false);
      }
      out.push_back({product, sorted[0][i].second.coef});
    }
    return s.comb(out);
  }

private:
  struct Less {
    bool operator()(const IxTerm &a, const IxTerm &b) const { return std::pair(a.atom, a.k) < std::pair(b.atom, b.k); }
  };
  /// Orders terms by functions first and constants of arguments last, so that corresponding terms line up.
  using Key = std::vector<int64_t>;
  Key keyOf(const Factor &f) {
    Key shape{int64_t(s[f.atom].fn.v), int64_t(f.exp.v)}, constants;
    for (Ix arg : s[f.atom].args) {
      for (const IxTerm &term : s[arg].terms) {
        shape.push_back(int64_t(s[term.atom].kind));
        shape.push_back(term.k);
        shape.push_back(s[term.atom].kind == IxKind::Var ? int64_t(term.atom.v) : 0);
      }
      constants.push_back(s[arg].c);
    }
    shape.insert(shape.end(), constants.begin(), constants.end());
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

  Normalizer &n;
  Store &s;
  Ix var;
};

} // namespace

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
