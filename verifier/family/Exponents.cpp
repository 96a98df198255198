#include "verifier/family/Exponents.h"

namespace lockstep::verifier::family {

Exponents::Exponents(const Graph &graph) {
  offset.reserve(graph.values.size() + 1);
  uint32_t count = 0;
  for (const Value &value : graph.values) {
    offset.push_back(count);
    count += static_cast<uint32_t>(value.shape.size());
  }
  exponent.resize(count);
  equationsOf.resize(count);
}

void Exponents::known(Dim dim, int value, NodeId why) {
  equations.push_back({{}, {index(dim)}, value, why});
}

void Exponents::shifted(Dim a, Dim b, int by, NodeId why) {
  if (index(a) != index(b) || by != 0)
    equations.push_back({{index(a)}, {index(b)}, by, why});
}

void Exponents::sameProduct(std::vector<Dim> a, std::vector<Dim> b, NodeId why) {
  Equation equation;
  for (Dim dim : a)
    equation.a.push_back(index(dim));
  for (Dim dim : b)
    equation.b.push_back(index(dim));
  equation.why = why;
  equations.push_back(std::move(equation));
}

/// Fixes the only unknown of an equation, or notes that an equation without unknowns does not hold.
bool Exponents::reduceToOne(const Equation &equation) {
  int balance = equation.by; // by + sum(a) - sum(b) over the known ones must be 0
  std::optional<uint32_t> unknown;
  int sign = 0;
  unsigned unknowns = 0;
  for (const auto &[side, weight] : {std::pair(&equation.a, 1), std::pair(&equation.b, -1)})
    for (uint32_t i : *side) {
      if (exponent[i]) {
        balance += weight * *exponent[i];
      } else {
        unknown = i, sign = weight;
        ++unknowns;
      }
    }
  if (unknowns > 1)
    return true;
  if (unknowns == 1) {
    exponent[*unknown] = -sign * balance;
    pending.push_back(*unknown);
    return true;
  }
  if (balance == 0)
    return true;
  contradiction = NeedsNumber{equation.why, "its extents do not change with the axis in one way"};
  return false;
}

bool Exponents::propagate() {
  while (!pending.empty()) {
    uint32_t i = pending.back();
    pending.pop_back();
    for (uint32_t e : equationsOf[i])
      if (!reduceToOne(equations[e]))
        return false;
  }
  return true;
}

std::optional<NeedsNumber> Exponents::solve() {
  for (uint32_t e = 0; e < equations.size(); ++e)
    for (const std::vector<uint32_t> *side : {&equations[e].a, &equations[e].b})
      for (uint32_t i : *side)
        equationsOf[i].push_back(e);
  for (const Equation &equation : equations)
    if (!reduceToOne(equation) || !propagate())
      return contradiction;
  // What is left is free. The minor dims of a product keep their extents first, so that the major one varies.
  for (uint32_t i = static_cast<uint32_t>(exponent.size()); i-- > 0;) {
    if (exponent[i])
      continue;
    exponent[i] = 0;
    pending.push_back(i);
    if (!propagate())
      return contradiction;
  }
  return std::nullopt;
}

} // namespace lockstep::verifier::family
