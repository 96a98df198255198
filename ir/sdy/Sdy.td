// The `sdy` dialect: meshes, shardings and the operators that carry them, spelled as published so that text written by
// JAX and XLA parses unchanged and text we write is read by them.
#ifndef LOCKSTEP_IR_SDY_SDY
#define LOCKSTEP_IR_SDY_SDY

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "ir/stablehlo/interfaces/MeshDefinition.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::lockstep::sdy";
  let summary = "Device meshes and tensor shardings";
  let useDefaultAttributePrinterParser = 1;
  // `sdy.sharding` and `sdy.sharding_rule` are checked wherever they are attached.
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

include "ir/sdy/SdyAttributes.td"
include "ir/sdy/SdyOps.td"

#endif
