#include "verifier/trace/Encoder.h"

#include "verifier/term/BigRational.h"

namespace lockstep::verifier::engine {

static void bounds(smt::Script &script, const smt::Int &x, Range r) {
  if (r.lo > -kInfinite)
    script.require(smt::atLeast(x, r.lo));
  if (r.hi < kInfinite)
    script.require(smt::atMost(x, r.hi));
}

smt::Int Encoder::variable(Var v) {
  if (auto it = binding.find(v); it != binding.end())
    return it->second;
  if (auto it = variables.find(v); it != variables.end())
    return it->second;
  smt::Int x = script.declareInt("x" + std::to_string(variables.size()));
  bounds(script, x, s[v].range);
  return variables[v] = x;
}

smt::Int Encoder::other(Var v) {
  smt::Int x = script.declareInt("y" + std::to_string(others++));
  bounds(script, x, s[v].range);
  return x;
}

smt::Int Encoder::indexAt(Ix e, const std::map<Var, smt::Int> &at) {
  std::map<Var, smt::Int> outer = at;
  std::swap(binding, outer);
  smt::Int x = index(e);
  std::swap(binding, outer);
  return x;
}

smt::Int Encoder::index(Ix e) {
  std::vector<smt::Int> terms;
  if (s[e].c != 0 || s[e].terms.empty())
    terms.push_back(smt::integer(s[e].c));
  for (const IxTerm &term : s[e].terms) {
    const IxAtomNode &atom = s[term.atom];
    smt::Int x;
    if (atom.kind == IxKind::Var) {
      x = variable(atom.var());
    } else if (atom.kind == IxKind::Floor) {
      x = smt::floorDiv(index(atom.index()), atom.divisor);
    } else {
      data.insert(atom.data());
      auto [it, isNew] = dataNames.try_emplace(atom.data());
      if (isNew) {
        it->second = script.declareInt("d" + std::to_string(dataNames.size() - 1));
        bounds(script, it->second, n.rangeOf(atom.data()));
      }
      x = it->second;
    }
    terms.push_back(smt::scale(term.k, x));
  }
  return smt::add(terms);
}

smt::Bool Encoder::fact(const Fact &fact) {
  smt::Int x = index(Ix{fact.a});
  return fact.b ? smt::equal(x, smt::integer(0)) : smt::atLeast(x, 0);
}

std::vector<smt::Int> Encoder::arguments(const AtomNode &atom) {
  std::vector<smt::Int> out;
  for (Ix arg : atom.args)
    out.push_back(index(arg));
  return out;
}

smt::Bool Encoder::guard(Atom a) {
  const AtomNode &atom = s[a];
  if (s[atom.fn].kind == FnKind::AtLeast)
    return smt::atLeast(index(atom.args[0]), 0);
  if (s[atom.fn].kind == FnKind::Equal)
    return smt::equal(index(atom.args[0]), smt::integer(0));
  auto [it, isNew] = flags.try_emplace(atom.fn);
  if (isNew)
    script.declareBoolFunction(it->second = "b" + std::to_string(flags.size() - 1), unsigned(atom.args.size()));
  return smt::applyBool(it->second, arguments(atom));
}

smt::Real Encoder::number(Q q) {
  BigNumber big = s.q.big(q);
  BigInteger above = numerator(big.value), below = denominator(big.value);
  bool negative = above < 0;
  return smt::rational(BigInteger(negative ? -above : above).str(), below.str(), negative);
}

smt::Real Encoder::linear(Q coef, Span<Factor> factors) {
  std::vector<smt::Bool> guards;
  Vec<Factor> rest;
  for (const Factor &f : factors)
    if (s.fnOf(f.atom).isGuard())
      guards.push_back(guard(f.atom));
    else
      rest.push_back(f);
  smt::Real x = number(coef);
  if (!rest.empty()) {
    Mono m = s.mono(rest);
    unknowns.insert(m);
    auto [it, isNew] = monomials.try_emplace(m);
    if (isNew)
      it->second = script.declareReal("m" + std::to_string(monomials.size() - 1));
    x = coef == kOne ? it->second : smt::multiply({x, it->second});
  }
  return guards.empty() ? x : smt::choose(smt::both(guards), x, smt::Real{"0.0"});
}

smt::Real Encoder::linear(Span<Term> terms) {
  std::vector<smt::Real> parts;
  for (const Term &term : terms)
    parts.push_back(linear(term.coef, s[term.mono].factors));
  return smt::add(parts);
}

std::optional<smt::Real> Encoder::polynomial(Comb x, unsigned opened) {
  std::vector<smt::Real> parts;
  for (const Term &term : s[x].terms) {
    std::optional<smt::Real> part = polynomial(term.coef, s[term.mono].factors, opened);
    if (!part)
      return std::nullopt;
    parts.push_back(*part);
  }
  return smt::add(parts);
}

std::optional<smt::Real> Encoder::polynomial(Q coef, Span<Factor> factors, unsigned opened) {
  std::vector<smt::Bool> guards;
  std::vector<smt::Real> product;
  if (coef != kOne)
    product.push_back(number(coef));
  for (const Factor &f : factors) {
    const AtomNode &atom = s[f.atom];
    const FnNode &fn = s[atom.fn];
    auto [power, root] = s.q.parts(f.exp);
    if (root != 1 || power < 1 || power > 4 || fn.kind == FnKind::Index || fn.hasInfinity || !fn.symmetries.empty())
      return std::nullopt;
    if (fn.boolean) {
      guards.push_back(guard(f.atom));
      continue;
    }
    std::optional<smt::Real> value;
    if (fn.kind == FnKind::Combination && opened > 0) {
      std::map<Var, smt::Int> inner;
      for (unsigned i = 0; i < fn.params; ++i)
        inner[s.param(i)] = index(atom.args[i]);
      for (unsigned i = 0; i < 2 * fn.pairs; ++i)
        inner[s.domain(i)] = index(atom.args[fn.params + i]);
      std::swap(binding, inner);
      value = polynomial(fn.body(), opened - 1);
      std::swap(binding, inner);
      if (!value)
        return std::nullopt;
    } else {
      auto [it, isNew] = values.try_emplace(atom.fn);
      if (isNew)
        script.declareRealFunction(it->second = "f" + std::to_string(values.size() - 1), unsigned(atom.args.size()));
      value = smt::applyReal(it->second, arguments(atom));
    }
    for (int64_t i = 0; i < power; ++i)
      product.push_back(*value);
  }
  if (product.size() > 1)
    script.setNonlinear();
  smt::Real x = smt::multiply(product);
  return guards.empty() ? x : smt::choose(smt::both(guards), x, smt::Real{"0.0"});
}

} // namespace lockstep::verifier::engine
