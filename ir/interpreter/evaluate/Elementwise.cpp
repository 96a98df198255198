// Operators on corresponding elements.
#include "ir/interpreter/kernels/Elementwise.h"

#include "ir/interpreter/evaluate/Attributes.h"
#include "ir/interpreter/kernels/Convert.h"
#include "ir/stablehlo/StablehloOps.h"

namespace lockstep::interp {
namespace {

namespace hlo = lockstep::stablehlo;

template <typename Op> void unary(EvaluatorTable &table, Result (*kernel)(const Tensor &)) {
  table.pure<Op>([kernel](Op, const Call &call) { return kernel(call[0]); });
}

template <typename Op> void binary(EvaluatorTable &table, Result (*kernel)(const Tensor &, const Tensor &)) {
  table.pure<Op>([kernel](Op, const Call &call) { return kernel(call[0], call[1]); });
}

void addUnary(EvaluatorTable &table) {
  unary<hlo::AbsOp>(table, interp::abs);
  unary<hlo::CbrtOp>(table, interp::cbrt);
  unary<hlo::CeilOp>(table, interp::ceil);
  unary<hlo::CosineOp>(table, interp::cosine);
  unary<hlo::ClzOp>(table, interp::countLeadingZeros);
  unary<hlo::ExpOp>(table, interp::exponential);
  unary<hlo::Expm1Op>(table, interp::exponentialMinusOne);
  unary<hlo::FloorOp>(table, interp::floor);
  unary<hlo::ImagOp>(table, interp::imag);
  unary<hlo::IsFiniteOp>(table, interp::isFinite);
  unary<hlo::LogOp>(table, interp::log);
  unary<hlo::Log1pOp>(table, interp::logPlusOne);
  unary<hlo::LogisticOp>(table, interp::logistic);
  unary<hlo::NegOp>(table, interp::negate);
  unary<hlo::NotOp>(table, interp::bitwiseNot);
  unary<hlo::PopulationCountOp>(table, interp::popcnt);
  unary<hlo::RealOp>(table, interp::real);
  unary<hlo::RoundOp>(table, interp::roundNearestAfz);
  unary<hlo::RoundNearestEvenOp>(table, interp::roundNearestEven);
  unary<hlo::RsqrtOp>(table, interp::rsqrt);
  unary<hlo::SignOp>(table, interp::sign);
  unary<hlo::SineOp>(table, interp::sine);
  unary<hlo::SqrtOp>(table, interp::sqrt);
  unary<hlo::TanOp>(table, interp::tan);
  unary<hlo::TanhOp>(table, interp::tanh);
}

void addBinary(EvaluatorTable &table) {
  binary<hlo::AddOp>(table, interp::add);
  binary<hlo::AndOp>(table, interp::bitwiseAnd);
  binary<hlo::Atan2Op>(table, interp::atan2);
  binary<hlo::ComplexOp>(table, interp::complex);
  binary<hlo::DivOp>(table, interp::divide);
  binary<hlo::MaxOp>(table, interp::maximum);
  binary<hlo::MinOp>(table, interp::minimum);
  binary<hlo::MulOp>(table, interp::multiply);
  binary<hlo::OrOp>(table, interp::bitwiseOr);
  binary<hlo::PowOp>(table, interp::power);
  binary<hlo::RemOp>(table, interp::remainder);
  binary<hlo::ShiftLeftOp>(table, interp::shiftLeft);
  binary<hlo::ShiftRightArithmeticOp>(table, interp::shiftRightArithmetic);
  binary<hlo::ShiftRightLogicalOp>(table, interp::shiftRightLogical);
  binary<hlo::SubtractOp>(table, interp::subtract);
  binary<hlo::XorOp>(table, interp::bitwiseXor);
}

Direction direction(hlo::ComparisonDirection value) {
  switch (value) {
  case hlo::ComparisonDirection::EQ:
    return Direction::EQ;
  case hlo::ComparisonDirection::NE:
    return Direction::NE;
  case hlo::ComparisonDirection::GE:
    return Direction::GE;
  case hlo::ComparisonDirection::GT:
    return Direction::GT;
  case hlo::ComparisonDirection::LE:
    return Direction::LE;
  case hlo::ComparisonDirection::LT:
    return Direction::LT;
  }
  return Direction::EQ;
}

Result compareTensors(hlo::CompareOp op, const Call &call) {
  bool total = op.getCompareType() == hlo::ComparisonType::TOTALORDER;
  return compare(call[0], call[1], direction(op.getComparisonDirection()),
                 total ? CompareType::TotalOrder : CompareType::Default);
}

} // namespace

void addElementwise(EvaluatorTable &table) {
  addUnary(table);
  addBinary(table);
  table.pure<hlo::CompareOp>(compareTensors);
  table.pure<hlo::ClampOp>([](hlo::ClampOp, const Call &call) { return clamp(call[0], call[1], call[2]); });
  table.pure<hlo::SelectOp>([](hlo::SelectOp, const Call &call) { return interp::select(call[0], call[1], call[2]); });
  table.pure<hlo::ConvertOp>(
      [](hlo::ConvertOp, const Call &call) { return convert(call[0], *call.resultType().element, call.f64); });
  table.pure<hlo::BitcastConvertOp>([](hlo::BitcastConvertOp, const Call &call) {
    return bitcastConvert(call[0], *call.resultType().element, call.f64);
  });
  table.pure<hlo::ReducePrecisionOp>([](hlo::ReducePrecisionOp op, const Call &call) {
    return reducePrecision(call[0], op.getExponentBits(), op.getMantissaBits());
  });
  table.pure<hlo::MapOp>([](hlo::MapOp, const Call &call) -> Results {
    Tensors inputs;
    for (size_t i = 0; i < call.size(); ++i)
      inputs.push_back(call[i]);
    return interp::map(inputs, [&call](llvm::ArrayRef<Tensor> scalars) { return call.region(0, scalars); });
  });
}

} // namespace lockstep::interp
