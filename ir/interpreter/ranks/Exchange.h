// The collectives of one group as functions of its members' tensors, in group order. Free of MLIR.
//
// Order: every reduction folds the members' operands left to right in the order in which the group lists them, so the
// result does not depend on which member computes it.
#pragma once

#include "ir/interpreter/kernels/Common.h"

namespace lockstep::interp {

/// members[m]: operand of the group's m-th member. Results likewise, one per member.
using Members = llvm::ArrayRef<Tensor>;

/// One tensor for all members: the concatenation along `dim`.
Result gatherMembers(Members members, int64_t dim);
/// One tensor for all members.
Result reduceMembers(Members members, const Combiner &combiner);
/// The m-th of equal parts of the reduction along `dim` for member m.
Results reduceScatterMembers(Members members, int64_t dim, const Combiner &combiner);
/// Each operand is split along `splitDim` into as many parts as there are members; member m gets the m-th parts,
/// concatenated along `concatDim` in group order.
Results exchangeMembers(Members members, int64_t splitDim, int64_t concatDim);

} // namespace lockstep::interp
