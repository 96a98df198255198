// The dialect, element types and the classes that operators derive from.
#ifndef LOCKSTEP_STABLEHLO_BASE_TD
#define LOCKSTEP_STABLEHLO_BASE_TD

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/TensorEncoding.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Stablehlo_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::lockstep::stablehlo";
  let summary = "Tensor operators of training steps, spelled as the public StableHLO specification spells them";
  let useDefaultAttributePrinterParser = 0;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser, ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute, ::mlir::DialectAsmPrinter &printer) const override;

  private:
    // One per family, beside the generated definitions, so that no translation unit sees them all.
    void addBinaryOps();
    void addCollectiveOps();
    void addControlOps();
    void addDynamicOps();
    void addIndexOps();
    void addLinearOps();
    void addReductionOps();
    void addShapeOps();
    void addUnaryOps();
    void addAttributesAndTypes();

  public:
  }];
}

//===-- Element types ------------------------------------------------------------------------------------------===//
// The predicates live in ir/stablehlo/ElementKinds.h, so that verifiers and constraints share one definition.

class ElementKind<string predicate, string description>
    : Type<CPred<"::lockstep::stablehlo::" # predicate # "($_self)">, description>;

def Pred : ElementKind<"isPred", "i1">;
def SInt : ElementKind<"isSInt", "signed integer">;
def UInt : ElementKind<"isUInt", "unsigned integer">;
def Int : ElementKind<"isInt", "integer">;
def PredOrInt : ElementKind<"isPredOrInt", "i1 or integer">;
def Fp : ElementKind<"isFp", "floating-point">;
def Cplx : ElementKind<"isComplex", "complex">;
def FpOrCplx : ElementKind<"isFpOrComplex", "floating-point or complex">;
def IntOrFp : ElementKind<"isIntOrFp", "integer or floating-point">;
def PredIntOrFp : ElementKind<"isPredIntOrFp", "i1, integer or floating-point">;
def IntFpOrCplx : ElementKind<"isIntFpOrComplex", "integer, floating-point or complex">;
def SIntFpOrCplx : ElementKind<"isSIntFpOrComplex", "signed integer, floating-point or complex">;
def SIntOrFp : ElementKind<"isSIntOrFp", "signed integer or floating-point">;
def IntOrIndex : ElementKind<"isIntOrIndex", "integer or index">;
def Element : ElementKind<"isElement", "StableHLO element">;

class Of<ElementKind kind> : RankedTensorOf<[kind]>;
def Tensor : Of<Element>;
def PredTensor : Of<Pred>;
def IntTensor : Of<Int>;
def FpTensor : Of<Fp>;
def CplxTensor : Of<Cplx>;
def DimTensor : Of<IntOrIndex>; // a tensor of extents or indices

def Token : Type<CPred<"::llvm::isa<::lockstep::stablehlo::TokenType>($_self)">, "token">;
def FutureValue : Type<CPred<"::llvm::isa<::lockstep::stablehlo::FutureType>($_self)">, "future">;
// What crosses region and call boundaries: tensors, tokens, tuples and buffers.
def Value : Type<CPred<"::lockstep::stablehlo::isValueType($_self)">, "tensor, token or tuple">;

// Elements of operands at one place make the element of the result at that place, and shapes are equal. MLIR's own trait
// checks shapes before the verifier of the operator does and knows no numbers of constraints.
def ElementwiseOperator : NativeOpTrait<"ElementwiseOperator"> {
  let cppNamespace = "::lockstep::stablehlo";
}

//===-- Operators ----------------------------------------------------------------------------------------------===//

class Stablehlo_Op<string mnemonic, list<Trait> traits = []> : Op<Stablehlo_Dialect, mnemonic, traits> {
  let hasVerifier = 1;
}

// An operator whose result types follow from operands and attributes. `inferTypes` may rely on every constraint: the
// verifier establishes them first and then compares, so the interface's own refinement has nothing left to do.
class Stablehlo_InferOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits # [DeclareOpInterfaceMethods<InferTypeOpInterface, ["refineReturnTypes"]>]> {
  code inferDeclaration = [{
    static void inferTypes(::mlir::MLIRContext *context, Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &results);
  }];
  code inferDefinition = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(::mlir::MLIRContext *context,
        std::optional<::mlir::Location>, ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &results) {
      inferTypes(context, Adaptor(operands, attributes, properties, regions), results);
      return ::mlir::success();
    }
    ::llvm::LogicalResult $cppClass::refineReturnTypes(::mlir::MLIRContext *, std::optional<::mlir::Location>,
        ::mlir::ValueRange, ::mlir::DictionaryAttr, ::mlir::OpaqueProperties, ::mlir::RegionRange,
        ::llvm::SmallVectorImpl<::mlir::Type> &) {
      return ::mlir::success();
    }
  }];
  let extraClassDeclaration = inferDeclaration;
  let extraClassDefinition = inferDefinition;
}

#endif
