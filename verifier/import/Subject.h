// How a result is called in everything people read.
#pragma once

#include <string>

namespace lockstep {
struct Program;
}

namespace lockstep::verifier {

/// "params['wte'] (result 3)": the name of the state that the result updates when the module names its arguments, else
/// the result's own name.
std::string subjectOf(const Program &program, unsigned result);

} // namespace lockstep::verifier
