#include "ir/interpreter/evaluate/Combiners.h"

#include "ir/sdy/SdyOps.h"
#include "ir/stablehlo/StablehloOps.h"

#include "llvm/ADT/TypeSwitch.h"

namespace lockstep::interp {
namespace {

namespace hlo = lockstep::stablehlo;

mlir::Value lookThrough(mlir::Value value) {
  while (auto constraint = value.getDefiningOp<sdy::ShardingConstraintOp>())
    value = constraint.getInput();
  return value;
}

// The one operator of a region that computes something and the values it returns; null when there are several.
struct SingleOp {
  mlir::Operation *op = nullptr;
  mlir::Value returned;
};

std::optional<SingleOp> singleOp(mlir::Region &region) {
  if (!region.hasOneBlock() || region.front().empty())
    return std::nullopt;
  mlir::Block &block = region.front();
  if (!mlir::isa<hlo::ReturnOp>(block.back()) || block.back().getNumOperands() != 1)
    return std::nullopt;
  SingleOp found;
  found.returned = lookThrough(block.back().getOperand(0));
  for (mlir::Operation &op : block.without_terminator()) {
    if (mlir::isa<sdy::ShardingConstraintOp>(op))
      continue;
    if (found.op)
      return std::nullopt;
    found.op = &op;
  }
  return found;
}

// Number of the region's argument that a value is, -1 when it is none.
int argumentNumber(mlir::Value value, mlir::Region &region) {
  auto argument = mlir::dyn_cast<mlir::BlockArgument>(lookThrough(value));
  return argument && argument.getOwner() == &region.front() ? static_cast<int>(argument.getArgNumber()) : -1;
}

std::optional<Primitive> primitiveOfOp(mlir::Operation *op) {
  using Found = std::optional<Primitive>;
  return llvm::TypeSwitch<mlir::Operation *, Found>(op)
      .Case([](hlo::AddOp) -> Found { return Primitive::Add; })
      .Case([](hlo::MulOp) -> Found { return Primitive::Multiply; })
      .Case([](hlo::MaxOp) -> Found { return Primitive::Maximum; })
      .Case([](hlo::MinOp) -> Found { return Primitive::Minimum; })
      .Case([](hlo::AndOp) -> Found { return Primitive::And; })
      .Case([](hlo::OrOp) -> Found { return Primitive::Or; })
      .Case([](hlo::XorOp) -> Found { return Primitive::Xor; })
      .Default([](mlir::Operation *) -> Found { return std::nullopt; });
}

std::optional<Direction> directionOf(hlo::ComparisonDirection value, bool swapped) {
  switch (value) {
  case hlo::ComparisonDirection::EQ:
    return Direction::EQ;
  case hlo::ComparisonDirection::NE:
    return Direction::NE;
  case hlo::ComparisonDirection::GE:
    return swapped ? Direction::LE : Direction::GE;
  case hlo::ComparisonDirection::GT:
    return swapped ? Direction::LT : Direction::GT;
  case hlo::ComparisonDirection::LE:
    return swapped ? Direction::GE : Direction::LE;
  case hlo::ComparisonDirection::LT:
    return swapped ? Direction::GT : Direction::LT;
  }
  return std::nullopt;
}

} // namespace

std::optional<Primitive> primitiveOf(mlir::Region &region) {
  std::optional<SingleOp> single = singleOp(region);
  if (!single || region.getNumArguments() != 2 || region.getArgument(0).getType() != region.getArgument(1).getType())
    return std::nullopt;
  if (!single->op)
    return argumentNumber(single->returned, region) == 1 ? std::optional(Primitive::Replace) : std::nullopt;
  mlir::Operation *op = single->op;
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 || op->getResult(0) != single->returned ||
      op->getResult(0).getType() != region.getArgument(0).getType())
    return std::nullopt;
  // Every primitive is commutative, so the order of the two arguments does not matter.
  int left = argumentNumber(op->getOperand(0), region), right = argumentNumber(op->getOperand(1), region);
  if (left + right != 1 || left * right != 0)
    return std::nullopt;
  return primitiveOfOp(op);
}

std::optional<Comparison> comparisonOf(mlir::Region &region) {
  std::optional<SingleOp> single = singleOp(region);
  if (!single || !single->op || single->op->getNumResults() != 1 || single->op->getResult(0) != single->returned)
    return std::nullopt;
  auto compare = mlir::dyn_cast<hlo::CompareOp>(single->op);
  if (!compare)
    return std::nullopt;
  int left = argumentNumber(compare.getLhs(), region), right = argumentNumber(compare.getRhs(), region);
  bool swapped = left > right;
  if (left < 0 || right < 0 || std::abs(left - right) != 1 || std::min(left, right) % 2 != 0)
    return std::nullopt;
  std::optional<Direction> direction = directionOf(compare.getComparisonDirection(), swapped);
  if (!direction)
    return std::nullopt;
  bool total = compare.getCompareType() == hlo::ComparisonType::TOTALORDER;
  return Comparison{static_cast<size_t>(std::min(left, right) / 2), *direction,
                    total ? CompareType::TotalOrder : CompareType::Default};
}

Combiner combinerOf(const Call &call, unsigned index) {
  if (std::optional<Primitive> primitive = primitiveOf(call.op->getRegion(index)))
    return *primitive;
  return ScalarFunction([&call, index](llvm::ArrayRef<Tensor> scalars) { return call.region(index, scalars); });
}

Comparator comparatorOf(const Call &call, unsigned index) {
  if (std::optional<Comparison> comparison = comparisonOf(call.op->getRegion(index)))
    return *comparison;
  return ScalarFunction([&call, index](llvm::ArrayRef<Tensor> scalars) { return call.region(index, scalars); });
}

} // namespace lockstep::interp
