// Conversions between states as StableHLO collectives, spelled as JAX spells them, and as local slices and masks.
// A digit that is not made of consecutive blocks stands in the middle of its dim: the dim is opened into
// (high, digit, low) around the operation.
#include "lowering/emit/Emitter.h"

#include "ir/stablehlo/StablehloOps.h"

#include "mlir/IR/BuiltinAttributes.h"

#include <cmath>
#include <limits>
#include <map>

namespace lockstep::lowering {

static const char *operatorOf(Monoid monoid) {
  switch (monoid) {
  case Monoid::Add: return "stablehlo.add";
  case Monoid::Mul: return "stablehlo.multiply";
  case Monoid::Max: return "stablehlo.maximum";
  case Monoid::Min: return "stablehlo.minimum";
  case Monoid::And: return "stablehlo.and";
  case Monoid::Or: return "stablehlo.or";
  }
  return "";
}

mlir::Value Emitter::emitConversion(const Op &op) {
  const Conversion &conversion = op.conversion;
  mlir::Value value = local(op.operands[0]);
  if (joinedInto.contains(&op))
    return value;
  if (conversion.from.isPartial())
    return conversion.to.isSharded() ? scatterOver(op, value) : reduceOver(op, value);
  if (conversion.from.isSharded())
    return gatherOver(op, value);
  if (conversion.to.isSharded())
    return sliceOwn(op, value);
  return keepOnFirst(op, value);
}

/// Devices that differ only in their coordinates on the axes, one row per group.
mlir::DenseIntElementsAttr Emitter::replicaGroups(const llvm::SmallVector<unsigned> &over) {
  mlir::DenseIntElementsAttr &made = groupsOver[over];
  if (made)
    return made;
  std::map<std::vector<int64_t>, std::vector<int64_t>> groups; // by the coordinates on the other axes
  for (int64_t place = 0; place < mesh.deviceCount(); ++place) {
    int64_t device = mesh.deviceAt(place);
    std::vector<int64_t> others = mesh.coordinates(device);
    for (unsigned axis : over)
      others[axis] = 0;
    groups[others].push_back(device);
  }
  std::vector<int64_t> devices;
  for (auto &[others, members] : groups)
    devices.insert(devices.end(), members.begin(), members.end());
  auto rows = static_cast<int64_t>(groups.size());
  auto type = mlir::RankedTensorType::get({rows, mesh.deviceCount() / rows}, builder.getI64Type());
  return made = mlir::DenseIntElementsAttr::get(type, devices);
}

void Emitter::record(const char *kind, const Op &op, mlir::Value operand) {
  CollectiveInfo info;
  info.kind = kind;
  for (unsigned axis : axesOf(op))
    info.axis += (info.axis.empty() ? "" : ",") + mesh.axes[axis].name;
  if (op.conversion.from.isPartial())
    info.monoid = name(op.conversion.from.monoid());
  auto type = mlir::cast<mlir::RankedTensorType>(operand.getType());
  unsigned bits = type.getElementType().isIntOrFloat() ? type.getElementTypeBitWidth() : 64;
  info.bytes = type.getNumElements() * ((bits + 7) / 8);
  info.inLoop = loopDepth > 0;
  llvm::raw_string_ostream(info.location) << op.loc;
  info.why = op.conversion.why;
  collectives.push_back(std::move(info));
}

mlir::Operation *Emitter::collective(const char *name, const Op &op, mlir::Value value, mlir::Type result,
                                     std::vector<mlir::NamedAttribute> attributes) {
  attributes.push_back(named("channel_handle", stablehlo::ChannelHandleAttr::get(builder.getContext(), 1, 1)));
  attributes.push_back(named("replica_groups", replicaGroups(axesOf(op))));
  attributes.push_back(named("use_global_device_ids", builder.getUnitAttr()));
  bool reduces = op.conversion.from.isPartial();
  mlir::Operation *made = make(name, op.loc, result, value, attributes, reduces ? 1 : 0);
  if (!reduces)
    return made;
  mlir::OpBuilder::InsertionGuard guard(builder);
  mlir::Block *body = builder.createBlock(&made->getRegion(0));
  auto scalar = mlir::RankedTensorType::get({}, mlir::cast<mlir::RankedTensorType>(value.getType()).getElementType());
  mlir::Value a = body->addArgument(scalar, op.loc), b = body->addArgument(scalar, op.loc);
  mlir::Value sum = makeOne(operatorOf(op.conversion.from.monoid()), op.loc, scalar, {a, b});
  make("stablehlo.return", op.loc, {}, sum);
  return made;
}

mlir::Value Emitter::reduceOver(const Op &op, mlir::Value value) {
  record("all_reduce", op, value);
  return collective("stablehlo.all_reduce", op, value, value.getType(), {})->getResult(0);
}

namespace {

/// The shape with the dim opened into (high, middle, low); `at` is where the middle stands.
struct Opened {
  Shape shape;
  unsigned at;
};

Opened open(const Shape &shape, unsigned dim, int64_t high, int64_t middle, int64_t low) {
  if (high == 1) {
    Opened whole{shape, dim};
    whole.shape[dim] = middle * low;
    return whole;
  }
  Opened opened{Shape(shape.begin(), shape.begin() + dim), dim + 1};
  opened.shape.insert(opened.shape.end(), {high, middle, low});
  opened.shape.insert(opened.shape.end(), shape.begin() + dim + 1, shape.end());
  return opened;
}

} // namespace

mlir::Value Emitter::scatterOver(const Op &op, mlir::Value value) {
  record("reduce_scatter", op, value);
  const Digit &digit = op.conversion.to.digit();
  AroundDigit around = aroundDigit(*op.results[0], op.conversion.axis, digit);
  Shape piece = localShape(*op.results[0]);
  Opened from = open(piece, digit.dim, around.high, digit.n, around.low);
  Opened to = open(piece, digit.dim, around.high, 1, around.low);
  auto type = mlir::cast<mlir::RankedTensorType>(value.getType());
  mlir::Value opened = reshape(op.loc, value, from.shape);
  mlir::Operation *made = collective("stablehlo.reduce_scatter", op, opened, type.clone(to.shape),
                                     {named("scatter_dimension", builder.getI64IntegerAttr(from.at))});
  return reshape(op.loc, made->getResult(0), piece);
}

mlir::Value Emitter::gatherOver(const Op &op, mlir::Value value) {
  record("all_gather", op, value);
  const Digit &digit = op.conversion.from.digit();
  AroundDigit around = aroundDigit(*op.operands[0], op.conversion.axis, digit);
  Shape whole = localShape(*op.results[0]);
  Opened from = open(whole, digit.dim, around.high, 1, around.low);
  Opened to = open(whole, digit.dim, around.high, digit.n, around.low);
  auto type = mlir::cast<mlir::RankedTensorType>(value.getType());
  mlir::Value opened = reshape(op.loc, value, from.shape);
  mlir::Operation *made = collective("stablehlo.all_gather", op, opened, type.clone(to.shape),
                                     {named("all_gather_dim", builder.getI64IntegerAttr(from.at))});
  return reshape(op.loc, made->getResult(0), whole);
}

mlir::Value Emitter::sliceOwn(const Op &op, mlir::Value value) {
  const Digit &digit = op.conversion.to.digit();
  AroundDigit around = aroundDigit(*op.results[0], op.conversion.axis, digit);
  Shape piece = localShape(*op.results[0]);
  Opened from = open(piece, digit.dim, around.high, digit.n, around.low);
  Opened to = open(piece, digit.dim, around.high, 1, around.low);
  auto type = mlir::cast<mlir::RankedTensorType>(value.getType());
  auto index = mlir::RankedTensorType::get({}, builder.getI32Type());
  mlir::Value opened = reshape(op.loc, value, from.shape);
  mlir::Value start = axisIndex(op.conversion.axis);
  if (int64_t step = to.shape[from.at]; step != 1)
    start = makeOne("stablehlo.multiply", op.loc, index, {start, constant(op.loc, index, static_cast<double>(step))});
  llvm::SmallVector<mlir::Value> operands{opened};
  mlir::Value zero = from.shape.size() > 1 ? constant(op.loc, index, 0) : mlir::Value();
  for (unsigned dim = 0; dim < from.shape.size(); ++dim)
    operands.push_back(dim == from.at ? start : zero);
  mlir::Value sliced = makeOne("stablehlo.dynamic_slice", op.loc, type.clone(to.shape), operands,
                               named("slice_sizes", builder.getDenseI64ArrayAttr(to.shape)));
  return reshape(op.loc, sliced, piece);
}

static double neutral(Monoid monoid, mlir::Type element) {
  if (monoid == Monoid::Add || monoid == Monoid::Or)
    return 0;
  if (monoid == Monoid::Mul)
    return 1;
  bool isFloat = mlir::isa<mlir::FloatType>(element);
  bool isUnsigned = element.isUnsignedInteger();
  unsigned width = element.getIntOrFloatBitWidth();
  switch (monoid) {
  case Monoid::And: return -1;
  case Monoid::Max: return isFloat ? -std::numeric_limits<double>::infinity() : isUnsigned ? 0 : -std::ldexp(1.0, width - 1);
  case Monoid::Min: return isFloat ? std::numeric_limits<double>::infinity() : isUnsigned ? -1 : std::ldexp(1.0, width - 1) - 1;
  default: return 0;
  }
}

/// The value on coordinate 0, the neutral element on the others.
mlir::Value Emitter::keepOnFirst(const Op &op, mlir::Value value) {
  if (isNeutral(*op.operands[0], op.conversion.to.monoid()))
    return value;
  auto type = mlir::cast<mlir::RankedTensorType>(value.getType());
  mlir::Value coordinate = axisIndex(op.conversion.axis);
  auto flag = mlir::RankedTensorType::get({}, builder.getI1Type());
  mlir::Value zero = constant(op.loc, mlir::cast<mlir::RankedTensorType>(coordinate.getType()), 0);
  mlir::Value isFirst = makeOne(
      "stablehlo.compare", op.loc, flag, {coordinate, zero},
      {named("comparison_direction",
             stablehlo::ComparisonDirectionAttr::get(builder.getContext(), stablehlo::ComparisonDirection::EQ)),
       named("compare_type", stablehlo::ComparisonTypeAttr::get(builder.getContext(), stablehlo::ComparisonType::SIGNED))});
  mlir::Value other = constant(op.loc, type, neutral(op.conversion.to.monoid(), type.getElementType()));
  return makeOne("stablehlo.select", op.loc, type, {isFirst, value, other});
}

mlir::Value Emitter::axisIndex(unsigned axis) {
  axisIndices.resize(axes.size());
  if (axisIndices[axis])
    return axisIndices[axis];
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(deviceBody);
  mlir::Location loc = deviceBody->getParentOp()->getLoc();
  auto type = mlir::RankedTensorType::get({}, mlir::IntegerType::get(builder.getContext(), 32, mlir::IntegerType::Unsigned));
  unsigned meshAxis = axes[axis];
  int64_t stride = 1;
  for (size_t later = meshAxis + 1; later < mesh.axes.size(); ++later)
    stride *= mesh.axes[later].size;
  mlir::Value device = makeOne("stablehlo.partition_id", loc, type, {});
  mlir::Value high = makeOne("stablehlo.divide", loc, type, {device, constant(loc, type, static_cast<double>(stride))});
  mlir::Value digit = makeOne("stablehlo.remainder", loc, type,
                              {high, constant(loc, type, static_cast<double>(mesh.axes[meshAxis].size))});
  return axisIndices[axis] =
             makeOne("stablehlo.convert", loc, mlir::RankedTensorType::get({}, builder.getI32Type()), digit);
}

} // namespace lockstep::lowering
