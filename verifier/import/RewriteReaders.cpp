// Operators that say with other words what another operator says: legacy and broadcasting spellings, operands that
// only repeat the static shape, tuples.
#include "verifier/import/Reader.h"

#include "ir/chlo/ChloOps.h"
#include "ir/import/Program.h"
#include "ir/stablehlo/StablehloOps.h"

#include "llvm/ADT/StringSwitch.h"

#include <numeric>

namespace lockstep::verifier {

namespace {

Dims dims(llvm::ArrayRef<int64_t> values) { return Dims(values.begin(), values.end()); }

/// The elements of an integer constant.
std::optional<Dims> constantInts(mlir::Value value) {
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  auto dense = constant ? mlir::dyn_cast<mlir::DenseIntElementsAttr>(constant.getValue()) : mlir::DenseIntElementsAttr();
  if (!dense)
    return std::nullopt;
  Dims out;
  for (const llvm::APInt &x : dense.getValues<llvm::APInt>())
    out.push_back(x.getSExtValue());
  return out;
}

std::optional<Opcode> functionOfName(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Opcode>>(name)
      .Case("mhlo.acos", Opcode::ChloAcos)
      .Case("mhlo.acosh", Opcode::ChloAcosh)
      .Case("mhlo.asin", Opcode::ChloAsin)
      .Case("mhlo.asinh", Opcode::ChloAsinh)
      .Case("mhlo.atanh", Opcode::ChloAtanh)
      .Case("mhlo.cosh", Opcode::ChloCosh)
      .Case("mhlo.erf", Opcode::ChloErf)
      .Case("mhlo.sinh", Opcode::ChloSinh)
      .Case("mhlo.tan", Opcode::ChloTan)
      .Case("mhlo.topk", Opcode::TopK)
      .Default(std::nullopt);
}

/// Targets that say where a value should live or how it may be cut: the identity where they convert nothing.
bool onlyPlaces(llvm::StringRef target) {
  return llvm::is_contained({"Sharding", "annotate_device_placement", "SPMDFullToShardShape", "SPMDShardToFullShape",
                             "xla.sdy.FuncResultSharding", "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape"},
                            target);
}

std::optional<Opcode> customCall(stablehlo::CustomCallOp op) {
  llvm::StringRef target = op.getCallTargetName();
  if (onlyPlaces(target) && op->getOperandTypes() == op->getResultTypes())
    return Opcode::Identity;
  if (op->getNumOperands() != 1)
    return std::nullopt;
  auto attributes = op->getAttrOfType<mlir::DictionaryAttr>("mhlo.attributes");
  auto largest = attributes ? attributes.getAs<mlir::BoolAttr>("largest") : mlir::BoolAttr();
  if (!largest || largest.getValue())
    return functionOfName(target);
  return std::nullopt;
}

/// Where the dims of an operand stand in the result: as written, else aligned at the end.
Dims placesOf(mlir::Operation &operation, int64_t rank, int64_t resultRank) {
  Dims places(rank);
  std::iota(places.begin(), places.end(), resultRank - rank);
  if (auto written = operation.getAttrOfType<mlir::DenseI64ArrayAttr>("broadcast_dimensions");
      written && rank < resultRank)
    places = dims(written.asArrayRef());
  return places;
}

} // namespace

std::optional<Opcode> otherName(mlir::Operation &operation) {
  if (auto call = mlir::dyn_cast<stablehlo::CustomCallOp>(operation))
    return customCall(call);
  llvm::StringRef name = operation.getName().getStringRef();
  if (name == "sdy.constant" || name == "chlo.constant" || name == "chlo.constant_like")
    return Opcode::Constant;
  if (name == "mhlo.mulhi")
    return Opcode::ChloMulhi;
  return functionOfName(name);
}

bool Reader::readTuple(mlir::Operation &operation, Region &region) {
  if (auto tuple = mlir::dyn_cast<stablehlo::TupleOp>(operation)) {
    std::vector<ValueId> parts;
    for (mlir::Value part : operation.getOperands())
      parts.push_back(values.lookup(part));
    if (llvm::any_of(operation.getOperands(), [&](mlir::Value x) { return tuples.count(x); }))
      return false; // tuples in tuples
    tuples[tuple.getResult()] = parts;
    return true;
  }
  auto element = mlir::dyn_cast<stablehlo::GetTupleElementOp>(operation);
  auto known = element ? tuples.find(element.getOperand()) : tuples.end();
  if (known == tuples.end())
    return false;
  values[element.getResult()] = known->second[static_cast<size_t>(element.getIndex())];
  return true;
}

/// chlo.broadcast_xxx is stablehlo.xxx on operands that are broadcast to the result's shape.
bool Reader::readBroadcasting(mlir::Operation &operation, Region &region) {
  llvm::StringRef name = operation.getName().getStringRef();
  if (!name.consume_front("chlo.broadcast_"))
    return false;
  std::optional<Opcode> base = parseOpcode("stablehlo." + name.str());
  if (!base)
    base = parseOpcode("chlo." + name.str());
  if (!base)
    return false;
  std::vector<ValueId> operands;
  Shape to = shape(operation.getResult(0).getType());
  for (mlir::Value operand : operation.getOperands()) {
    ValueId id = values.lookup(operand);
    Value from = imported.graph.value(id);
    bool keepsShape = from.shape == to || (*base == Opcode::Select && operands.empty() && from.shape.empty());
    if (!keepsShape) {
      Dims places = placesOf(operation, int64_t(from.shape.size()), int64_t(to.size()));
      NodeId node = imported.graph.addNode(Opcode::BroadcastInDim, {id}, {{from.type, to}}, DimsAttr{places}, {},
                                           location(operation));
      imported.operations.resize(node + 1);
      imported.operations[node] = &operation;
      region.nodes.push_back(node);
      id = imported.graph.nodes[node].results[0];
    }
    operands.push_back(id);
  }
  Attributes attributes;
  if (auto compare = mlir::dyn_cast<chlo::BroadcastCompareOp>(operation)) {
    auto direction = llvm::StringSwitch<std::optional<Direction>>(chlo::stringifyComparisonDirection(compare.getComparisonDirection()))
                         .Case("EQ", Direction::EQ).Case("NE", Direction::NE).Case("GE", Direction::GE)
                         .Case("GT", Direction::GT).Case("LE", Direction::LE).Case("LT", Direction::LT)
                         .Default(std::nullopt);
    if (!direction)
      return false;
    auto type = compare.getCompareType();
    attributes = CompareAttr{*direction, type && chlo::stringifyComparisonType(*type) == "TOTALORDER"};
  }
  append(operation, *base, std::move(operands), std::move(attributes), region);
  return true;
}

/// Operands that hold shapes and sizes: the result's static shape says the same, or they are constants.
bool Reader::readShapeOperands(mlir::Operation &operation, Region &region) {
  auto first = [&] { return std::vector<ValueId>{values.lookup(operation.getOperand(0))}; };
  if (auto op = mlir::dyn_cast<stablehlo::DynamicBroadcastInDimOp>(operation)) {
    append(operation, Opcode::BroadcastInDim, first(), DimsAttr{dims(op.getBroadcastDimensions())}, region);
    return true;
  }
  if (mlir::isa<stablehlo::BroadcastOp>(operation)) { // new dims in front
    auto from = mlir::cast<mlir::RankedTensorType>(operation.getOperand(0).getType()).getRank();
    auto to = mlir::cast<mlir::RankedTensorType>(operation.getResult(0).getType()).getRank();
    Dims places(from);
    std::iota(places.begin(), places.end(), to - from);
    append(operation, Opcode::BroadcastInDim, first(), DimsAttr{places}, region);
    return true;
  }
  if (mlir::isa<stablehlo::DynamicReshapeOp>(operation)) {
    append(operation, Opcode::Reshape, first(), {}, region);
    return true;
  }
  if (auto op = mlir::dyn_cast<stablehlo::DynamicIotaOp>(operation)) {
    append(operation, Opcode::Iota, std::vector<ValueId>(), DimAttr{static_cast<int64_t>(op.getIotaDimension())}, region);
    return true;
  }
  if (auto op = mlir::dyn_cast<stablehlo::RealDynamicSliceOp>(operation)) {
    auto starts = constantInts(op.getStartIndices()), limits = constantInts(op.getLimitIndices()),
         strides = constantInts(op.getStrides());
    if (!starts || !limits || !strides)
      return false;
    append(operation, Opcode::Slice, first(), SliceAttr{*starts, *limits, *strides}, region);
    return true;
  }
  if (auto op = mlir::dyn_cast<stablehlo::DynamicPadOp>(operation)) {
    auto low = constantInts(op.getEdgePaddingLow()), high = constantInts(op.getEdgePaddingHigh()),
         interior = constantInts(op.getInteriorPadding());
    if (!low || !high || !interior)
      return false;
    append(operation, Opcode::Pad, {values.lookup(op.getOperand()), values.lookup(op.getPaddingValue())},
           PadAttr{*low, *high, *interior}, region);
    return true;
  }
  if (auto op = mlir::dyn_cast<stablehlo::DynamicGatherOp>(operation)) {
    auto sizes = constantInts(op.getSliceSizes());
    if (!sizes)
      return false;
    auto numbers = op.getDimensionNumbers();
    GatherAttr attr{dims(numbers.getOffsetDims()), dims(numbers.getCollapsedSliceDims()),
                    dims(numbers.getOperandBatchingDims()), dims(numbers.getStartIndicesBatchingDims()),
                    dims(numbers.getStartIndexMap()), numbers.getIndexVectorDim(), *sizes, op.getIndicesAreSorted()};
    append(operation, Opcode::Gather, {values.lookup(op.getOperand()), values.lookup(op.getStartIndices())}, attr, region);
    return true;
  }
  if (auto op = mlir::dyn_cast<stablehlo::GetDimensionSizeOp>(operation)) {
    auto type = mlir::dyn_cast<mlir::RankedTensorType>(op.getOperand().getType());
    auto dim = static_cast<int64_t>(op.getDimension());
    if (!type || dim >= type.getRank() || type.isDynamicDim(static_cast<unsigned>(dim)))
      return false;
    ConstantAttr size{ElementType::I32, true, {}};
    for (unsigned byte = 0; byte < 4; ++byte)
      size.bytes.push_back(static_cast<uint8_t>(type.getDimSize(static_cast<unsigned>(dim)) >> (8 * byte)));
    append(operation, Opcode::Constant, std::vector<ValueId>(), size, region);
    return true;
  }
  return false;
}

bool Reader::readRewritten(mlir::Operation &operation, Region &region) {
  if (operation.getName().getStringRef() == "mhlo.add_dependency") { // the order of effects, not a value
    values[operation.getResult(0)] = values.lookup(operation.getOperand(0));
    return true;
  }
  if (operation.getName().getStringRef() == "chlo.constant_like") {
    auto like = mlir::cast<chlo::ConstantLikeOp>(operation);
    auto type = mlir::cast<mlir::RankedTensorType>(operation.getResult(0).getType());
    ReadAttributes read = readConstant(mlir::DenseElementsAttr::get(type, mlir::Attribute(like.getValue())));
    if (!read.problem.empty())
      return false;
    append(operation, Opcode::Constant, std::vector<ValueId>(), std::move(read.attributes), region);
    return true;
  }
  return readBroadcasting(operation, region) || readShapeOperands(operation, region);
}

} // namespace lockstep::verifier
