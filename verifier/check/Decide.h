// Turns what the engine and the executions found into statuses of obligations. The only place where statuses are set.
#pragma once

#include "lockstep/Result.h"
#include "verifier/check/Statement.h"
#include "verifier/import/GraphReader.h"
#include "verifier/read/Prove.h"
#include "verifier/refute/Refute.h"

namespace lockstep::verifier {

/// Stands in the message of a result that was proved and then shown to differ: a bug of ours that must be reported.
inline constexpr const char *contradictionText =
    "the proof engine had accepted this result, please report this contradiction";

void setUnsupported(Obligation &obligation, std::string message);

/// Equal is proved; everything else stays undecided with the engine's reason.
void applyProof(Statement &statement, const Proof &proof, const ImportedGraph &logical, const ImportedGraph &plan,
                std::string_view planPath);

/// Executed differences refute. An execution that found no difference decides nothing.
void applyRefutation(Statement &statement, std::vector<Obligation> &communication, const RefuteOutcome &outcome);

TraceCheck traceCheck(const ReplayReport &report);
void recordStatistics(const Proof &proof, std::map<std::string, double> &statistics);

} // namespace lockstep::verifier
