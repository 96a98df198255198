// An operator that may be the first wrong one, and why it is suspected.
#pragma once

#include "verifier/refute/ValueMatch.h"

#include "mlir/IR/Operation.h"

#include <string>

namespace lockstep {
struct Program;
}

namespace lockstep::verifier {

/// The most telling first.
enum class Reason : unsigned char {
  PartialUsed,     // an operand is a partial sum and the operator needs it complete
  PartialReturned, // the result of the whole plan is a partial sum
  Scaled,          // an operand is a multiple of a logical value
  OtherValue,      // the result is a value that the logical step makes for another purpose
  Misplaced,       // the result has the right elements in other places
  Unknown,         // operands are right, the result is none of the logical step's values
  Accumulated,     // the last sum of addends that have no counterpart
  Moved,           // everything on the way was only moved
  Integer,         // integer arithmetic without counterpart
};

struct Suspect {
  mlir::Operation *operation = nullptr;
  Reason reason = Reason::Unknown;
  ValueMatch match;     // of what the reason is about
  mlir::Value operand;  // the telling operand, null when there is none
  bool derived = false; // an operand is known by its parts only
};

/// One sentence for people.
std::string wordsFor(const Suspect &suspect, const Program &logical, const LogicalValues &values, const Mesh &mesh);

} // namespace lockstep::verifier
