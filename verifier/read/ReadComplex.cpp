// Complex numbers are pairs of real ones: operators that are linear over the reals act on each part, products on pairs of
// parts; every other function of one or two elements is an uninterpreted pair of functions of the parts.
#include "verifier/read/Reader.h"

namespace lockstep::verifier::engine {

static ElementType partType(ElementType type) { return type == ElementType::C64 ? ElementType::F32 : ElementType::F64; }

Tensor Reader::component(const Tensor &x, bool imaginary) {
  if (!isComplex(x.type))
    return x;
  Tensor out = imaginary && x.imaginary ? *x.imaginary : x;
  if (imaginary && !x.imaginary)
    out.parts = {s.zero};
  out.imaginary = nullptr;
  out.type = partType(x.type);
  return out;
}

Tensor Reader::complexOf(Tensor re, Tensor im, ElementType type) {
  im.type = re.type = partType(type);
  im.imaginary = nullptr;
  if (im.unsupported != kNone)
    re.unsupported = im.unsupported;
  re.type = type;
  re.imaginary = std::make_shared<const Tensor>(std::move(im));
  return re;
}

/// A function of the elements at one place of tensors of one shape.
Tensor Reader::pointwise(Span<Tensor> xs, ElementType type, PointwiseOf of) {
  bool specialised = llvm::any_of(xs, [](const Tensor &x) { return x.isSpecialised(); });
  Tensor out = xs[0];
  out.type = type;
  out.table = nullptr;
  Vec<Tensor, 4> parts;
  for (unsigned k = 0; k < (specialised ? coordinates.size() : 1); ++k) {
    Vec<Comb> elements;
    for (const Tensor &x : xs)
      elements.push_back(specialised ? instantiate(x, k).parts[0] : x.parts[0]);
    out.parts = {of(elements)};
    parts.push_back(out);
  }
  return specialised ? combine(parts) : out;
}

/// The node on the real parts, then on the imaginary ones; operands that are not complex take part in both.
Reader::Values Reader::componentwise(const Node &node, Span<Tensor> operands) {
  Values sides[2];
  for (bool imaginary : {false, true}) {
    Vec<Tensor, 4> parts;
    for (const Tensor &x : operands)
      parts.push_back(component(x, imaginary));
    sides[imaginary] = dispatch(node, parts);
    if (failed)
      return {};
  }
  Values out;
  for (size_t k = 0; k < node.results.size(); ++k) {
    ElementType type = graph.values[node.results[k]].type;
    out.push_back(isComplex(type) ? complexOf(sides[0][k], sides[1][k], type) : sides[0][k]);
  }
  return out;
}

/// (a + ib)(c + id) for a product, a contraction or a convolution.
Reader::Values Reader::bilinear(const Node &node, Span<Tensor> operands) {
  auto product = [&](bool left, bool right) {
    Vec<Tensor, 4> parts = {component(operands[0], left), component(operands[1], right)};
    if ((left && !isComplex(operands[0].type)) || (right && !isComplex(operands[1].type)))
      parts[0].parts = {s.zero};
    Values result = dispatch(node, parts);
    return failed ? Tensor() : result[0];
  };
  Tensor ac = product(false, false), bd = product(true, true), ad = product(false, true), bc = product(true, false);
  if (failed)
    return {};
  ElementType type = graph.values[node.results[0]].type;
  Vec<Tensor, 4> re = {ac, bd}, im = {ad, bc};
  return {complexOf(pointwise(re, partType(type), [&](Span<Comb> x) { return n.sub(x[0], x[1]); }),
                    pointwise(im, partType(type), [&](Span<Comb> x) { return n.add(x[0], x[1]); }), type)};
}

/// Functions of single elements: parts in, parts out.
Reader::Values Reader::complexElements(const Node &node, Span<Tensor> operands) {
  ElementType type = graph.values[node.results[0]].type, part = isComplex(type) ? partType(type) : type;
  Vec<Tensor, 4> parts;
  for (const Tensor &x : operands) {
    if (x.shape != graph.values[node.results[0]].shape) {
      fail("the operator is not modelled for complex numbers");
      return {};
    }
    parts.push_back(component(x, false));
    if (isComplex(x.type))
      parts.push_back(component(x, true));
  }
  auto square = [&](Comb x) { return n.power(x, s.q.integer(2)); };
  auto pair = [&](PointwiseOf re, PointwiseOf im) -> Values {
    return {complexOf(pointwise(parts, part, re), pointwise(parts, part, im), type)};
  };
  switch (node.opcode) {
  case Opcode::Abs:
    return {pointwise(parts, part, [&](Span<Comb> x) { return n.power(n.add(square(x[0]), square(x[1])), kHalf); })};
  case Opcode::Exponential:
    return pair([&](Span<Comb> x) { return n.mul(n.exp(x[0]), n.scalar("cos", {x[1]})); },
                [&](Span<Comb> x) { return n.mul(n.exp(x[0]), n.scalar("sin", {x[1]})); });
  case Opcode::Divide: {
    auto over = [&](Span<Comb> x, Comb up) { return n.mul(up, n.power(n.add(square(x[2]), square(x[3])), kMinusOne)); };
    return pair([&](Span<Comb> x) { return over(x, n.add(n.mul(x[0], x[2]), n.mul(x[1], x[3]))); },
                [&](Span<Comb> x) { return over(x, n.sub(n.mul(x[1], x[2]), n.mul(x[0], x[3]))); });
  }
  default:
    break;
  }
  if (!node.regions.empty() || node.results.size() != 1 || !std::holds_alternative<std::monostate>(node.attributes)) {
    fail("the operator is not modelled for complex numbers");
    return {};
  }
  std::string name = "complex." + std::string(spelling(node.opcode)) + "." + std::string(lockstep::name(type));
  Normalizer::ScalarTraits traits = opaqueTraits(part);
  if (!isComplex(type))
    return {pointwise(parts, part, [&](Span<Comb> x) { return n.scalar(name, x, traits); })};
  return pair([&](Span<Comb> x) { return n.scalar(name + ".re", x, traits); },
              [&](Span<Comb> x) { return n.scalar(name + ".im", x, traits); });
}

Reader::Values Reader::complexNode(const Node &node, Span<Tensor> operands) {
  ElementType type = graph.values[node.results[0]].type;
  bool adds = node.regions.empty() || reducer(node.regions[0]) == ReduceKind::Add;
  switch (node.opcode) {
  case Opcode::Complex:
    return {complexOf(operands[0], operands[1], type)};
  case Opcode::Real:
    return {component(operands[0], false)};
  case Opcode::Imag:
    return {component(operands[0], true)};
  case Opcode::ChloConj: {
    Vec<Tensor, 4> imaginary = {component(operands[0], true)};
    return {complexOf(component(operands[0], false),
                      pointwise(imaginary, partType(type), [&](Span<Comb> x) { return n.neg(x[0]); }), type)};
  }
  case Opcode::Convert: {
    if (!isComplex(type)) { // the real part
      Vec<Tensor, 4> real = {component(operands[0], false)};
      return dispatch(node, real);
    }
    Tensor zero = component(operands[0], false);
    zero.parts = {s.zero};
    Tensor im = isComplex(operands[0].type) ? component(operands[0], true) : zero;
    return {complexOf(component(operands[0], false), im, type)};
  }
  case Opcode::Constant: {
    ConstantAttr attr = std::get<ConstantAttr>(node.attributes);
    size_t half = byteWidth(attr.type) / 2;
    Vec<Tensor, 4> sides;
    for (size_t side : {0, 1}) {
      Node real = node;
      ConstantAttr part{partType(attr.type), attr.splat, {}};
      for (size_t i = 0; i < attr.bytes.size(); ++i)
        if (i / half % 2 == side)
          part.bytes.push_back(attr.bytes[i]);
      real.attributes = part;
      Values value = constant(real);
      if (failed)
        return {};
      sides.push_back(value[0]);
    }
    return {complexOf(sides[0], sides[1], type)};
  }
  case Opcode::Compare: {
    const CompareAttr &attr = std::get<CompareAttr>(node.attributes);
    Values sides[2];
    for (bool imaginary : {false, true}) {
      Vec<Tensor, 4> parts = {component(operands[0], imaginary), component(operands[1], imaginary)};
      sides[imaginary] = dispatch(node, parts);
      if (failed)
        return {};
    }
    Vec<Tensor, 4> both = {sides[0][0], sides[1][0]};
    bool equal = attr.direction == Direction::EQ;
    return {pointwise(both, type, [&](Span<Comb> x) { return equal ? n.mul(x[0], x[1]) : n.logicalOr(x[0], x[1]); })};
  }
  case Opcode::Multiply: case Opcode::DotGeneral: case Opcode::Dot: case Opcode::Convolution:
    return bilinear(node, operands);
  case Opcode::Add: case Opcode::Subtract: case Opcode::Negate: case Opcode::BroadcastInDim: case Opcode::Reshape:
  case Opcode::Transpose: case Opcode::Reverse: case Opcode::Slice: case Opcode::DynamicSlice: case Opcode::Concatenate:
  case Opcode::DynamicUpdateSlice: case Opcode::Pad: case Opcode::Gather: case Opcode::Select: case Opcode::AllGather:
  case Opcode::AllToAll: case Opcode::CollectivePermute: case Opcode::CollectiveBroadcast: case Opcode::CrossReplicaSum:
    return componentwise(node, operands);
  case Opcode::Iota: {
    Values real = dispatch(node, operands);
    if (failed)
      return {};
    Tensor zero = real[0];
    zero.parts = {s.zero};
    return {complexOf(real[0], zero, type)};
  }
  case Opcode::Reduce: case Opcode::AllReduce: case Opcode::ReduceScatter: case Opcode::ReduceWindow: case Opcode::Scatter:
    if (adds)
      return componentwise(node, operands);
    fail("the combiner is not modelled for complex numbers");
    return {};
  case Opcode::Fft: case Opcode::Cholesky: case Opcode::TriangularSolve: case Opcode::CustomCall: case Opcode::RaggedDot:
    return dispatch(node, operands);
  default:
    return complexElements(node, operands);
  }
}

} // namespace lockstep::verifier::engine
