#include "verifier/refute/Suspect.h"

#include "ir/plan/PlanOps.h"

#include "ir/import/Program.h"
#include "verifier/import/GraphReader.h"
#include "verifier/refute/Relation.h"

namespace lockstep::verifier {

namespace {

std::string placeOf(unsigned id, const Program &logical, const LogicalValues &values) {
  mlir::Operation *operation = values.operationOf(id);
  if (!operation)
    return "argument " + logical.arguments[id].name;
  return operation->getName().getStringRef().str() + " at " + locationOf(operation).str();
}

} // namespace

std::string wordsFor(const Suspect &suspect, const Program &logical, const LogicalValues &values, const Mesh &mesh) {
  const ValueMatch &match = suspect.match;
  auto place = [&] { return placeOf(match.logical, logical, values); };
  switch (suspect.reason) {
  case Reason::PartialUsed:
    return "uses a partial sum as if it were complete: only after summing over " + axisNames(mesh, match.summedAxes) +
           " its operand is the logical value of " + place();
  case Reason::PartialReturned:
    return "returns a partial sum as if it were complete: only after summing over " +
           axisNames(mesh, match.summedAxes) + " it is the logical value of " + place();
  case Reason::Scaled:
    return "its value is " + ratioText(match.ratio) + " of the logical value of " + place() +
           (match.summedAxes ? " after summing over " + axisNames(mesh, match.summedAxes) : "");
  case Reason::OtherValue:
    return "returns the logical value of " + place() + " in place of the expected one";
  case Reason::Misplaced:
    return "returns the elements of the logical value in other places";
  case Reason::Accumulated:
    return "the sum of these addends is no value of the logical step: one is missing, doubled or weighted wrongly";
  case Reason::Moved:
    return "puts values of the logical step together in a way that the logical step does not";
  case Reason::Unknown:
    return mlir::isa<mlir::func::CallOp, plan::CallOp>(suspect.operation)
               ? "returns a value that the logical step never makes"
               : "its operands are values of the logical step, its result is none";
  case Reason::Integer:
    return "its result is no value of the logical step";
  }
  return {};
}

} // namespace lockstep::verifier
