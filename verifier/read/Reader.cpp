// Walking programs: regions, dispatch by operator, operators that are not understood.
#include "verifier/read/Reader.h"

namespace lockstep::verifier::engine {

static constexpr unsigned kMaxRank = 16;

std::vector<Tensor> Reader::run(Span<Tensor> arguments) {
  values.assign(graph.values.size(), {});
  std::vector<Tensor> results = region(graph.body(), arguments);
  return results;
}

std::string Reader::whyUnsupported(NodeId node) const {
  auto it = reasons.find(node);
  return it == reasons.end() ? "" : it->second;
}

void Reader::fail(const std::string &why) {
  if (!failed)
    failure = why;
  failed = true;
}

std::vector<Tensor> Reader::region(const Region &region, Span<Tensor> arguments) {
  for (size_t i = 0; i < region.arguments.size() && i < arguments.size(); ++i)
    values[region.arguments[i]] = arguments[i];
  for (NodeId id : region.nodes) {
    const Node &current = graph.nodes[id];
    ++nodesRead;
    n.currentNode = id;
    Values results = node(current);
    for (size_t i = 0; i < current.results.size(); ++i)
      values[current.results[i]] = std::move(results[i]);
  }
  std::vector<Tensor> results;
  for (ValueId id : region.results)
    results.push_back(values[id]);
  return results;
}

Reader::Values Reader::broken(const Node &node, NodeId origin) {
  Values results;
  for (ValueId id : node.results) {
    Tensor value;
    value.type = graph.values[id].type;
    value.shape = graph.values[id].shape;
    value.parts.push_back(s.zero);
    value.unsupported = origin;
    results.push_back(value);
  }
  return results;
}

static bool isControl(Opcode op) {
  switch (op) {
  case Opcode::Call: case Opcode::Composite: case Opcode::While: case Opcode::Case: case Opcode::If:
  case Opcode::OptimizationBarrier: case Opcode::Identity: case Opcode::ShardingConstraint: case Opcode::Reshard:
  case Opcode::PropagationBarrier: case Opcode::ManualComputation: case Opcode::PlanStep:
    return true;
  default:
    return false;
  }
}

static bool isCollective(Opcode op) {
  return op == Opcode::AllReduce || op == Opcode::AllGather || op == Opcode::ReduceScatter || op == Opcode::AllToAll ||
         op == Opcode::CollectiveBroadcast || op == Opcode::CrossReplicaSum;
}

Reader::Values Reader::node(const Node &node) {
  NodeId id = static_cast<NodeId>(&node - graph.nodes.data());
  if (n.exhausted())
    return broken(node, kNone);
  Vec<Tensor, 4> operands;
  bool barrier = node.opcode == Opcode::OptimizationBarrier;
  for (ValueId operand : node.operands) {
    const Tensor &value = values[operand];
    if (value.unsupported != kNone && !barrier)
      return broken(node, value.unsupported);
    operands.push_back(value.placement ? global(value) : value);
  }
  bool complex = llvm::any_of(operands, [](const Tensor &x) { return isComplex(x.type); });
  for (ValueId result : node.results) {
    const Shape &shape = graph.values[result].shape;
    if (shape.size() > kMaxRank || llvm::is_contained(shape, 0))
      fail("a tensor is empty or has more than 16 dims");
    complex |= isComplex(graph.values[result].type);
  }
  if (complex && !isControl(node.opcode) && n.settings.arithmetic != Arithmetic::Real)
    fail("roundings of complex numbers are not modelled");
  Values results;
  if (!failed)
    results = complex && !isControl(node.opcode) ? complexNode(node, operands) : dispatch(node, operands);
  if (failed) {
    reasons.try_emplace(id, failure);
    failed = false;
    return broken(node, id);
  }
  return results;
}

Reader::Values Reader::dispatch(const Node &node, Span<Tensor> operands) {
  bool specialised = llvm::any_of(operands, [](const Tensor &v) { return v.isSpecialised(); });
  if (isControl(node.opcode) || special.empty())
    return evaluate(node, operands);
  if (node.opcode == Opcode::CollectivePermute)
    return permuteAcross(node, operands);
  if (isCollective(node.opcode) && specialised && crossesSpecial(node))
    return collective(node, operands);
  return perCoordinate(node, operands);
}

Tensor Reader::make(ValueId result, Element element) {
  Tensor out;
  out.type = graph.values[result].type;
  out.shape = graph.values[result].shape;
  Vec<Ix> index = formals(out.shape);
  summedInUse.clear();
  out.parts.push_back(element(index));
  return out;
}

Var Reader::summed(int64_t extent) {
  Vec<Var, 2> &vars = summedVars[extent];
  unsigned &used = summedInUse[extent];
  if (used == vars.size())
    vars.push_back(s.freeVar({0, extent - 1}));
  return vars[used++];
}

Vec<Ix> Reader::formals(const Shape &shape) {
  Vec<Ix> out;
  for (unsigned i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1) {
      out.push_back(s.zeroIx);
      continue;
    }
    out.push_back(s.varIx(n.formal(i, shape[i])));
  }
  return out;
}

Comb Reader::at(const Tensor &x, Span<Ix> index) {
  Substitution by;
  Vec<Ix> formal = formals(x.shape);
  for (size_t i = 0; i < formal.size(); ++i)
    if (formal[i] != s.zeroIx && formal[i] != index[i])
      by.set(s[s[formal[i]].terms[0].atom].var(), index[i]);
  by.normalize();
  return n.substitute(x.comb(), by);
}

/// at() for a factor of a product: what the product would name is named before its variables are renamed, so that all
/// products with one long sum name it once.
Comb Reader::factorAt(const Tensor &x, Span<Ix> index) {
  if (!isFloat(x.type) || mayBeInfinite(x.comb()))
    return at(x, index);
  Tensor named = x;
  named.parts = {n.asFactor(x.comb())};
  return at(named, index);
}

Reader::Values Reader::identity(const Node &node, Span<Tensor> operands) {
  Values out;
  for (size_t i = 0; i < node.results.size(); ++i)
    out.push_back(operands[i]);
  return out;
}

Reader::Values Reader::evaluate(const Node &node, Span<Tensor> operands) {
  auto all = [&](llvm::function_ref<std::optional<Comb>(Span<Ix>)> element) {
    Values out;
    out.push_back(make(node.results[0], [&](Span<Ix> index) {
      std::optional<Comb> x = element(index);
      if (!x)
        fail("the operator is not modelled for this element type");
      return x.value_or(s.zero);
    }));
    return out;
  };
  auto scalarAt = [&](const Tensor &x, Span<Ix> index) { return x.shape.empty() ? x.comb() : at(x, index); };
  if (n.settings.arithmetic != Arithmetic::Real)
    if (std::optional<Values> out = rounded(node, operands))
      return *out;
  switch (node.opcode) {
  case Opcode::Constant: return constant(node);
  case Opcode::Call:
  case Opcode::Composite: {
    std::vector<Tensor> results = region(graph.functions[std::get<CallAttr>(node.attributes).function].body, operands);
    return Values(results.begin(), results.end());
  }
  case Opcode::OptimizationBarrier: case Opcode::Identity: case Opcode::ShardingConstraint: case Opcode::Reshard:
  case Opcode::PropagationBarrier:
    return identity(node, operands);
  case Opcode::While: return loop(node, operands);
  case Opcode::Case: case Opcode::If: return branch(node, operands);
  case Opcode::ManualComputation: return manual(node, operands);
  case Opcode::PlanStep: return stages(node, operands);
  case Opcode::Iota: case Opcode::BroadcastInDim: case Opcode::Reshape: case Opcode::Transpose: case Opcode::Reverse:
  case Opcode::Slice: case Opcode::Concatenate: case Opcode::Pad:
    return shape(node, operands);
  case Opcode::DynamicSlice: return dynamicSlice(node, operands);
  case Opcode::DynamicUpdateSlice: return dynamicUpdateSlice(node, operands);
  case Opcode::Gather: return gather(node, operands);
  case Opcode::Scatter: return scatter(node, operands);
  case Opcode::Dot: case Opcode::DotGeneral: return dot(node, operands);
  case Opcode::Reduce: return reduce(node, operands);
  case Opcode::ReduceWindow: return reduceWindow(node, operands);
  case Opcode::Convolution: return convolution(node, operands);
  case Opcode::SelectAndScatter: return selectAndScatter(node, operands);
  case Opcode::Sort: case Opcode::TopK: return rowFunctions(node, operands);
  case Opcode::Cholesky: case Opcode::TriangularSolve: case Opcode::Fft: case Opcode::RngBitGenerator:
  case Opcode::RaggedDot: case Opcode::CustomCall:
    return wholeOperands(node, operands);
  case Opcode::BatchNormTraining: case Opcode::BatchNormInference: case Opcode::BatchNormGrad:
    return batchNorm(node, operands);
  case Opcode::Map: return map(node, operands);
  case Opcode::PartitionId: return all([&](Span<Ix>) { return deviceNumber(true); });
  case Opcode::ReplicaId: return all([&](Span<Ix>) { return deviceNumber(false); });
  case Opcode::AllReduce: case Opcode::AllGather: case Opcode::ReduceScatter: case Opcode::AllToAll:
  case Opcode::CrossReplicaSum: case Opcode::CollectiveBroadcast:
    return collective(node, operands);
  case Opcode::CollectivePermute: return permute(node, operands);
  case Opcode::Select:
    return all([&](Span<Ix> i) {
      return n.select(scalarAt(operands[0], i), at(operands[1], i), at(operands[2], i));
    });
  case Opcode::Clamp:
    return all([&](Span<Ix> i) {
      Comb low = extremumOf(true, at(operands[1], i), scalarAt(operands[0], i), operands[1].type);
      return extremumOf(false, low, scalarAt(operands[2], i), operands[1].type);
    });
  case Opcode::Compare:
    return all([&](Span<Ix> i) {
      return compare(std::get<CompareAttr>(node.attributes), at(operands[0], i), at(operands[1], i), operands[0].type);
    });
  default:
    break;
  }
  ElementType to = node.results.empty() ? ElementType::F32 : graph.values[node.results[0]].type;
  bool elementwise = node.results.size() == 1 && node.regions.empty();
  for (const Tensor &operand : operands)
    elementwise &= operand.shape == graph.values[node.results[0]].shape;
  if (elementwise && operands.size() == 1)
    return all([&](Span<Ix> i) { return unary(node, at(operands[0], i), operands[0].type, to); });
  if (elementwise && operands.size() == 2)
    return all([&](Span<Ix> i) { return binary(node, at(operands[0], i), at(operands[1], i), operands[0].type); });
  fail("the operator is not modelled");
  return {};
}

} // namespace lockstep::verifier::engine
