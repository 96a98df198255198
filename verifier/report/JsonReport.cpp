// docs/schema/result-1.json as code; JsonReader.cpp is the inverse.
#include "verifier/report/Formats.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace lockstep::verifier {

namespace {

using Json = nlohmann::ordered_json;

// JSON has no NaN and no infinities, and a counterexample may well hold one.
Json number(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value > 0 ? "inf" : "-inf";
  return value;
}

Json locationJson(const std::optional<SourceLocation> &location) {
  if (!location || (location->file.empty() && !location->line))
    return nullptr;
  return {{"file", location->file}, {"line", location->line}, {"column", location->column}};
}

Json pathOrNull(const std::string &path) { return path.empty() ? Json(nullptr) : Json(path); }

Json differenceJson(const Difference &difference) {
  Json ranks = Json::array();
  for (const RankValue &rank : difference.ranks)
    ranks.push_back({{"rank", rank.rank},
                     {"coordinates", rank.coordinates},
                     {"value", number(rank.value)},
                     {"differs", rank.differs}});
  Json blame = nullptr;
  if (difference.blame)
    blame = {{"operator", difference.blame->op},
             {"location", locationJson(difference.blame->location)},
             {"plan_location", locationJson(difference.blame->planLocation)},
             {"description", difference.blame->description},
             {"rank", difference.blame->rank}};
  return {{"element", difference.element}, {"expected", number(difference.expected)},
          {"found", number(difference.found)}, {"bound", number(difference.bound)},
          {"relation", difference.relation},   {"ranks", ranks},
          {"blame", blame}};
}

Json boundJson(const std::optional<Bound> &bound) {
  if (!bound)
    return nullptr;
  Json json = Json::object();
  auto set = [&](const char *key, const std::optional<double> &value) {
    if (value)
      json[key] = *value;
  };
  set("relative", bound->relative);
  set("absolute", bound->absolute);
  set("logical_factor", bound->logicalFactor);
  set("plan_factor", bound->planFactor);
  if (bound->reason.empty())
    return json;
  json["reason"] = bound->reason;
  Json segments = Json::array();
  for (const BoundSegment &segment : bound->segments)
    segments.push_back({{"program", segment.inPlan ? "plan" : "logical"},
                        {"operator", segment.op},
                        {"type", segment.type},
                        {"terms", segment.terms},
                        {"factor", number(segment.factor)},
                        {"count", segment.count},
                        {"location", locationJson(segment.location)}});
  json["segments"] = segments;
  json["segments_left_out"] = bound->segmentsLeftOut;
  return json;
}

Json obligationJson(const Obligation &obligation) {
  Json json = {{"id", obligation.id},
               {"kind", name(obligation.kind)},
               {"subject", obligation.subject},
               {"result", obligation.result ? Json(*obligation.result) : Json(nullptr)},
               {"status", name(obligation.status)},
               {"method", name(obligation.method)},
               {"code", obligation.code.empty() ? Json(nullptr) : Json(obligation.code)},
               {"bound", boundJson(obligation.bound)},
               {"level", obligation.level ? Json(name(*obligation.level)) : Json(nullptr)},
               {"level_reason", obligation.levelReason.empty() ? Json(nullptr) : Json(obligation.levelReason)},
               {"seconds", obligation.seconds},
               {"cached", obligation.cached},
               {"location", locationJson(obligation.location)},
               {"plan_location", locationJson(obligation.planLocation)},
               {"counterexample", pathOrNull(obligation.counterexample)},
               {"message", obligation.message}};
  json["difference"] = obligation.difference ? differenceJson(*obligation.difference) : Json(nullptr);
  return json;
}

Json coverageJson(const Coverage &coverage) {
  Json unsupported = Json::array();
  for (const UnsupportedOperator &op : coverage.unsupported)
    unsupported.push_back({{"name", op.name}, {"location", locationJson(op.location)}, {"reason", op.reason}});
  Json operators = Json::object();
  for (const auto &[opName, count] : coverage.operators)
    operators[opName] = count;
  return {{"operators", operators}, {"unsupported", unsupported}};
}

} // namespace

void writeJson(llvm::raw_ostream &os, const Result &result) {
  Json inputs = Json::array(), obligations = Json::array(), statistics = Json::object();
  for (const InputFile &input : result.inputs)
    inputs.push_back({{"path", input.path}, {"sha256", input.sha256}});
  for (const Obligation &obligation : result.obligations)
    obligations.push_back(obligationJson(obligation));
  for (const auto &[key, value] : result.statistics)
    statistics[key] = value;
  Json json = {{"schema_version", 1},
               {"tool", {{"name", "lockstep"}, {"version", toolVersion}}},
               {"inputs", inputs},
               {"verdict", name(result.verdict())},
               {"level", result.level},
               {"level_reached", result.levelReached ? Json(name(*result.levelReached)) : Json(nullptr)},
               {"mesh", result.mesh.empty() ? Json(nullptr) : Json(result.mesh)},
               {"obligations", obligations},
               {"assumptions", result.assumptions},
               {"warnings", result.warnings},
               {"coverage", coverageJson(result.coverage)},
               {"certificate", pathOrNull(result.certificate)},
               {"stopped", result.stopped.empty() ? Json(nullptr) : Json(result.stopped)},
               {"statistics", statistics}};
  if (const auto &trace = result.trace) {
    json["trace"] = {{"steps", trace->steps},
                     {"exact", trace->exact},
                     {"numeric", trace->numeric},
                     {"undecided", trace->undecided},
                     {"undecided_by_rule", trace->undecidedByRule},
                     {"conditions", trace->conditions},
                     {"conditions_undecided", trace->conditionsUndecided},
                     {"failed", trace->failed},
                     {"failures", trace->failures}};
  }
  // Names come from user files and may hold bytes that are no UTF-8.
  os << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

} // namespace lockstep::verifier
