// Contractions, convolutions and the linear algebra operators.
#ifndef LOCKSTEP_STABLEHLO_LINEAR_TD
#define LOCKSTEP_STABLEHLO_LINEAR_TD

include "ir/stablehlo/ods/Attributes.td"

def DotOp : Stablehlo_Op<"dot", [Pure]> {
  let arguments = (ins Tensor:$lhs, Tensor:$rhs, OptionalAttr<PrecisionConfigAttr>:$precision_config);
  let results = (outs Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`,` `precision` `=` custom<PrecisionConfig>($precision_config)^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def DotGeneralOp : Stablehlo_Op<"dot_general", [Pure]> {
  let arguments = (ins Tensor:$lhs, Tensor:$rhs, DotDimensionNumbersAttr:$dot_dimension_numbers,
    OptionalAttr<PrecisionConfigAttr>:$precision_config, OptionalAttr<DotAlgorithmAttr>:$algorithm);
  let results = (outs Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers)
    `` custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm) attr-dict `:`
    functional-type(operands, results)
  }];
}

def ConvolutionOp : Stablehlo_Op<"convolution", [Pure]> {
  let arguments = (ins Tensor:$lhs, Tensor:$rhs, OptionalAttr<DenseI64ArrayAttr>:$window_strides,
    OptionalAttr<I64ElementsAttr>:$padding, OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
    OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation, OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
    ConvDimensionNumbersAttr:$dimension_numbers, I64Attr:$feature_group_count, I64Attr:$batch_group_count,
    OptionalAttr<PrecisionConfigAttr>:$precision_config);
  let results = (outs Tensor:$result);
  let assemblyFormat = [{
    `(` operands `)` `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers) `,` `window` `=` `{`
    custom<WindowAttributes>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal) `}`
    attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    bool hasWindowReversal() {
      auto reversal = getWindowReversalAttr();
      return reversal && ::llvm::is_contained(reversal.asArrayRef(), true);
    }
  }];
}

def DynamicConvOp : Stablehlo_Op<"dynamic_conv", [Pure]> {
  let arguments = (ins Tensor:$lhs, Tensor:$rhs, IntTensor:$padding, OptionalAttr<DenseI64ArrayAttr>:$window_strides,
    OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation, OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
    OptionalAttr<DenseBoolArrayAttr>:$window_reversal, ConvDimensionNumbersAttr:$dimension_numbers,
    I64Attr:$feature_group_count, I64Attr:$batch_group_count, OptionalAttr<PrecisionConfigAttr>:$precision_config);
  let results = (outs Tensor:$result);
}

def EinsumOp : Stablehlo_Op<"einsum", [Pure]> {
  let arguments = (ins Tensor:$lhs, Tensor:$rhs, StrAttr:$einsum_config);
  let results = (outs Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)
  }];
}

def UnaryEinsumOp : Stablehlo_Op<"unary_einsum", [Pure]> {
  let arguments = (ins Tensor:$operand, StrAttr:$einsum_config);
  let results = (outs Tensor:$result);
  let assemblyFormat = "$operand `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)";
}

def CholeskyOp : Stablehlo_InferOp<"cholesky", [Pure]> {
  let arguments = (ins Of<FpOrCplx>:$a, DefaultValuedOptionalAttr<BoolAttr, "false">:$lower);
  let results = (outs Of<FpOrCplx>:$result);
  let assemblyFormat = [{
    $a (`,` `lower` `=` $lower^)? attr-dict `:` custom<SameOperandsAndResultType>(type($a), type($result))
  }];
}

def TriangularSolveOp : Stablehlo_InferOp<"triangular_solve", [Pure]> {
  let arguments = (ins Of<FpOrCplx>:$a, Of<FpOrCplx>:$b, BoolAttr:$left_side, BoolAttr:$lower, BoolAttr:$unit_diagonal,
    TransposeAttr:$transpose_a);
  let results = (outs Of<FpOrCplx>:$result);
}

def FftOp : Stablehlo_InferOp<"fft", [Pure]> {
  let arguments = (ins Of<FpOrCplx>:$operand, FftTypeAttr:$fft_type, DenseI64ArrayAttr:$fft_length);
  let results = (outs Of<FpOrCplx>:$result);
  let assemblyFormat = [{
    $operand `,` `type` `=` `` $fft_type `,` `length` `=` $fft_length attr-dict `:` functional-type(operands, results)
  }];
}

#endif
