// Slices at computed places and gather. Starts are clamped exactly as the operators do unless their range proves that
// clamping changes nothing.
#include "verifier/read/Reader.h"

namespace lockstep::verifier::engine {

Ix Reader::clampedStart(Comb start, int64_t high) {
  Ix e = n.toIndex(start);
  Range r = n.range(e);
  if (r.lo >= 0 && r.hi <= high)
    return e;
  if (high == 0)
    return s.zeroIx;
  Comb low = n.guardAtLeast(e), top = n.guardAtLeast(n.plus(n.scale(e, -1), high));
  Comb inside = n.guarded(n.mul(low, top), start);
  return n.toIndex(n.add(inside, n.scale(n.logicalNot(top), s.q.integer(high))));
}

/// Contents of a constant vector at an index that depends on ranks only: an affine form of the coordinates when they
/// have one, else a case per coordinate.
std::optional<Comb> Reader::tableLookup(const Tensor &table, Comb index) {
  Ix e = n.toIndex(index);
  if (s[e].hasData)
    return std::nullopt;
  std::vector<const Axis *> used;
  size_t covered = 0;
  int64_t combinations = 1;
  for (const Axis &axis : rankAxes)
    if (contains(s[e].vars, axis.var)) {
      used.push_back(&axis);
      ++covered;
      combinations *= axis.size;
    }
  if (covered != s[e].vars.size() || combinations > 4096)
    return std::nullopt;
  const std::vector<int64_t> &data = *table.table;
  auto valueAt = [&](int64_t linear) {
    Substitution by;
    for (size_t i = used.size(); i-- > 0; linear /= used[i]->size)
      by.set(used[i]->var, n.constant(linear % used[i]->size));
    by.normalize();
    int64_t at = s[n.substitute(e, by)].c;
    return data[std::clamp<int64_t>(at, 0, int64_t(data.size()) - 1)];
  };
  std::vector<int64_t> strides;
  int64_t step = combinations;
  for (const Axis *axis : used) {
    step /= axis->size;
    strides.push_back(valueAt(step) - valueAt(0));
  }
  Ix affine = n.constant(valueAt(0));
  for (size_t i = 0; i < used.size(); ++i)
    affine = n.add(affine, n.scale(s.varIx(used[i]->var), strides[i]));
  bool isAffine = true;
  Vec<Comb> cases;
  for (int64_t c = 0; c < combinations; ++c) {
    int64_t expected = valueAt(0), rest = c;
    Comb here = s.one;
    for (size_t i = used.size(); i-- > 0; rest /= used[i]->size) {
      expected += strides[i] * (rest % used[i]->size);
      here = n.mul(here, n.guardEqual(n.plus(s.varIx(used[i]->var), -(rest % used[i]->size))));
    }
    isAffine &= expected == valueAt(c);
    cases.push_back(n.scale(here, s.q.integer(valueAt(c))));
  }
  return isAffine ? n.fromIndex(affine) : n.add(cases);
}

Reader::Values Reader::dynamicSlice(const Node &node, Span<Tensor> operands) {
  const Tensor &x = operands[0];
  const Shape &to = graph.values[node.results[0]].shape;
  if (x.table && to.size() == 1 && to[0] == 1)
    if (std::optional<Comb> found = tableLookup(x, operands[1].comb()))
      return {make(node.results[0], [&](Span<Ix>) { return *found; })};
  Vec<Ix> starts;
  for (size_t d = 0; d < to.size(); ++d)
    starts.push_back(clampedStart(operands[1 + d].comb(), x.shape[d] - to[d]));
  return {make(node.results[0], [&](Span<Ix> index) {
    Vec<Ix> source;
    for (size_t d = 0; d < to.size(); ++d)
      source.push_back(n.add(starts[d], index[d]));
    return at(x, source);
  })};
}

Reader::Values Reader::dynamicUpdateSlice(const Node &node, Span<Tensor> operands) {
  const Tensor &x = operands[0], &update = operands[1];
  Vec<Ix> starts;
  for (size_t d = 0; d < x.shape.size(); ++d)
    starts.push_back(clampedStart(operands[2 + d].comb(), x.shape[d] - update.shape[d]));
  return {make(node.results[0], [&](Span<Ix> index) {
    Comb inside = s.one, outside = s.zero; // outside as disjoint pieces
    Vec<Ix> source;
    for (size_t d = 0; d < index.size(); ++d) {
      if (update.shape[d] == x.shape[d]) {
        source.push_back(index[d]);
        continue;
      }
      Ix e = n.sub(index[d], starts[d]);
      Comb low = n.guardAtLeast(e), high = n.guardAtLeast(n.plus(n.scale(e, -1), update.shape[d] - 1));
      Comb out = n.add(n.logicalNot(low), n.mul(low, n.logicalNot(high)));
      outside = n.add(outside, n.mul(inside, out));
      inside = n.mul(inside, n.mul(low, high));
      source.push_back(update.shape[d] == 1 ? s.zeroIx : e);
    }
    if (outside == s.zero)
      return at(update, source);
    Comb piece = inside == s.zero ? s.zero : n.guarded(inside, at(update, source));
    return n.add(piece, n.guarded(outside, at(x, index)));
  })};
}

Vec<Ix> indexPosition(Span<Ix> batch, int64_t vectorDim, size_t order, Ix component) {
  Vec<Ix> out(batch.begin(), batch.end());
  if (size_t(vectorDim) < order)
    out.insert(out.begin() + vectorDim, component);
  return out;
}

Reader::Values Reader::gather(const Node &node, Span<Tensor> operands) {
  const GatherAttr &g = std::get<GatherAttr>(node.attributes);
  const Tensor &x = operands[0], &indices = operands[1];
  return {make(node.results[0], [&](Span<Ix> index) {
    Vec<Ix> batch, offset;
    for (size_t d = 0; d < index.size(); ++d)
      (llvm::is_contained(g.offsetDims, int64_t(d)) ? offset : batch).push_back(index[d]);
    Vec<Ix> source(x.shape.size(), s.zeroIx);
    for (size_t c = 0; c < g.startIndexMap.size(); ++c) {
      int64_t d = g.startIndexMap[c];
      Comb start = at(indices, indexPosition(batch, g.indexVectorDim, indices.shape.size(), n.constant(c)));
      source[d] = clampedStart(start, x.shape[d] - g.sliceSizes[d]);
    }
    Vec<Ix> full = indexPosition(batch, g.indexVectorDim, indices.shape.size(), s.zeroIx);
    for (size_t i = 0; i < g.operandBatchingDims.size(); ++i)
      source[g.operandBatchingDims[i]] = full[g.startIndicesBatchingDims[i]];
    size_t next = 0;
    for (size_t d = 0; d < x.shape.size(); ++d) {
      if (llvm::is_contained(g.collapsedSliceDims, int64_t(d)) || llvm::is_contained(g.operandBatchingDims, int64_t(d)))
        continue;
      source[d] = n.add(source[d], offset[next++]);
    }
    return at(x, source);
  })};
}

} // namespace lockstep::verifier::engine
