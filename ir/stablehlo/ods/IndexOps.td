// Operators that pick or place elements by computed indices, or order them.
#ifndef LOCKSTEP_STABLEHLO_INDEX_TD
#define LOCKSTEP_STABLEHLO_INDEX_TD

include "ir/stablehlo/ods/Attributes.td"

def GatherOp : Stablehlo_InferOp<"gather", [Pure]> {
  let arguments = (ins Tensor:$operand, IntTensor:$start_indices, GatherDimensionNumbersAttr:$dimension_numbers,
    DenseI64ArrayAttr:$slice_sizes, DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs Tensor:$result);
}

def ScatterOp : Stablehlo_InferOp<"scatter", [RecursiveMemoryEffects, SameVariadicOperandSize,
    SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins Variadic<Tensor>:$inputs, DimTensor:$scatter_indices, Variadic<Tensor>:$updates,
    ScatterDimensionNumbersAttr:$scatter_dimension_numbers,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let results = (outs Variadic<Tensor>);
  let regions = (region SizedRegion<1>:$update_computation);
  let hasRegionVerifier = 1;
}

def TorchIndexSelectOp : Stablehlo_Op<"torch_index_select", [Pure]> {
  let arguments = (ins Tensor:$operand, IntTensor:$index, I64Attr:$dim, I64Attr:$batch_dims);
  let results = (outs Tensor:$result);
}

def SortOp : Stablehlo_InferOp<"sort", [RecursiveMemoryEffects, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins Variadic<Tensor>:$inputs, DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Variadic<Tensor>);
  let regions = (region SizedRegion<1>:$comparator);
  let hasRegionVerifier = 1;
}

#endif
