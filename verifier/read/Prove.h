// The engine's question: does the plan compute, result by result, the same real function as the logical program?
// Equal is a proof under the assumptions that are listed; everything else says why there is none. Nothing here refutes.
#pragma once

#include "verifier/graph/Graph.h"
#include "verifier/trace/CertificateData.h"
#include "verifier/trace/ReplayReport.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::verifier::engine {
struct Step;
}

namespace lockstep::verifier {

/// What a proof may assume about one argument of both programs (global numbering).
struct ArgumentFacts {
  std::optional<std::pair<int64_t, int64_t>> range; // inclusive; integers. On floats: a 0/1 mask when it is [0, 1]
  bool exact = false; // floats whose elements are integers within the range (masks)
};

struct Limits {
  uint64_t fuel = 200'000'000;         // rule applications and term constructions, over both programs
  double seconds = 0;                  // 0: no limit
  std::function<bool()> interrupted;   // asked now and then
  bool trace = false;                  // fill Proof::trace
  void (*corruptStep)(engine::Step &) = nullptr; // for tests of the replay only: changes steps as they are recorded
  bool certificate = false;            // record the trace, fill Proof::certificate
  bool replay = false;                 // record the trace, test every step, fill Proof::replay
  size_t traceCap = 100'000;
  unsigned termDepth = 0;              // how far named functions are written out in reported terms
};

enum class ResultStatus : uint8_t {
  Equal,       // proved
  Different,   // both normal forms are complete and not identical: unknown for the verdict, with a description
  Unknown,     // a limit was reached
  Unsupported, // an operator on the path to this result is not understood
};

struct ResultProof {
  ResultStatus status = ResultStatus::Unknown;
  std::string reason;      // one sentence: what limit, or how the terms differ ("1/4 of the logical value")
  std::string logicalTerm; // the smallest differing subterms, shortened; Different only
  std::string planTerm;
  NodeId planNode = kNone; // first plan operator that made the differing function, when known
  NodeId logicalNode = kNone;
  std::string operatorName;       // Unsupported only
  Location location;              // Unsupported: of that operator; Different: of planNode
  bool unsupportedInPlan = false; // Unsupported: which program the operator is in
};

/// A result is declared replicated over an axis, but its value depends on the rank's coordinate there.
struct ReplicaFinding {
  unsigned result = 0;
  std::string axis;
  std::string message; // "rank digit of axis dp left in a result declared replicated"
  bool betweenStages = false; // copies of different stage programs: equality of one of them says nothing of the others
};

enum class AssumptionKind : uint8_t { NonZero, Positive, LiteralReading, LargeNegativeIsInfinite, ArgumentRange, NoWrapAround, RoundingIgnored, Other };

struct Assumption {
  AssumptionKind kind = AssumptionKind::Other;
  std::string text; // complete sentence without final dot
  uint64_t uses = 1;
};

/// Each assumption stands once.
void addAssumptions(std::vector<Assumption> &assumptions, const std::vector<Assumption> &more);

struct TraceEntry {
  std::string rule;      // name in docs/rules.md
  std::string condition; // the side condition that was checked, instantiated
  std::string before, after;
};

struct Statistics {
  uint64_t fuelUsed = 0, functions = 0, atoms = 0, monomials = 0, combinations = 0, indexExpressions = 0;
  uint64_t logicalNodes = 0, planNodes = 0;
  double secondsLogical = 0, secondsPlan = 0, secondsCompare = 0;
  std::vector<std::pair<std::string, uint64_t>> rules; // name, applications; sorted by name
};

struct Proof {
  std::vector<ResultProof> results; // one per result of the logical program
  std::vector<ReplicaFinding> replicas;
  std::vector<Assumption> assumptions;
  std::vector<TraceEntry> trace;
  std::optional<ReplayReport> replay;
  std::optional<CertificateData> certificate;
  Statistics statistics;
  std::string problem; // set when the question itself is malformed (signatures differ); then results is empty

  /// Every result Equal and no replica finding.
  bool proved() const;
};

/// Both graphs must have passed Graph::check(). Deterministic: same graphs, same answer (time limits aside).
Proof prove(const Graph &logical, const Graph &plan, const std::vector<ArgumentFacts> &arguments,
            const Limits &limits = {});

/// A question of its own, which never uses the proof over the reals: are the bits of each result made by the same
/// roundings of the same numbers? Floating-point operators are opaque functions of the numbers they are applied to;
/// moving elements is understood, and so is integer arithmetic. Equal means that every element of the result has equal
/// bits in both programs wherever elementwise operators are functions of their operands' bits (NaNs count as equal).
/// Sums are not understood (Unsupported); with `wholeSums` a contraction or reduction is an opaque function of its whole
/// operands, which asks for equal kernels too. Collectives that add floating-point numbers are never understood.
Proof proveBits(const Graph &logical, const Graph &plan, const std::vector<ArgumentFacts> &arguments, bool wholeSums,
                const Limits &limits = {});

} // namespace lockstep::verifier
