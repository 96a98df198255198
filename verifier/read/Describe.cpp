#include "verifier/read/Describe.h"

namespace lockstep::verifier::engine {

static std::string shortened(std::string text, size_t limit) {
  if (text.size() > limit)
    text = text.substr(0, limit) + "...";
  return text;
}

/// The first plan operator that made a function of this value which the logical program never made.
static NodeId newInPlan(Normalizer &n, Comb x, std::set<Fn> &seen, unsigned depth) {
  NodeId best = kNone;
  for (const Term &term : n.s[x].terms)
    for (const Factor &f : n.s[term.mono].factors) {
      Fn fn = n.s[f.atom].fn;
      if (!seen.insert(fn).second || depth > 200)
        continue;
      const FnNode &node = n.s[fn];
      NodeId inner = kNone;
      for (unsigned i = 0; i < node.bodies.size(); ++i)
        inner = std::min(inner, newInPlan(n, node.body(i), seen, depth + 1));
      NodeId own = node.firstLogical == kNone ? node.firstPlan : kNone;
      best = std::min({best, inner, own});
    }
  return best;
}

/// plan = ratio * logical, when that is so.
static std::optional<Q> ratio(Normalizer &n, Comb logical, Comb plan) {
  Span<Term> a = n.s[logical].terms, b = n.s[plan].terms;
  if (a.size() != b.size() || a.empty())
    return std::nullopt;
  Q q = n.s.q.div(b[0].coef, a[0].coef);
  return n.scale(logical, q) == plan ? std::optional(q) : std::nullopt;
}

static std::optional<std::string> domains(Normalizer &n, const Factor &a, const Factor &b) {
  const AtomNode &x = n.s[a.atom], &y = n.s[b.atom];
  if (x.fn != y.fn || a.exp != b.exp)
    return std::nullopt;
  const FnNode &fn = n.s[x.fn];
  for (unsigned i = 0; i < x.args.size(); ++i) {
    if (x.args[i] == y.args[i])
      continue;
    if (i < fn.params)
      return "the same function at " + n.s.str(y.args[i]) + " instead of " + n.s.str(x.args[i]);
    unsigned lo = i - (i - fn.params) % 2;
    return "a sum over [" + n.s.str(y.args[lo]) + ", " + n.s.str(y.args[lo + 1]) + ") instead of [" + n.s.str(x.args[lo]) +
           ", " + n.s.str(x.args[lo + 1]) + ")";
  }
  return std::nullopt;
}

static Comb opened(Normalizer &n, Atom a, unsigned i) {
  const FnNode &fn = n.s.fnOf(a);
  if (fn.isSumLike()) {
    std::optional<Normalizer::Opened> body = n.open(a);
    return body ? body->body : n.s.zero;
  }
  return n.argumentOf(a, i);
}

/// The smallest differing terms go to `at`.
static std::string explain(Normalizer &n, Comb logical, Comb plan, unsigned depth, std::pair<Comb, Comb> &at) {
  if (auto q = ratio(n, logical, plan)) {
    at = {logical, plan};
    return n.s.q.str(*q) + " times the logical value";
  }
  Vec<Term> onlyLogical, onlyPlan;
  for (const Term &term : n.s[logical].terms)
    if (!llvm::is_contained(n.s[plan].terms, term))
      onlyLogical.push_back(term);
  for (const Term &term : n.s[plan].terms)
    if (!llvm::is_contained(n.s[logical].terms, term))
      onlyPlan.push_back(term);
  at = {n.s.comb(onlyLogical), n.s.comb(onlyPlan)};
  if (onlyPlan.empty())
    return std::to_string(onlyLogical.size()) + " term(s) of the logical value are missing";
  if (onlyLogical.empty())
    return std::to_string(onlyPlan.size()) + " term(s) that the logical value does not have";
  if (onlyLogical.size() == 1 && onlyPlan.size() == 1) {
    if (onlyLogical[0].mono == onlyPlan[0].mono)
      return "a term with factor " + n.s.q.str(onlyPlan[0].coef) + " instead of " + n.s.q.str(onlyLogical[0].coef);
    Vec<Factor> a, b;
    for (const Factor &f : n.s[onlyLogical[0].mono].factors)
      if (!llvm::is_contained(n.s[onlyPlan[0].mono].factors, f))
        a.push_back(f);
    for (const Factor &f : n.s[onlyPlan[0].mono].factors)
      if (!llvm::is_contained(n.s[onlyLogical[0].mono].factors, f))
        b.push_back(f);
    if (a.size() == b.size() && !a.empty() && depth < 40) {
      auto byKind = [&](const Factor &f, const Factor &g) {
        return std::tuple(n.s.fnOf(f.atom).kind, n.s.fnOf(f.atom).name, f.exp, f.atom) <
               std::tuple(n.s.fnOf(g.atom).kind, n.s.fnOf(g.atom).name, g.exp, g.atom);
      };
      stableSort(a, byKind);
      stableSort(b, byKind);
      for (size_t k = 0; k < a.size(); ++k) {
        if (auto text = domains(n, a[k], b[k]))
          return *text;
        const FnNode &x = n.s.fnOf(a[k].atom), &y = n.s.fnOf(b[k].atom);
        if (x.kind != y.kind || x.name != y.name || x.bodies.size() != y.bodies.size() || a[k].exp != b[k].exp ||
            x.kind == FnKind::Rows || x.isSumLike())
          continue;
        for (unsigned i = 0; i < x.bodies.size(); ++i) {
          Comb p = opened(n, a[k].atom, i), q = opened(n, b[k].atom, i);
          if (p != q)
            return explain(n, p, q, depth + 1, at);
        }
      }
    }
  }
  return std::to_string(onlyLogical.size()) + " term(s) differ from " + std::to_string(onlyPlan.size()) + " of the plan";
}

Difference describe(Normalizer &n, Comb logical, Comb plan, unsigned termDepth) {
  Difference out;
  if (n.exhausted())
    return out;
  std::set<Fn> seen;
  out.planNode = newInPlan(n, plan, seen, 0);
  std::pair<Comb, Comb> at{logical, plan};
  out.text = explain(n, logical, plan, 0, at);
  out.logicalTerm = shortened(n.s.str(at.first, termDepth), 400 * (1 + termDepth * termDepth));
  out.planTerm = shortened(n.s.str(at.second, termDepth), 400 * (1 + termDepth * termDepth));
  return out;
}

} // namespace lockstep::verifier::engine
