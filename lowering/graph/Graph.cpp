#include "lowering/graph/Graph.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include <cmath>

namespace lockstep::lowering {

llvm::StringRef Op::name() const { return source ? source->getName().getStringRef() : llvm::StringRef("conversion"); }

Value *Graph::addValue(mlir::Type element, Shape shape) {
  Value &value = values.emplace_back();
  value.id = static_cast<unsigned>(values.size()) - 1;
  value.element = element;
  value.shape = std::move(shape);
  return &value;
}

Value *Graph::addLike(const Value &value) {
  Value *copy = addValue(value.element, value.shape);
  copy->states = value.states;
  copy->splat = value.splat;
  copy->loc = value.loc;
  return copy;
}

Op *Graph::addOp(OpKind kind, mlir::Operation *source, mlir::Location loc) {
  Op &op = ops.emplace_back(loc);
  op.kind = kind;
  op.source = source;
  return &op;
}

Block *Graph::addRegion(Op &op) {
  op.regions.push_back(std::make_unique<Block>());
  op.regions.back()->parent = &op;
  return op.regions.back().get();
}

void append(Block &block, Op &op) {
  op.block = &block;
  block.ops.push_back(&op);
  for (auto [index, result] : llvm::enumerate(op.results)) {
    result->def = &op;
    result->index = static_cast<unsigned>(index);
    result->block = &block;
  }
}

mlir::Location placeOf(const Value &value) {
  return value.loc ? *value.loc : value.def ? value.def->loc : mlir::UnknownLoc::get(value.element.getContext());
}

Shape localShape(const Value &value) {
  Shape shape = value.shape;
  for (const State &state : value.states)
    if (state.isSharded())
      shape[state.digit().dim] /= state.digit().n;
  return shape;
}

static bool isNeutralInteger(double constant, mlir::IntegerType type, Monoid monoid) {
  bool isUnsigned = type.isUnsigned(), isBoolean = type.getWidth() == 1;
  double half = std::ldexp(1.0, static_cast<int>(type.getWidth()) - 1);
  switch (monoid) {
  case Monoid::Add: return constant == 0;
  case Monoid::Mul: return constant == 1;
  case Monoid::Or: return constant == 0;
  case Monoid::And: return isBoolean ? constant != 0 : false;
  case Monoid::Max: return isBoolean ? constant == 0 : constant == (isUnsigned ? 0 : -half);
  case Monoid::Min: return isBoolean ? constant != 0 : !isUnsigned && type.getWidth() <= 32 && constant == half - 1;
  }
  return false;
}

bool isNeutral(const Value &value, Monoid monoid) {
  if (!value.splat)
    return false;
  double constant = *value.splat;
  if (auto type = mlir::dyn_cast<mlir::IntegerType>(value.element))
    return isNeutralInteger(constant, type, monoid);
  switch (monoid) {
  case Monoid::Add: return constant == 0;
  case Monoid::Mul: return constant == 1;
  case Monoid::Max: return std::isinf(constant) && constant < 0;
  case Monoid::Min: return std::isinf(constant) && constant > 0;
  default: return false;
  }
}

} // namespace lockstep::lowering
