// Axes that steer control (those over which permutes move data) are symbolic until a guard or a floor on them, or a
// permute, makes the value differ in form between ranks. Then it is a list, one entry per coordinate; as soon as the
// entries are instances of one term again, checked by substituting back, it is symbolic again.
#include "verifier/normalize/Generalise.h"
#include "verifier/read/Reader.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace lockstep::verifier::engine {

Substitution Reader::coordinate(unsigned part) {
  Substitution by;
  for (size_t i = 0; i < special.size(); ++i)
    by.set(rankAxes[special[i]].var, n.constant(coordinates[part][i]));
  by.normalize();
  return by;
}

Tensor Reader::instantiate(const Tensor &x, unsigned part) {
  Tensor out = x;
  out.parts = {x.parts.size() > 1 ? x.parts[part] : n.substitute(x.parts[0], coordinate(part))};
  if (x.imaginary)
    out.imaginary = std::make_shared<const Tensor>(instantiate(*x.imaginary, part));
  return out;
}

Tensor Reader::split(const Tensor &x) {
  if (x.isSpecialised())
    return x;
  Tensor out = x;
  out.parts.clear();
  for (unsigned k = 0; k < coordinates.size(); ++k)
    out.parts.push_back(instantiate(x, k).parts[0]);
  return out;
}

Tensor Reader::combine(Span<Tensor> parts) {
  Tensor out = parts[0];
  if (out.imaginary) {
    Vec<Tensor, 4> imaginary;
    for (const Tensor &v : parts)
      imaginary.push_back(*v.imaginary);
    out.imaginary = std::make_shared<const Tensor>(combine(imaginary));
  }
  bool same = llvm::all_of(parts, [&](const Tensor &v) { return v.parts[0] == parts[0].parts[0]; });
  if (same)
    return out;
  out.table = nullptr;
  out.parts.clear();
  for (const Tensor &v : parts)
    out.parts.push_back(v.parts[0]);
  if (special.size() == 1)
    if (std::optional<Comb> general = generalise(n, out.parts, rankAxes[special[0]].var))
      out.parts = {*general};
  return out;
}

/// Partial sums of one function over domains that depend on the coordinate may join on every rank, in another order
/// on each.
bool Reader::mayJoinPerCoordinate(Comb x) {
  std::set<std::tuple<Q, Mono, Fn>> seen;
  for (const Term &term : s[x].terms)
    for (const Factor &f : s[term.mono].factors) {
      if (f.exp != kOne || s.fnOf(f.atom).kind != FnKind::Sum || !intersects(s[f.atom].vars, specialVars))
        continue;
      Vec<Factor> rest;
      for (const Factor &g : s[term.mono].factors)
        if (g.atom != f.atom)
          rest.push_back(g);
      if (!seen.insert({term.coef, s.mono(rest), s[f.atom].fn}).second)
        return true;
    }
  return false;
}

bool Reader::needsCoordinates(Comb x) {
  if (!intersects(s[x].vars, specialVars))
    return false;
  if (mayJoinPerCoordinate(x))
    return true;
  for (const Term &term : s[x].terms)
    for (const Factor &f : s[term.mono].factors) {
      const AtomNode &atom = s[f.atom];
      if (!intersects(atom.vars, specialVars))
        continue;
      if (s[atom.fn].isGuard())
        return true;
      for (Ix arg : atom.args)
        for (const IxTerm &part : s[arg].terms)
          if (s[part.atom].kind == IxKind::Floor && intersects(s[part.atom].vars, specialVars))
            return true;
    }
  return false;
}

Reader::Values Reader::perCoordinate(const Node &node, Span<Tensor> operands) {
  bool specialised = llvm::any_of(operands, [](const Tensor &v) { return v.isSpecialised(); });
  if (!specialised) {
    Values results = evaluate(node, operands);
    if (!failed)
      for (Tensor &result : results)
        if (needsCoordinates(result.parts[0]) || (result.imaginary && needsCoordinates(result.imaginary->parts[0]))) {
          Vec<Tensor, 4> parts;
          for (unsigned k = 0; k < coordinates.size(); ++k)
            parts.push_back(instantiate(result, k));
          result = combine(parts);
        }
    return results;
  }
  std::vector<Ix> symbolic = rankIx;
  std::vector<Values> all;
  std::map<std::vector<Comb>, unsigned> known; // equal operands give equal results
  for (unsigned k = 0; k < coordinates.size() && !failed; ++k) {
    Vec<Tensor, 4> here;
    std::vector<Comb> key;
    for (const Tensor &x : operands) {
      here.push_back(instantiate(x, k));
      key.push_back(here.back().parts[0]);
      if (here.back().imaginary)
        key.push_back(here.back().imaginary->parts[0]);
    }
    auto [it, isNew] = known.try_emplace(key, k);
    if (!isNew && node.opcode != Opcode::PartitionId && node.opcode != Opcode::ReplicaId) {
      all.push_back(all[it->second]);
      continue;
    }
    for (size_t i = 0; i < special.size(); ++i)
      rankIx[special[i]] = n.constant(coordinates[k][i]);
    all.push_back(evaluate(node, here));
    rankIx = symbolic;
  }
  Values out;
  if (failed)
    return out;
  for (size_t j = 0; j < node.results.size(); ++j) {
    Vec<Tensor, 4> parts;
    for (Values &values : all)
      parts.push_back(values[j]);
    out.push_back(combine(parts));
  }
  return out;
}

bool Reader::crossesSpecial(const Node &node) {
  auto digits = groupDigits(std::get<CollectiveAttr>(node.attributes), isOrdered(node.opcode));
  return !digits || llvm::any_of(*digits, [&](const AxisDigit &digit) { return llvm::is_contained(special, digit.axis); });
}

/// Element of x at `index` on the rank whose coordinates on some axes are `digits`, on the others those at hand.
Comb Reader::takenAt(const Tensor &x, unsigned part, Span<Ix> index, const std::map<unsigned, Ix> &digits) {
  Substitution by;
  Vec<Ix> formal = formals(x.shape);
  for (size_t d = 0; d < formal.size(); ++d)
    if (formal[d] != s.zeroIx)
      by.set(s[s[formal[d]].terms[0].atom].var(), index[d]);
  for (const auto &[axis, digit] : digits)
    if (!x.isSpecialised() || !llvm::is_contained(special, axis))
      by.set(rankAxes[axis].var, digit);
  by.normalize();
  if (!x.isSpecialised())
    return n.substitute(x.parts[0], by);
  Vec<Comb> pieces;
  for (unsigned j = 0; j < coordinates.size(); ++j) {
    Comb here = s.one;
    for (size_t i = 0; i < special.size(); ++i) {
      auto digit = digits.find(special[i]);
      if (digit != digits.end())
        here = n.mul(here, n.guardEqual(n.plus(digit->second, -coordinates[j][i])));
      else if (coordinates[j][i] != coordinates[part][i])
        here = s.zero;
    }
    if (here != s.zero)
      pieces.push_back(n.guarded(here, n.substitute(x.parts[j], by)));
  }
  return n.add(pieces);
}

Comb Reader::reducedOver(ReduceKind kind, const Tensor &x, unsigned part, Span<Ix> index, Span<AxisDigit> digits) {
  Substitution by;
  Vec<Var> vars;
  Vec<Ix> formal = formals(x.shape);
  for (size_t d = 0; d < formal.size(); ++d)
    if (formal[d] != s.zeroIx)
      by.set(s[s[formal[d]].terms[0].atom].var(), index[d]);
  bool across = false; // over specialised axes
  std::map<unsigned, Ix> moved;
  for (const AxisDigit &digit : digits) {
    if (x.isSpecialised() && llvm::is_contained(special, digit.axis)) {
      across = true;
    } else if (digit.size > 1) {
      vars.push_back(summed(digit.size));
      Ix &coordinate = moved.try_emplace(digit.axis, rankIx[digit.axis]).first->second;
      coordinate = withDigit(coordinate, digit, s.varIx(vars.back()));
    }
  }
  for (const auto &[axis, coordinate] : moved)
    by.set(rankAxes[axis].var, coordinate);
  by.normalize();
  auto over = [&](Span<Var> over, Comb y) {
    std::optional<Comb> result = reduced(kind, over, y, x.type);
    if (!result)
      fail("the combiner of the collective is not modelled");
    return result.value_or(s.zero);
  };
  if (!across)
    return over(vars, n.substitute(x.parts[x.isSpecialised() ? part : 0], by));
  Vec<Comb> copies;
  for (unsigned j = 0; j < coordinates.size(); ++j) {
    bool member = true;
    for (size_t i = 0; i < special.size(); ++i) {
      int64_t theirs = coordinates[j][i], own = coordinates[part][i];
      for (const AxisDigit &digit : digits) // members may differ in the group's digits
        if (digit.axis == special[i])
          for (int64_t *c : {&theirs, &own})
            *c -= *c / digit.stride % digit.size * digit.stride;
      member &= theirs == own;
    }
    if (member)
      copies.push_back(n.substitute(x.parts[j], by));
  }
  if (kind == ReduceKind::Add && !isInteger(x.type)) {
    // The order of a sum is free: any rotation of the copies that is an instance of one term will do.
    if (special.size() == 1) {
      Var coordinateVar = s.freeVar({0, int64_t(copies.size()) - 1});
      Vec<Comb> rotated = copies;
      for (size_t turn = 0; turn < copies.size(); ++turn) {
        if (std::optional<Comb> general = generalise(n, rotated, coordinateVar)) {
          vars.push_back(coordinateVar);
          return n.sum(vars, *general);
        }
        std::rotate(rotated.begin(), rotated.begin() + 1, rotated.end());
      }
    }
    for (Comb &copy : copies)
      copy = n.sum(vars, copy);
    return sumOfCopies(copies);
  }
  Comb total = over(vars, copies[0]);
  for (size_t j = 1; j < copies.size(); ++j) {
    std::optional<Comb> both = combined(kind, total, over(vars, copies[j]), x.type);
    if (!both)
      fail("the combiner of the collective is not modelled");
    total = both.value_or(s.zero);
  }
  return total;
}

/// Adds copies; named combinations that differ in arguments only are opened so that their domains can join.
Comb Reader::sumOfCopies(Span<Comb> copies) {
  Comb total = n.add(copies);
  for (unsigned round = 0; round < 6; ++round) {
    std::map<std::pair<Fn, Mono>, Vec<std::pair<Term, Atom>, 4>> groups;
    for (const Term &term : s[total].terms)
      for (const Factor &f : s[term.mono].factors) {
        if (f.exp != kOne || s.fnOf(f.atom).kind != FnKind::Combination)
          continue;
        Vec<Factor> rest;
        for (const Factor &g : s[term.mono].factors)
          if (g.atom != f.atom)
            rest.push_back(g);
        groups[{s[f.atom].fn, s.mono(rest)}].push_back({term, f.atom});
      }
    std::set<Mono> opened;
    Vec<Comb> parts;
    for (const auto &[key, members] : groups)
      if (members.size() > 1)
        for (const auto &[term, atom] : members)
          if (opened.insert(term.mono).second)
            parts.push_back(n.mulDistributed(n.monoComb(key.second, term.coef), n.bodyAt(atom)));
    if (opened.empty())
      return total;
    for (const Term &term : s[total].terms)
      if (!opened.count(term.mono))
        parts.push_back(n.monoComb(term.mono, term.coef));
    Comb next = n.add(parts);
    if (s[next].terms.size() > 400)
      return total;
    total = next;
  }
  return total;
}

Reader::Values Reader::permuteAcross(const Node &node, Span<Tensor> operands) {
  std::optional<PermuteAttr> here = pairsHere(std::get<PermuteAttr>(node.attributes));
  const PermuteAttr attr = here.value_or(PermuteAttr());
  if (!here) {
    fail("a permute moves data between stages");
    return {};
  }
  if (attr.mode == GroupMode::CrossReplica || attr.mode == GroupMode::CrossReplicaAndPartition) {
    fail("a permute of replicas, not of partitions");
    return {};
  }
  // Coordinates of the special axes must move alike for all coordinates of the other axes, which must not move.
  std::map<Vec<int64_t, 4>, std::pair<Vec<int64_t, 4>, int64_t>> sources;
  auto specialPart = [&](const std::vector<int64_t> &c) {
    Vec<int64_t, 4> out;
    for (unsigned axis : special)
      out.push_back(c[axis]);
    return out;
  };
  int64_t others = mesh->deviceCount() / int64_t(coordinates.size());
  for (const auto &[from, to] : attr.pairs) {
    if (from < 0 || to < 0 || from >= mesh->deviceCount() || to >= mesh->deviceCount()) {
      fail("a permute names a device that the mesh does not have");
      return {};
    }
    std::vector<int64_t> a = mesh->coordinates(from), b = mesh->coordinates(to);
    auto [it, isNew] = sources.try_emplace(specialPart(b), specialPart(a), 0);
    bool alike = it->second.first == specialPart(a);
    for (unsigned i = 0; i < a.size(); ++i)
      alike &= a[i] == b[i] || llvm::is_contained(special, i);
    if (!alike) {
      fail("a permute moves data differently on different coordinates of the other axes");
      return {};
    }
    ++it->second.second;
  }
  for (const auto &[to, from] : sources)
    if (from.second != others) {
      fail("a permute moves data on some coordinates of the other axes only");
      return {};
    }
  Tensor x = split(operands[0]);
  Vec<Tensor, 4> parts;
  for (unsigned k = 0; k < coordinates.size(); ++k) {
    Tensor part = operands[0];
    auto it = sources.find(coordinates[k]);
    part.parts = {s.zero};
    if (it != sources.end())
      part.parts = {x.parts[llvm::find(coordinates, it->second.first) - coordinates.begin()]};
    parts.push_back(part);
  }
  return {combine(parts)};
}

} // namespace lockstep::verifier::engine
