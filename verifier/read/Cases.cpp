#include "verifier/read/Cases.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep::verifier::engine {

namespace {

constexpr unsigned kCases = 64;       // tried in all
constexpr unsigned kDepth = 3;        // variables cut one inside the other
constexpr int64_t kCoordinates = 16;  // ranks taken one by one
constexpr size_t kPieces = 16;        // of one variable
constexpr size_t kVisited = 20'000;   // atoms looked into for places to cut

/// Where the guards and floors of values change, by variable.
class Places {
public:
  explicit Places(Normalizer &n) : n(n), s(n.s) {}

  void visit(Comb x) {
    if (seen.size() > kVisited || !seen.insert(x.v).second)
      return;
    for (const Term &term : s[x].terms)
      for (const Factor &f : s[term.mono].factors)
        atom(f.atom);
  }

  std::map<uint32_t, std::pair<Var, std::set<int64_t>>> cuts; // by the variable's number

private:
  Normalizer &n;
  Store &s;
  std::set<uint32_t> seen, seenIndex;

  void atom(Atom a) {
    const FnNode &fn = s.fnOf(a);
    if (fn.isGuard()) {
      guard(s[a].args[0], fn.kind == FnKind::Equal);
      return;
    }
    Vec<Ix> args(s[a].args.begin(), s[a].args.end());
    for (Ix arg : args)
      index(arg);
    Vec<Atom> inner(n.guardsOf(s[a].fn).begin(), n.guardsOf(s[a].fn).end());
    if (inner.empty())
      return;
    Substitution by = n.bindArguments(a);
    for (Atom g : inner)
      guard(n.substitute(s[g].args[0], by), s.fnOf(g).kind == FnKind::Equal);
  }

  /// [k·v + c >= 0] changes at one value of v, [k·v + c = 0] before and after one.
  void guard(Ix e, bool equality) {
    index(e);
    std::optional<std::pair<Var, int64_t>> single = singleVariable(e);
    if (!single)
      return;
    auto [v, k] = *single;
    int64_t c = s[e].c;
    int64_t at = k > 0 ? -floorDivide(c, k) : floorDivide(c, -k) + 1; // the first value on the other side
    cut(v, at);
    if (equality)
      cut(v, k > 0 ? floorDivide(-c, k) + 1 : floorDivide(c, -k));
  }

  void index(Ix e) {
    if (seenIndex.size() > kVisited || !seenIndex.insert(e.v).second)
      return;
    Vec<IxTerm> terms(s[e].terms.begin(), s[e].terms.end());
    for (const IxTerm &term : terms) {
      if (s[term.atom].kind == IxKind::Data) {
        visit(s[term.atom].data());
      } else if (s[term.atom].kind == IxKind::Floor) {
        Ix inside = s[term.atom].index();
        index(inside);
        floor(inside, s[term.atom].divisor);
      }
    }
  }

  /// floor((v + c) / d) changes at the multiples of d.
  void floor(Ix inside, int64_t d) {
    std::optional<std::pair<Var, int64_t>> single = singleVariable(inside);
    if (!single || single->second != 1)
      return;
    int64_t c = s[inside].c, extent = s[single->first].range.hi + 1;
    if (extent / d > int64_t(kPieces))
      return;
    for (int64_t at = ((-c) % d + d) % d; at < extent; at += d)
      cut(single->first, at);
  }

  std::optional<std::pair<Var, int64_t>> singleVariable(Ix e) const {
    if (s[e].terms.size() != 1 || s[s[e].terms[0].atom].kind != IxKind::Var)
      return std::nullopt;
    return std::pair(s[s[e].terms[0].atom].var(), s[e].terms[0].k);
  }

  void cut(Var v, int64_t at) {
    if (at > 0 && at <= s[v].range.hi)
      cuts.try_emplace(v.v, v, std::set<int64_t>()).first->second.second.insert(at);
  }
};

class Cases {
public:
  Cases(Normalizer &n, Span<RankAxis> axes) : n(n), s(n.s), axes(axes.begin(), axes.end()) {}

  bool equal(Comb x, Comb y, unsigned depth) {
    if (n.exhausted())
      return false;
    if (n.sameValue(x, y))
      return true;
    if (depth == kDepth)
      return false;
    std::optional<std::pair<Var, std::vector<int64_t>>> plan = choose(x, y);
    if (!plan)
      return false;
    auto &[v, starts] = *plan;
    int64_t end = s[v].range.hi + 1;
    for (size_t i = 0; i < starts.size(); ++i) {
      int64_t lo = starts[i], size = (i + 1 < starts.size() ? starts[i + 1] : end) - lo;
      if (tried++ == kCases)
        return false;
      Substitution by;
      by.set(v, size == 1 ? n.constant(lo) : n.plus(s.varIx(s.freeVar({0, size - 1})), lo));
      by.normalize();
      if (!equal(n.substitute(x, by), n.substitute(y, by), depth + 1))
        return false;
    }
    return true;
  }

private:
  Normalizer &n;
  Store &s;
  std::vector<RankAxis> axes;
  unsigned tried = 0;

  bool occurs(Var v, Comb x, Comb y) const { return contains(s[x].vars, v) || contains(s[y].vars, v); }

  /// The variable to cut and where its pieces begin: ranks first, they decide most.
  std::optional<std::pair<Var, std::vector<int64_t>>> choose(Comb x, Comb y) {
    for (const RankAxis &axis : axes) {
      if (axis.size < 2 || axis.size > kCoordinates || !occurs(axis.var, x, y))
        continue;
      std::vector<int64_t> all(axis.size);
      for (int64_t r = 0; r < axis.size; ++r)
        all[r] = r;
      return std::pair(axis.var, all);
    }
    Places places(n);
    places.visit(x);
    places.visit(y);
    std::optional<std::pair<Var, std::vector<int64_t>>> best;
    for (const auto &[number, place] : places.cuts) {
      const auto &[v, cuts] = place;
      if (!occurs(v, x, y) || cuts.size() >= kPieces || (best && best->second.size() <= cuts.size() + 1))
        continue;
      std::vector<int64_t> starts = {0};
      starts.insert(starts.end(), cuts.begin(), cuts.end());
      best = {v, std::move(starts)};
    }
    return best;
  }
};

} // namespace

bool equalByCases(Normalizer &n, Comb x, Comb y, Span<RankAxis> axes) { return Cases(n, axes).equal(x, y, 0); }

} // namespace lockstep::verifier::engine
