// Custom calls whose meaning is known: annotations of placement, and operators that a portable export wraps because the
// StableHLO specification has no operator for them.
#include "ir/interpreter/evaluate/Table.h"
#include "ir/interpreter/kernels/Chlo.h"
#include "ir/interpreter/kernels/Elementwise.h"
#include "ir/interpreter/machine/Diagnostics.h"
#include "ir/stablehlo/StablehloOps.h"

namespace lockstep::interp {
namespace {

namespace hlo = lockstep::stablehlo;
using Unary = Result (*)(const Tensor &);

// Targets that only say where a value should live or how it may be cut. The shape conversions of the older
// partitioner are no-ops exactly when they convert nothing.
bool onlyPlaces(llvm::StringRef target) {
  return llvm::is_contained({"Sharding", "annotate_device_placement", "SPMDFullToShardShape", "SPMDShardToFullShape",
                             "xla.sdy.FuncResultSharding", "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape"},
                            target);
}

Unary wrappedFunction(llvm::StringRef target) {
  static const std::pair<llvm::StringLiteral, Unary> functions[] = {
      {"mhlo.acos", interp::acos},   {"mhlo.acosh", interp::acosh}, {"mhlo.asin", interp::asin},
      {"mhlo.asinh", interp::asinh}, {"mhlo.atanh", interp::atanh}, {"mhlo.cosh", interp::cosh},
      {"mhlo.erf", interp::erf},     {"mhlo.sinh", interp::sinh},   {"mhlo.tan", interp::tan}};
  for (const auto &[name, function] : functions)
    if (name == target)
      return function;
  return nullptr;
}

Results wrappedTopK(hlo::CustomCallOp op, const Call &call) {
  auto attributes = op->getAttrOfType<mlir::DictionaryAttr>("mhlo.attributes");
  auto k = attributes ? attributes.getAs<mlir::IntegerAttr>("k") : mlir::IntegerAttr();
  if (!k || call.size() != 1)
    return llvm::createStringError("@mhlo.topk: expected one operand and an integer k in mhlo.attributes");
  auto largest = attributes.getAs<mlir::BoolAttr>("largest");
  return topK(call[0], k.getInt(), !largest || largest.getValue());
}

Results customCall(hlo::CustomCallOp op, const Call &call) {
  llvm::StringRef target = op.getCallTargetName();
  if (target == "mhlo.topk")
    return wrappedTopK(op, call);
  if (Unary function = wrappedFunction(target); function && call.size() == 1) {
    Result result = function(call[0]);
    if (!result)
      return result.takeError();
    return Tensors{std::move(*result)};
  }
  if (!onlyPlaces(target))
    return errorAt(op, "the target @" + target + " is not known", code::unsupported);
  if (op->getOperandTypes() != op->getResultTypes())
    return errorAt(op,
                   "@" + target +
                       " changes a type here, which needs devices to hold different pieces outside of "
                       "a manual computation",
                   code::unsupported);
  Tensors same;
  for (size_t i = 0; i < call.size(); ++i)
    same.push_back(call[i]);
  return same;
}

} // namespace

void addCustomCalls(EvaluatorTable &table) { table.pure<hlo::CustomCallOp>(customCall); }

} // namespace lockstep::interp
