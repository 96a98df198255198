// One function per operator family, each deriving the rule of an operation of that family.
#pragma once

#include "lowering/partition/Rule.h"

#include "mlir/IR/Region.h"

namespace lockstep::lowering::rules {

Rule elementwise(const Op &op);
Rule add(const Op &op);        // add, subtract
Rule multiply(const Op &op);
Rule divide(const Op &op);
Rule negate(const Op &op);
Rule convert(const Op &op);
Rule extremum(const Op &op);   // maximum, minimum
Rule logical(const Op &op);    // and, or
Rule select(const Op &op);
Rule clamp(const Op &op);
Rule barrier(const Op &op);

Rule broadcast(const Op &op);
Rule reshape(const Op &op);
Rule transpose(const Op &op);
Rule reverse(const Op &op);
Rule slice(const Op &op);
Rule pad(const Op &op);
Rule concatenate(const Op &op);
Rule dynamicSlice(const Op &op);
Rule dynamicUpdateSlice(const Op &op);
Rule generator(const Op &op);  // iota, splat constants

Rule dotGeneral(const Op &op);
Rule convolution(const Op &op);
Rule reduce(const Op &op);

Rule gather(const Op &op);
Rule scatter(const Op &op);

Rule reduceWindow(const Op &op);
Rule selectAndScatter(const Op &op);
Rule sort(const Op &op);
Rule topK(const Op &op);

/// The dim of the index tensor whose index the component (along `vectorDim`) always equals, if any.
OptionalDim alignedDim(const Value &indices, unsigned vectorDim, unsigned component);

// What several families share.
std::vector<int64_t> integers(const Op &op, llvm::StringRef attribute);
/// A factor with `operands` and `results` slots, none of them set.
Factor blank(const Op &op);
/// One parallel factor per result dim that every operand of the same shape shares; operands of order 0 take no part.
std::vector<Factor> pointwiseFactors(const Op &op);
/// The monoid whose operator the two-argument body applies to its arguments, if the body does nothing else.
std::optional<Monoid> bodyMonoid(mlir::Region &region);
/// Whether sums over the axis of this element type may be formed at all: numbers, not booleans.
bool hasSums(mlir::Type element);

} // namespace lockstep::lowering::rules
