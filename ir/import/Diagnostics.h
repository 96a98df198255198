// Collects what MLIR reports while a module is read and turns it into one InputError.
#pragma once

#include "ir/core/InputError.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

namespace lockstep {

/// Handles every diagnostic of the context while it lives; printing the whole operator into a note is switched off.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(mlir::MLIRContext &context);
  ~DiagnosticCollector();

  /// The first error in the file's order, with its line, and how many more there were. `text` may be empty.
  llvm::Error takeError(llvm::StringRef path, llvm::StringRef text) const;

private:
  struct Entry {
    std::string file;
    unsigned line = 0, column = 0;
    std::string message, note;
    bool before(const Entry &other) const;
  };
  void add(mlir::Diagnostic &diagnostic);

  mlir::MLIRContext &context;
  bool printOp;
  std::optional<Entry> first;
  unsigned errors = 0;
  mlir::ScopedDiagnosticHandler handler;
};

/// The line around an offset, shortened to about a hundred characters; sets line, column, sourceLine and caret.
void locate(InputError &error, llvm::StringRef text, size_t offset);

} // namespace lockstep
