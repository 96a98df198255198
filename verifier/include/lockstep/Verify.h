// Does a plan compute the logical step? Entry points for the driver and for other components.
#pragma once

#include "lockstep/Result.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {
struct Program;
struct Contract;
} // namespace lockstep

namespace lockstep::verifier {

struct Progress {
  std::string_view phase; // "read", "prove", "communication", "refute", "shrink", "rounding"
  unsigned done = 0, total = 0;
  std::string_view subject; // what is worked on, may be empty
};

struct VerifyOptions {
  double timeoutSeconds = 0; // 0: none. Work ends with what was decided so far
  double spentSeconds = 0;   // of the time limit, before the call
  uint64_t memoryMib = 0;    // 0: none. Resident memory of the process
  bool prove = true;
  bool refute = true;        // execute both programs where no proof was found
  /// Directory of proofs found before; empty: none is read or written.
  std::string cacheDirectory;
  /// Mesh axes; for each the plan is also proved at every other size at which its extents divide.
  std::vector<std::string> forAll;
  bool checkTrace = false;   // test every rule that the proof applied by evaluation; fills Result::trace
  /// Where the certificate of a proof is written: a directory that is made, or must be empty. Empty: none is written.
  std::string certificateDirectory;
  uint64_t seed = 0;         // of the inputs tried; same seed, same result
  /// Counterexamples are written to `<prefix>.json` and `<prefix>.mlir`; empty: none is written.
  std::string counterexamplePrefix;
  /// How the inputs are named in a counterexample's replay command and in the result.
  std::string contractPath;
  std::function<bool()> interrupted; // asked often; true ends the work like a time limit does
  std::function<void(const Progress &)> progress;
};

/// Compares two analysed programs. The contract may be null. An error is an InputError about the pair (signatures
/// that differ); a program that cannot be read or executed is a status in the result, not an error.
llvm::Expected<Result> verify(const Program &logical, const Program &plan, const Contract *contract,
                              const VerifyOptions &options = {});

/// Loads the files and compares them; contractPath may be empty. Fills Result::inputs.
llvm::Expected<Result> verifyFiles(llvm::StringRef logicalPath, llvm::StringRef planPath,
                                   llvm::StringRef contractPath, const VerifyOptions &options = {});

} // namespace lockstep::verifier
