// Contractions, reductions, windows, and functions of whole rows.
#include "verifier/read/Reader.h"

namespace lockstep::verifier::engine {

Reader::Values Reader::dot(const Node &node, Span<Tensor> operands) {
  const Tensor &a = operands[0], &b = operands[1];
  DotAttr d;
  if (node.opcode == Opcode::DotGeneral)
    d = std::get<DotAttr>(node.attributes);
  else
    d.lhsContracting = {int64_t(a.shape.size()) - 1}, d.rhsContracting = {0};
  if (!isFloat(a.type) || !isFloat(b.type)) {
    fail("contractions of integers are not modelled");
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
    return n.sum(vars, floatMultiply(at(a, left), at(b, right)));
  })};
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

/// The region as text without names, for opaque functions; empty when it uses values from outside or nests regions.
std::string Reader::regionText(const Region &region) {
  std::map<ValueId, unsigned> numbers;
  std::string out;
  for (ValueId argument : region.arguments) {
    numbers.try_emplace(argument, numbers.size());
    out += std::string(name(graph.values[argument].type)) + ",";
  }
  for (NodeId id : region.nodes) {
    const Node &node = graph.nodes[id];
    if (!node.regions.empty())
      return "";
    out += ";" + std::string(spelling(node.opcode));
    if (auto *compare = std::get_if<CompareAttr>(&node.attributes))
      out += std::to_string(int(compare->direction)) + (compare->totalOrder ? "t" : "");
    else if (auto *constant = std::get_if<ConstantAttr>(&node.attributes))
      out += std::string(constant->bytes.begin(), constant->bytes.end());
    else if (!std::holds_alternative<std::monostate>(node.attributes))
      return "";
    for (ValueId operand : node.operands) {
      if (!numbers.count(operand))
        return "";
      out += " " + std::to_string(numbers[operand]);
    }
    for (ValueId result : node.results) {
      numbers.try_emplace(result, numbers.size());
      out += ":" + std::string(name(graph.values[result].type));
    }
  }
  for (ValueId result : region.results) {
    if (!numbers.count(result))
      return "";
    out += "=" + std::to_string(numbers[result]);
  }
  return out;
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

Reader::Values Reader::reduce(const Node &node, Span<Tensor> operands) {
  const Dims &dims = std::get<DimsAttr>(node.attributes).dims;
  size_t count = operands.size() / 2;
  const Tensor &first = operands[0];
  ReduceKind kind = count == 1 ? reducer(node.regions[0]) : ReduceKind::Other;
  bool isOpaque = kind == ReduceKind::Other || kind == ReduceKind::Multiply;
  std::string text = isOpaque ? regionText(node.regions[0]) : "";
  if (isOpaque && text.empty()) {
    fail("the combiner of the reduction is not modelled");
    return {};
  }
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

Reader::Values Reader::reduceWindow(const Node &node, Span<Tensor> operands) {
  const WindowAttr &w = std::get<WindowAttr>(node.attributes);
  ReduceKind kind = operands.size() == 2 ? reducer(node.regions[0]) : ReduceKind::Other;
  if (kind != ReduceKind::Add) {
    fail("only windows of sums are modelled");
    return {};
  }
  const Tensor &x = operands[0];
  return {make(node.results[0], [&](Span<Ix> index) -> Comb {
    Vec<Var> vars;
    Vec<Ix> source;
    Comb inside = s.one;
    for (size_t d = 0; d < index.size(); ++d) {
      Ix e = n.plus(n.scale(index[d], w.strides[d]), -w.padding[d].first);
      if (w.dimensions[d] > 1) {
        vars.push_back(summed(w.dimensions[d]));
        e = n.add(e, n.scale(s.varIx(vars.back()), w.windowDilations[d]));
      }
      if (w.baseDilations[d] > 1) {
        inside = n.mul(inside, n.guardEqual(n.mod(e, w.baseDilations[d])));
        e = n.floorDiv(e, w.baseDilations[d]);
      }
      inside = n.mul(inside, n.mul(n.guardAtLeast(e), n.guardAtLeast(n.plus(n.scale(e, -1), x.shape[d] - 1))));
      source.push_back(x.shape[d] == 1 ? s.zeroIx : e);
    }
    // Padding and holes hold the initial value, which counts once for each of them.
    if (inside != s.one && operands[1].comb() != s.zero) {
      fail("a padded window with another initial value than 0 is not modelled");
      return s.zero;
    }
    if (inside == s.zero)
      return s.zero;
    Comb total = n.sum(vars, n.guarded(inside, at(x, source)));
    std::optional<Comb> y = combined(kind, operands[1].comb(), isInteger(x.type) ? wrapped(total, total, x.type) : total, x.type);
    return y.value_or(s.zero);
  })};
}

Reader::Values Reader::convolution(const Node &node, Span<Tensor> operands) {
  const ConvolutionAttr &c = std::get<ConvolutionAttr>(node.attributes);
  const Tensor &x = operands[0], &kernel = operands[1];
  if (c.batchGroups != 1 || !isFloat(x.type)) {
    fail("grouped batches and integers in convolutions are not modelled");
    return {};
  }
  int64_t channels = kernel.shape[c.kernelInputFeature], outputs = kernel.shape[c.kernelOutputFeature] / c.featureGroups;
  return {make(node.results[0], [&](Span<Ix> index) -> Comb {
    Vec<Ix> source(x.shape.size(), s.zeroIx), weight(kernel.shape.size(), s.zeroIx);
    Vec<Var> vars;
    Comb inside = s.one;
    source[c.inputBatch] = index[c.outputBatch];
    Ix channel = s.zeroIx;
    if (channels > 1) {
      vars.push_back(summed(channels));
      channel = s.varIx(vars.back());
    }
    Ix group = c.featureGroups == 1 ? s.zeroIx : n.floorDiv(index[c.outputFeature], outputs);
    weight[c.kernelInputFeature] = channel;
    weight[c.kernelOutputFeature] = index[c.outputFeature];
    source[c.inputFeature] = n.add(n.scale(group, channels), channel);
    for (size_t d = 0; d < c.inputSpatial.size(); ++d) {
      int64_t size = kernel.shape[c.kernelSpatial[d]];
      Ix tap = s.zeroIx;
      if (size > 1) {
        vars.push_back(summed(size));
        tap = s.varIx(vars.back());
      }
      bool reversed = d < c.reversal.size() && c.reversal[d];
      weight[c.kernelSpatial[d]] = reversed ? n.plus(n.scale(tap, -1), size - 1) : tap;
      Ix e = n.add(n.scale(index[c.outputSpatial[d]], c.window.strides[d]), n.scale(tap, c.window.windowDilations[d]));
      e = n.plus(e, -c.window.padding[d].first);
      if (c.window.baseDilations[d] > 1) {
        inside = n.mul(inside, n.guardEqual(n.mod(e, c.window.baseDilations[d])));
        e = n.floorDiv(e, c.window.baseDilations[d]);
      }
      int64_t extent = x.shape[c.inputSpatial[d]];
      inside = n.mul(inside, n.mul(n.guardAtLeast(e), n.guardAtLeast(n.plus(n.scale(e, -1), extent - 1))));
      source[c.inputSpatial[d]] = extent == 1 ? s.zeroIx : e;
    }
    if (inside == s.zero)
      return s.zero;
    return n.sum(vars, n.guarded(inside, floatMultiply(at(x, source), at(kernel, weight))));
  })};
}

Reader::Values Reader::rowFunctions(const Node &node, Span<Tensor> operands) {
  const Tensor &first = operands[0];
  size_t dim = first.shape.size() - 1;
  std::string label;
  if (node.opcode == Opcode::TopK) {
    label = "top-k";
  } else {
    const SortAttr &sort = std::get<SortAttr>(node.attributes);
    std::string text = regionText(node.regions[0]);
    if (text.empty()) {
      fail("the comparison of the sort is not modelled");
      return {};
    }
    dim = sort.dim;
    label = std::string(sort.stable ? "stable-sort" : "sort") + "." + text;
  }
  Values out;
  for (size_t k = 0; k < node.results.size(); ++k)
    out.push_back(make(node.results[k], [&](Span<Ix> index) {
      Var v = summed(first.shape[dim]);
      Vec<Comb> bodies;
      for (const Tensor &x : operands) {
        Vec<Ix> source(index.begin(), index.end());
        source[dim] = first.shape[dim] == 1 ? s.zeroIx : s.varIx(v);
        bodies.push_back(at(x, source));
      }
      Normalizer::ScalarTraits traits;
      ElementType type = graph.values[node.results[k]].type;
      traits.boolean = isBoolean(type);
      if (isInteger(type))
        traits.range = node.opcode == Opcode::TopK && k == 1 ? Range{0, first.shape[dim] - 1} : Range(); // places, not values
      return n.rows(label + "." + std::to_string(k), v, bodies, index[dim], traits);
    }));
  return out;
}

} // namespace lockstep::verifier::engine
