// Regions of reductions as functions of scalars.
#pragma once

#include "ir/interpreter/evaluate/Table.h"
#include "ir/interpreter/kernels/Common.h"
#include "ir/interpreter/kernels/Sort.h"

namespace mlir {
class Region;
}

namespace lockstep::interp {

/// The primitive that a region *is*: exactly one operator, applied to the region's two arguments, whose result it
/// returns (placement annotations in between do not count), all of one type. nullopt for any other region.
std::optional<Primitive> primitiveOf(mlir::Region &region);
/// Likewise for `compare` on the two elements of one operand, in a region of a sort.
std::optional<Comparison> comparisonOf(mlir::Region &region);

/// The primitive, or else a function that executes region `index` of the called operator.
Combiner combinerOf(const Call &call, unsigned index);
Comparator comparatorOf(const Call &call, unsigned index);

} // namespace lockstep::interp
