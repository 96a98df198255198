#include "lockstep/Schedule.h"

#include "ir/core/InputError.h"
#include "ir/import/Program.h"
#include "verifier/check/Communication.h"
#include "verifier/import/GraphReader.h"
#include "verifier/schedule/StageCheck.h"
#include "verifier/schedule/Timeline.h"
#include "verifier/schedule/Trace.h"

namespace lockstep::verifier {

llvm::Expected<ScheduleReport> scheduleOf(const Program &plan) {
  ImportedGraph imported = importGraph(plan);
  const Node *step = stepOf(imported.graph);
  if (!step || !imported.graph.check().empty())
    return llvm::make_error<InputError>("IN013", plan.path, 0, 0, "expected a plan of stages, found no plan.step in @main");
  ScheduleReport report;
  report.drawing = draw(timelineOf(imported.graph, *step));
  report.obligations = checkCommunication(imported.graph);
  for (Obligation &obligation : checkStages(imported.graph))
    report.obligations.push_back(std::move(obligation));
  return report;
}

} // namespace lockstep::verifier
