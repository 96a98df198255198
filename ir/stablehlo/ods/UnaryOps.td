// Elementwise operators of one operand.
#ifndef LOCKSTEP_STABLEHLO_UNARY_TD
#define LOCKSTEP_STABLEHLO_UNARY_TD

include "ir/stablehlo/ods/Attributes.td"

class Stablehlo_Unary<string mnemonic, Type operandType, Type resultType = operandType, list<Trait> traits = []>
    : Stablehlo_InferOp<mnemonic, [Pure, ElementwiseOperator] # traits> {
  let arguments = (ins operandType:$operand);
  let results = (outs resultType:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))";
}

// The result has the operand's type.
class Stablehlo_SameTypeUnary<string mnemonic, Type type> : Stablehlo_Unary<mnemonic, type> {
  let extraClassDefinition = inferDefinition # [{
    ::llvm::LogicalResult $cppClass::verify() { return verifySameTypes(*this); }
    void $cppClass::inferTypes(::mlir::MLIRContext *context, Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &results) {
      results.push_back(adaptor.getOperand().getType());
    }
  }];
}

// A transcendental function: results are approximations, whose quality may be asked for.
class Stablehlo_Transcendental<string mnemonic> : Stablehlo_SameTypeUnary<mnemonic, Of<FpOrCplx>> {
  let arguments = (ins Of<FpOrCplx>:$operand, OptionalAttr<ResultAccuracyAttr>:$result_accuracy);
  let builders = [OpBuilder<(ins "::mlir::Value":$operand), [{
    build($_builder, $_state, operand, ::lockstep::stablehlo::ResultAccuracyAttr());
  }]>];
}

def CbrtOp : Stablehlo_Transcendental<"cbrt">;
def CosineOp : Stablehlo_Transcendental<"cosine">;
def ExpOp : Stablehlo_Transcendental<"exponential">;
def Expm1Op : Stablehlo_Transcendental<"exponential_minus_one">;
def LogOp : Stablehlo_Transcendental<"log">;
def Log1pOp : Stablehlo_Transcendental<"log_plus_one">;
def LogisticOp : Stablehlo_Transcendental<"logistic">;
def RsqrtOp : Stablehlo_Transcendental<"rsqrt">;
def SineOp : Stablehlo_Transcendental<"sine">;
def SqrtOp : Stablehlo_Transcendental<"sqrt">;
def TanOp : Stablehlo_Transcendental<"tan">;
def TanhOp : Stablehlo_Transcendental<"tanh">;

def CeilOp : Stablehlo_SameTypeUnary<"ceil", FpTensor>;
def FloorOp : Stablehlo_SameTypeUnary<"floor", FpTensor>;
def RoundOp : Stablehlo_SameTypeUnary<"round_nearest_afz", FpTensor>;
def RoundNearestEvenOp : Stablehlo_SameTypeUnary<"round_nearest_even", FpTensor>;
def NegOp : Stablehlo_SameTypeUnary<"negate", Of<IntFpOrCplx>>;
def SignOp : Stablehlo_SameTypeUnary<"sign", Of<SIntFpOrCplx>>;
def NotOp : Stablehlo_SameTypeUnary<"not", Of<PredOrInt>>;
def ClzOp : Stablehlo_SameTypeUnary<"count_leading_zeros", IntTensor>;
def PopulationCountOp : Stablehlo_SameTypeUnary<"popcnt", IntTensor>;

def AbsOp : Stablehlo_Unary<"abs", Of<SIntFpOrCplx>, Of<SIntOrFp>>;
def RealOp : Stablehlo_Unary<"real", Of<FpOrCplx>, FpTensor>;
def ImagOp : Stablehlo_Unary<"imag", Of<FpOrCplx>, FpTensor>;
def IsFiniteOp : Stablehlo_Unary<"is_finite", FpTensor, PredTensor> {
  let arguments = (ins FpTensor:$x);
  let results = (outs PredTensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}

def ConvertOp : Stablehlo_Op<"convert", [Pure, ElementwiseOperator]> {
  let arguments = (ins Tensor:$operand);
  let results = (outs Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))";
  let builders = [OpBuilder<(ins "::mlir::Value":$operand, "::mlir::Type":$elementType), [{
    auto type = ::llvm::cast<::mlir::RankedTensorType>(operand.getType());
    build($_builder, $_state, type.clone(elementType), operand);
  }]>];
}

def BitcastConvertOp : Stablehlo_Op<"bitcast_convert", [Pure]> {
  let arguments = (ins Tensor:$operand);
  let results = (outs Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def ReducePrecisionOp : Stablehlo_InferOp<"reduce_precision", [Pure, ElementwiseOperator]> {
  let arguments = (ins FpTensor:$operand, I32Attr:$exponent_bits, I32Attr:$mantissa_bits);
  let results = (outs FpTensor:$output);
  let assemblyFormat = [{
    $operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits) attr-dict `:`
    custom<SameOperandsAndResultType>(type($operand), type($output))
  }];
}

#endif
