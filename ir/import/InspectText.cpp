// An inspection as text and as JSON.
#include "ir/import/Inspect.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <nlohmann/json.hpp>

namespace lockstep {
namespace {

std::string typeOf(ElementType type, const Shape &shape) {
  std::string text = std::string(name(type)) + "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? "," : "") + std::to_string(shape[i]);
  return text + "]";
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.12g", value);
  return text;
}

std::string formSentence(const Inspection &inspection) {
  if (inspection.form == "logical")
    return "logical step for one device";
  if (inspection.form == "per-device")
    return "plan, one program per device of the mesh " + inspection.mesh;
  if (inspection.form == "stages")
    return "plan of " + std::to_string(inspection.stages.size()) + " stages on the mesh " + inspection.mesh;
  return "plan with manual computations on the mesh " + inspection.mesh;
}

void writeArgument(llvm::raw_ostream &os, const Inspection &inspection, size_t index) {
  const ArgumentInfo &argument = inspection.arguments[index];
  os << llvm::format("%5zu  ", index) << argument.name << ": " << typeOf(argument.type, argument.shape);
  if (argument.role != Role::Unknown)
    os << ", " << name(argument.role);
  if (argument.result)
    os << ", updated by result " << *argument.result;
  if (argument.range)
    os << ", in [" << number(argument.range->lo) << ", " << number(argument.range->hi) << "]";
  if (const std::string &placement = inspection.argumentPlacements[index]; !placement.empty())
    os << ", placed " << placement;
  os << '\n';
}

void writeResult(llvm::raw_ostream &os, const Inspection &inspection, size_t index) {
  const ResultInfo &result = inspection.results[index];
  os << llvm::format("%5zu  ", index) << result.name << ": " << typeOf(result.type, result.shape);
  if (result.argument)
    os << ", updates argument " << *result.argument;
  if (result.tolerance)
    os << ", tolerance " << number(*result.tolerance);
  if (const std::string &placement = inspection.resultPlacements[index]; !placement.empty())
    os << ", placed " << placement;
  os << '\n';
}

void writeStage(llvm::raw_ostream &os, const StageSummary &stage, size_t index) {
  os << llvm::format("%5zu  ", index) << stage.devices << (stage.devices == 1 ? " device, " : " devices, ")
     << stage.argumentBytes << " bytes of arguments, " << stage.resultBytes << " of results, " << stage.calls << " calls for "
     << stage.microBatches << " micro-batches, " << stage.groups << " groups, " << stage.collectives << " collectives\n";
  for (const MessageSummary &sent : stage.sent)
    os << "         to stage " << sent.target << ": " << sent.count << " of \"" << sent.tag << "\", " << sent.bytes
       << " bytes\n";
}

} // namespace

std::string toText(const Inspection &inspection) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formSentence(inspection) << '\n';
  os << "state: " << inspection.stateElements << " elements, " << inspection.stateBytes << " bytes\n";
  os << "\narguments\n";
  for (size_t i = 0; i < inspection.arguments.size(); ++i)
    writeArgument(os, inspection, i);
  os << "\nresults\n";
  for (size_t i = 0; i < inspection.results.size(); ++i)
    writeResult(os, inspection, i);
  if (!inspection.stages.empty())
    os << "\nstages, with bytes on one device\n";
  for (size_t i = 0; i < inspection.stages.size(); ++i)
    writeStage(os, inspection.stages[i], i);
  if (!inspection.collectives.empty())
    os << "\ncollectives, with bytes on one device; loops are counted once\n";
  for (const CollectiveSummary &summary : inspection.collectives) {
    os << llvm::format("%5zu  ", summary.count) << summary.kind << " over " << summary.axes << ", " << summary.bytes
       << " bytes";
    if (summary.inLoops)
      os << ", " << summary.inLoops << " in loops";
    os << '\n';
  }
  os << "\noperators\n";
  for (const auto &[name, count] : inspection.operators)
    os << llvm::format("%5zu  ", count) << name << '\n';
  if (!inspection.warnings.empty())
    os << "\nwarnings\n";
  for (const std::string &warning : inspection.warnings)
    os << "  " << warning << '\n';
  return text;
}

nlohmann::json toJson(const Inspection &inspection) {
  using nlohmann::json;
  json root = {{"schema_version", 1},
               {"path", inspection.path},
               {"form", inspection.form},
               {"mesh", inspection.mesh.empty() ? json() : json(inspection.mesh)},
               {"state", {{"elements", inspection.stateElements}, {"bytes", inspection.stateBytes}}},
               {"arguments", json::array()},
               {"results", json::array()},
               {"operators", inspection.operators},
               {"collectives", json::array()},
               {"warnings", inspection.warnings}};
  for (size_t i = 0; i < inspection.arguments.size(); ++i) {
    const ArgumentInfo &argument = inspection.arguments[i];
    json entry = {{"index", i}, {"name", argument.name}, {"type", std::string(name(argument.type))},
                  {"shape", argument.shape}, {"role", std::string(name(argument.role))}};
    if (argument.result)
      entry["updated_by"] = *argument.result;
    if (argument.range)
      entry["range"] = {argument.range->lo, argument.range->hi};
    if (!inspection.argumentPlacements[i].empty())
      entry["placement"] = inspection.argumentPlacements[i];
    root["arguments"].push_back(std::move(entry));
  }
  for (size_t i = 0; i < inspection.results.size(); ++i) {
    const ResultInfo &result = inspection.results[i];
    json entry = {{"index", i}, {"name", result.name}, {"type", std::string(name(result.type))}, {"shape", result.shape}};
    if (result.argument)
      entry["updates"] = *result.argument;
    if (result.tolerance)
      entry["tolerance"] = *result.tolerance;
    if (!inspection.resultPlacements[i].empty())
      entry["placement"] = inspection.resultPlacements[i];
    root["results"].push_back(std::move(entry));
  }
  for (const CollectiveSummary &summary : inspection.collectives)
    root["collectives"].push_back({{"kind", summary.kind}, {"axes", summary.axes}, {"count", summary.count},
                                   {"in_loops", summary.inLoops}, {"bytes", summary.bytes}});
  if (!inspection.stages.empty())
    root["stages"] = json::array();
  for (const StageSummary &stage : inspection.stages) {
    json entry = {{"devices", stage.devices}, {"calls", stage.calls}, {"micro_batches", stage.microBatches},
                  {"groups", stage.groups}, {"collectives", stage.collectives},
                  {"argument_bytes", stage.argumentBytes}, {"result_bytes", stage.resultBytes}, {"sent", json::array()}};
    for (const MessageSummary &sent : stage.sent)
      entry["sent"].push_back({{"target", sent.target}, {"tag", sent.tag}, {"count", sent.count}, {"bytes", sent.bytes}});
    root["stages"].push_back(std::move(entry));
  }
  return root;
}

} // namespace lockstep
