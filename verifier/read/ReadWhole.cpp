// Functions without laws of whole rows, whole operands or folded elements. Everything that makes the function is part of
// its name: the operator, its attributes, its regions, the extents; every operand is an argument.
#include "verifier/read/Reader.h"

namespace lockstep::verifier::engine {

namespace {

/// Attributes as text: equal texts, equal attributes. Structs that hold numbers of other tables (calls, groups, meshes)
/// have no text.
struct AttributeText {
  std::string out;
  bool known = true;

  void number(int64_t x) { out += std::to_string(x) + ","; }
  void list(const Dims &dims) {
    for (int64_t x : dims)
      number(x);
    out += ";";
  }
  void operator()(const std::monostate &) {}
  void operator()(const ConstantAttr &a) {
    out += std::string(name(a.type)) + (a.splat ? "s" : "") + std::string(a.bytes.begin(), a.bytes.end());
  }
  void operator()(const DimAttr &a) { number(a.dim); }
  void operator()(const DimsAttr &a) { list(a.dims); }
  void operator()(const SliceAttr &a) { list(a.starts), list(a.limits), list(a.strides); }
  void operator()(const PadAttr &a) { list(a.low), list(a.high), list(a.interior); }
  void operator()(const DotAttr &a) { list(a.lhsBatch), list(a.rhsBatch), list(a.lhsContracting), list(a.rhsContracting); }
  void operator()(const CompareAttr &a) { number(int64_t(a.direction)), number(a.totalOrder); }
  void operator()(const SortAttr &a) { number(a.dim), number(a.stable); }
  void operator()(const WindowAttr &a) {
    list(a.dimensions), list(a.strides), list(a.baseDilations), list(a.windowDilations);
    for (const auto &[low, high] : a.padding)
      number(low), number(high);
    out += ";";
  }
  template <typename T> void operator()(const T &) { known = false; }
};

std::string typeText(const Value &value) {
  std::string out(name(value.type));
  for (int64_t extent : value.shape)
    out += "x" + std::to_string(extent);
  return out;
}

} // namespace

/// The region as text without names, for opaque functions; empty when it uses values from outside or calls functions.
std::string Reader::regionText(const Region &region) {
  std::map<ValueId, unsigned> numbers;
  std::string out;
  bool known = true;
  auto define = [&](ValueId id) {
    numbers.try_emplace(id, numbers.size());
    out += ":" + typeText(graph.values[id]);
  };
  auto use = [&](ValueId id) {
    auto it = numbers.find(id);
    known &= it != numbers.end();
    out += known ? " " + std::to_string(it->second) : "";
  };
  std::function<void(const Region &)> write = [&](const Region &inner) {
    out += "(";
    for (ValueId argument : inner.arguments)
      define(argument);
    for (NodeId id : inner.nodes) {
      const Node &node = graph.nodes[id];
      AttributeText attributes;
      std::visit(attributes, node.attributes);
      known &= attributes.known && node.opcode != Opcode::Unsupported && node.opcode != Opcode::PartitionId &&
               node.opcode != Opcode::ReplicaId;
      out += ";" + std::string(spelling(node.opcode)) + "[" + std::to_string(attributes.out.size()) + "]" + attributes.out;
      for (ValueId operand : node.operands)
        use(operand);
      for (const Region &nested : node.regions)
        write(nested);
      for (ValueId result : node.results)
        define(result);
    }
    out += "=";
    for (ValueId result : inner.results)
      use(result);
    out += ")";
  };
  write(region);
  return known ? out : "";
}

/// What is known of an opaque value of this type.
Normalizer::ScalarTraits Reader::opaqueTraits(ElementType type) {
  Normalizer::ScalarTraits traits;
  traits.boolean = isBoolean(type);
  if (isInteger(type))
    traits.range = integerBounds(type);
  return traits;
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

/// An element of a function of whole operands: dims that only repeat it are indices, the others are bound.
Comb Reader::wholeElement(const std::string &label, const WholeAttr &attr, Span<Tensor> operands, unsigned result,
                          Span<Ix> index, ElementType type) {
  const Dims &repeated = attr.results[result];
  Vec<Ix> place;
  for (size_t d = 0; d < index.size(); ++d)
    if (!llvm::is_contained(repeated, int64_t(d)))
      place.push_back(index[d]);
  std::string name = label + "." + std::to_string(result) + "." + attr.text;
  Vec<Var> vars;
  Vec<Comb> bodies;
  for (size_t i = 0; i < operands.size(); ++i) {
    const Tensor &x = operands[i];
    Vec<Ix> source;
    for (size_t d = 0; d < x.shape.size(); ++d) {
      auto at = llvm::find(attr.operands[i], int64_t(d));
      if (at != attr.operands[i].end()) {
        source.push_back(index[repeated[at - attr.operands[i].begin()]]);
        continue;
      }
      name += "," + std::to_string(x.shape[d]); // extents of 1 have no variable
      source.push_back(s.zeroIx);
      if (x.shape[d] > 1) {
        vars.push_back(summed(x.shape[d]));
        source.back() = s.varIx(vars.back());
      }
    }
    name += "/" + std::string(lockstep::name(x.type));
    bodies.push_back(at(x, source));
  }
  return n.rows(name, vars, bodies, place, opaqueTraits(type));
}

Reader::Values Reader::wholeOperands(const Node &node, Span<Tensor> operands) {
  const WholeAttr &attr = std::get<WholeAttr>(node.attributes);
  if (node.opcode == Opcode::CustomCall)
    n.assume(AssumptionKind::Other, "a custom call without side effects is a function of its operands alone");
  // The shape of a result may be more than its operands tell (random bits).
  std::string label(spelling(node.opcode));
  for (size_t k = 0; k < node.results.size(); ++k) {
    const Value &value = graph.values[node.results[k]];
    label += "/" + std::string(name(value.type));
    for (size_t d = 0; d < value.shape.size(); ++d)
      if (!llvm::is_contained(attr.results[k], int64_t(d)))
        label += "," + std::to_string(value.shape[d]);
  }
  // Complex operands are two real ones each, complex results two functions.
  std::vector<Tensor> real;
  WholeAttr parts{attr.text, {}, attr.results};
  for (size_t i = 0; i < operands.size(); ++i) {
    bool complex = isComplex(operands[i].type);
    for (bool imaginary : {false, true})
      if (complex || !imaginary) {
        real.push_back(complex ? component(operands[i], imaginary) : operands[i]);
        parts.operands.push_back(attr.operands[i]);
      }
  }
  Values out;
  for (size_t k = 0; k < node.results.size(); ++k) {
    ElementType type = graph.values[node.results[k]].type;
    auto element = [&](const char *part, ElementType of) {
      return make(node.results[k], [&](Span<Ix> index) { return wholeElement(label + part, parts, real, k, index, of); });
    };
    if (!isComplex(type)) {
      out.push_back(element("", type));
      continue;
    }
    out.push_back(complexOf(element(".re", ElementType::F64), element(".im", ElementType::F64), type));
  }
  return out;
}

} // namespace lockstep::verifier::engine
