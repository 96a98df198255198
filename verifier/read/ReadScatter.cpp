// Scatter. An element of the result is its old value into which all updates that hit it are combined; which update hits
// is a conjunction of guards, so what lies outside is dropped.
#include "verifier/read/Reader.h"

namespace lockstep::verifier::engine {

namespace {

/// Whether every result of the region is the update: then each tensor is scattered for itself.
bool replaces(const Region &region) {
  size_t count = region.results.size();
  if (!region.nodes.empty() || region.arguments.size() != 2 * count)
    return false;
  for (size_t k = 0; k < count; ++k)
    if (region.results[k] != region.arguments[count + k])
      return false;
  return true;
}

} // namespace

/// The update that hits an element of the operand, over the variables of the scatter's batch dims.
Reader::Hit Reader::hitOf(const ScatterAttr &g, const Tensor &x, const Tensor &indices, const Tensor &updates, Span<Ix> index) {
  Hit hit;
  hit.place.assign(updates.shape.size(), s.zeroIx);
  Vec<Ix> batch;
  for (size_t d = 0; d < updates.shape.size(); ++d) {
    if (llvm::is_contained(g.updateWindowDims, int64_t(d)))
      continue;
    if (updates.shape[d] > 1) {
      hit.vars.push_back(summed(updates.shape[d]));
      hit.place[d] = s.varIx(hit.vars.back());
    }
    batch.push_back(hit.place[d]);
  }
  std::map<int64_t, Ix> starts;
  for (size_t c = 0; c < g.scatterDimsToOperandDims.size(); ++c)
    starts[g.scatterDimsToOperandDims[c]] =
        n.toIndex(at(indices, indexPosition(batch, g.indexVectorDim, indices.shape.size(), n.constant(c))));
  Vec<Ix> full = indexPosition(batch, g.indexVectorDim, indices.shape.size(), s.zeroIx);
  auto startOf = [&](int64_t d) { return starts.count(d) ? starts[d] : s.zeroIx; };
  for (size_t i = 0; i < g.inputBatchingDims.size(); ++i)
    hit.guards.push_back(n.guardEqual(n.sub(index[g.inputBatchingDims[i]], full[g.scatterIndicesBatchingDims[i]])));
  for (int64_t d : g.insertedWindowDims)
    hit.guards.push_back(n.guardEqual(n.sub(index[d], startOf(d))));
  size_t next = 0;
  for (size_t d = 0; d < x.shape.size(); ++d) {
    if (llvm::is_contained(g.insertedWindowDims, int64_t(d)) || llvm::is_contained(g.inputBatchingDims, int64_t(d)))
      continue;
    int64_t windowDim = g.updateWindowDims[next++], size = updates.shape[windowDim];
    Ix e = n.sub(index[d], startOf(d));
    if (size < x.shape[d] || starts.count(d)) {
      hit.guards.push_back(n.guardAtLeast(e));
      hit.guards.push_back(n.guardAtLeast(n.plus(n.scale(e, -1), size - 1)));
    }
    hit.place[windowDim] = size == 1 ? s.zeroIx : e;
  }
  return hit;
}

/// Solves guards [v = e] for the variable: the only update of that batch dim that can hit.
void Reader::solve(Hit &hit) {
  for (bool changed = true; changed;) {
    changed = false;
    separate(hit.guards);
    for (size_t i = 0; i < hit.guards.size() && !changed; ++i) {
      Span<Term> terms = s[hit.guards[i]].terms;
      if (terms.size() != 1 || s[terms[0].mono].factors.size() != 1)
        continue;
      const Factor &f = s[terms[0].mono].factors[0];
      if (s.fnOf(f.atom).kind != FnKind::Equal)
        continue;
      Ix e = s[f.atom].args[0];
      for (Var v : hit.vars) {
        std::optional<Ix> found = n.solvedFor(e, v);
        if (!found)
          continue;
        Ix solution = *found;
        Substitution by;
        by.set(v, solution);
        by.normalize();
        for (Comb &guard : hit.guards)
          guard = n.substitute(guard, by);
        for (Ix &place : hit.place)
          place = n.substitute(place, by);
        hit.guards.push_back(n.guardAtLeast(solution));
        hit.guards.push_back(n.guardAtLeast(n.plus(n.scale(solution, -1), s.extent(v) - 1)));
        llvm::erase(hit.vars, v);
        changed = true;
        break;
      }
    }
  }
}

Comb Reader::scatteredSum(const Hit &hit, const Tensor &x, const Tensor &updates, Span<Ix> index) {
  Comb hits = conjunction(hit.guards);
  Comb update = hits == s.zero ? s.zero : n.guarded(hits, at(updates, hit.place));
  Comb total = n.sum(hit.vars, update);
  if (!isInteger(x.type))
    return n.add(at(x, index), total);
  return *combined(ReduceKind::Add, at(x, index), wrapped(total, n.sum(hit.vars, stripped(update, x.type)), x.type), x.type);
}

/// The value that changes nothing in an extremum, when there is one in reach.
std::optional<Comb> Reader::neutral(ReduceKind kind, ElementType type) {
  if (isBoolean(type))
    return kind == ReduceKind::Max || kind == ReduceKind::Or ? s.zero : s.one;
  bool max = kind == ReduceKind::Max;
  if (kind != ReduceKind::Max && kind != ReduceKind::Min)
    return std::nullopt;
  if (isFloat(type)) {
    Comb infinity = n.single(s.atom(n.intern({FnKind::Infinity}, Sign::Positive), {}));
    return max ? n.neg(infinity) : infinity;
  }
  Range bounds = integerBounds(type);
  if (!bounds.isFinite())
    return std::nullopt;
  return n.number(max ? bounds.lo : bounds.hi);
}

Reader::Values Reader::scatter(const Node &node, Span<Tensor> operands) {
  const ScatterAttr &g = std::get<ScatterAttr>(node.attributes);
  size_t count = operands.size() / 2;
  const Tensor &indices = operands[count];
  ReduceKind kind = count == 1 ? reducer(node.regions[0]) : ReduceKind::Other;
  bool replacing = replaces(node.regions[0]);
  std::string text = regionText(node.regions[0]);
  if (text.empty() && kind != ReduceKind::Add) {
    fail("the combiner of the scatter is not modelled");
    return {};
  }
  Values out;
  for (size_t k = 0; k < count; ++k)
    out.push_back(make(node.results[k], [&](Span<Ix> index) -> Comb {
      const Tensor &x = operands[k], &updates = operands[count + 1 + k];
      Hit hit = hitOf(g, x, indices, updates, index);
      if (kind == ReduceKind::Add && !isBoolean(x.type))
        return scatteredSum(hit, x, updates, index);
      solve(hit);
      Comb hits = conjunction(hit.guards);
      if (hits == s.zero)
        return at(x, index);
      if (hit.vars.empty() && replacing)
        return n.select(hits, at(updates, hit.place), at(x, index));
      if (std::optional<Comb> none = neutral(kind, x.type)) {
        std::optional<Comb> y = reduced(kind, hit.vars, piecewise(hit.guards, at(updates, hit.place), *none), x.type);
        std::optional<Comb> both = y ? combined(kind, at(x, index), *y, x.type) : std::nullopt;
        if (both)
          return *both;
      }
      // Any fold of the updates that hit, in their order; those that replace need only their own tensor.
      Vec<Comb> bodies = {hits};
      for (size_t i = 0; i < count; ++i)
        if (!replacing || i == k) {
          bodies.push_back(at(operands[i], index));
          bodies.push_back(n.guarded(hits, at(operands[count + 1 + i], hit.place)));
        }
      Normalizer::ScalarTraits traits = opaqueTraits(x.type);
      if (traits.range)
        traits.range = Range();
      std::string which = replacing ? "scatter.replace" : "scatter." + std::to_string(k) + "." + text;
      return n.rows(which, hit.vars, bodies, {}, traits);
    }));
  return out;
}

} // namespace lockstep::verifier::engine
