// The default output: the verdict, one paragraph per finding, then what the verdict rests on.
#include "verifier/report/Formats.h"
#include "verifier/report/Groups.h"

#include "llvm/Support/Format.h"

#include <functional>
#include <map>

namespace lockstep::verifier {

namespace {

class TextWriter {
public:
  TextWriter(llvm::raw_ostream &os, const Result &result, const ReportOptions &options)
      : os(os), result(result), options(options) {}

  void write() {
    verdictLine();
    findings();
    os << '\n';
    counts();
    levels();
    bounds();
    if (options.verbose)
      provedList();
    unsupportedList();
    list("assumption", result.assumptions);
    list("warning", result.warnings);
    if (!result.stopped.empty())
      os << "stopped early: " << result.stopped << '\n';
    traceLine();
    if (!result.certificate.empty())
      os << "certificate: " << result.certificate << '\n';
  }

private:
  llvm::raw_ostream &os;
  const Result &result;
  const ReportOptions &options;

  void traceLine() {
    if (!result.trace)
      return;
    const TraceCheck &trace = *result.trace;
    os << "trace: " << trace.steps << " steps evaluated, " << trace.exact << " exactly equal, " << trace.numeric
       << " within rounding, " << trace.undecided << " undecided; " << trace.conditions << " conditions, "
       << trace.conditionsUndecided << " undecided; " << trace.failed << " failed\n";
  }

  void paint(std::string_view text, const char *escape) {
    if (options.color)
      os << escape << text << "\033[0m";
    else
      os << text;
  }

  static const char *colorOf(Status status) {
    switch (status) {
    case Status::Proved:
      return "\033[1;32m";
    case Status::Refuted:
      return "\033[1;31m";
    default:
      return "\033[1;33m";
    }
  }

  void verdictLine() {
    Status verdict = result.verdict();
    paint(name(verdict), colorOf(verdict));
    os << ": " << summaryLine(result) << " (level " << result.level;
    if (!result.mesh.empty())
      os << ", mesh " << result.mesh;
    os << ")\n";
  }

  /// What was refuted comes first. Beside it, what stayed open is only counted: it follows from the same fault more
  /// often than not.
  void findings() {
    constexpr size_t shown = 8;
    size_t hidden = 0, written = 0;
    for (const FindingGroup &group : groupFindings(result)) {
      bool open = result.verdict() == Status::Refuted && group.first().status == Status::Unknown;
      if (!options.verbose && (open || written >= shown)) {
        hidden += group.members.size();
        continue;
      }
      finding(group);
      ++written;
    }
    if (hidden)
      os << "\n" << hidden << " more obligations do not hold or were not decided (--verbose lists them)\n";
  }

  void finding(const FindingGroup &group) {
    const Obligation &first = group.first();
    os << '\n';
    paint(name(first.status), colorOf(first.status));
    if (!first.code.empty())
      os << " [" << first.code << ']';
    os << ' ';
    paint(first.subject, "\033[1m");
    os << ": " << first.message << '\n';
    if (first.difference)
      difference(*first.difference);
    else
      place(first);
    if (!first.counterexample.empty())
      os << "  counterexample: " << first.counterexample << " (lockstep replay " << first.counterexample << ")\n";
    others(group);
  }

  void place(const Obligation &obligation) {
    if (obligation.planLocation && obligation.planLocation->line)
      os << "  at " << str(*obligation.planLocation) << '\n';
    if (obligation.location && obligation.location->line)
      os << "  source " << str(*obligation.location) << '\n';
  }

  void difference(const Difference &difference) {
    os << "  element " << formatIndex(difference.element) << ": expected " << formatNumber(difference.expected)
       << ", found " << formatNumber(difference.found) << '\n';
    if (!difference.relation.empty())
      os << "  relation: " << difference.relation << '\n';
    // Replicas that agree are one line; only a disagreement is worth a table.
    constexpr size_t shown = 8;
    for (size_t i = 0; i < difference.ranks.size() && i < shown; ++i) {
      const RankValue &rank = difference.ranks[i];
      os << "  rank " << rank.rank;
      if (!rank.coordinates.empty())
        os << " (" << rank.coordinates << ')';
      os << ": " << formatNumber(rank.value) << (rank.differs ? "  <- differs" : "") << '\n';
    }
    if (difference.ranks.size() > shown)
      os << "  ... and " << difference.ranks.size() - shown << " more ranks\n";
    if (difference.blame)
      blame(*difference.blame);
  }

  void blame(const Blame &blame) {
    os << "  first wrong value: " << blame.op << " at " << str(blame.planLocation);
    if (blame.location.line && !(blame.location == blame.planLocation))
      os << " (from " << str(blame.location) << ')';
    os << '\n';
    if (!blame.description.empty())
      os << "    " << blame.description << '\n';
  }

  void others(const FindingGroup &group) {
    size_t more = group.members.size() - 1;
    if (!more)
      return;
    os << "  the same for " << more << " more: ";
    const size_t shown = options.verbose ? more : std::min<size_t>(more, 4);
    for (size_t i = 1; i <= shown; ++i)
      os << (i > 1 ? ", " : "") << group.members[i]->subject;
    if (shown < more)
      os << ", ...";
    os << '\n';
  }

  void counts() {
    std::vector<size_t> counts = countStatuses(result);
    os << result.obligations.size() << " obligations:";
    const char *separator = " ";
    for (Status status : {Status::Proved, Status::Refuted, Status::Unsupported, Status::Unknown})
      if (size_t count = counts[static_cast<size_t>(status)]) {
        os << separator << count << ' ' << name(status);
        separator = ", ";
      }
    if (auto seconds = result.statistics.find("seconds"); seconds != result.statistics.end())
      os << llvm::format(" in %.2f s", seconds->second);
    os << '\n';
  }

  /// How many values reach which level; the reason of the first that stays behind.
  void levels() {
    std::map<Level, size_t, std::greater<>> counts;
    const Obligation *weakest = nullptr;
    for (const Obligation &obligation : result.obligations)
      if (obligation.level) {
        ++counts[*obligation.level];
        if (!obligation.levelReason.empty() && (!weakest || *obligation.level < *weakest->level))
          weakest = &obligation;
      }
    const char *separator = "levels: ";
    for (const auto &[level, count] : counts) {
      os << separator << count << ' ' << name(level);
      separator = ", ";
    }
    if (weakest)
      os << " (" << weakest->subject << ": " << weakest->levelReason << ')';
    if (!counts.empty())
      os << '\n';
  }

  void bounds() {
    const Obligation *largest = nullptr, *without = nullptr;
    size_t missing = 0;
    for (const Obligation &obligation : result.obligations) {
      if (!obligation.bound)
        continue;
      if (obligation.bound->relative.value_or(0) > 0 && (!largest || *obligation.bound->relative > *largest->bound->relative))
        largest = &obligation;
      if (!obligation.bound->relative && !missing++)
        without = &obligation;
    }
    if (largest)
      os << "rounding: plan and logical step differ by at most " << formatNumber(*largest->bound->relative)
         << " of the absolute values added (" << largest->subject << ")\n";
    if (without)
      os << "rounding: no bound for " << missing << (missing == 1 ? " value" : " values") << " (" << without->subject << ": "
         << without->bound->reason << ")\n";
  }

  void provedList() {
    for (const Obligation &obligation : result.obligations) {
      if (obligation.status != Status::Proved)
        continue;
      os << "  proved " << obligation.id << ' ' << obligation.subject << " (" << name(obligation.method);
      if (obligation.level)
        os << ", " << name(*obligation.level);
      if (obligation.bound && obligation.bound->relative)
        os << ", bound " << formatNumber(*obligation.bound->relative);
      os << ")\n";
    }
  }

  void unsupportedList() {
    for (const UnsupportedOperator &op : result.coverage.unsupported) {
      os << "unsupported operator: " << op.name;
      if (op.location.line)
        os << " at " << str(op.location);
      if (!op.reason.empty())
        os << ": " << op.reason;
      os << '\n';
    }
  }

  void list(std::string_view what, const std::vector<std::string> &items) {
    constexpr size_t shown = 6;
    for (size_t i = 0; i < items.size() && (options.verbose || i < shown); ++i)
      os << what << ": " << items[i] << '\n';
    if (!options.verbose && items.size() > shown)
      os << what << ": ... and " << items.size() - shown << " more (--verbose)\n";
  }
};

} // namespace

void writeText(llvm::raw_ostream &os, const Result &result, const ReportOptions &options) {
  TextWriter(os, result, options).write();
}

} // namespace lockstep::verifier
