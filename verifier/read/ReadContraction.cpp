// Contractions and reductions.
#include "verifier/read/Reader.h"

namespace lockstep::verifier::engine {

Reader::Values Reader::dot(const Node &node, Span<Tensor> operands) {
  const Tensor &a = operands[0], &b = operands[1];
  DotAttr d;
  if (node.opcode == Opcode::DotGeneral)
    d = std::get<DotAttr>(node.attributes);
  else
    d.lhsContracting = {int64_t(a.shape.size()) - 1}, d.rhsContracting = {0};
  ElementType type = partOf(graph.values[node.results[0]].type, a.type);
  if (isBoolean(type) || isComplex(type)) {
    fail("contractions of this element type are not modelled");
    return {};
  }
  return {make(node.results[0], [&](Span<Ix> index) {
    Vec<Ix> left(a.shape.size(), s.zeroIx), right(b.shape.size(), s.zeroIx);
    size_t next = 0;
    for (size_t i = 0; i < d.lhsBatch.size(); ++i, ++next)
      left[d.lhsBatch[i]] = right[d.rhsBatch[i]] = index[next];
    for (int64_t i = 0; i < int64_t(a.shape.size()); ++i)
      if (!llvm::is_contained(d.lhsBatch, i) && !llvm::is_contained(d.lhsContracting, i))
        left[i] = index[next++];
    for (int64_t i = 0; i < int64_t(b.shape.size()); ++i)
      if (!llvm::is_contained(d.rhsBatch, i) && !llvm::is_contained(d.rhsContracting, i))
        right[i] = index[next++];
    Vec<Var> vars;
    for (size_t i = 0; i < d.lhsContracting.size(); ++i) {
      int64_t extent = a.shape[d.lhsContracting[i]];
      if (extent == 1)
        continue;
      vars.push_back(summed(extent));
      left[d.lhsContracting[i]] = right[d.rhsContracting[i]] = s.varIx(vars.back());
    }
    return sumOfProducts(vars, s.one, factorAt(a, left), a.type, factorAt(b, right), b.type, type);
  })};
}

/// Σ [inside]·x·y in a type. Integers are converted to it first; products and the sum wrap around in it.
Comb Reader::sumOfProducts(Span<Var> vars, Comb inside, Comb x, ElementType xType, Comb y, ElementType yType, ElementType type) {
  if (!isInteger(type)) {
    if (inside != s.one && mayBeInfinite(y)) // padding times infinity is not a number
      fail("infinite weights on padding are not modelled");
    return n.sum(vars, n.guarded(inside, floatMultiply(x, y)));
  }
  std::optional<Comb> a = convert(x, xType, type), b = convert(y, yType, type);
  std::optional<Comb> product = a && b ? binaryInteger(Opcode::Multiply, *a, *b, type) : std::nullopt;
  if (!product) {
    fail("contractions of this element type are not modelled");
    return s.zero;
  }
  Comb term = n.guarded(inside, *product);
  return wrapped(n.sum(vars, term), n.sum(vars, stripped(term, type)), type);
}

static bool isTransparent(const Graph &graph, const Node &node) {
  switch (node.opcode) {
  case Opcode::Identity: case Opcode::ShardingConstraint: case Opcode::OptimizationBarrier:
    return true;
  case Opcode::Convert:
    return isFloat(graph.values[node.operands[0]].type) && isFloat(graph.values[node.results[0]].type);
  default:
    return false;
  }
}

/// The combiner as a whole: the terminator returns one operator of the two arguments, through identities only.
ReduceKind Reader::reducer(const Region &region) {
  if (region.arguments.size() != 2 || region.results.size() != 1)
    return ReduceKind::Other;
  auto origin = [&](ValueId id) {
    while (graph.values[id].definingNode != kNone && isTransparent(graph, graph.nodes[graph.values[id].definingNode]))
      id = graph.nodes[graph.values[id].definingNode].operands[graph.nodes[graph.values[id].definingNode].opcode == Opcode::OptimizationBarrier ? graph.values[id].index : 0];
    return id;
  };
  ValueId result = origin(region.results[0]);
  if (graph.values[result].definingNode == kNone)
    return ReduceKind::Other;
  const Node &node = graph.nodes[graph.values[result].definingNode];
  if (node.operands.size() != 2 || !llvm::is_contained(region.nodes, graph.values[result].definingNode))
    return ReduceKind::Other;
  ValueId x = origin(node.operands[0]), y = origin(node.operands[1]);
  ValueId a = region.arguments[0], b = region.arguments[1];
  if (!((x == a && y == b) || (x == b && y == a)))
    return ReduceKind::Other;
  bool boolean = isBoolean(graph.values[a].type);
  switch (node.opcode) {
  case Opcode::Add: return boolean ? ReduceKind::Or : ReduceKind::Add;
  case Opcode::Multiply: return boolean ? ReduceKind::And : ReduceKind::Multiply;
  case Opcode::Maximum: return ReduceKind::Max;
  case Opcode::Minimum: return ReduceKind::Min;
  case Opcode::And: return boolean ? ReduceKind::And : ReduceKind::Other;
  case Opcode::Or: return boolean ? ReduceKind::Or : ReduceKind::Other;
  default: return ReduceKind::Other;
  }
}

std::optional<Comb> Reader::reduced(ReduceKind kind, Span<Var> vars, Comb x, ElementType type) {
  // An infinity that no guard limits would disappear in the extremum as if it were finite.
  if (kind == ReduceKind::Max || kind == ReduceKind::Min)
    for (const Term &term : s[x].terms)
      if (s[term.mono].hasInfinity && s[x].terms.size() > 1 && s[term.mono].factors.size() == 1)
        return std::nullopt;
  switch (kind) {
  case ReduceKind::Add: {
    Comb total = n.sum(vars, x);
    return isInteger(type) ? wrapped(total, n.sum(vars, stripped(x, type)), type) : total;
  }
  case ReduceKind::Max: case ReduceKind::Or: return n.extremum(FnKind::Maximum, vars, x);
  case ReduceKind::Min: case ReduceKind::And: return n.extremum(FnKind::Minimum, vars, x);
  default: return std::nullopt;
  }
}

std::optional<Comb> Reader::combined(ReduceKind kind, Comb x, Comb y, ElementType type) {
  switch (kind) {
  case ReduceKind::Add: return isInteger(type) ? binaryInteger(Opcode::Add, x, y, type) : std::optional(floatAdd(x, y));
  case ReduceKind::Max: return extremumOf(true, x, y, type);
  case ReduceKind::Min: return extremumOf(false, x, y, type);
  case ReduceKind::Or: return n.logicalOr(x, y);
  case ReduceKind::And: return n.mul(x, y);
  default: return std::nullopt;
  }
}

std::optional<Reader::Combiner> Reader::combinerOf(const Node &node, size_t count) {
  Combiner out;
  out.kind = count == 1 ? reducer(node.regions[0]) : ReduceKind::Other;
  out.isOpaque = out.kind == ReduceKind::Other || out.kind == ReduceKind::Multiply;
  if (!out.isOpaque)
    return out;
  out.text = regionText(node.regions[0]);
  return out.text.empty() ? std::nullopt : std::optional(out);
}

Reader::Values Reader::reduce(const Node &node, Span<Tensor> operands) {
  const Dims &dims = std::get<DimsAttr>(node.attributes).dims;
  size_t count = operands.size() / 2;
  const Tensor &first = operands[0];
  std::optional<Combiner> combiner = combinerOf(node, count);
  if (!combiner) {
    fail("the combiner of the reduction is not modelled");
    return {};
  }
  const auto &[kind, isOpaque, text] = *combiner;
  Values out;
  for (size_t k = 0; k < count; ++k)
    out.push_back(make(node.results[k], [&](Span<Ix> index) -> Comb {
      Vec<Var> vars;
      Vec<Ix> source;
      size_t next = 0;
      for (size_t d = 0; d < first.shape.size(); ++d) {
        if (!llvm::is_contained(dims, int64_t(d))) {
          source.push_back(index[next++]);
        } else if (first.shape[d] == 1 && !isOpaque) {
          source.push_back(s.zeroIx);
        } else {
          vars.push_back(summed(first.shape[d]));
          source.push_back(first.shape[d] == 1 ? s.zeroIx : s.varIx(vars.back()));
        }
      }
      if (isOpaque) {
        Vec<Comb> bodies;
        for (size_t i = 0; i < count; ++i)
          bodies.push_back(at(operands[i], source));
        for (size_t i = 0; i < count; ++i)
          bodies.push_back(operands[count + i].comb());
        Normalizer::ScalarTraits traits;
        traits.boolean = isBoolean(operands[k].type);
        // The range of an opaque integer is that of nothing smaller than its operands' type.
        if (isInteger(operands[k].type))
          traits.range = Range();
        return n.rows("reduce." + std::to_string(k) + "." + text, vars, bodies, {}, traits);
      }
      std::optional<Comb> x = reduced(kind, vars, at(first, source), first.type);
      std::optional<Comb> y = x ? combined(kind, operands[1].comb(), *x, first.type) : std::nullopt;
      if (!y)
        fail("the combiner of the reduction is not modelled");
      return y.value_or(s.zero);
    }));
  return out;
}

} // namespace lockstep::verifier::engine
