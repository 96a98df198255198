// References to functions, and the effects of opaque calls.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/stablehlo/verify/Checks.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace lockstep::stablehlo {

LogicalResult CustomCallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto called = getCalledComputationsAttr();
  if (!called)
    return success();
  for (Attribute each : called)
    if (!symbols.lookupNearestSymbolFrom<FunctionOpInterface>(*this, cast<FlatSymbolRefAttr>(each)))
      return emitOpError() << "expected called_computations to name functions, found " << each;
  return success();
}

void CustomCallOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (!getHasSideEffect())
    return;
  effects.emplace_back(MemoryEffects::Allocate::get());
  effects.emplace_back(MemoryEffects::Free::get());
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult CompositeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto function = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(*this, getDecompositionAttr());
  if (!function)
    return emitOpError() << "C2: expected decomposition to name a function, found " << getDecompositionAttr();
  if (function.getArgumentTypes() != getOperandTypes())
    return emitOpError() << "C3: expected inputs of types (" << function.getArgumentTypes() << "), found ("
                         << getOperandTypes() << ")";
  if (function.getResultTypes() != getResultTypes())
    return emitOpError() << "C4: expected results of types (" << function.getResultTypes() << "), found ("
                         << getResultTypes() << ")";
  return success();
}

} // namespace lockstep::stablehlo
