// Errors of execution, placed at the operator that caused them.
#pragma once

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir {
class Operation;
class Location;
} // namespace mlir

namespace lockstep::interp {

// Codes of execution errors; the input is at fault in each of them.
namespace code {
inline constexpr const char *execution = "IN030";   // an operator is undefined on these values, or shapes do not match
inline constexpr const char *unsupported = "IN031"; // an operator or form this interpreter does not know
inline constexpr const char *argument = "IN032";    // the arguments given do not fit the program
inline constexpr const char *interrupted = "IN033"; // Options::interrupted said so
inline constexpr const char *communication = "CM001"; // ranks disagree about a collective
inline constexpr const char *order = "CM002";         // a rank misses a collective or transfer that another one reaches
inline constexpr const char *deadlock = "SC001";      // programs wait for one another
inline constexpr const char *permute = "CM003";       // a device is a source or a target twice
} // namespace code

/// An InputError at the operator's file, line and column (the innermost one known).
llvm::Error errorAt(mlir::Operation *op, const llvm::Twine &message, const char *code = code::execution);

/// Gives an error without place the operator's; an InputError keeps its own. Success passes.
llvm::Error placedAt(mlir::Operation *op, llvm::Error error);

/// "file:line:column" of an operator, empty when unknown.
std::string placeOf(mlir::Operation *op);

} // namespace lockstep::interp
