// Anti-unification: one term over a variable from its instances at 0, 1, 2, ...
#pragma once

#include "verifier/normalize/Normalizer.h"

namespace lockstep::verifier::engine {

/// A term g over `var` with g[var := j] identical to copies[j] for every j; nothing when none is found. The identity is
/// checked, so the answer cannot be wrong.
std::optional<Comb> generalise(Normalizer &n, Span<Comb> copies, Var var);

} // namespace lockstep::verifier::engine
