// A contract as TOML again, so that a counterexample is complete without the original file.
#pragma once

#include <string>

namespace lockstep {
struct Contract;
}

namespace lockstep::verifier {

std::string contractToText(const Contract &contract);

} // namespace lockstep::verifier
