// Structural well-formedness of graphs, so that readers may index without looking.
#include "verifier/graph/Graph.h"

#include <algorithm>
#include <set>

namespace lockstep::verifier {

namespace {

/// The index of the attribute struct an operator must carry; 0 (monostate) for those without attributes.
size_t attributeKind(Opcode opcode) {
  auto kind = [](auto sample) { return Attributes(std::move(sample)).index(); };
  switch (opcode) {
  case Opcode::Constant: return kind(ConstantAttr());
  case Opcode::Iota: case Opcode::Concatenate: return kind(DimAttr());
  case Opcode::BroadcastInDim: case Opcode::Transpose: case Opcode::Reverse: case Opcode::Reduce: case Opcode::Map:
    return kind(DimsAttr());
  case Opcode::Slice: return kind(SliceAttr());
  case Opcode::Pad: return kind(PadAttr());
  case Opcode::Gather: return kind(GatherAttr());
  case Opcode::Scatter: return kind(ScatterAttr());
  case Opcode::Compare: return kind(CompareAttr());
  case Opcode::DotGeneral: return kind(DotAttr());
  case Opcode::Convolution: return kind(ConvolutionAttr());
  case Opcode::ReduceWindow: case Opcode::SelectAndScatter: return kind(WindowAttr());
  case Opcode::Sort: return kind(SortAttr());
  case Opcode::Cholesky: case Opcode::TriangularSolve: case Opcode::Fft: case Opcode::RngBitGenerator:
  case Opcode::RaggedDot: case Opcode::CustomCall:
    return kind(WholeAttr());
  case Opcode::BatchNormTraining: case Opcode::BatchNormInference: case Opcode::BatchNormGrad: return kind(FeatureAttr());
  case Opcode::Call: case Opcode::Composite: return kind(CallAttr());
  case Opcode::AllReduce: case Opcode::AllGather: case Opcode::ReduceScatter: case Opcode::AllToAll:
  case Opcode::CollectiveBroadcast: case Opcode::CrossReplicaSum:
    return kind(CollectiveAttr());
  case Opcode::CollectivePermute: return kind(PermuteAttr());
  case Opcode::ManualComputation: return kind(ManualAttr());
  case Opcode::PlanStep: return kind(StepAttr());
  case Opcode::PlanSend: case Opcode::PlanRecv: return kind(MessageAttr());
  default: return 0;
  }
}

class Checker {
public:
  explicit Checker(const Graph &graph) : graph(graph) {}

  std::string run() {
    if (graph.main >= graph.functions.size())
      return "main function " + std::to_string(graph.main) + " does not exist";
    for (const Function &function : graph.functions) {
      defined.clear();
      checkRegion(function.body);
      if (!problem.empty())
        return problem + " in function " + function.name;
    }
    const Region &body = graph.body();
    if (graph.form == GraphForm::PerDevice && (graph.argumentShardings.size() != body.arguments.size() ||
                                               graph.resultShardings.size() != body.results.size()))
      return "a per-device graph needs one sharding per argument and result";
    return problem;
  }

private:
  void use(ValueId id, const std::string &by) {
    if (id >= graph.values.size())
      problem = by + " uses value " + std::to_string(id) + ", which does not exist";
    else if (!defined.count(id))
      problem = by + " uses value " + std::to_string(id) + " before its definition";
  }

  void checkStep(const Node &node, const StepAttr &step, const std::string &what) {
    bool fits = step.mesh < graph.meshes.size() && graph.meshes[step.mesh].axisIndex(step.stageAxis) &&
                step.in.size() == node.operands.size() && step.inStages.size() == node.operands.size() &&
                step.out.size() == node.results.size() && step.outStages.size() == node.results.size();
    if (!fits) {
      problem = what + " needs a mesh with its axis and one placement per operand and result";
      return;
    }
    const Mesh &mesh = graph.meshes[step.mesh];
    fits = node.regions.size() == static_cast<size_t>(mesh.axes[*mesh.axisIndex(step.stageAxis)].size);
    for (size_t stage = 0; stage < node.regions.size() && fits; ++stage)
      fits = node.regions[stage].arguments.size() == placedOn(step.inStages, stage) &&
             node.regions[stage].results.size() == placedOn(step.outStages, stage);
    if (!fits)
      problem = what + " needs a region per stage, with what is placed there";
  }

  static size_t placedOn(const std::vector<std::vector<unsigned>> &placements, size_t stage) {
    size_t count = 0;
    for (const std::vector<unsigned> &stages : placements)
      count += static_cast<size_t>(std::count(stages.begin(), stages.end(), stage));
    return count;
  }

  void checkNode(NodeId id) {
    if (id >= graph.nodes.size()) {
      problem = "node " + std::to_string(id) + " does not exist";
      return;
    }
    const Node &node = graph.nodes[id];
    std::string what = std::string(spelling(node.opcode)) + " (node " + std::to_string(id) + ")";
    size_t kind = attributeKind(node.opcode);
    if (kind != 0 && node.attributes.index() != kind)
      problem = what + " has the wrong kind of attributes";
    if (auto *call = std::get_if<CallAttr>(&node.attributes); call && call->function >= graph.functions.size())
      problem = what + " calls a function that does not exist";
    if (auto *group = std::get_if<CollectiveAttr>(&node.attributes); group && group->groups >= graph.groupTables.size())
      problem = what + " names replica groups that do not exist";
    if (auto *manual = std::get_if<ManualAttr>(&node.attributes))
      if (manual->mesh >= graph.meshes.size() || manual->in.size() != node.operands.size() ||
          manual->out.size() != node.results.size())
        problem = what + " needs a mesh and one sharding per operand and result";
    if (auto *whole = std::get_if<WholeAttr>(&node.attributes))
      if (whole->operands.size() != node.operands.size() || whole->results.size() != node.results.size())
        problem = what + " needs the index dims of every operand and result";
    if (auto *step = std::get_if<StepAttr>(&node.attributes))
      checkStep(node, *step, what);
    for (ValueId operand : node.operands)
      use(operand, what);
    if (!problem.empty())
      return;
    for (const Region &region : node.regions)
      checkRegion(region);
    for (ValueId result : node.results)
      defined.insert(result);
  }

  void checkRegion(const Region &region) {
    for (ValueId argument : region.arguments) {
      if (argument >= graph.values.size())
        problem = "block argument " + std::to_string(argument) + " does not exist";
      defined.insert(argument);
    }
    for (NodeId node : region.nodes) {
      if (problem.empty())
        checkNode(node);
    }
    for (ValueId result : region.results)
      if (problem.empty())
        use(result, "a terminator");
  }

  const Graph &graph;
  std::set<ValueId> defined;
  std::string problem;
};

} // namespace

std::string Graph::check() const { return Checker(*this).run(); }

} // namespace lockstep::verifier
