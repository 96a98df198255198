// The operators of the `chlo` dialect that reach us in exported training steps: elementwise functions beyond StableHLO,
// top-k, ragged products, and the broadcasting forms of elementwise operators.
#ifndef LOCKSTEP_IR_CHLO_CHLO
#define LOCKSTEP_IR_CHLO_CHLO

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Chlo_Dialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::lockstep::chlo";
  let summary = "Functions beyond StableHLO that clients print";
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

//===-- attributes ---------------------------------------------------------------------------------------------===//

class Chlo_Enum<string name, list<string> cases>
    : I32EnumAttr<name, "", !foreach(i, !range(!size(cases)), I32EnumAttrCase<cases[i], i>)> {
  let cppNamespace = "::lockstep::chlo";
  let genSpecializedAttr = 0;
}
class Chlo_EnumAttr<I32EnumAttr info, string word> : EnumAttr<Chlo_Dialect, info, word>;

def Chlo_ComparisonDirection : Chlo_Enum<"ComparisonDirection", ["EQ", "NE", "GE", "GT", "LE", "LT"]>;
def Chlo_ComparisonType : Chlo_Enum<"ComparisonType", ["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"]>;
def Chlo_Precision : Chlo_Enum<"Precision", ["DEFAULT", "HIGH", "HIGHEST"]>;
def Chlo_ComparisonDirectionAttr : Chlo_EnumAttr<Chlo_ComparisonDirection, "comparison_direction">;
def Chlo_ComparisonTypeAttr : Chlo_EnumAttr<Chlo_ComparisonType, "comparison_type">;
def Chlo_PrecisionAttr : Chlo_EnumAttr<Chlo_Precision, "precision">;

def Chlo_RaggedDotDimensionNumbers : AttrDef<Chlo_Dialect, "RaggedDotDimensionNumbers"> {
  let mnemonic = "ragged_dot";
  let summary = "dims of a ragged product, empty lists left out";
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$lhsBatchingDimensions,
                        OptionalArrayRefParameter<"int64_t">:$rhsBatchingDimensions,
                        OptionalArrayRefParameter<"int64_t">:$lhsContractingDimensions,
                        OptionalArrayRefParameter<"int64_t">:$rhsContractingDimensions,
                        OptionalArrayRefParameter<"int64_t">:$lhsRaggedDimensions,
                        OptionalArrayRefParameter<"int64_t">:$rhsGroupDimensions);
  let hasCustomAssemblyFormat = 1;
}

//===-- types --------------------------------------------------------------------------------------------------===//

def Chlo_Float : TensorOf<[AnyFloat]>;
def Chlo_FloatOrComplex : TensorOf<[AnyFloat, AnyComplex]>;
def Chlo_Int : TensorOf<[AnyInteger]>;
def Chlo_Pred : TensorOf<[I1]>;

class Chlo_Op<string name, list<Trait> traits = []> : Op<Chlo_Dialect, name, traits>;

//===-- elementwise --------------------------------------------------------------------------------------------===//

class Chlo_UnaryOp<string name, Type type> : Chlo_Op<name, [Pure, Elementwise, SameOperandsAndResultType]> {
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

class Chlo_PredicateOp<string name> : Chlo_Op<name, [Pure, Elementwise, SameOperandsAndResultShape]> {
  let arguments = (ins Chlo_Float:$operand);
  let results = (outs Chlo_Pred:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

class Chlo_BinaryOp<string name, Type type, string first, string second>
    : Chlo_Op<name, [Pure, Elementwise, SameOperandsAndResultType]> {
  let arguments = !dag(ins, [type, type], [first, second]);
  let results = (outs type:$result);
  let assemblyFormat = "$" # first # " `,` $" # second # " attr-dict `:` type($" # first # ") `,` type($" # second #
                       ") `->` type($result)";
}

def Chlo_AcosOp : Chlo_UnaryOp<"acos", Chlo_FloatOrComplex>;
def Chlo_AcoshOp : Chlo_UnaryOp<"acosh", Chlo_FloatOrComplex>;
def Chlo_AsinOp : Chlo_UnaryOp<"asin", Chlo_FloatOrComplex>;
def Chlo_AsinhOp : Chlo_UnaryOp<"asinh", Chlo_FloatOrComplex>;
def Chlo_AtanOp : Chlo_UnaryOp<"atan", Chlo_FloatOrComplex>;
def Chlo_AtanhOp : Chlo_UnaryOp<"atanh", Chlo_FloatOrComplex>;
def Chlo_BesselI1eOp : Chlo_UnaryOp<"bessel_i1e", Chlo_Float>;
def Chlo_ConjOp : Chlo_UnaryOp<"conj", AnyTensor>;
def Chlo_CoshOp : Chlo_UnaryOp<"cosh", Chlo_FloatOrComplex>;
def Chlo_DigammaOp : Chlo_UnaryOp<"digamma", Chlo_FloatOrComplex>;
def Chlo_ErfOp : Chlo_UnaryOp<"erf", Chlo_Float>;
def Chlo_ErfInvOp : Chlo_UnaryOp<"erf_inv", Chlo_Float>;
def Chlo_ErfcOp : Chlo_UnaryOp<"erfc", Chlo_Float>;
def Chlo_LgammaOp : Chlo_UnaryOp<"lgamma", Chlo_FloatOrComplex>;
def Chlo_SinhOp : Chlo_UnaryOp<"sinh", Chlo_FloatOrComplex>;
def Chlo_SquareOp : Chlo_UnaryOp<"square", Chlo_FloatOrComplex>;
def Chlo_TanOp : Chlo_UnaryOp<"tan", Chlo_FloatOrComplex>;
def Chlo_AsinAcosKernelOp : Chlo_UnaryOp<"_asin_acos_kernel", TensorOf<[AnyComplex]>>;

def Chlo_IsInfOp : Chlo_PredicateOp<"is_inf">;
def Chlo_IsNegInfOp : Chlo_PredicateOp<"is_neg_inf">;
def Chlo_IsPosInfOp : Chlo_PredicateOp<"is_pos_inf">;

def Chlo_MulhiOp : Chlo_BinaryOp<"mulhi", Chlo_Int, "lhs", "rhs">;
def Chlo_NextAfterOp : Chlo_BinaryOp<"next_after", Chlo_Float, "x", "y">;
def Chlo_PolygammaOp : Chlo_BinaryOp<"polygamma", Chlo_FloatOrComplex, "n", "x">;
def Chlo_ZetaOp : Chlo_BinaryOp<"zeta", Chlo_FloatOrComplex, "x", "q">;

//===-- constants ----------------------------------------------------------------------------------------------===//

def Chlo_ConstantOp : Chlo_Op<"constant", [Pure, ConstantLike, AllTypesMatch<["value", "output"]>]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

def Chlo_ConstantLikeOp : Chlo_Op<"constant_like", [Pure, SameOperandsAndResultShape]> {
  let summary = "one value in the shape of the operand";
  let arguments = (ins TypedAttrInterface:$value, AnyTensor:$operand);
  let results = (outs AnyTensor:$result);
  let hasVerifier = 1;
}

//===-- top-k and ragged products ------------------------------------------------------------------------------===//

def Chlo_TopKOp : Chlo_Op<"top_k", [Pure, DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "the k largest elements of the last dim, descending, ties by lower index, and their indices";
  let arguments = (ins TensorOf<[AnyFloat, AnyInteger]>:$operand, I64Attr:$k);
  let results = (outs AnyTensor:$values, Chlo_Int:$indices);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Chlo_RaggedDotOp : Chlo_Op<"ragged_dot", [Pure]> {
  let summary = "products of groups of rows with one matrix each";
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs, RankedTensorOf<[AnyInteger]>:$group_sizes,
                       Chlo_RaggedDotDimensionNumbers:$ragged_dot_dimension_numbers,
                       OptionalAttr<TypedArrayAttrBase<Chlo_PrecisionAttr, "precisions">>:$precision_config);
  let results = (outs AnyTensor:$result);
  let hasVerifier = 1;
}

//===-- broadcasting forms -------------------------------------------------------------------------------------===//

// Operands of different shape; `broadcast_dimensions` places the dims of the smaller one, else they align at the end.
class Chlo_BroadcastOp<string name, Type type> : Chlo_Op<"broadcast_" # name, [Pure]> {
  let arguments = (ins type:$lhs, type:$rhs, OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

def Chlo_BroadcastAddOp : Chlo_BroadcastOp<"add", AnyTensor>;
def Chlo_BroadcastAndOp : Chlo_BroadcastOp<"and", Chlo_Int>;
def Chlo_BroadcastAtan2Op : Chlo_BroadcastOp<"atan2", Chlo_FloatOrComplex>;
def Chlo_BroadcastComplexOp : Chlo_BroadcastOp<"complex", Chlo_Float>;
def Chlo_BroadcastDivOp : Chlo_BroadcastOp<"divide", AnyTensor>;
def Chlo_BroadcastMaxOp : Chlo_BroadcastOp<"maximum", AnyTensor>;
def Chlo_BroadcastMinOp : Chlo_BroadcastOp<"minimum", AnyTensor>;
def Chlo_BroadcastMulOp : Chlo_BroadcastOp<"multiply", AnyTensor>;
def Chlo_BroadcastNextAfterOp : Chlo_BroadcastOp<"next_after", Chlo_Float>;
def Chlo_BroadcastOrOp : Chlo_BroadcastOp<"or", Chlo_Int>;
def Chlo_BroadcastPolygammaOp : Chlo_BroadcastOp<"polygamma", Chlo_FloatOrComplex>;
def Chlo_BroadcastPowOp : Chlo_BroadcastOp<"power", AnyTensor>;
def Chlo_BroadcastRemOp : Chlo_BroadcastOp<"remainder", AnyTensor>;
def Chlo_BroadcastShiftLeftOp : Chlo_BroadcastOp<"shift_left", Chlo_Int>;
def Chlo_BroadcastShiftRightArithmeticOp : Chlo_BroadcastOp<"shift_right_arithmetic", Chlo_Int>;
def Chlo_BroadcastShiftRightLogicalOp : Chlo_BroadcastOp<"shift_right_logical", Chlo_Int>;
def Chlo_BroadcastSubOp : Chlo_BroadcastOp<"subtract", AnyTensor>;
def Chlo_BroadcastXorOp : Chlo_BroadcastOp<"xor", Chlo_Int>;
def Chlo_BroadcastZetaOp : Chlo_BroadcastOp<"zeta", Chlo_FloatOrComplex>;

def Chlo_BroadcastCompareOp : Chlo_Op<"broadcast_compare", [Pure]> {
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs, OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions,
                       Chlo_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<Chlo_ComparisonTypeAttr>:$compare_type);
  let results = (outs Chlo_Pred:$result);
  // The attributes are only written inside the dictionary.
  let hasCustomAssemblyFormat = 1;
}

def Chlo_BroadcastSelectOp : Chlo_Op<"broadcast_select", [Pure]> {
  let arguments = (ins Chlo_Pred:$pred, AnyTensor:$on_true, AnyTensor:$on_false);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "$pred `,` $on_true `,` $on_false attr-dict `:` functional-type(operands, results)";
}

#endif
