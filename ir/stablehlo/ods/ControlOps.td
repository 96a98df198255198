// Control flow, tuples, tokens, opaque and composite calls.
#ifndef LOCKSTEP_STABLEHLO_CONTROL_TD
#define LOCKSTEP_STABLEHLO_CONTROL_TD

include "ir/stablehlo/ods/Attributes.td"

def ReturnOp : Stablehlo_Op<"return", [Pure, Terminator]> {
  let arguments = (ins Variadic<Value>:$results);
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let hasVerifier = 0;
}

def IfOp : Stablehlo_InferOp<"if", [RecursiveMemoryEffects, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins 0DTensorOf<[Pred]>:$pred);
  let results = (outs Variadic<Value>);
  let regions = (region SizedRegion<1>:$true_branch, SizedRegion<1>:$false_branch);
  let hasRegionVerifier = 1;
  let hasVerifier = 0;
}

def CaseOp : Stablehlo_InferOp<"case", [RecursiveMemoryEffects, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins 0DTensorOf<[I32]>:$index);
  let results = (outs Variadic<Value>);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let hasRegionVerifier = 1;
  let hasVerifier = 0;
}

def WhileOp : Stablehlo_InferOp<"while", [RecursiveMemoryEffects, SingleBlockImplicitTerminator<"ReturnOp">,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let arguments = (ins Variadic<Value>:$operand);
  let results = (outs Variadic<Value>);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let hasVerifier = 0;
}

def OptimizationBarrierOp : Stablehlo_InferOp<"optimization_barrier", [Pure]> {
  let arguments = (ins Variadic<Value>:$operand);
  let results = (outs Variadic<Value>:$result);
  let assemblyFormat = [{
    attr-dict ($operand^ `:` custom<PairwiseOpType>(type($operand), type($result))):(`(` `)`)?
  }];
}

def TupleOp : Stablehlo_InferOp<"tuple", [Pure]> {
  let arguments = (ins Variadic<Value>:$val);
  let results = (outs AnyTuple:$result);
  let assemblyFormat = "$val attr-dict `:` custom<TupleOpType>(type($val), type($result))";
}

def GetTupleElementOp : Stablehlo_InferOp<"get_tuple_element", [Pure]> {
  let arguments = (ins AnyTuple:$operand, I32Attr:$index);
  let results = (outs Value:$result);
  let assemblyFormat = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)";
}

def CreateTokenOp : Stablehlo_InferOp<"create_token", [Pure]> {
  let results = (outs Token:$output);
  let assemblyFormat = "attr-dict `:` type(results)";
  let hasVerifier = 0;
}

def AfterAllOp : Stablehlo_InferOp<"after_all", [Pure]> {
  let arguments = (ins Variadic<Token>:$inputs);
  let results = (outs Token:$result);
  let assemblyFormat = [{
    $inputs attr-dict `:` custom<VariadicSameOperandsAndResultType>(ref($inputs), type($inputs), type($result))
  }];
  let hasVerifier = 0;
}

def CustomCallOp : Stablehlo_Op<"custom_call", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins Variadic<AnyType>:$inputs, StrAttr:$call_target_name,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
    OptionalAttr<AnyAttrOf<[DictionaryAttr, StrAttr]>>:$backend_config,
    DefaultValuedOptionalAttr<CustomCallApiVersion,
      "::lockstep::stablehlo::CustomCallApiVersion::API_VERSION_ORIGINAL">:$api_version,
    DefaultValuedOptionalAttr<SymbolArrayAttr, "{}">:$called_computations,
    OptionalAttr<LayoutArrayAttr>:$operand_layouts, OptionalAttr<LayoutArrayAttr>:$result_layouts,
    DefaultValuedOptionalAttr<OutputOperandAliasArrayAttr, "{}">:$output_operand_aliases);
  let results = (outs Variadic<AnyType>);
  let assemblyFormat = [{
    custom<CustomCallTarget>($call_target_name) `(` $inputs `)` attr-dict `:` functional-type(operands, results)
  }];
}

def CompositeOp : Stablehlo_Op<"composite", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins Variadic<Value>:$inputs, StrAttr:$name,
    DefaultValuedOptionalAttr<DictionaryAttr, "{}">:$composite_attributes, FlatSymbolRefAttr:$decomposition,
    DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let results = (outs Variadic<Value>);
  let regions = (region VariadicRegion<AnyRegion>:$composite_regions);
  let assemblyFormat = [{
    $name operands (` ` `(` $composite_regions^ `)`)? attr-dict `:` functional-type(operands, results)
  }];
}

#endif
