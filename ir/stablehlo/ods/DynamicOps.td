// Operators whose result shape is an operand, and random numbers.
#ifndef LOCKSTEP_STABLEHLO_DYNAMIC_TD
#define LOCKSTEP_STABLEHLO_DYNAMIC_TD

include "ir/stablehlo/ods/Attributes.td"

def DynamicBroadcastInDimOp : Stablehlo_Op<"dynamic_broadcast_in_dim", [Pure]> {
  let arguments = (ins Tensor:$operand, DimTensor:$output_dimensions, DenseI64ArrayAttr:$broadcast_dimensions,
    OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
    OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let results = (outs Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions attr-dict `:`
    functional-type(operands, results)
  }];
}
def DynamicIotaOp : Stablehlo_Op<"dynamic_iota", [Pure]> {
  let arguments = (ins DimTensor:$output_shape, I64Attr:$iota_dimension);
  let results = (outs Of<IntFpOrCplx>:$result);
  let assemblyFormat = [{
    $output_shape `,` `dim` `=` $iota_dimension attr-dict `:` functional-type(operands, results)
  }];
}
def DynamicReshapeOp : Stablehlo_Op<"dynamic_reshape", [Pure]> {
  let arguments = (ins Tensor:$operand, DimTensor:$output_shape);
  let results = (outs Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def RealDynamicSliceOp : Stablehlo_Op<"real_dynamic_slice", [Pure]> {
  let arguments = (ins Tensor:$operand, DimTensor:$start_indices, DimTensor:$limit_indices, DimTensor:$strides);
  let results = (outs Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def DynamicPadOp : Stablehlo_Op<"dynamic_pad", [Pure]> {
  let arguments = (ins Tensor:$operand, Tensor:$padding_value, DimTensor:$edge_padding_low,
    DimTensor:$edge_padding_high, DimTensor:$interior_padding);
  let results = (outs Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def DynamicGatherOp : Stablehlo_Op<"dynamic_gather", [Pure]> {
  let arguments = (ins Tensor:$operand, IntTensor:$start_indices, IntTensor:$slice_sizes,
    GatherDimensionNumbersAttr:$dimension_numbers, DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs Tensor:$result);
}
def GetDimensionSizeOp : Stablehlo_InferOp<"get_dimension_size", [Pure]> {
  let arguments = (ins Tensor:$operand, I64Attr:$dimension);
  let results = (outs RankedTensorOf<[I32]>:$result);
  let assemblyFormat = "$operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)";
}
def SetDimensionSizeOp : Stablehlo_Op<"set_dimension_size", [Pure]> {
  let arguments = (ins Tensor:$operand, RankedTensorOf<[I32]>:$size, I64Attr:$dimension);
  let results = (outs Tensor:$result);
  let assemblyFormat = "$operand `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)";
}

// rng draws from a hidden state, so it is not pure.
def RngOp : Stablehlo_Op<"rng"> {
  let arguments = (ins Of<PredIntOrFp>:$a, Of<PredIntOrFp>:$b, DimTensor:$shape,
    RngDistributionAttr:$rng_distribution);
  let results = (outs Of<PredIntOrFp>:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=` `` $rng_distribution attr-dict `:` functional-type(operands, results)
  }];
}
def RngBitGeneratorOp : Stablehlo_Op<"rng_bit_generator", [Pure]> {
  let arguments = (ins RngAlgorithmAttr:$rng_algorithm, Of<IntOrFp>:$initial_state);
  let results = (outs Of<IntOrFp>:$output_state, Of<IntOrFp>:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` `` $rng_algorithm attr-dict `:` functional-type(operands, results)
  }];
}

#endif
