// Digests of what a result is computed from. Equal digests mean equal programs: same operators, attributes, types and
// placements on the way to the result, whatever the names and places in the text.
#pragma once

#include "verifier/graph/Graph.h"
#include "verifier/read/Prove.h"

#include <array>
#include <string>
#include <vector>

namespace lockstep::verifier::cache {

using Digest = std::array<uint8_t, 32>; // SHA-256

/// One digest per result of main.
std::vector<Digest> resultDigests(const Graph &graph);

/// A digest of all that may be assumed of the arguments.
Digest factsDigest(const std::vector<ArgumentFacts> &facts);

/// SHA-256 of a text, as lower-case hexadecimal.
std::string hexDigest(std::string_view text);
std::string hex(const Digest &digest);

} // namespace lockstep::verifier::cache
