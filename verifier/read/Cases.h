// Equality case by case. Two values that differ in form may still agree for every rank, or on every stretch of a dim
// between the places where their guards and floors change.
#pragma once

#include "verifier/normalize/Normalizer.h"
#include "verifier/read/Tensor.h"

namespace lockstep::verifier::engine {

/// Whether x and y are equal for all values of their variables. The variables' ranges are cut where a guard or floor of
/// either value changes (rank coordinates may be taken one by one), until the cases are the same terms; a bounded
/// number of cases is tried. False means only that no proof was found.
bool equalByCases(Normalizer &n, Comb x, Comb y, Span<RankAxis> axes);

} // namespace lockstep::verifier::engine
