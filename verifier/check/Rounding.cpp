#include "verifier/check/Rounding.h"

#include "ir/import/Program.h"
#include "verifier/numerics/Bounds.h"
#include "verifier/numerics/Levels.h"

#include <algorithm>
#include <cstdio>

namespace lockstep::verifier {

namespace {

constexpr size_t kSegmentsShown = 6; // per program
constexpr const char *kAssumption =
    "rounding bounds assume no overflow, subnormal numbers, contractions of narrow formats accumulated in f32 or wider and "
    "of f32 in f32, and elementwise functions within 4 units in the last place";

std::string formatted(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

class Apply {
public:
  Apply(const RoundingQuestion &question, const Limits &limits)
      : question(question), logical(question.logicalGraph.graph), plan(question.planGraph.graph),
        levels(findLevels(logical, plan, question.facts, limits)), logicalBounds(boundResults(logical, ranges())),
        planBounds(boundResults(plan, ranges())), logicalDependence(logical), planDependence(plan) {}

  void to(Obligation &value, unsigned i) const {
    value.level = levels[i].level;
    value.levelReason = levels[i].reason;
    value.bound = boundOf(i, *value.level);
  }

  /// Takes the proof away when the level or tolerance asked for is missed.
  void demand(Obligation &value, unsigned i, Level asked) const {
    if (*value.level < asked) {
      refuse(value, "NU002", "equal over the reals, but not " + std::string(name(asked)) + ": " + value.levelReason);
      if (levels[i].inPlan && levels[i].node != kNone)
        value.planLocation = placeOf(question.planGraph, levels[i].node, question.plan.path);
      return;
    }
    std::optional<double> tolerance = question.logical.results[i].tolerance;
    if (!tolerance && i < question.plan.results.size())
      tolerance = question.plan.results[i].tolerance;
    if (!tolerance)
      return;
    const Bound &bound = *value.bound;
    if (bound.relative && *bound.relative <= *tolerance)
      return;
    std::string asks = "the tolerance of " + formatted(*tolerance);
    if (bound.relative)
      return refuse(value, "NU001", "the proved bound of " + formatted(*bound.relative) + " exceeds " + asks);
    bool vacuous = bound.logicalFactor && bound.planFactor;
    refuse(value, vacuous ? "NU003" : "NU004", "no bound shows " + asks + ": " + bound.reason);
  }

private:
  const RoundingQuestion &question;
  const Graph &logical, &plan;
  std::vector<ResultLevel> levels;
  std::vector<ProgramBound> logicalBounds, planBounds;
  Dependence logicalDependence, planDependence;

  std::vector<std::optional<Interval>> ranges() const {
    std::vector<std::optional<Interval>> out(question.logical.arguments.size());
    for (size_t i = 0; i < out.size(); ++i)
      for (const Program *program : {&question.plan, &question.logical})
        if (i < program->arguments.size() && program->arguments[i].range)
          out[i] = Interval{program->arguments[i].range->lo, program->arguments[i].range->hi};
    return out;
  }

  static void refuse(Obligation &value, std::string code, std::string message) {
    value.status = Status::Unknown;
    value.code = std::move(code);
    value.message = std::move(message);
  }

  static std::optional<SourceLocation> placeOf(const ImportedGraph &imported, NodeId node, const std::string &path) {
    if (node < imported.operations.size())
      if (auto place = textLocationOf(imported.operations[node], path))
        return place;
    Location location = imported.graph.locationOf(node);
    if (!location.line)
      return std::nullopt;
    return SourceLocation{location.file, location.line, location.column};
  }

  Bound boundOf(unsigned i, Level level) const {
    Bound bound;
    if (level >= Level::BitwiseReplay) { // equal bits
      bound.relative = 0;
      return bound;
    }
    const ProgramBound &a = logicalBounds[i], &b = planBounds[i];
    if (a.reason.empty())
      bound.logicalFactor = a.factor;
    if (b.reason.empty())
      bound.planFactor = b.factor;
    double both = rounding::addUp(a.factor, b.factor);
    if (both < 1) {
      bound.relative = both;
      return bound;
    }
    if (!b.reason.empty())
      bound.reason = b.reason + " (plan)";
    else if (!a.reason.empty())
      bound.reason = a.reason + " (logical step)";
    else
      bound.reason = "the bound of " + formatted(both) + " is not below 1 and says nothing: a wider format on the wire or in the "
                     "accumulator, or fewer terms, would help";
    addSegments(bound, question.planGraph, planDependence, question.plan.path, i, true);
    addSegments(bound, question.logicalGraph, logicalDependence, question.logical.path, i, false);
    return bound;
  }

  static void addSegments(Bound &bound, const ImportedGraph &imported, const Dependence &dependence, const std::string &path,
                          unsigned i, bool inPlan) {
    std::vector<Segment> segments = segmentsOf(imported.graph, dependence, i);
    for (size_t k = 0; k < std::min(kSegmentsShown, segments.size()); ++k)
      bound.segments.push_back({inPlan, std::string(spelling(segments[k].opcode)), std::string(name(segments[k].type)),
                                segments[k].terms, segments[k].factor, segments[k].count,
                                placeOf(imported, segments[k].node, path)});
    bound.segmentsLeftOut += segments.size() - std::min(kSegmentsShown, segments.size());
  }
};

} // namespace

void applyRounding(Statement &statement, const RoundingQuestion &question, const Limits &limits, Result &result) {
  auto isProved = [](const Obligation &value) { return value.status == Status::Proved; };
  if (std::none_of(statement.values.begin(), statement.values.end(), isProved))
    return;
  Apply apply(question, limits);
  Level asked = parseLevel(result.level).value_or(Level::Reordered);
  bool all = true, anyBound = false;
  Level weakest = Level::BitwiseReconfiguration;
  for (unsigned i = 0; i < statement.values.size(); ++i) {
    Obligation &value = statement.values[i];
    if (!isProved(value)) {
      all = false;
      continue;
    }
    apply.to(value, i);
    weakest = std::min(weakest, *value.level);
    anyBound |= value.bound->relative.value_or(0) > 0;
    apply.demand(value, i, asked);
  }
  if (all)
    result.levelReached = weakest;
  if (anyBound)
    result.assumptions.push_back(kAssumption);
}

} // namespace lockstep::verifier
