#include "lowering/emit/Emitter.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace lockstep::lowering {

AroundDigit aroundDigit(const Value &value, unsigned axis, const Digit &digit) {
  AroundDigit around{value.shape[digit.dim] / digit.n, digit.stride};
  for (auto [other, state] : llvm::enumerate(value.states)) {
    if (other == axis || !state.isSharded() || state.digit().dim != digit.dim)
      continue;
    around.high /= state.digit().n;
    if (state.digit().stride < digit.stride)
      around.low /= state.digit().n;
  }
  around.high /= around.low;
  return around;
}

mlir::RankedTensorType Emitter::localType(const Value &value) const {
  return mlir::RankedTensorType::get(localShape(value), value.element);
}

mlir::Operation *Emitter::make(llvm::StringRef name, mlir::Location loc, mlir::TypeRange results,
                               mlir::ValueRange operands, llvm::ArrayRef<mlir::NamedAttribute> attributes,
                               unsigned regions) {
  mlir::OperationState state(loc, name);
  state.addTypes(results);
  state.addOperands(operands);
  state.addAttributes(attributes);
  for (unsigned i = 0; i < regions; ++i)
    state.addRegion();
  return builder.create(state);
}

mlir::Value Emitter::makeOne(llvm::StringRef name, mlir::Location loc, mlir::Type result, mlir::ValueRange operands,
                             llvm::ArrayRef<mlir::NamedAttribute> attributes) {
  return make(name, loc, result, operands, attributes)->getResult(0);
}

mlir::Value Emitter::constant(mlir::Location loc, mlir::RankedTensorType type, double value) {
  mlir::Type element = type.getElementType();
  mlir::Attribute scalar;
  if (auto complex = mlir::dyn_cast<mlir::ComplexType>(element)) {
    const llvm::fltSemantics &format = mlir::cast<mlir::FloatType>(complex.getElementType()).getFloatSemantics();
    llvm::APFloat real(value);
    bool lost = false;
    real.convert(format, llvm::APFloat::rmNearestTiesToEven, &lost);
    auto dense = mlir::DenseElementsAttr::get(type, std::complex<llvm::APFloat>(real, llvm::APFloat::getZero(format)));
    return makeOne("stablehlo.constant", loc, type, {}, named("value", dense));
  }
  if (mlir::isa<mlir::FloatType>(element))
    scalar = builder.getFloatAttr(element, value);
  else {
    auto integer = mlir::cast<mlir::IntegerType>(element);
    llvm::APInt bits(integer.getWidth(), static_cast<uint64_t>(static_cast<int64_t>(value)), false, true);
    scalar = mlir::IntegerAttr::get(element, bits);
  }
  return makeOne("stablehlo.constant", loc, type, {}, named("value", mlir::DenseElementsAttr::get(type, scalar)));
}

mlir::Value Emitter::reshape(mlir::Location loc, mlir::Value value, const Shape &shape) {
  auto type = mlir::cast<mlir::RankedTensorType>(value.getType());
  if (type.getShape() == llvm::ArrayRef(shape))
    return value;
  return makeOne("stablehlo.reshape", loc, type.clone(shape), value);
}

void Emitter::emitBlock(const Block &block) {
  for (const Op *op : block.ops)
    emitOp(*op);
}

void Emitter::emitOp(const Op &op) {
  switch (op.kind) {
  case OpKind::Logical: return emitLogical(op);
  case OpKind::Loop: return emitLoop(op);
  case OpKind::Branch: return emitBranch(op);
  case OpKind::Conversion: env[op.results[0]] = emitConversion(op); return;
  }
}

void Emitter::fillRegion(mlir::Region &region, const Block &block) {
  mlir::OpBuilder::InsertionGuard guard(builder);
  mlir::Block *target = builder.createBlock(&region);
  mlir::Operation *source = block.parent->source;
  for (const Value *argument : block.arguments)
    env[argument] = target->addArgument(localType(*argument), placeOf(*argument));
  emitBlock(block);
  llvm::SmallVector<mlir::Value> results;
  for (const Value *result : block.results)
    results.push_back(local(result));
  make("stablehlo.return", source->getLoc(), {}, results);
}

void Emitter::emitLoop(const Op &op) {
  llvm::SmallVector<mlir::Value> initial;
  llvm::SmallVector<mlir::Type> types;
  for (const Value *operand : op.operands)
    initial.push_back(local(operand));
  for (const Value *result : op.results)
    types.push_back(localType(*result));
  mlir::Operation *loop = make(op.name(), op.loc, types, initial, op.source->getDiscardableAttrDictionary().getValue(), 2);
  ++loopDepth;
  for (unsigned i = 0; i < 2; ++i)
    fillRegion(loop->getRegion(i), *op.regions[i]);
  --loopDepth;
  for (auto [value, result] : llvm::zip(op.results, loop->getResults()))
    env[value] = result;
}

void Emitter::emitBranch(const Op &op) {
  llvm::SmallVector<mlir::Type> types;
  for (const Value *result : op.results)
    types.push_back(localType(*result));
  mlir::Operation *branch = make(op.name(), op.loc, types, local(op.operands[0]),
                                 op.source->getDiscardableAttrDictionary().getValue(), op.regions.size());
  for (unsigned i = 0; i < op.regions.size(); ++i)
    fillRegion(branch->getRegion(i), *op.regions[i]);
  for (auto [value, result] : llvm::zip(op.results, branch->getResults()))
    env[value] = result;
}

} // namespace lockstep::lowering
