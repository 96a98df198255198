// Operators that combine elements with a computation of their own, and normalisation over a batch.
#ifndef LOCKSTEP_STABLEHLO_REDUCTION_TD
#define LOCKSTEP_STABLEHLO_REDUCTION_TD

include "ir/stablehlo/ods/Attributes.td"

def ReduceOp : Stablehlo_InferOp<"reduce", [RecursiveMemoryEffects, SameVariadicOperandSize,
    SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins Variadic<Tensor>:$inputs, Variadic<Tensor>:$init_values, DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<Tensor>);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def ReduceWindowOp : Stablehlo_InferOp<"reduce_window", [RecursiveMemoryEffects, SameVariadicOperandSize,
    SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins Variadic<Tensor>:$inputs, Variadic<Tensor>:$init_values, DenseI64ArrayAttr:$window_dimensions,
    OptionalAttr<DenseI64ArrayAttr>:$window_strides, OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
    OptionalAttr<DenseI64ArrayAttr>:$window_dilations, OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs Variadic<Tensor>);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
}

def SelectAndScatterOp : Stablehlo_InferOp<"select_and_scatter", [RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins Tensor:$operand, Tensor:$source, Tensor:$init_value,
    OptionalAttr<DenseI64ArrayAttr>:$window_dimensions, OptionalAttr<DenseI64ArrayAttr>:$window_strides,
    OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs Tensor:$result);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let hasRegionVerifier = 1;
}

def MapOp : Stablehlo_Op<"map", [RecursiveMemoryEffects, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins Variadic<Tensor>:$inputs, DenseI64ArrayAttr:$dimensions);
  let results = (outs Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
  let hasRegionVerifier = 1;
}

def BatchNormTrainingOp : Stablehlo_InferOp<"batch_norm_training", [Pure]> {
  let arguments = (ins FpTensor:$operand, FpTensor:$scale, FpTensor:$offset, F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs FpTensor:$output, FpTensor:$batch_mean, FpTensor:$batch_var);
}
def BatchNormInferenceOp : Stablehlo_InferOp<"batch_norm_inference", [Pure]> {
  let arguments = (ins FpTensor:$operand, FpTensor:$scale, FpTensor:$offset, FpTensor:$mean, FpTensor:$variance,
    F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs FpTensor:$result);
}
def BatchNormGradOp : Stablehlo_InferOp<"batch_norm_grad", [Pure]> {
  let arguments = (ins FpTensor:$operand, FpTensor:$scale, FpTensor:$mean, FpTensor:$variance, FpTensor:$grad_output,
    F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs FpTensor:$grad_operand, FpTensor:$grad_scale, FpTensor:$grad_offset);
}

#endif
