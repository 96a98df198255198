// Helpers of the importer's tests: modules from text or from the corpus, errors as text.
#pragma once

#include "ir/import/Program.h"

#include "llvm/Support/Error.h"

#include <string>

namespace lockstep::test {

/// Path of a corpus file such as "plans/gpt_dp4.mlir" (stored with .gz).
std::string corpus(const std::string &name);

/// The analysed program, or the test fails.
Program load(mlir::MLIRContext &context, const std::string &path, const Contract *contract = nullptr,
             Reading reading = Reading::Plan);
Program analyze(mlir::MLIRContext &context, llvm::StringRef text, const Contract *contract = nullptr,
                Reading reading = Reading::Plan);

/// The message of an error as the command line prints it; fails the test when there is none.
std::string message(llvm::Error error);
template <typename T> std::string message(llvm::Expected<T> value) { return message(value.takeError()); }
/// The error of reading and analysing a text named "t.mlir".
std::string errorOf(llvm::StringRef text, const Contract *contract = nullptr, Reading reading = Reading::Plan);

Contract contract(llvm::StringRef toml);

} // namespace lockstep::test
