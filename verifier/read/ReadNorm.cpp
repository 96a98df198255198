// Operators that are written out: batch normalisation by its formulas, map by its region.
#include "verifier/read/Reader.h"

namespace lockstep::verifier::engine {

Reader::Values Reader::batchNorm(const Node &node, Span<Tensor> operands) {
  const FeatureAttr &attr = std::get<FeatureAttr>(node.attributes);
  const Tensor &x = operands[0];
  bool exact;
  Comb epsilon = n.number(s.q.simplest(attr.epsilon, 23, exact));
  if (!exact)
    n.assume(AssumptionKind::LiteralReading,
             "a floating-point literal stands for the simplest rational that rounds to it (0.1 is 1/10)");
  int64_t count = 1;
  for (size_t d = 0; d < x.shape.size(); ++d)
    if (int64_t(d) != attr.dim)
      count *= x.shape[d];
  // Per feature: the sum over all other dims of an element.
  auto total = [&](Ix feature, llvm::function_ref<Comb(Span<Ix>)> element) {
    Vec<Var> vars;
    Vec<Ix> index;
    for (size_t d = 0; d < x.shape.size(); ++d) {
      index.push_back(s.zeroIx);
      if (int64_t(d) == attr.dim)
        index.back() = feature;
      else if (x.shape[d] > 1) {
        vars.push_back(summed(x.shape[d]));
        index.back() = s.varIx(vars.back());
      }
    }
    return n.sum(vars, element(index));
  };
  auto mean = [&](Ix f, llvm::function_ref<Comb(Span<Ix>)> element) { return n.scale(total(f, element), s.q.make(1, count)); };
  auto perFeature = [&](const Tensor &t, Ix feature) { return at(t, feature); };
  auto inverse = [&](Comb variance) { return n.power(n.add(variance, epsilon), s.q.neg(kHalf)); };
  auto normalised = [&](Span<Ix> i, Comb average, Comb variance) {
    Ix f = i[attr.dim];
    Comb centred = n.mul(n.sub(at(x, i), average), inverse(variance));
    return n.add(n.mul(perFeature(operands[1], f), centred), perFeature(operands[2], f));
  };
  if (node.opcode == Opcode::BatchNormInference)
    return {make(node.results[0], [&](Span<Ix> i) {
      return normalised(i, perFeature(operands[3], i[attr.dim]), perFeature(operands[4], i[attr.dim]));
    })};
  if (node.opcode == Opcode::BatchNormTraining) {
    auto average = [&](Ix f) { return mean(f, [&](Span<Ix> j) { return at(x, j); }); };
    auto variance = [&](Ix f) {
      Comb centre = average(f);
      return mean(f, [&](Span<Ix> j) { return n.power(n.sub(at(x, j), centre), s.q.integer(2)); });
    };
    return {make(node.results[0], [&](Span<Ix> i) { return normalised(i, average(i[attr.dim]), variance(i[attr.dim])); }),
            make(node.results[1], [&](Span<Ix> i) { return average(i[0]); }),
            make(node.results[2], [&](Span<Ix> i) { return variance(i[0]); })};
  }
  // operands: x, scale, mean, variance, g
  const Tensor &g = operands[4];
  auto centred = [&](Span<Ix> j) { return n.sub(at(x, j), perFeature(operands[2], j[attr.dim])); };
  auto correlation = [&](Ix f) { return total(f, [&](Span<Ix> j) { return n.mul(at(g, j), centred(j)); }); };
  auto sumOfGrads = [&](Ix f) { return total(f, [&](Span<Ix> j) { return at(g, j); }); };
  return {make(node.results[0],
               [&](Span<Ix> i) {
                 Ix f = i[attr.dim];
                 Comb variance = perFeature(operands[3], f);
                 Comb pull = n.mul(n.mul(correlation(f), centred(i)), n.power(n.add(variance, epsilon), kMinusOne));
                 Comb rest = n.add({n.scale(at(g, i), s.q.integer(count)), n.neg(sumOfGrads(f)), n.neg(pull)});
                 Comb factor = n.scale(n.mul(perFeature(operands[1], f), inverse(variance)), s.q.make(1, count));
                 return n.mul(factor, rest);
               }),
          make(node.results[1],
               [&](Span<Ix> i) { return n.mul(correlation(i[0]), inverse(perFeature(operands[3], i[0]))); }),
          make(node.results[2], [&](Span<Ix> i) { return sumOfGrads(i[0]); })};
}

/// The region on the elements at one place.
Reader::Values Reader::map(const Node &node, Span<Tensor> operands) {
  const Region &body = node.regions[0];
  return {make(node.results[0], [&](Span<Ix> index) -> Comb {
    std::vector<Tensor> scalars;
    for (const Tensor &x : operands) {
      Tensor scalar;
      scalar.type = x.type;
      scalar.parts.push_back(at(x, index));
      scalars.push_back(scalar);
    }
    NodeId outer = n.currentNode;
    std::vector<Tensor> results = region(body, scalars);
    n.currentNode = outer;
    if (results[0].unsupported != kNone || results[0].isSpecialised()) {
      fail("an operator in the region is not modelled");
      return s.zero;
    }
    return results[0].comb();
  })};
}

} // namespace lockstep::verifier::engine
