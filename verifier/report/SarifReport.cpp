// SARIF 2.1.0: a result per finding group, a thread flow per rank, rules from the diagnostic texts.
#include "lockstep/Explain.h"
#include "verifier/report/Formats.h"
#include "verifier/report/Groups.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

#include <nlohmann/json.hpp>

#include <set>

namespace lockstep::verifier {

namespace {

using Json = nlohmann::ordered_json;

Json physicalLocation(const SourceLocation &location) {
  Json region = {{"startLine", std::max(location.line, 1u)}};
  if (location.column)
    region["startColumn"] = location.column;
  return {{"physicalLocation", {{"artifactLocation", {{"uri", location.file}}}, {"region", region}}}};
}

// Stable when lines move or ranks are renumbered: what is wrong with which value, not where or on whom.
std::string fingerprint(const Obligation &obligation) {
  std::string key = obligation.code + "\n" + std::string(name(obligation.kind)) + "\n" + obligation.subject;
  if (obligation.difference && obligation.difference->blame)
    key += "\n" + obligation.difference->blame->op;
  llvm::SHA256 hash;
  hash.update(key);
  return llvm::toHex(hash.final(), /*LowerCase=*/true).substr(0, 32);
}

Json threadFlows(const Obligation &obligation) {
  Json flows = Json::array();
  const Difference &difference = *obligation.difference;
  const SourceLocation *place = bestLocation(obligation);
  for (const RankValue &rank : difference.ranks) {
    std::string text = "rank " + std::to_string(rank.rank);
    if (!rank.coordinates.empty())
      text += " (" + rank.coordinates + ")";
    text += " holds " + formatNumber(rank.value) + ", the logical value is " + formatNumber(difference.expected);
    Json location = place ? physicalLocation(*place) : Json::object();
    location["message"] = {{"text", text}};
    flows.push_back({{"id", "rank-" + std::to_string(rank.rank)},
                     {"locations", Json::array({{{"location", location}}})}});
  }
  return flows;
}

Json resultJson(const FindingGroup &group) {
  const Obligation &first = group.first();
  std::string message = first.subject + ": " + first.message;
  if (const auto &difference = first.difference)
    message += "; element " + formatIndex(difference->element) + ": expected " + formatNumber(difference->expected) +
               ", found " + formatNumber(difference->found);
  if (group.members.size() > 1)
    message += "; the same for " + std::to_string(group.members.size() - 1) + " more";
  Json json = {{"ruleId", first.code.empty() ? "EQ001" : first.code},
               {"level", first.status == Status::Refuted ? "error" : "warning"},
               {"message", {{"text", message}}},
               {"partialFingerprints", {{"lockstep/v1", fingerprint(first)}}},
               {"properties", {{"status", name(first.status)}, {"obligation", first.id}}}};
  if (const SourceLocation *location = bestLocation(first))
    json["locations"] = Json::array({physicalLocation(*location)});
  if (first.difference && !first.difference->ranks.empty())
    json["codeFlows"] = Json::array({{{"threadFlows", threadFlows(first)}}});
  return json;
}

Json rules(const std::vector<FindingGroup> &groups) {
  std::set<std::string> codes;
  for (const FindingGroup &group : groups)
    codes.insert(group.first().code.empty() ? "EQ001" : group.first().code);
  Json list = Json::array();
  for (const std::string &code : codes) {
    Json rule = {{"id", code}};
    if (auto text = explain(code)) {
      rule["shortDescription"] = {{"text", std::string(text->title)}};
      rule["help"] = {{"text", std::string(text->text)}, {"markdown", std::string(text->text)}};
    }
    list.push_back(rule);
  }
  return list;
}

} // namespace

void writeSarif(llvm::raw_ostream &os, const Result &result) {
  std::vector<FindingGroup> groups = groupFindings(result);
  Json results = Json::array(), artifacts = Json::array();
  for (const FindingGroup &group : groups)
    results.push_back(resultJson(group));
  for (const InputFile &input : result.inputs)
    artifacts.push_back({{"location", {{"uri", input.path}}}, {"hashes", {{"sha-256", input.sha256}}}});
  Json run = {{"tool",
               {{"driver",
                 {{"name", "lockstep"}, {"version", toolVersion}, {"rules", rules(groups)}}}}},
              {"artifacts", artifacts},
              {"results", results},
              {"properties", {{"verdict", name(result.verdict())}, {"level", result.level}}}};
  Json json = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
               {"version", "2.1.0"},
               {"runs", Json::array({run})}};
  os << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

} // namespace lockstep::verifier
