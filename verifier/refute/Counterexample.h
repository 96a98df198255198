// A counterexample as files: `PREFIX.json` holds inputs and finding, `PREFIX.mlir` both programs as they were compared.
// Together they can be executed again without the original files.
#pragma once

#include "ir/interpreter/Tensor.h"
#include "lockstep/Result.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace lockstep {
struct Program;
struct Contract;
} // namespace lockstep

namespace lockstep::verifier {

struct NamedTensor {
  std::string name;
  interp::Tensor value;
};

struct Counterexample {
  std::string logicalPath, planPath, contractPath;
  std::string contractText; // as TOML; empty without contract
  std::vector<NamedTensor> inputs;
  unsigned result = 0;
  std::string subject, code, message;
  Difference difference;
  std::vector<std::string> alsoDiffer; // subjects of other results that differ on these inputs
};

/// Writes both files. The error names the file that could not be written.
llvm::Error writeCounterexample(const Counterexample &counterexample, const Program &logical, const Program &plan,
                                llvm::StringRef prefix);

/// Reads the JSON file; inputs are checked for shape and number of values. Errors are InputErrors with code IN060.
llvm::Expected<Counterexample> readCounterexample(llvm::StringRef path);

/// The `.mlir` file that belongs to a JSON file.
std::string programFileOf(llvm::StringRef jsonPath);

} // namespace lockstep::verifier
