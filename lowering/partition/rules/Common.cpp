#include "lowering/partition/rules/Families.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringSwitch.h"

namespace lockstep::lowering::rules {

std::vector<int64_t> integers(const Op &op, llvm::StringRef attribute) {
  mlir::Attribute found = op.source->getAttr(attribute);
  if (auto array = mlir::dyn_cast_or_null<mlir::DenseI64ArrayAttr>(found))
    return std::vector<int64_t>(array.asArrayRef());
  if (auto array = mlir::dyn_cast_or_null<mlir::DenseIntElementsAttr>(found)) {
    std::vector<int64_t> values;
    for (llvm::APInt value : array.getValues<llvm::APInt>())
      values.push_back(value.getSExtValue());
    return values;
  }
  if (auto array = mlir::dyn_cast_or_null<mlir::DenseBoolArrayAttr>(found))
    return std::vector<int64_t>(array.asArrayRef().begin(), array.asArrayRef().end());
  return {};
}

Factor blank(const Op &op) {
  Factor factor;
  factor.operands.resize(op.operands.size());
  factor.results.resize(op.results.size());
  return factor;
}

std::vector<Factor> pointwiseFactors(const Op &op) {
  std::vector<Factor> factors;
  const Shape &shape = op.results[0]->shape;
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    Factor factor = blank(op);
    for (auto [slot, operand] : llvm::zip(factor.operands, op.operands))
      if (operand->shape == shape)
        slot = dim;
    factor.results[0] = dim;
    factors.push_back(std::move(factor));
  }
  return factors;
}

std::optional<Monoid> bodyMonoid(mlir::Region &region) {
  if (!region.hasOneBlock() || region.getNumArguments() != 2)
    return std::nullopt;
  mlir::Block &block = region.front();
  if (block.getOperations().size() != 2)
    return std::nullopt;
  mlir::Operation &op = block.front();
  if (op.getNumOperands() != 2 || op.getNumResults() != 1 || block.back().getNumOperands() != 1 ||
      block.back().getOperand(0) != op.getResult(0))
    return std::nullopt;
  mlir::Value a = block.getArgument(0), b = block.getArgument(1);
  bool usesBoth = (op.getOperand(0) == a && op.getOperand(1) == b) || (op.getOperand(0) == b && op.getOperand(1) == a);
  if (!usesBoth)
    return std::nullopt;
  bool isBoolean = op.getResult(0).getType() == mlir::RankedTensorType::get({}, mlir::IntegerType::get(op.getContext(), 1));
  auto monoid = llvm::StringSwitch<std::optional<Monoid>>(op.getName().getStringRef())
                    .Case("stablehlo.add", isBoolean ? Monoid::Or : Monoid::Add)
                    .Case("stablehlo.multiply", isBoolean ? Monoid::And : Monoid::Mul)
                    .Case("stablehlo.maximum", Monoid::Max)
                    .Case("stablehlo.minimum", Monoid::Min)
                    .Case("stablehlo.and", Monoid::And)
                    .Case("stablehlo.or", Monoid::Or)
                    .Default(std::nullopt);
  return monoid;
}

bool hasSums(mlir::Type element) { return !element.isInteger(1); }

} // namespace lockstep::lowering::rules
