// Rows picked by their own number: `x[arange(n), y]` looks into dim 0 of x at the place where the result's row is. Written
// this way it is an indexed dim; known to be aligned with the rows, it is a parallel one. What is recognised is an index
// component that equals the index of one of the index tensor's dims, through broadcasts, unit dims and the wrapping of
// negative indices.
#include "lowering/partition/rules/Families.h"

#include "ir/stablehlo/StablehloOps.h"

namespace lockstep::lowering::rules {

static OptionalDim countedDim(const Value &value);

static OptionalDim throughBroadcast(const Op &op) {
  OptionalDim source = countedDim(*op.operands[0]);
  if (!source)
    return std::nullopt;
  auto target = static_cast<unsigned>(integers(op, "broadcast_dimensions")[*source]);
  bool isWhole = op.operands[0]->shape[*source] == op.results[0]->shape[target];
  return isWhole ? OptionalDim(target) : std::nullopt;
}

/// Dims keep their index through a reshape when the digit of all their values lands whole.
static OptionalDim throughReshape(const Op &op) {
  OptionalDim source = countedDim(*op.operands[0]);
  if (!source)
    return std::nullopt;
  int64_t extent = op.operands[0]->shape[*source];
  auto moved = reshapeDigit(op.operands[0]->shape, {*source, 1, extent}, op.results[0]->shape);
  bool isWhole = moved && moved->stride == 1 && op.results[0]->shape[moved->dim] == extent;
  return isWhole ? OptionalDim(moved->dim) : std::nullopt;
}

/// select(i < 0, i + n, i) is i where i counts from 0.
static OptionalDim throughWrapping(const Op &op) {
  const Op *test = op.operands[0]->def;
  auto compare = test ? mlir::dyn_cast_or_null<stablehlo::CompareOp>(test->source) : nullptr;
  if (!compare || compare.getComparisonDirection() != stablehlo::ComparisonDirection::LT)
    return std::nullopt;
  bool isNever = countedDim(*test->operands[0]) && test->operands[1]->splat == 0.0;
  return isNever ? countedDim(*op.operands[2]) : std::nullopt;
}

/// The dim whose index every element equals, if any.
static OptionalDim countedDim(const Value &value) {
  const Op *def = value.def;
  if (!def || def->kind != OpKind::Logical || !value.element.isInteger() || value.element.getIntOrFloatBitWidth() < 32)
    return std::nullopt; // narrow types may not hold the index
  if (def->name() == "stablehlo.iota")
    return static_cast<unsigned>(def->source->getAttrOfType<mlir::IntegerAttr>("iota_dimension").getInt());
  if (def->name() == "stablehlo.convert" || def->name() == "stablehlo.optimization_barrier")
    return countedDim(*def->operands[0]);
  if (def->name() == "stablehlo.broadcast_in_dim")
    return throughBroadcast(*def);
  if (def->name() == "stablehlo.reshape")
    return throughReshape(*def);
  if (def->name() == "stablehlo.select")
    return throughWrapping(*def);
  return std::nullopt;
}

OptionalDim alignedDim(const Value &indices, unsigned vectorDim, unsigned component) {
  const Op *def = indices.def;
  bool isJoined = def && def->kind == OpKind::Logical && def->name() == "stablehlo.concatenate" &&
                  def->source->getAttrOfType<mlir::IntegerAttr>("dimension").getInt() == vectorDim;
  OptionalDim found;
  if (!isJoined && vectorDim < indices.shape.size() && indices.shape[vectorDim] == 1)
    found = countedDim(indices);
  int64_t first = 0;
  for (const Value *piece : isJoined ? llvm::ArrayRef<Value *>(def->operands) : llvm::ArrayRef<Value *>()) {
    if (first == component && piece->shape[vectorDim] == 1)
      found = countedDim(*piece);
    first += piece->shape[vectorDim];
  }
  return found && *found != vectorDim ? found : std::nullopt;
}

} // namespace lockstep::lowering::rules
