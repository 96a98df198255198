// Sum rules that open named things: a lone combination is summed term by term, a lone sum is flattened, inner sums of
// a product are opened so that variables can be eliminated in one fixed order.
#include "verifier/normalize/SumBuilder.h"

#include <algorithm>

namespace lockstep::verifier::engine {

SumBuilder::Result SumBuilder::openLone(Problem &p) {
  if (p.factors.size() != 1 || p.factors[0].exp != kOne)
    return std::nullopt;
  Atom a = p.factors[0].atom;
  const FnNode &fn = s.fnOf(a);
  if (fn.kind == FnKind::Combination) {
    n.count(Rule::SumOpen);
    Comb body = n.bodyAt(a);
    if (n.recording())
      n.trace->record(Step(Rule::SumOpen).from(Side::sum(p.vars, kOne, p.factors)).to(Side::sum(p.vars, body)));
    return n.scale(sum(p.vars, body, false), p.coef);
  }
  if (fn.kind != FnKind::Sum)
    return std::nullopt;
  // Variables in the *length* of the inner domain stay outside: the inner variable must keep its own extent.
  Vec<Var, 16> lengths;
  (void)lengthVars(a, lengths);
  Vec<Var> inside, outside;
  for (Var v : p.vars)
    (contains(lengths, v) ? outside : inside).push_back(v);
  if (inside.empty())
    return std::nullopt;
  std::optional<Normalizer::Opened> opened = n.open(a);
  if (!opened)
    return std::nullopt;
  n.count(Rule::SumFlatten);
  inside.append(opened->vars.begin(), opened->vars.end());
  if (n.recording()) {
    Vec<Var> all = inside;
    all.append(outside.begin(), outside.end());
    n.trace->record(Step(Rule::SumFlatten).from(Side::sum(p.vars, kOne, p.factors)).to(Side::sum(all, opened->body)));
  }
  Comb y = sum(inside, opened->body, false);
  if (outside.empty())
    return n.scale(y, p.coef);
  if (s[y].terms.size() == 1) {
    // The result may be a sum with the same lengths again: intern over it, do not open it once more.
    Term only = s[y].terms[0];
    Vec<Factor> touched, rest;
    Vec<Var, 16> sortedOutside(outside.begin(), outside.end());
    std::sort(sortedOutside.begin(), sortedOutside.end());
    for (const Factor &f : s[only.mono].factors)
      (intersects(s[f.atom].vars, sortedOutside) ? touched : rest).push_back(f);
    if (touched.size() == 1 && touched[0].exp == kOne && s.fnOf(touched[0].atom).kind == FnKind::Sum) {
      Vec<Var, 16> again;
      if (includes(lengthVars(touched[0].atom, again), sortedOutside)) {
        Problem q;
        q.vars.assign(outside.begin(), outside.end());
        q.order.assign(sortedOutside.begin(), sortedOutside.end());
        q.coef = only.coef;
        q.factors = touched;
        return n.scale(n.mulDistributed(n.monoComb(s.mono(rest)), internSum(q)), p.coef);
      }
    }
  }
  return n.scale(sum(outside, y, false), p.coef);
}

SumBuilder::Result SumBuilder::openProduct(Problem &p) {
  if (p.closed || p.factors.size() < 2)
    return std::nullopt;
  for (const Factor &f : p.factors) {
    if (f.exp != kOne || s.fnOf(f.atom).kind != FnKind::Sum)
      continue;
    Vec<Var, 16> lengths;
    if (intersects(lengthVars(f.atom, lengths), p.sorted()))
      continue;
    std::optional<Normalizer::Opened> opened = n.open(f.atom);
    if (!opened)
      continue;
    n.count(Rule::SumProduct);
    Comb y = n.mulDistributed(product(p, &f), opened->body);
    if (s[y].terms.size() == 1)
      y = n.contextual(s[y].terms[0].coef, s[y].terms[0].mono);
    Vec<Var> vars = p.vars;
    vars.append(opened->vars.begin(), opened->vars.end());
    if (n.recording())
      n.trace->record(Step(Rule::SumProduct).from(sideOf(p)).to(Side::sum(vars, y)));
    return sum(vars, y, false);
  }
  return std::nullopt;
}

} // namespace lockstep::verifier::engine
