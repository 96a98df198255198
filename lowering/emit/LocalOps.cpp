// Logical operators on one device's pieces. Most are the logical operation with other types; those whose attributes name
// extents, and those that make elements by their global index, are adjusted.
#include "lowering/emit/Emitter.h"

#include "ir/stablehlo/StablehloOps.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"

namespace lockstep::lowering {

static bool isCut(const Value &value, unsigned dim) {
  return llvm::any_of(value.states, [&](const State &state) { return state.isSharded() && state.digit().dim == dim; });
}

static bool isCut(const Value &value) {
  return llvm::any_of(value.states, [](const State &state) { return state.isSharded(); });
}

void Emitter::emitLogical(const Op &op) {
  if (op.name() == "stablehlo.optimization_barrier") { // split per operand, so it does not have the source's form
    env[op.results[0]] = makeOne(op.name(), op.loc, localType(*op.results[0]), local(op.operands[0]));
    return;
  }
  if (op.name() == "stablehlo.iota" && isCut(*op.results[0])) {
    env[op.results[0]] = emitIota(op);
    return;
  }
  if (op.name() == "stablehlo.constant" && isCut(*op.results[0])) {
    env[op.results[0]] = emitSplat(op);
    return;
  }
  bool isIndexed = op.name() == "stablehlo.gather" || (op.name() == "stablehlo.scatter" && op.operands.size() == 3);
  mlir::Value indices = isIndexed ? localIndices(op) : mlir::Value();
  mlir::Operation *local = builder.insert(op.source->clone());
  for (auto [index, operand] : llvm::enumerate(op.operands))
    local->setOperand(static_cast<unsigned>(index), this->local(operand));
  if (isIndexed)
    local->setOperand(1, indices);
  for (auto [result, value] : llvm::zip(local->getResults(), op.results)) {
    result.setType(localType(*value));
    env[value] = result;
  }
  local->removeDiscardableAttr("sdy.sharding");
  local->removeDiscardableAttr("mhlo.sharding");
  adjustAttributes(op, local);
}

/// Index components that look into cut dims count the rows of the piece: where a dim is indexed and cut, the index is known
/// to be the row's own number (rules/Alignment.cpp), so a local count takes its place.
mlir::Value Emitter::alignIndices(const Op &op, llvm::ArrayRef<int64_t> indexedDims, int64_t vectorDim) {
  const Value &table = *op.operands[0], &indices = *op.operands[1];
  mlir::Value whole = local(&indices);
  auto cutBy = [&](int64_t dim) -> std::optional<unsigned> {
    for (auto [axis, state] : llvm::enumerate(table.states))
      if (state.isSharded() && state.digit().dim == dim)
        return static_cast<unsigned>(axis);
    return std::nullopt;
  };
  if (llvm::none_of(indexedDims, [&](int64_t dim) { return cutBy(dim).has_value(); }))
    return whole;
  mlir::RankedTensorType type = localType(indices);
  bool hasVector = vectorDim < type.getRank();
  Shape column(type.getShape());
  if (hasVector)
    column[vectorDim] = 1;
  llvm::SmallVector<mlir::Value> components;
  for (auto [component, dim] : llvm::enumerate(indexedDims)) {
    if (auto axis = cutBy(dim)) {
      auto rows = builder.getI64IntegerAttr(indices.states[*axis].digit().dim);
      components.push_back(makeOne("stablehlo.iota", op.loc, type.clone(column), {}, named("iota_dimension", rows)));
      continue;
    }
    Shape start(column.size(), 0), limit(type.getShape());
    start[vectorDim] = static_cast<int64_t>(component);
    limit[vectorDim] = start[vectorDim] + 1;
    components.push_back(makeOne("stablehlo.slice", op.loc, type.clone(column), whole,
                                 {named("start_indices", builder.getDenseI64ArrayAttr(start)),
                                  named("limit_indices", builder.getDenseI64ArrayAttr(limit)),
                                  named("strides", builder.getDenseI64ArrayAttr(Shape(column.size(), 1)))}));
  }
  if (components.size() == 1)
    return components[0];
  return makeOne("stablehlo.concatenate", op.loc, type, components,
                 named("dimension", builder.getI64IntegerAttr(vectorDim)));
}

mlir::Value Emitter::localIndices(const Op &op) {
  if (auto gather = mlir::dyn_cast<stablehlo::GatherOp>(op.source)) {
    auto dims = gather.getDimensionNumbers();
    return alignIndices(op, dims.getStartIndexMap(), dims.getIndexVectorDim());
  }
  auto dims = mlir::cast<stablehlo::ScatterOp>(op.source).getScatterDimensionNumbers();
  return alignIndices(op, dims.getScatterDimsToOperandDims(), dims.getIndexVectorDim());
}

/// Extents of dims taken whole become those of the piece.
void Emitter::adjustAttributes(const Op &op, mlir::Operation *local) {
  auto setExtents = [&](llvm::StringRef attribute, const Value &followed) {
    auto extents = llvm::SmallVector<int64_t>(local->getAttrOfType<mlir::DenseI64ArrayAttr>(attribute).asArrayRef());
    Shape piece = localShape(followed);
    for (unsigned dim = 0; dim < extents.size(); ++dim)
      if (isCut(followed, dim) && extents[dim] == followed.shape[dim])
        extents[dim] = piece[dim];
    local->setAttr(attribute, builder.getDenseI64ArrayAttr(extents));
  };
  if (op.name() == "stablehlo.slice")
    setExtents("limit_indices", *op.operands[0]);
  if (op.name() == "stablehlo.dynamic_slice" || op.name() == "stablehlo.gather")
    setExtents("slice_sizes", *op.operands[0]);
}

mlir::Value Emitter::emitSplat(const Op &op) {
  auto value = op.source->getAttrOfType<mlir::DenseElementsAttr>("value");
  auto type = localType(*op.results[0]);
  return makeOne(op.name(), op.loc, type, {}, named("value", value.resizeSplat(type)));
}

// Element i of the piece is element g(i) of the whole. Digits are put back from the smallest stride up:
//   i := (i / stride) * (stride * n) + c * stride + i mod stride
mlir::Value Emitter::emitIota(const Op &op) {
  const Value &result = *op.results[0];
  mlir::RankedTensorType type = localType(result);
  auto dim = static_cast<unsigned>(op.source->getAttrOfType<mlir::IntegerAttr>("iota_dimension").getInt());
  bool isInteger = mlir::isa<mlir::IntegerType>(type.getElementType());
  auto counting = isInteger ? type : type.clone(builder.getI32Type());
  mlir::Value index = makeOne(op.name(), op.loc, counting, {}, named("iota_dimension", builder.getI64IntegerAttr(dim)));
  std::vector<std::pair<Digit, unsigned>> digits;
  for (auto [axis, state] : llvm::enumerate(result.states))
    if (state.isSharded() && state.digit().dim == dim)
      digits.push_back({state.digit(), static_cast<unsigned>(axis)});
  llvm::sort(digits, [](auto &a, auto &b) { return a.first.stride < b.first.stride; });
  int64_t extent = type.getShape()[dim];
  auto splat = [&](int64_t value) { return constant(op.loc, counting, static_cast<double>(value)); };
  auto apply = [&](const char *name, mlir::Value a, mlir::Value b) {
    return makeOne(name, op.loc, counting, {a, b});
  };
  for (auto &[digit, axis] : digits) {
    mlir::Value coordinate = axisIndex(axis);
    auto scalar = mlir::RankedTensorType::get({}, counting.getElementType());
    if (coordinate.getType() != scalar)
      coordinate = makeOne("stablehlo.convert", op.loc, scalar, coordinate);
    coordinate = makeOne("stablehlo.broadcast_in_dim", op.loc, counting, coordinate,
                         named("broadcast_dimensions", builder.getDenseI64ArrayAttr({})));
    mlir::Value offset = apply("stablehlo.multiply", coordinate, splat(digit.stride));
    if (extent == digit.stride)
      index = apply("stablehlo.add", index, offset);
    else {
      mlir::Value high = apply("stablehlo.divide", index, splat(digit.stride));
      mlir::Value low = apply("stablehlo.remainder", index, splat(digit.stride));
      high = apply("stablehlo.multiply", high, splat(digit.stride * digit.n));
      index = apply("stablehlo.add", apply("stablehlo.add", high, offset), low);
    }
    extent *= digit.n;
  }
  return isInteger ? index : makeOne("stablehlo.convert", op.loc, type, index);
}

} // namespace lockstep::lowering
