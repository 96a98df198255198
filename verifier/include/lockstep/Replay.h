// Executes a counterexample again: the programs and inputs it carries, nothing else.
#pragma once

#include "lockstep/Result.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>

namespace lockstep::verifier {

struct ReplayOutcome {
  bool confirmed = false; // the plan's result differs again, or its replicas do
  std::string subject;    // "params['wte'] (result 3)"
  Difference recorded, measured;
  std::string message;    // what happened, one sentence
};

/// `path` is the JSON file; the programs are read from the `.mlir` beside it, or from the recorded paths when that is
/// gone (their digests must match). Errors: a file that is not a counterexample, programs that changed.
llvm::Expected<ReplayOutcome> replay(llvm::StringRef path, std::function<bool()> interrupted = {});

/// For people: expected, found, values per rank, and whether it was confirmed.
void writeReplay(llvm::raw_ostream &os, const ReplayOutcome &outcome, bool color = false);

} // namespace lockstep::verifier
