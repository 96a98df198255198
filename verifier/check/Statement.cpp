#include "verifier/check/Statement.h"

#include "ir/import/Program.h"
#include "verifier/import/Subject.h"

#include <algorithm>
#include <set>

namespace lockstep::verifier {

namespace {

/// People know updated state by the name it has as an argument.
/// Axes with more than one device along which the sharding holds replicas.
std::vector<std::string> replicatedAxes(const Mesh &mesh, const Sharding &sharding) {
  std::set<std::string> cut;
  auto note = [&](const std::vector<AxisRef> &axes) {
    for (const AxisRef &axis : axes)
      if (!axis.isSubAxis())
        cut.insert(axis.name);
  };
  for (const DimSharding &dim : sharding.dims)
    note(dim.axes);
  note(sharding.unreduced);
  std::vector<std::string> axes;
  for (const MeshAxis &axis : mesh.axes)
    if (axis.size > 1 && !cut.contains(axis.name))
      axes.push_back(axis.name);
  return axes;
}

/// Mesh and sharding of a result, where the devices return it themselves.
bool placementOf(const Graph &graph, unsigned result, const Mesh *&mesh, const Sharding *&sharding) {
  if (graph.form == GraphForm::PerDevice) {
    mesh = &graph.mesh;
    sharding = &graph.resultShardings[result];
    return true;
  }
  ValueId value = graph.body().results[result];
  NodeId definition = graph.value(value).definingNode;
  if (definition == kNone)
    return false;
  if (const auto *step = std::get_if<StepAttr>(&graph.node(definition).attributes)) {
    mesh = &graph.meshes[step->mesh];
    sharding = &step->out[graph.value(value).index];
    return true;
  }
  if (graph.node(definition).opcode != Opcode::ManualComputation)
    return false;
  const auto &manual = std::get<ManualAttr>(graph.node(definition).attributes);
  mesh = &graph.meshes[manual.mesh];
  sharding = &manual.out[graph.value(value).index];
  return true;
}

} // namespace

Statement stateObligations(const Program &logical, const Program &plan, const Graph &planGraph) {
  Statement statement;
  for (unsigned i = 0; i < logical.results.size(); ++i) {
    Obligation value;
    value.id = "value-" + std::to_string(i);
    value.kind = ObligationKind::Value;
    value.subject = subjectOf(logical, i);
    value.result = i;
    statement.values.push_back(std::move(value));

    const Mesh *mesh = nullptr;
    const Sharding *sharding = nullptr;
    statement.placements.emplace_back();
    if (!placementOf(planGraph, i, mesh, sharding))
      continue;
    std::vector<std::string> axes = replicatedAxes(*mesh, *sharding);
    if (plan.form == ProgramForm::Stages && plan.resultStages[i].size() == 1)
      std::erase(axes, plan.stageAxis); // on one stage only
    if (axes.empty())
      continue;
    Obligation placement;
    placement.id = "placement-" + std::to_string(i);
    placement.kind = ObligationKind::Placement;
    placement.subject = subjectOf(logical, i) + " over";
    for (const std::string &axis : axes)
      placement.subject += " " + axis;
    placement.result = i;
    statement.placements.back() = std::move(placement);
  }
  return statement;
}

namespace {

std::string stagesText(const std::vector<unsigned> &stages) {
  std::string text = stages.size() == 1 ? "stage " : "stages ";
  for (size_t i = 0; i < stages.size(); ++i)
    text += (i ? ", " : "") + std::to_string(stages[i]);
  return text;
}

/// In a plan of stages the next step reads state where this one leaves it; empty when that is where it belongs.
std::string ownerProblem(const Program &plan, unsigned argument, unsigned result) {
  if (plan.form != ProgramForm::Stages || result >= plan.resultStages.size())
    return {};
  const auto &before = plan.argumentStages[argument], &after = plan.resultStages[result];
  if (before != after)
    return "it is read on " + stagesText(before) + ", its updated value is left on " + stagesText(after);
  if (plan.argumentShardings[argument].str() != plan.resultShardings[result].str())
    return "it is read as " + plan.argumentShardings[argument].str() + ", its updated value is left as " +
           plan.resultShardings[result].str();
  return {};
}

} // namespace

std::vector<Obligation> checkState(const Program &logical, const Program &plan) {
  std::vector<Obligation> obligations;
  for (unsigned i = 0; i < logical.arguments.size() && i < plan.arguments.size(); ++i) {
    const auto &before = logical.arguments[i].result, &after = plan.arguments[i].result;
    if (!before)
      continue;
    Obligation obligation;
    obligation.id = "state-" + std::to_string(i);
    obligation.kind = ObligationKind::State;
    obligation.subject = logical.arguments[i].name + " (argument " + std::to_string(i) + ")";
    obligation.method = Method::Simulation;
    obligation.status = Status::Proved;
    // A plan whose module says nothing follows the logical step; one that says otherwise would put the new value into
    // another tensor's place at the next step. What was guessed from operators on either side says nothing.
    bool isStated = plan.arguments[i].evidence == UpdateEvidence::Donation &&
                    logical.arguments[i].evidence >= UpdateEvidence::Names;
    if (after && *after != *before && isStated) {
      obligation.status = Status::Refuted;
      obligation.code = "ST003";
      obligation.message = "expected result " + std::to_string(*before) + " to carry its updated value, found result " +
                           std::to_string(*after) + " in the plan";
    } else if (std::string why = ownerProblem(plan, i, *before); !why.empty()) {
      obligation.status = Status::Refuted;
      obligation.code = "ST001";
      obligation.message = std::move(why);
    }
    obligations.push_back(std::move(obligation));
  }
  return obligations;
}

} // namespace lockstep::verifier
