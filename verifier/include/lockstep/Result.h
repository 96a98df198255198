// What a verification found: plain data, written by verify(), read by every report. No MLIR.
#pragma once

#include "lockstep/Verdict.h"

#include <cstdint>
#include <map>
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

struct Obligation {
  std::string id; // "value-3": stable within a pair of programs
  ObligationKind kind = ObligationKind::Value;
  std::string subject; // "params['wte'] (result 3)"
  std::optional<unsigned> result;
  Status status = Status::Unknown;
  Method method = Method::NormalForm;
  std::string code;    // diagnostic code, empty when proved
  std::string message; // one sentence, lower case, no final dot; empty when proved
  std::optional<double> relativeBound, absoluteBound;
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

struct Result {
  std::vector<InputFile> inputs; // logical, plan, contract when there is one
  std::string level = "reordered";
  std::string mesh; // "dp=2 x tp=2", empty without ranks
  std::vector<Obligation> obligations;
  std::vector<std::string> assumptions; // each once, in a fixed order
  std::vector<std::string> warnings;
  Coverage coverage;
  std::string certificate; // path, empty when none
  std::map<std::string, double> statistics;
  std::string stopped; // why the work ended early ("time limit of 60 s"), empty when it did not

  Status verdict() const;
};

} // namespace lockstep::verifier
