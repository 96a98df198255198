// An error in what the user gave us: file, place, what was expected and what was found. Ends a command with exit 2.
#pragma once

#include "llvm/Support/Error.h"

#include <string>

namespace lockstep {

class InputError : public llvm::ErrorInfo<InputError> {
public:
  static char ID;

  std::string code;    // "IN001"; see docs/diagnostics
  std::string path;    // empty when the error is not in a file
  unsigned line = 0;   // 1-based, 0 when unknown
  unsigned column = 0; // 1-based, 0 when unknown
  std::string message; // expected, found, where; lower case, no final dot
  std::string sourceLine; // the offending line (shortened), empty when not available
  unsigned caret = 0;  // 1-based place of `column` in sourceLine when that was shortened; 0: the same as column
  std::string note;    // a second place or a hint, may be empty

  InputError(std::string code, std::string path, unsigned line, unsigned column, std::string message)
      : code(std::move(code)), path(std::move(path)), line(line), column(column), message(std::move(message)) {}

  /// "path:line:column: error: message [code]", then the line with a caret.
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }
};

} // namespace lockstep
