// In words, how two terms differ: top-down, equal parts cancelled, into the one differing function.
#pragma once

#include "verifier/normalize/Normalizer.h"

namespace lockstep::verifier::engine {

struct Difference {
  std::string text, logicalTerm, planTerm;
  NodeId planNode = kNone, logicalNode = kNone;
};
/// termDepth: how far named functions are written out in the terms.
Difference describe(Normalizer &n, Comb logical, Comb plan, unsigned termDepth);

} // namespace lockstep::verifier::engine
