// Constants and operators that move elements without computing.
#ifndef LOCKSTEP_STABLEHLO_SHAPE_TD
#define LOCKSTEP_STABLEHLO_SHAPE_TD

include "ir/stablehlo/ods/Attributes.td"

def ConstantOp : Stablehlo_InferOp<"constant", [Pure, ConstantLike,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Tensor:$output);
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
}

def IotaOp : Stablehlo_Op<"iota", [Pure]> {
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs Of<IntFpOrCplx>:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
}

def BroadcastOp : Stablehlo_InferOp<"broadcast", [Pure]> {
  let arguments = (ins Tensor:$operand, DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs Tensor:$result);
  let assemblyFormat = "$operand `,` `sizes` `=` $broadcast_sizes attr-dict `:` functional-type(operands, results)";
}

def BroadcastInDimOp : Stablehlo_Op<"broadcast_in_dim", [Pure]> {
  let arguments = (ins Tensor:$operand, DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type(operands, results)
  }];
}

def ReshapeOp : Stablehlo_Op<"reshape", [Pure]> {
  let arguments = (ins Tensor:$operand);
  let results = (outs Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def TransposeOp : Stablehlo_InferOp<"transpose", [Pure]> {
  let arguments = (ins Tensor:$operand, DenseI64ArrayAttr:$permutation);
  let results = (outs Tensor:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)";
}

def ReverseOp : Stablehlo_InferOp<"reverse", [Pure]> {
  let arguments = (ins Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict `:`
    custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

def SliceOp : Stablehlo_InferOp<"slice", [Pure]> {
  let arguments = (ins Tensor:$operand, DenseI64ArrayAttr:$start_indices, DenseI64ArrayAttr:$limit_indices,
    DenseI64ArrayAttr:$strides);
  let results = (outs Tensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict `:`
    functional-type(operands, results)
  }];
}

def DynamicSliceOp : Stablehlo_InferOp<"dynamic_slice", [Pure]> {
  let arguments = (ins Tensor:$operand, Variadic<IntTensor>:$start_indices, DenseI64ArrayAttr:$slice_sizes);
  let results = (outs Tensor:$result);
  let assemblyFormat = [{
    $operand `,` custom<VariadicOperandWithAttribute>($start_indices) `sizes` `=` $slice_sizes attr-dict `:`
    functional-type(operands, results)
  }];
}

def DynamicUpdateSliceOp : Stablehlo_InferOp<"dynamic_update_slice", [Pure]> {
  let arguments = (ins Tensor:$operand, Tensor:$update, Variadic<IntTensor>:$start_indices);
  let results = (outs Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def PadOp : Stablehlo_InferOp<"pad", [Pure]> {
  let arguments = (ins Tensor:$operand, Tensor:$padding_value, DenseI64ArrayAttr:$edge_padding_low,
    DenseI64ArrayAttr:$edge_padding_high, DenseI64ArrayAttr:$interior_padding);
  let results = (outs Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,`
    `interior` `=` $interior_padding attr-dict `:` functional-type(operands, results)
  }];
}

def ConcatenateOp : Stablehlo_InferOp<"concatenate", [Pure]> {
  let arguments = (ins Variadic<Tensor>:$inputs, I64Attr:$dimension);
  let results = (outs Tensor:$result);
  let assemblyFormat = [{
    custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif
