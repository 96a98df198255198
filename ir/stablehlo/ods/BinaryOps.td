// Elementwise operators of two and three operands.
#ifndef LOCKSTEP_STABLEHLO_BINARY_TD
#define LOCKSTEP_STABLEHLO_BINARY_TD

include "ir/stablehlo/ods/Attributes.td"

// Both operands and the result have one type.
class Stablehlo_Binary<string mnemonic, Type type, list<Trait> traits = []>
    : Stablehlo_InferOp<mnemonic, [Pure, ElementwiseOperator] # traits> {
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))
  }];
  let extraClassDefinition = inferDefinition # [{
    ::llvm::LogicalResult $cppClass::verify() { return verifySameTypes(*this); }
    void $cppClass::inferTypes(::mlir::MLIRContext *context, Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &results) {
      results.push_back(commonType(adaptor.getLhs(), adaptor.getRhs()));
    }
  }];
}

def AddOp : Stablehlo_Binary<"add", Tensor, [Commutative]>;
def MulOp : Stablehlo_Binary<"multiply", Tensor, [Commutative]>;
def MaxOp : Stablehlo_Binary<"maximum", Tensor, [Commutative]>;
def MinOp : Stablehlo_Binary<"minimum", Tensor, [Commutative]>;
def SubtractOp : Stablehlo_Binary<"subtract", Of<IntFpOrCplx>>;
def DivOp : Stablehlo_Binary<"divide", Of<IntFpOrCplx>>;
def RemOp : Stablehlo_Binary<"remainder", Of<IntFpOrCplx>>;
def PowOp : Stablehlo_Binary<"power", Of<IntFpOrCplx>>;
def Atan2Op : Stablehlo_Binary<"atan2", Of<FpOrCplx>>;
def AndOp : Stablehlo_Binary<"and", Of<PredOrInt>, [Commutative]>;
def OrOp : Stablehlo_Binary<"or", Of<PredOrInt>, [Commutative]>;
def XorOp : Stablehlo_Binary<"xor", Of<PredOrInt>, [Commutative]>;
def ShiftLeftOp : Stablehlo_Binary<"shift_left", IntTensor>;
def ShiftRightArithmeticOp : Stablehlo_Binary<"shift_right_arithmetic", IntTensor>;
def ShiftRightLogicalOp : Stablehlo_Binary<"shift_right_logical", IntTensor>;

def ComplexOp : Stablehlo_InferOp<"complex", [Pure, ElementwiseOperator]> {
  let arguments = (ins FpTensor:$lhs, FpTensor:$rhs);
  let results = (outs CplxTensor:$result);
  let assemblyFormat = "operands attr-dict `:` custom<ComplexOpType>(type($lhs), type($rhs), type($result))";
}

def CompareOp : Stablehlo_InferOp<"compare", [Pure, ElementwiseOperator]> {
  let arguments = (ins Tensor:$lhs, Tensor:$rhs, ComparisonDirectionAttr:$comparison_direction,
    OptionalAttr<ComparisonTypeAttr>:$compare_type);
  let results = (outs PredTensor:$result);
  let assemblyFormat = [{
    `` $comparison_direction `,` $lhs `,` $rhs (`,` `` $compare_type^)? attr-dict `:` functional-type(operands, results)
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs,
    "::lockstep::stablehlo::ComparisonDirection":$direction), [{
      auto *context = $_builder.getContext();
      build($_builder, $_state, lhs, rhs, ComparisonDirectionAttr::get(context, direction), ComparisonTypeAttr());
  }]>];
}

def SelectOp : Stablehlo_InferOp<"select", [Pure]> {
  let arguments = (ins PredTensor:$pred, Tensor:$on_true, Tensor:$on_false);
  let results = (outs Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` custom<SelectOpType>(type($pred), type($on_true), type($on_false), type($result))
  }];
}

def ClampOp : Stablehlo_InferOp<"clamp", [Pure]> {
  let arguments = (ins Tensor:$min, Tensor:$operand, Tensor:$max);
  let results = (outs Tensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict `:`
    custom<SameOperandsAndResultType>(type($min), type($operand), type($max), type($result))
  }];
}

#endif
