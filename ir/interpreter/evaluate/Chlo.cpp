// Operators of CHLO, and the few of MHLO that occur in StableHLO text.
#include "ir/interpreter/kernels/Chlo.h"

#include "ir/chlo/ChloOps.h"
#include "ir/interpreter/evaluate/Attributes.h"
#include "ir/interpreter/kernels/Dot.h"
#include "ir/interpreter/kernels/Elementwise.h"
#include "ir/interpreter/kernels/Shape.h"
#include "ir/mhlo/MhloOps.h"

#include <numeric>

namespace lockstep::interp {
namespace {

using Unary = Result (*)(const Tensor &);
using Binary = Result (*)(const Tensor &, const Tensor &);

template <typename Op> void unary(EvaluatorTable &table, Unary kernel) {
  table.pure<Op>([kernel](Op, const Call &call) { return kernel(call[0]); });
}

template <typename Op> void binary(EvaluatorTable &table, Binary kernel) {
  table.pure<Op>([kernel](Op, const Call &call) { return kernel(call[0], call[1]); });
}

std::optional<Dims> placement(std::optional<llvm::ArrayRef<int64_t>> placed) {
  return placed ? std::optional(dims(*placed)) : std::nullopt;
}

Result spreadBinary(Binary kernel, const Call &call, std::optional<llvm::ArrayRef<int64_t>> placed) {
  llvm::Expected<std::pair<Tensor, Tensor>> both = broadcastTogether(call[0], call[1], placement(placed));
  if (!both)
    return both.takeError();
  return kernel(both->first, both->second);
}

template <typename Op> void broadcasting(EvaluatorTable &table, Binary kernel) {
  table.pure<Op>([kernel](Op op, const Call &call) { return spreadBinary(kernel, call, op.getBroadcastDimensions()); });
}

Direction direction(chlo::ComparisonDirection value) {
  switch (value) {
  case chlo::ComparisonDirection::EQ:
    return Direction::EQ;
  case chlo::ComparisonDirection::NE:
    return Direction::NE;
  case chlo::ComparisonDirection::GE:
    return Direction::GE;
  case chlo::ComparisonDirection::GT:
    return Direction::GT;
  case chlo::ComparisonDirection::LE:
    return Direction::LE;
  case chlo::ComparisonDirection::LT:
    return Direction::LT;
  }
  return Direction::EQ;
}

Result broadcastCompare(chlo::BroadcastCompareOp op, const Call &call) {
  llvm::Expected<std::pair<Tensor, Tensor>> both =
      broadcastTogether(call[0], call[1], placement(op.getBroadcastDimensions()));
  if (!both)
    return both.takeError();
  bool total = op.getCompareType() == chlo::ComparisonType::TOTALORDER;
  return compare(both->first, both->second, direction(op.getComparisonDirection()),
                 total ? CompareType::TotalOrder : CompareType::Default);
}

// Operands align at their last dims; a scalar predicate serves all elements.
Result broadcastSelect(chlo::BroadcastSelectOp, const Call &call) {
  std::vector<Tensor> operands;
  const Shape &shape = call.resultType().shape;
  for (size_t i = 0; i < 3; ++i) {
    int64_t missing = static_cast<int64_t>(shape.size()) - call[i].order();
    if (missing < 0)
      return llvm::createStringError("operand " + call[i].typeString() + " has more dims than the result");
    Dims kept(call[i].order());
    std::iota(kept.begin(), kept.end(), missing);
    Result operand = broadcastInDim(call[i], kept, shape);
    if (!operand)
      return operand.takeError();
    operands.push_back(std::move(*operand));
  }
  return interp::select(operands[0], operands[1], operands[2]);
}

Result evaluateRaggedDot(chlo::RaggedDotOp op, const Call &call) {
  chlo::RaggedDotDimensionNumbersAttr numbers = op.getRaggedDotDimensionNumbers();
  RaggedDotDims ragged;
  ragged.dot.lhsBatch = dims(numbers.getLhsBatchingDimensions());
  ragged.dot.rhsBatch = dims(numbers.getRhsBatchingDimensions());
  ragged.dot.lhsContracting = dims(numbers.getLhsContractingDimensions());
  ragged.dot.rhsContracting = dims(numbers.getRhsContractingDimensions());
  ragged.lhsRagged = dims(numbers.getLhsRaggedDimensions());
  ragged.rhsGroup = dims(numbers.getRhsGroupDimensions());
  return raggedDot(call[0], call[1], call[2], ragged, *call.resultType().element);
}

void addFunctions(EvaluatorTable &table) {
  unary<chlo::AcosOp>(table, interp::acos);
  unary<chlo::AcoshOp>(table, interp::acosh);
  unary<chlo::AsinOp>(table, interp::asin);
  unary<chlo::AsinhOp>(table, interp::asinh);
  unary<chlo::AtanOp>(table, interp::atan);
  unary<chlo::AtanhOp>(table, interp::atanh);
  unary<chlo::BesselI1eOp>(table, interp::besselI1e);
  unary<chlo::ConjOp>(table, interp::conj);
  unary<chlo::CoshOp>(table, interp::cosh);
  unary<chlo::DigammaOp>(table, interp::digamma);
  unary<chlo::ErfOp>(table, interp::erf);
  unary<chlo::ErfInvOp>(table, interp::erfInv);
  unary<chlo::ErfcOp>(table, interp::erfc);
  unary<chlo::IsInfOp>(table, interp::isInf);
  unary<chlo::IsNegInfOp>(table, interp::isNegInf);
  unary<chlo::IsPosInfOp>(table, interp::isPosInf);
  unary<chlo::LgammaOp>(table, interp::lgamma);
  unary<chlo::SinhOp>(table, interp::sinh);
  unary<chlo::SquareOp>(table, interp::square);
  unary<chlo::TanOp>(table, interp::tan);
  binary<chlo::MulhiOp>(table, interp::mulHigh);
  binary<chlo::NextAfterOp>(table, interp::nextAfter);
  binary<chlo::PolygammaOp>(table, interp::polygamma);
  binary<chlo::ZetaOp>(table, interp::zeta);
}

void addBroadcasting(EvaluatorTable &table) {
  broadcasting<chlo::BroadcastAddOp>(table, interp::add);
  broadcasting<chlo::BroadcastAndOp>(table, interp::bitwiseAnd);
  broadcasting<chlo::BroadcastAtan2Op>(table, interp::atan2);
  broadcasting<chlo::BroadcastComplexOp>(table, interp::complex);
  broadcasting<chlo::BroadcastDivOp>(table, interp::divide);
  broadcasting<chlo::BroadcastMaxOp>(table, interp::maximum);
  broadcasting<chlo::BroadcastMinOp>(table, interp::minimum);
  broadcasting<chlo::BroadcastMulOp>(table, interp::multiply);
  broadcasting<chlo::BroadcastNextAfterOp>(table, interp::nextAfter);
  broadcasting<chlo::BroadcastOrOp>(table, interp::bitwiseOr);
  broadcasting<chlo::BroadcastPolygammaOp>(table, interp::polygamma);
  broadcasting<chlo::BroadcastPowOp>(table, interp::power);
  broadcasting<chlo::BroadcastRemOp>(table, interp::remainder);
  broadcasting<chlo::BroadcastShiftLeftOp>(table, interp::shiftLeft);
  broadcasting<chlo::BroadcastShiftRightArithmeticOp>(table, interp::shiftRightArithmetic);
  broadcasting<chlo::BroadcastShiftRightLogicalOp>(table, interp::shiftRightLogical);
  broadcasting<chlo::BroadcastSubOp>(table, interp::subtract);
  broadcasting<chlo::BroadcastXorOp>(table, interp::bitwiseXor);
  broadcasting<chlo::BroadcastZetaOp>(table, interp::zeta);
  table.pure<chlo::BroadcastCompareOp>(broadcastCompare);
  table.pure<chlo::BroadcastSelectOp>(broadcastSelect);
}

void addMhlo(EvaluatorTable &table) {
  unary<mhlo::AcosOp>(table, interp::acos);
  unary<mhlo::AcoshOp>(table, interp::acosh);
  unary<mhlo::AsinOp>(table, interp::asin);
  unary<mhlo::AsinhOp>(table, interp::asinh);
  unary<mhlo::AtanhOp>(table, interp::atanh);
  unary<mhlo::CoshOp>(table, interp::cosh);
  unary<mhlo::ErfOp>(table, interp::erf);
  unary<mhlo::SinhOp>(table, interp::sinh);
  binary<mhlo::MulhiOp>(table, interp::mulHigh);
  table.pure<mhlo::CopyOp>([](mhlo::CopyOp, const Call &call) -> Result { return call[0]; });
  table.pure<mhlo::TopKOp>(
      [](mhlo::TopKOp op, const Call &call) { return topK(call[0], op.getK(), op.getLargest().value_or(true)); });
}

} // namespace

void addChlo(EvaluatorTable &table) {
  addFunctions(table);
  addBroadcasting(table);
  table.pure<chlo::ConstantOp>(
      [](chlo::ConstantOp op, const Call &call) { return constantTensor(op.getValue(), call); });
  table.pure<chlo::RaggedDotOp>(evaluateRaggedDot);
  table.pure<chlo::TopKOp>([](chlo::TopKOp op, const Call &call) { return topK(call[0], op.getK()); });
  table.pure<chlo::ConstantLikeOp>([](chlo::ConstantLikeOp op, const Call &call) -> Result {
    auto shaped = mlir::cast<mlir::ShapedType>(op.getResult().getType());
    mlir::Attribute value = op.getValue();
    if (!mlir::isa<mlir::FloatAttr, mlir::IntegerAttr>(value))
      return llvm::createStringError("constants of this form are not supported");
    return constantTensor(mlir::DenseElementsAttr::get(shaped, value), call);
  });
  addMhlo(table);
}

} // namespace lockstep::interp
