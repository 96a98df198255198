// Operators of the dialect `stablehlo`; classes and accessors carry the names of the public definitions.
#pragma once

#include "ir/stablehlo/ElementKinds.h"
#include "ir/stablehlo/StablehloAttributes.h"
#include "ir/stablehlo/StablehloDialect.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace lockstep::stablehlo {

/// See ods/Base.td: the result at a place depends on the operands at that place only.
template <typename ConcreteType>
struct ElementwiseOperator : mlir::OpTrait::TraitBase<ConcreteType, ElementwiseOperator> {};

// What operators that talk to the outside read and write.
template <typename Self>
struct Channel : mlir::SideEffects::Resource::Base<Self> {};
struct SendResource : Channel<SendResource> {
  llvm::StringRef getName() final { return "stablehlo.send"; }
};
struct RecvResource : Channel<RecvResource> {
  llvm::StringRef getName() final { return "stablehlo.recv"; }
};
struct InfeedResource : Channel<InfeedResource> {
  llvm::StringRef getName() final { return "stablehlo.infeed"; }
};
struct OutfeedResource : Channel<OutfeedResource> {
  llvm::StringRef getName() final { return "stablehlo.outfeed"; }
};

} // namespace lockstep::stablehlo

// ControlOps comes first: it holds the terminator of all regions.
#define GET_OP_CLASSES
#include "ir/stablehlo/ControlOps.h.inc"
#define GET_OP_CLASSES
#include "ir/stablehlo/BinaryOps.h.inc"
#define GET_OP_CLASSES
#include "ir/stablehlo/CollectiveOps.h.inc"
#define GET_OP_CLASSES
#include "ir/stablehlo/DynamicOps.h.inc"
#define GET_OP_CLASSES
#include "ir/stablehlo/IndexOps.h.inc"
#define GET_OP_CLASSES
#include "ir/stablehlo/LinearOps.h.inc"
#define GET_OP_CLASSES
#include "ir/stablehlo/ReductionOps.h.inc"
#define GET_OP_CLASSES
#include "ir/stablehlo/ShapeOps.h.inc"
#define GET_OP_CLASSES
#include "ir/stablehlo/UnaryOps.h.inc"
