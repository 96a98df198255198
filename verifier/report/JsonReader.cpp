// Reads a result back for `lockstep report` and `lockstep explain RESULT`. The file is user input: every member is
// checked, nothing is assumed.
#include "ir/core/InputError.h"
#include "lockstep/Report.h"

#include <nlohmann/json.hpp>

#include <limits>

namespace lockstep::verifier {

namespace {

using Json = nlohmann::json;

class Reader {
public:
  explicit Reader(llvm::StringRef path) : path(path) {}

  llvm::Expected<Result> read(llvm::StringRef text) {
    Json json = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded() || !json.is_object())
      return error("expected a JSON object written by 'lockstep verify --format json'");
    if (integer(json, "schema_version") != 1)
      return error("expected member 'schema_version' to be 1");
    Result result;
    result.level = string(json, "level");
    result.levelReached = parseLevel(string(json, "level_reached"));
    result.mesh = string(json, "mesh");
    result.certificate = string(json, "certificate");
    result.stopped = string(json, "stopped");
    result.assumptions = strings(json, "assumptions");
    result.warnings = strings(json, "warnings");
    for (const Json &input : array(json, "inputs"))
      result.inputs.push_back({string(input, "path"), string(input, "sha256")});
    const Json statistics = json.value("statistics", Json::object());
    if (statistics.is_object())
      for (const auto &[key, value] : statistics.items())
        if (value.is_number())
          result.statistics[key] = value.get<double>();
    readCoverage(json, result.coverage);
    for (const Json &item : array(json, "obligations")) {
      auto obligation = readObligation(item);
      if (!obligation)
        return obligation.takeError();
      result.obligations.push_back(std::move(*obligation));
    }
    return result;
  }

private:
  llvm::StringRef path;

  llvm::Error error(const llvm::Twine &message) const {
    return llvm::make_error<InputError>("IN060", path.str(), 0, 0, message.str());
  }

  static const Json *member(const Json &json, const char *key) {
    if (!json.is_object())
      return nullptr;
    auto found = json.find(key);
    return found == json.end() ? nullptr : &*found;
  }

  static std::string string(const Json &json, const char *key) {
    const Json *value = member(json, key);
    return value && value->is_string() ? value->get<std::string>() : std::string();
  }

  static int64_t integer(const Json &json, const char *key) {
    const Json *value = member(json, key);
    return value && value->is_number_integer() ? value->get<int64_t>() : 0;
  }

  static double number(const Json &json, const char *key) {
    const Json *value = member(json, key);
    if (value && value->is_number())
      return value->get<double>();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::string text = string(json, key);
    if (text == "inf")
      return infinity;
    if (text == "-inf")
      return -infinity;
    return text == "nan" ? std::numeric_limits<double>::quiet_NaN() : 0;
  }

  static bool boolean(const Json &json, const char *key) {
    const Json *value = member(json, key);
    return value && value->is_boolean() && value->get<bool>();
  }

  static Json array(const Json &json, const char *key) {
    const Json *value = member(json, key);
    return value && value->is_array() ? *value : Json::array();
  }

  static std::vector<std::string> strings(const Json &json, const char *key) {
    std::vector<std::string> texts;
    for (const Json &item : array(json, key))
      if (item.is_string())
        texts.push_back(item.get<std::string>());
    return texts;
  }

  static std::optional<SourceLocation> location(const Json &json, const char *key) {
    const Json *value = member(json, key);
    if (!value || !value->is_object())
      return std::nullopt;
    return SourceLocation{string(*value, "file"), static_cast<unsigned>(integer(*value, "line")),
                          static_cast<unsigned>(integer(*value, "column"))};
  }

  static void readCoverage(const Json &json, Coverage &coverage) {
    const Json *value = member(json, "coverage");
    if (!value)
      return;
    if (const Json *operators = member(*value, "operators"); operators && operators->is_object())
      for (const auto &[key, count] : operators->items())
        if (count.is_number_integer())
          coverage.operators[key] = count.get<uint64_t>();
    for (const Json &item : array(*value, "unsupported"))
      coverage.unsupported.push_back(
          {string(item, "name"), location(item, "location").value_or(SourceLocation()), string(item, "reason")});
  }

  static Difference readDifference(const Json &json) {
    Difference difference;
    for (const Json &index : array(json, "element"))
      if (index.is_number_integer())
        difference.element.push_back(index.get<int64_t>());
    difference.expected = number(json, "expected");
    difference.found = number(json, "found");
    difference.bound = number(json, "bound");
    difference.relation = string(json, "relation");
    for (const Json &rank : array(json, "ranks"))
      difference.ranks.push_back(
          {integer(rank, "rank"), string(rank, "coordinates"), number(rank, "value"), boolean(rank, "differs")});
    if (const Json *blame = member(json, "blame"); blame && blame->is_object())
      difference.blame = Blame{string(*blame, "operator"), location(*blame, "location").value_or(SourceLocation()),
                               location(*blame, "plan_location").value_or(SourceLocation()),
                               string(*blame, "description"), static_cast<unsigned>(integer(*blame, "rank"))};
    return difference;
  }

  Bound readBound(const Json &json) const {
    Bound bound;
    auto read = [&](const char *key, std::optional<double> &value) {
      if (member(json, key))
        value = number(json, key);
    };
    read("relative", bound.relative);
    read("absolute", bound.absolute);
    read("logical_factor", bound.logicalFactor);
    read("plan_factor", bound.planFactor);
    bound.reason = string(json, "reason");
    for (const Json &segment : array(json, "segments"))
      bound.segments.push_back({string(segment, "program") == "plan", string(segment, "operator"), string(segment, "type"),
                                integer(segment, "terms"), number(segment, "factor"),
                                static_cast<uint64_t>(integer(segment, "count")), location(segment, "location")});
    bound.segmentsLeftOut = static_cast<uint64_t>(integer(json, "segments_left_out"));
    return bound;
  }

  llvm::Expected<Obligation> readObligation(const Json &json) const {
    Obligation obligation;
    obligation.id = string(json, "id");
    auto kind = parseObligationKind(string(json, "kind"));
    auto status = parseStatus(string(json, "status"));
    auto method = parseMethod(string(json, "method"));
    if (!kind || !status || !method)
      return error("obligation '" + obligation.id + "': member '" + (!kind ? "kind" : !status ? "status" : "method") +
                   "' has no known value");
    obligation.kind = *kind;
    obligation.status = *status;
    obligation.method = *method;
    obligation.subject = string(json, "subject");
    if (const Json *index = member(json, "result"); index && index->is_number_unsigned())
      obligation.result = index->get<unsigned>();
    obligation.code = string(json, "code");
    obligation.message = string(json, "message");
    if (const Json *bound = member(json, "bound"); bound && bound->is_object())
      obligation.bound = readBound(*bound);
    obligation.level = parseLevel(string(json, "level"));
    obligation.levelReason = string(json, "level_reason");
    obligation.seconds = number(json, "seconds");
    obligation.cached = boolean(json, "cached");
    obligation.location = location(json, "location");
    obligation.planLocation = location(json, "plan_location");
    obligation.counterexample = string(json, "counterexample");
    if (const Json *difference = member(json, "difference"); difference && difference->is_object())
      obligation.difference = readDifference(*difference);
    return obligation;
  }
};

} // namespace

llvm::Expected<Result> readResult(llvm::StringRef json, llvm::StringRef path) { return Reader(path).read(json); }

} // namespace lockstep::verifier
