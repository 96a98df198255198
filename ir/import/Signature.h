// Logical step and plan are functions of the same global tensors.
#pragma once

#include "ir/import/Program.h"

namespace lockstep {

/// "tensor<28x6xf32>".
std::string typeText(ElementType type, const Shape &shape);

/// Success when arguments and results agree in number, shapes and types. Otherwise one InputError (IN010) at the plan
/// that lists the first differences and counts the rest; its note says what the mistake probably is.
llvm::Error compareSignatures(const Program &logical, const Program &plan);

/// Warnings about arguments and results whose names, given by both files, speak of different things: two arguments of
/// one shape may have changed places.
std::vector<std::string> compareNames(const Program &logical, const Program &plan);

} // namespace lockstep
