// The length of sums, by operator.
#include "verifier/numerics/Bounds.h"
#include "verifier/numerics/Dependence.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lockstep::verifier {

namespace {

int64_t productOf(const Shape &shape, const Dims &dims) {
  int64_t product = 1;
  for (int64_t d : dims)
    product *= shape[static_cast<size_t>(d)];
  return product;
}

int64_t groupSize(const Graph &graph, const CollectiveAttr &attr, int64_t devices) {
  // Groups of replicas that reach over all partitions: at most all devices.
  if (attr.groups >= graph.groupTables.size() || graph.groupTables[attr.groups].empty() ||
      attr.mode == GroupMode::CrossReplicaAndPartition)
    return devices;
  size_t most = 0;
  for (const std::vector<int64_t> &group : graph.groupTables[attr.groups])
    most = std::max(most, group.size());
  return static_cast<int64_t>(most);
}

bool addsByRegion(const Graph &graph, const Node &node) {
  return !node.regions.empty() && combinerOf(graph, node.regions[0]) == Opcode::Add;
}

int64_t termsOf(const Graph &graph, const Node &node, int64_t devices) {
  const Shape &first = graph.value(node.operands[0]).shape;
  switch (node.opcode) {
  case Opcode::Dot: return first.empty() ? 1 : first.back();
  case Opcode::DotGeneral: return productOf(first, std::get<DotAttr>(node.attributes).lhsContracting);
  case Opcode::Convolution: {
    const auto &c = std::get<ConvolutionAttr>(node.attributes);
    const Shape &kernel = graph.value(node.operands[1]).shape;
    return productOf(kernel, c.kernelSpatial) * kernel[static_cast<size_t>(c.kernelInputFeature)];
  }
  case Opcode::Reduce:
    return addsByRegion(graph, node) ? productOf(first, std::get<DimsAttr>(node.attributes).dims) : 0;
  case Opcode::ReduceWindow: {
    if (!addsByRegion(graph, node))
      return 0;
    int64_t product = 1;
    for (int64_t d : std::get<WindowAttr>(node.attributes).dimensions)
      product *= d;
    return product;
  }
  case Opcode::Scatter: {
    if (!addsByRegion(graph, node))
      return 0;
    const auto &windows = std::get<ScatterAttr>(node.attributes).updateWindowDims;
    const Shape &updates = graph.value(node.operands.back()).shape;
    int64_t product = 1; // all updates may meet in one element
    for (size_t d = 0; d < updates.size(); ++d)
      if (std::find(windows.begin(), windows.end(), static_cast<int64_t>(d)) == windows.end())
        product *= updates[d];
    return product + 1;
  }
  case Opcode::CrossReplicaSum: return groupSize(graph, std::get<CollectiveAttr>(node.attributes), devices);
  case Opcode::AllReduce: case Opcode::ReduceScatter:
    return addsByRegion(graph, node) ? groupSize(graph, std::get<CollectiveAttr>(node.attributes), devices) : 0;
  default: return 0;
  }
}

bool isContraction(Opcode op) { return op == Opcode::Dot || op == Opcode::DotGeneral || op == Opcode::Convolution; }

} // namespace

ElementType coarsestResult(const Graph &graph, const Node &node) {
  ElementType coarsest = graph.value(node.results[0]).type;
  for (ValueId id : node.results)
    if (ElementType type = graph.value(id).type;
        isFloat(type) && (!isFloat(coarsest) || rounding::unitRoundoff(type) > rounding::unitRoundoff(coarsest)))
      coarsest = type;
  return coarsest;
}

SumSize sumSize(const Graph &graph, const Node &node, int64_t devices) {
  if (node.operands.empty() || node.results.empty())
    return {};
  ElementType result = coarsestResult(graph, node);
  if (!isFloat(result))
    return {};
  int64_t terms = termsOf(graph, node, devices);
  if (terms == 0)
    return {};
  return {terms, isContraction(node.opcode) ? rounding::dotFactor(graph.value(node.operands[0]).type, result, terms)
                                            : rounding::sumFactor(result, terms)};
}

std::vector<Segment> segmentsOf(const Graph &graph, const Dependence &dependence, unsigned result) {
  int64_t devices = graph.form == GraphForm::PerDevice ? graph.mesh.deviceCount() : 1;
  for (const Mesh &mesh : graph.meshes)
    devices = std::max(devices, mesh.deviceCount());
  std::map<std::tuple<Opcode, ElementType, int64_t, double>, Segment> kinds;
  for (NodeId id : dependence.reaching(result)) {
    const Node &node = graph.node(id);
    SumSize size = sumSize(graph, node, devices);
    if (size.terms < 2)
      continue;
    ElementType type = graph.value(node.results[0]).type;
    Segment &segment = kinds.try_emplace({node.opcode, type, size.terms, size.factor},
                                         Segment{node.opcode, type, size.terms, size.factor, 0, id}).first->second;
    ++segment.count;
  }
  std::vector<Segment> segments;
  for (const auto &[key, segment] : kinds)
    segments.push_back(segment);
  std::sort(segments.begin(), segments.end(), [](const Segment &a, const Segment &b) {
    return std::tuple(-a.factor, a.node) < std::tuple(-b.factor, b.node);
  });
  return segments;
}

} // namespace lockstep::verifier
