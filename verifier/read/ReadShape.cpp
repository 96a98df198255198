// Operators that move elements: index expressions are substituted, pieces are joined by guards.
#include "verifier/read/Reader.h"

#include <cmath>

namespace lockstep::verifier::engine {

/// Literals of at least this size are masks: exp(x - h) is read as 0. See Scalar.cpp for the assumption it costs.
static constexpr double kHuge = 1e9;

/// Longer arrays of constants are opaque at every place.
static constexpr size_t kMostElements = 4096;

static unsigned mantissaBits(ElementType type) {
  switch (type) {
  case ElementType::F64: return 52;
  case ElementType::F32: return 23;
  case ElementType::F16: return 10;
  case ElementType::BF16: return 7;
  case ElementType::F8E3M4: return 4;
  case ElementType::F8E4M3: case ElementType::F8E4M3FN: case ElementType::F8E4M3FNUZ: case ElementType::F8E4M3B11FNUZ: return 3;
  default: return 2;
  }
}

Comb Reader::literal(const ConstantAttr &attr, size_t i) {
  if (!isFloat(attr.type))
    return n.number(attr.integerAt(i));
  double value = attr.floatAt(i);
  if (std::isnan(value))
    return n.single(s.atom(n.intern({FnKind::NotANumber}, Sign::Unknown), {}));
  if (std::isinf(value)) {
    Comb infinity = n.single(s.atom(n.intern({FnKind::Infinity}, Sign::Positive), {}));
    return value > 0 ? infinity : n.neg(infinity);
  }
  if (n.settings.arithmetic != Arithmetic::Real)
    return roundedLiteral(value);
  bool exact;
  Q q = s.q.simplest(value, mantissaBits(attr.type), exact);
  if (!exact)
    n.assume(AssumptionKind::LiteralReading,
             "a floating-point literal stands for the simplest rational that rounds to it (0.1 is 1/10)");
  if (value <= -kHuge) {
    Fn huge = n.intern({FnKind::Huge, s.q.neg(q).v}, Sign::Positive);
    return n.neg(n.single(s.atom(huge, {})));
  }
  return n.number(q);
}

/// base + sum of stride * index, when the integers have that form.
static std::optional<std::vector<int64_t>> affineStrides(const std::vector<int64_t> &data, const Shape &shape) {
  std::vector<int64_t> strides(shape.size()), step(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;)
    step[d - 1] = step[d] * shape[d];
  for (size_t d = 0; d < shape.size(); ++d)
    strides[d] = shape[d] > 1 ? data[step[d]] - data[0] : 0;
  for (size_t i = 0; i < data.size(); ++i) {
    int64_t expected = data[0];
    for (size_t d = 0; d < shape.size(); ++d)
      expected += strides[d] * (int64_t(i) / step[d] % shape[d]);
    if (expected != data[i])
      return std::nullopt;
  }
  return strides;
}

Reader::Values Reader::constant(const Node &node) {
  const ConstantAttr &attr = std::get<ConstantAttr>(node.attributes);
  Values out;
  if (!attr.isReadable()) {
    fail("constants of this element type are not modelled");
    return out;
  }
  const Shape &shape = graph.values[node.results[0]].shape;
  size_t count = attr.splat ? 1 : attr.elementsStored();
  for (size_t i = 0; attr.type == ElementType::UI64 && i < count; ++i)
    if (attr.integerAt(i) < 0) {
      fail("unsigned constants of 2^63 and more are not modelled");
      return out;
    }
  bool same = true;
  for (size_t i = 1; i < count && same; ++i)
    same = literal(attr, i) == literal(attr, 0);
  if (same) {
    Comb x = literal(attr, 0);
    out.push_back(make(node.results[0], [&](Span<Ix>) { return x; }));
    return out;
  }
  bool integers = !isFloat(attr.type);
  std::vector<int64_t> data;
  if (integers)
    for (size_t i = 0; i < count; ++i)
      data.push_back(attr.integerAt(i));
  if (isInteger(attr.type))
    if (auto strides = affineStrides(data, shape)) {
      out.push_back(make(node.results[0], [&](Span<Ix> index) {
        Ix e = n.constant(data[0]);
        for (size_t d = 0; d < index.size(); ++d)
          e = n.add(e, n.scale(index[d], (*strides)[d]));
        return n.fromIndex(e);
      }));
      return out;
    }
  if (shape.size() == 1 && !attr.splat)
    if (std::optional<Comb> steps = stepFunction(attr, count, formals(shape)[0])) {
      out.push_back(make(node.results[0], [&](Span<Ix>) { return *steps; }));
      if (integers)
        out[0].table = std::make_shared<std::vector<int64_t>>(std::move(data));
      return out;
    }
  // An opaque table, identified by its exact contents.
  std::string contents = std::string(name(attr.type)) + ":";
  for (int64_t extent : shape)
    contents += std::to_string(extent) + "x";
  contents.append(reinterpret_cast<const char *>(attr.bytes.data()), attr.bytes.size());
  Store::FnKey key{FnKind::Table, s.symbol(contents).v, uint32_t(shape.size())};
  Fn fn = n.intern(key, Sign::Unknown);
  FnNode &table = s.edit(fn);
  table.boolean = isBoolean(attr.type);
  table.isInteger = integers;
  if (integers)
    table.range = {*std::min_element(data.begin(), data.end()), *std::max_element(data.begin(), data.end())};
  if (count <= kMostElements) {
    std::vector<Q> elements;
    for (size_t i = 0; i < count; ++i)
      if (Comb x = literal(attr, i); n.isNumber(x))
        elements.push_back(n.numberOf(x));
    if (elements.size() == count)
      n.setTable(fn, shape, std::move(elements));
  }
  out.push_back(make(node.results[0], [&](Span<Ix> index) { return n.single(s.atom(fn, index)); }));
  if (integers && shape.size() == 1)
    out[0].table = std::make_shared<std::vector<int64_t>>(std::move(data));
  return out;
}

/// Row-major reshape: dims are matched in groups of equal size, digits are split only where they must be.
Vec<Ix> Reader::reshaped(Span<Ix> index, const Shape &from, const Shape &to) {
  // `index` addresses `from` (the result), the returned one addresses `to` (the operand).
  Vec<Ix> out(to.size(), s.zeroIx);
  Vec<unsigned> source, target;
  for (unsigned i = 0; i < from.size(); ++i)
    if (from[i] != 1)
      source.push_back(i);
  for (unsigned i = 0; i < to.size(); ++i)
    if (to[i] != 1)
      target.push_back(i);
  size_t p = 0, q = 0;
  while (p < source.size() && q < target.size()) {
    size_t p0 = p, q0 = q;
    int64_t have = from[source[p++]], want = to[target[q++]];
    while (have != want) {
      if (have < want)
        have *= from[source[p++]];
      else
        want *= to[target[q++]];
    }
    if (p - p0 == 1 && q - q0 == 1) {
      out[target[q0]] = index[source[p0]];
      continue;
    }
    Ix flat = s.zeroIx;
    for (size_t i = p0; i < p; ++i)
      flat = n.add(n.scale(flat, from[source[i]]), index[source[i]]);
    int64_t stride = want;
    for (size_t i = q0; i < q; ++i) {
      stride /= to[target[i]];
      Ix digit = n.floorDiv(flat, stride);
      out[target[i]] = digit;
      flat = n.sub(flat, n.scale(digit, stride));
    }
  }
  return out;
}

Comb Reader::concatenated(const Node &node, Span<Tensor> operands, Span<Ix> index) {
  int64_t dim = std::get<DimAttr>(node.attributes).dim, start = 0;
  Vec<Comb> pieces;
  for (const Tensor &x : operands) {
    int64_t extent = x.shape[dim];
    Ix e = n.plus(index[dim], -start);
    Comb inside = n.mul(n.guardAtLeast(e), n.guardAtLeast(n.plus(n.scale(e, -1), extent - 1)));
    start += extent;
    if (inside == s.zero)
      continue;
    Vec<Ix> at_(index.begin(), index.end());
    at_[dim] = extent == 1 ? s.zeroIx : e;
    pieces.push_back(n.guarded(inside, at(x, at_)));
  }
  return n.add(pieces);
}

Comb Reader::padded(const Node &node, Span<Tensor> operands, Span<Ix> index) {
  const PadAttr &pad = std::get<PadAttr>(node.attributes);
  const Tensor &x = operands[0];
  Comb inside = s.one;
  Vec<Ix> source;
  for (size_t d = 0; d < index.size(); ++d) {
    Ix e = index[d];
    if (pad.low[d] == 0 && pad.high[d] == 0 && pad.interior[d] == 0) {
      source.push_back(e);
      continue;
    }
    e = n.plus(e, -pad.low[d]);
    int64_t step = pad.interior[d] + 1;
    if (step > 1) {
      inside = n.mul(inside, n.guardEqual(n.mod(e, step)));
      e = n.floorDiv(e, step);
    }
    inside = n.mul(inside, n.mul(n.guardAtLeast(e), n.guardAtLeast(n.plus(n.scale(e, -1), x.shape[d] - 1))));
    source.push_back(x.shape[d] == 1 ? s.zeroIx : e);
  }
  if (inside == s.zero)
    return operands[1].comb();
  return n.select(inside, at(x, source), operands[1].comb());
}

Reader::Values Reader::shape(const Node &node, Span<Tensor> operands) {
  const Shape &to = graph.values[node.results[0]].shape;
  Tensor out = make(node.results[0], [&](Span<Ix> index) -> Comb {
    const Tensor &x = operands.empty() ? values[0] : operands[0];
    Vec<Ix> source;
    switch (node.opcode) {
    case Opcode::Iota: {
      ElementType type = graph.values[node.results[0]].type;
      Comb x = n.fromIndex(index[std::get<DimAttr>(node.attributes).dim]);
      return isInteger(type) ? wrapped(x, x, type) : x; // a narrow type starts again
    }
    case Opcode::BroadcastInDim: {
      const Dims &dims = std::get<DimsAttr>(node.attributes).dims;
      for (size_t d = 0; d < dims.size(); ++d)
        source.push_back(x.shape[d] == 1 ? s.zeroIx : index[dims[d]]);
      return at(x, source);
    }
    case Opcode::Reshape:
      return at(x, reshaped(index, to, x.shape));
    case Opcode::Transpose: {
      const Dims &dims = std::get<DimsAttr>(node.attributes).dims;
      source.assign(dims.size(), s.zeroIx);
      for (size_t d = 0; d < dims.size(); ++d)
        source[dims[d]] = index[d];
      return at(x, source);
    }
    case Opcode::Reverse: {
      const Dims &dims = std::get<DimsAttr>(node.attributes).dims;
      for (size_t d = 0; d < index.size(); ++d)
        source.push_back(llvm::is_contained(dims, int64_t(d)) ? n.plus(n.scale(index[d], -1), x.shape[d] - 1) : index[d]);
      return at(x, source);
    }
    case Opcode::Slice: {
      const SliceAttr &slice = std::get<SliceAttr>(node.attributes);
      for (size_t d = 0; d < index.size(); ++d)
        source.push_back(x.shape[d] == 1 ? s.zeroIx : n.plus(n.scale(index[d], slice.strides[d]), slice.starts[d]));
      return at(x, source);
    }
    case Opcode::Concatenate: return concatenated(node, operands, index);
    default: return padded(node, operands, index);
    }
  });
  return {out};
}

} // namespace lockstep::verifier::engine
