// Sliding windows: reductions, the gradient of a maximum over windows, convolutions. An element of a window is its
// operand's where a conjunction of guards holds, elsewhere it is padding or a hole of a dilation.
#include "verifier/read/Reader.h"

namespace lockstep::verifier::engine {

Comb Reader::conjunction(Span<Comb> guards) {
  Comb all = s.one;
  for (Comb guard : guards)
    all = n.mul(all, guard);
  return all;
}

/// Products of guards taken apart.
void Reader::separate(Vec<Comb> &guards) {
  Vec<Comb> out;
  for (Comb guard : guards) {
    Span<Term> terms = s[guard].terms;
    if (terms.size() != 1 || terms[0].coef != kOne) {
      out.push_back(guard);
      continue;
    }
    for (const Factor &f : s[terms[0].mono].factors)
      out.push_back(n.single(f.atom, f.exp));
  }
  guards = out;
}

/// x where all guards hold, otherwise y: in disjoint pieces, every one of them guarded, so that an infinite y never
/// stands alone.
Comb Reader::piecewise(Span<Comb> conjunction, Comb x, Comb y) {
  Vec<Comb> guards(conjunction.begin(), conjunction.end());
  separate(guards);
  Comb inside = s.one;
  Vec<Comb> pieces;
  for (Comb guard : guards) {
    if (guard == s.one)
      continue;
    Comb outside = n.mul(inside, notGuard(guard));
    if (outside != s.zero && y != s.zero)
      pieces.push_back(n.guarded(outside, y));
    inside = n.mul(inside, guard);
  }
  if (inside != s.zero)
    pieces.push_back(n.guarded(inside, x));
  return n.add(pieces);
}

/// The negation of one guard, that of an equality as two inequalities.
Comb Reader::notGuard(Comb guard) {
  Span<Term> terms = s[guard].terms;
  if (terms.size() == 1 && terms[0].coef == kOne && s[terms[0].mono].factors.size() == 1) {
    const Factor &f = s[terms[0].mono].factors[0];
    if (s.fnOf(f.atom).kind == FnKind::Equal) {
      Ix e = s[f.atom].args[0];
      return n.add(n.guardAtLeast(n.plus(e, -1)), n.guardAtLeast(n.plus(n.scale(e, -1), -1)));
    }
  }
  return n.logicalNot(guard);
}

/// Guards of lo <= e < hi, e's own range used.
static void inRange(Normalizer &n, Ix e, int64_t extent, Vec<Comb> &guards) {
  guards.push_back(n.guardAtLeast(e));
  guards.push_back(n.guardAtLeast(n.plus(n.scale(e, -1), extent - 1)));
}

/// The place that position `tap` of window `window` reads in dim d, and the guards of its being there.
Ix Reader::windowPlace(const WindowAttr &w, size_t d, int64_t extent, Ix window, Ix tap, Vec<Comb> &guards) {
  Ix e = n.plus(n.add(n.scale(window, w.strides[d]), n.scale(tap, w.windowDilations[d])), -w.padding[d].first);
  if (w.baseDilations[d] > 1) {
    guards.push_back(n.guardEqual(n.mod(e, w.baseDilations[d])));
    e = n.floorDiv(e, w.baseDilations[d]);
  }
  inRange(n, e, extent, guards);
  return extent == 1 ? s.zeroIx : e;
}

Reader::Values Reader::reduceWindow(const Node &node, Span<Tensor> operands) {
  const WindowAttr &w = std::get<WindowAttr>(node.attributes);
  size_t count = operands.size() / 2;
  std::optional<Combiner> combiner = combinerOf(node, count);
  if (!combiner) {
    fail("the combiner of the windows is not modelled");
    return {};
  }
  const auto &[kind, isOpaque, text] = *combiner;
  Values out;
  for (size_t k = 0; k < count; ++k)
    out.push_back(make(node.results[k], [&](Span<Ix> index) -> Comb {
      Vec<Var> vars;
      Vec<Ix> source;
      Vec<Comb> guards;
      for (size_t d = 0; d < index.size(); ++d) {
        Ix tap = s.zeroIx;
        if (w.dimensions[d] > 1) {
          vars.push_back(summed(w.dimensions[d]));
          tap = s.varIx(vars.back());
        }
        source.push_back(windowPlace(w, d, operands[0].shape[d], index[d], tap, guards));
      }
      if (isOpaque) {
        Vec<Comb> bodies;
        for (size_t i = 0; i < count; ++i)
          bodies.push_back(piecewise(guards, at(operands[i], source), operands[count + i].comb()));
        for (size_t i = 0; i < count; ++i)
          bodies.push_back(operands[count + i].comb());
        Normalizer::ScalarTraits traits = opaqueTraits(graph.values[node.results[k]].type);
        if (traits.range)
          traits.range = Range();
        return n.rows("window." + std::to_string(k) + "." + text, vars, bodies, {}, traits);
      }
      // Padding and holes hold the initial value, which counts once for each of them.
      Comb init = operands[1].comb();
      ElementType type = operands[0].type;
      Comb element = piecewise(guards, at(operands[0], source), init);
      std::optional<Comb> x = element == s.zero ? element : reduced(kind, vars, element, type);
      std::optional<Comb> y = x ? combined(kind, init, *x, type) : std::nullopt;
      if (!y)
        fail("the combiner of the windows is not modelled");
      return y.value_or(s.zero);
    }));
  return out;
}

/// Every window selects one of its elements by an opaque function of all of them; what it selects gets the window's
/// source element. Which window reaches an element is then ordinary algebra, so windows may be cut anywhere.
Reader::Values Reader::selectAndScatter(const Node &node, Span<Tensor> operands) {
  WindowAttr w = std::get<WindowAttr>(node.attributes);
  const Tensor &x = operands[0], &source = operands[1], &init = operands[2];
  std::string text = regionText(node.regions[0]);
  if (text.empty() || reducer(node.regions[1]) != ReduceKind::Add || isBoolean(source.type)) {
    fail("only windows that add what they select are modelled");
    return {};
  }
  text = "select." + text;
  for (int64_t extent : w.dimensions)
    text += "." + std::to_string(extent);
  return {make(node.results[0], [&](Span<Ix> index) -> Comb {
    Vec<Var> windows, taps;
    Vec<Ix> window, place;
    Vec<Comb> guards;
    for (size_t d = 0; d < index.size(); ++d) {
      window.push_back(s.zeroIx);
      if (source.shape[d] > 1) {
        windows.push_back(summed(source.shape[d]));
        window.back() = s.varIx(windows.back());
      }
      Ix tap = s.zeroIx;
      if (w.dimensions[d] > 1) {
        taps.push_back(summed(w.dimensions[d]));
        tap = s.varIx(taps.back());
      }
      place.push_back(windowPlace(w, d, x.shape[d], window[d], tap, guards));
    }
    Vec<Comb> bodies = {conjunction(guards)};
    bodies.push_back(n.guarded(bodies[0], at(x, place)));
    Comb hits = s.one;
    for (size_t d = 0; d < index.size(); ++d) {
      Ix chosen = s.zeroIx;
      if (w.dimensions[d] > 1) {
        Normalizer::ScalarTraits traits;
        traits.range = Range{0, w.dimensions[d] - 1};
        chosen = n.toIndex(n.rows(text + "." + std::to_string(d), taps, bodies, {}, traits));
      }
      Ix reached = n.add(n.scale(window[d], w.strides[d]), n.plus(chosen, -w.padding[d].first));
      hits = n.mul(hits, n.guardEqual(n.sub(reached, index[d])));
    }
    if (hits == s.zero)
      return init.comb();
    Comb update = n.guarded(hits, at(source, window));
    Comb total = *reduced(ReduceKind::Add, windows, update, source.type);
    return *combined(ReduceKind::Add, init.comb(), total, source.type);
  })};
}

Reader::Values Reader::convolution(const Node &node, Span<Tensor> operands) {
  const ConvolutionAttr &c = std::get<ConvolutionAttr>(node.attributes);
  const Tensor &x = operands[0], &kernel = operands[1];
  ElementType type = partOf(graph.values[node.results[0]].type, x.type);
  if (isBoolean(type) || isComplex(type)) {
    fail("convolutions of this element type are not modelled");
    return {};
  }
  int64_t channels = kernel.shape[c.kernelInputFeature], features = kernel.shape[c.kernelOutputFeature];
  int64_t batches = x.shape[c.inputBatch] / c.batchGroups;
  return {make(node.results[0], [&](Span<Ix> index) -> Comb {
    Vec<Ix> source(x.shape.size(), s.zeroIx), weight(kernel.shape.size(), s.zeroIx);
    Vec<Var> vars;
    Vec<Comb> guards;
    auto variable = [&](int64_t extent) {
      if (extent == 1)
        return s.zeroIx;
      vars.push_back(summed(extent));
      return s.varIx(vars.back());
    };
    Ix feature = index[c.outputFeature];
    auto groupOf = [&](int64_t groups) { return groups == 1 ? s.zeroIx : n.floorDiv(feature, features / groups); };
    Ix channel = variable(channels);
    weight[c.kernelInputFeature] = channel;
    weight[c.kernelOutputFeature] = feature;
    source[c.inputFeature] = n.add(n.scale(groupOf(c.featureGroups), channels), channel);
    source[c.inputBatch] = n.add(n.scale(groupOf(c.batchGroups), batches), index[c.outputBatch]);
    for (size_t d = 0; d < c.inputSpatial.size(); ++d) {
      int64_t size = kernel.shape[c.kernelSpatial[d]];
      Ix tap = variable(size);
      bool reversed = d < c.reversal.size() && c.reversal[d];
      weight[c.kernelSpatial[d]] = reversed ? n.plus(n.scale(tap, -1), size - 1) : tap;
      source[c.inputSpatial[d]] =
          windowPlace(c.window, d, x.shape[c.inputSpatial[d]], index[c.outputSpatial[d]], tap, guards);
    }
    Comb inside = conjunction(guards);
    if (inside == s.zero)
      return s.zero;
    return sumOfProducts(vars, inside, at(x, source), x.type, at(kernel, weight), kernel.type, type);
  })};
}

} // namespace lockstep::verifier::engine
