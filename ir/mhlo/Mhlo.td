// The operators of the `mhlo` dialect that XLA's converter leaves in what it calls StableHLO.
#ifndef LOCKSTEP_IR_MHLO_MHLO
#define LOCKSTEP_IR_MHLO_MHLO

include "mlir/IR/OpBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Mhlo_Dialect : Dialect {
  let name = "mhlo";
  let cppNamespace = "::lockstep::mhlo";
  let summary = "Leftovers of XLA's conversion";
}

class Mhlo_Op<string name, list<Trait> traits = []> : Op<Mhlo_Dialect, name, traits>;

class Mhlo_UnaryOp<string name, Type type> : Mhlo_Op<name, [Pure, Elementwise, SameOperandsAndResultType]> {
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

def Mhlo_FloatOrComplex : TensorOf<[AnyFloat, AnyComplex]>;

def Mhlo_CopyOp : Mhlo_Op<"copy", [Pure, SameOperandsAndResultType]> {
  let summary = "the operand";
  let arguments = (ins AnyType:$operand, OptionalAttr<I32Attr>:$cross_program_prefetch_index);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

def Mhlo_AcosOp : Mhlo_UnaryOp<"acos", Mhlo_FloatOrComplex>;
def Mhlo_AcoshOp : Mhlo_UnaryOp<"acosh", Mhlo_FloatOrComplex>;
def Mhlo_AsinOp : Mhlo_UnaryOp<"asin", Mhlo_FloatOrComplex>;
def Mhlo_AsinhOp : Mhlo_UnaryOp<"asinh", Mhlo_FloatOrComplex>;
def Mhlo_AtanhOp : Mhlo_UnaryOp<"atanh", Mhlo_FloatOrComplex>;
def Mhlo_CoshOp : Mhlo_UnaryOp<"cosh", Mhlo_FloatOrComplex>;
def Mhlo_ErfOp : Mhlo_UnaryOp<"erf", TensorOf<[AnyFloat]>>;
def Mhlo_SinhOp : Mhlo_UnaryOp<"sinh", Mhlo_FloatOrComplex>;

def Mhlo_MulhiOp : Mhlo_Op<"mulhi", [Pure, Elementwise, SameOperandsAndResultType]> {
  let summary = "upper half of the product";
  let arguments = (ins TensorOf<[AnyInteger]>:$lhs, TensorOf<[AnyInteger]>:$rhs);
  let results = (outs TensorOf<[AnyInteger]>:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
}

def Mhlo_BitcastOp : Mhlo_Op<"bitcast", [Pure]> {
  let summary = "the same bytes under another layout or shape";
  let arguments = (ins AnyType:$operand);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
}

def Mhlo_AddDependencyOp : Mhlo_Op<"add_dependency", []> {
  let summary = "the operand, once the token is ready";
  let arguments = (ins AnyType:$operand, AnyType:$token);
  let results = (outs AnyType:$output);
  let assemblyFormat = "$operand `,` $token attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Mhlo_TopKOp : Mhlo_Op<"topk", [Pure, DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "the k largest (or smallest) elements of the last dim and their indices";
  let arguments = (ins AnyTensor:$operand, I64Attr:$k, OptionalAttr<BoolAttr>:$largest);
  let results = (outs AnyTensor:$values, AnyTensor:$indices);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

#endif
