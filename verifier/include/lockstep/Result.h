// What a verification found: plain data, written by verify(), read by every report. No MLIR.
#pragma once

#include "lockstep/Numerics.h"
#include "lockstep/Verdict.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::verifier {

enum class ObligationKind : unsigned char { Value, Placement, Communication, Schedule, State, Memory };
std::string_view name(ObligationKind kind); // "value", "placement", ...
std::optional<ObligationKind> parseObligationKind(std::string_view text);

enum class Method : unsigned char { NormalForm, Smt, Interpretation, Simulation };
std::string_view name(Method method); // "normal-form", "smt", "interpretation", "simulation"
std::optional<Method> parseMethod(std::string_view text);

/// A place in a file; line and column count from 1, 0 when unknown.
struct SourceLocation {
  std::string file;
  unsigned line = 0, column = 0;
  bool operator==(const SourceLocation &) const = default;
};
std::string str(const SourceLocation &location); // "train.py:12:5"

/// One rank's part in a finding: its coordinates ("dp=1,tp=0") and the value it holds there.
struct RankValue {
  int64_t rank = 0;
  std::string coordinates;
  double value = 0;
  bool differs = false; // from the logical value
};

/// The first operator of the plan that made a value the logical step never has.
struct Blame {
  std::string op;          // "stablehlo.add"
  SourceLocation location; // in the user's source when the module carries it
  SourceLocation planLocation;
  std::string description; // "its values are 1/4 of those of logical %12"
  unsigned rank = 0;       // how much it tells: the smallest names a cause, larger ones only a place
};

/// Details of an executed difference.
struct Difference {
  std::vector<int64_t> element; // index in the global result
  double expected = 0, found = 0;
  double bound = 0;             // what rounding could explain, absolute
  std::string relation;         // in words, empty when none was recognised
  std::vector<RankValue> ranks;
  std::optional<Blame> blame;
};

/// Sums of one kind that round on the way to a result.
struct BoundSegment {
  bool inPlan = false; // else in the logical step
  std::string op, type; // "stablehlo.all_reduce", and the format that it rounds to
  int64_t terms = 0;    // numbers added into one element
  double factor = 0;    // of each: error over the sum of the absolute values that are added
  uint64_t count = 0;   // operators of this kind
  std::optional<SourceLocation> location; // of the first one
};

/// How far rounding may move plan and logical step apart: |plan - logical| <= relative * A for every element, with A the
/// larger of both programs' magnitudes, the value that the result has when everything added on the way is replaced by
/// its absolute value (docs/numerics.md).
struct Bound {
  std::optional<double> relative; // logicalFactor + planFactor; nullopt: none that is below 1
  std::optional<double> absolute; // not set by this version: underflow is part of A
  std::optional<double> logicalFactor, planFactor; // of each program against its exact value
  std::string reason;             // why there is none
  std::vector<BoundSegment> segments; // then: the sums, each with its own factor; the largest ones
  uint64_t segmentsLeftOut = 0;
};

struct Obligation {
  std::string id; // "value-3": stable within a pair of programs
  ObligationKind kind = ObligationKind::Value;
  std::string subject; // "params['wte'] (result 3)"
  std::optional<unsigned> result;
  Status status = Status::Unknown;
  Method method = Method::NormalForm;
  std::string code;    // diagnostic code, empty when proved
  std::string message; // one sentence, lower case, no final dot; empty when proved
  std::optional<Bound> bound;     // values that are equal over the reals only
  std::optional<Level> level;     // likewise: the strongest level that holds
  std::string levelReason;        // what keeps the result from the next one
  double seconds = 0;
  bool cached = false;
  std::optional<SourceLocation> location, planLocation;
  std::optional<Difference> difference;
  std::string counterexample; // path, empty when none
};

struct InputFile {
  std::string path, sha256;
};

struct UnsupportedOperator {
  std::string name;
  SourceLocation location;
  std::string reason;
};

struct Coverage {
  std::map<std::string, uint64_t> operators; // name -> count over both programs
  std::vector<UnsupportedOperator> unsupported;
};

struct CertificateData;

/// How the steps of the proof fared when each was evaluated on its own.
struct TraceCheck {
  uint64_t steps = 0;     // distinct rule applications
  uint64_t exact = 0;     // equal in a prime field
  uint64_t numeric = 0;   // equal within rounding
  uint64_t undecided = 0; // too large to evaluate, or no point found with a value on both sides
  uint64_t conditions = 0, conditionsUndecided = 0;
  uint64_t failed = 0; // a bug of the verifier
  std::map<std::string, uint64_t> undecidedByRule;
  std::vector<std::string> failures; // "rule: equation and point", the first few
};

struct Result {
  std::vector<InputFile> inputs; // logical, plan, contract when there is one
  std::string level = "reordered"; // asked for
  std::optional<Level> levelReached; // the weakest of the values', when all of them have one
  std::string mesh; // "dp=2 x tp=2", empty without ranks
  std::vector<Obligation> obligations;
  std::vector<std::string> assumptions; // each once, in a fixed order
  std::vector<std::string> warnings;
  Coverage coverage;
  std::string certificate; // path, empty when none
  std::shared_ptr<const CertificateData> proof; // what a certificate is written from, when one is asked for
  std::map<std::string, double> statistics;
  std::optional<TraceCheck> trace;
  std::string stopped; // why the work ended early ("time limit of 60 s"), empty when it did not

  Status verdict() const;
};

} // namespace lockstep::verifier
