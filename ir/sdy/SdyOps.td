// Operators of the `sdy` dialect.
#ifndef LOCKSTEP_IR_SDY_OPS
#define LOCKSTEP_IR_SDY_OPS

class Sdy_Op<string name, list<Trait> traits = []> : Op<Sdy_Dialect, name, traits>;

// One tensor in, the same type out: only its placement differs.
class Sdy_PlacementOp<string name, list<Trait> traits = []>
    : Sdy_Op<name, !listconcat(traits, [SameOperandsAndResultType])> {
  let results = (outs AnyTensor:$result);
  let hasVerifier = 1;
}

def Sdy_MeshOp : Sdy_Op<"mesh", [Symbol, HasParent<"mlir::ModuleOp">,
    DeclareOpInterfaceMethods<MeshDefinition>]> {
  let summary = "declares a mesh";
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_Mesh:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
}

def Sdy_ConstantOp : Sdy_Op<"constant", [Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "a constant tensor";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$output);
  let hasCustomAssemblyFormat = 1;
}

def Sdy_ShardingConstraintOp : Sdy_PlacementOp<"sharding_constraint"> {
  let summary = "asks for a placement";
  let arguments = (ins AnyTensor:$input, Sdy_TensorSharding:$sharding);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
}

def Sdy_ReshardOp : Sdy_PlacementOp<"reshard", [Pure]> {
  let summary = "changes the placement";
  let arguments = (ins AnyTensor:$input, Sdy_TensorSharding:$sharding);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
}

def Sdy_ReturnOp : Sdy_Op<"return", [Pure, Terminator]> {
  let summary = "ends the body of an `sdy` operator";
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
  let builders = [OpBuilder<(ins), [{ /* returns nothing */ }]>];
}

def Sdy_ManualComputationOp : Sdy_Op<"manual_computation",
    [IsolatedFromAbove, RecursiveMemoryEffects, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "a body that every device runs on its own pieces";
  let description = [{
    Operands and results are global along the manual axes outside of the body and local inside: each dim is divided by
    the manual axes that its sharding names. Axes that are not manual keep their global extent.
  }];
  let arguments = (ins Variadic<AnyType>:$tensors, Sdy_TensorShardingPerValue:$in_shardings,
                       Sdy_TensorShardingPerValue:$out_shardings, Sdy_ManualAxes:$manual_axes);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    TensorShardingAttr getInSharding(int64_t index) { return getInShardings().getSharding(index); }
    TensorShardingAttr getOutSharding(int64_t index) { return getOutShardings().getSharding(index); }
    /// The mesh that the manual axes belong to; null when there are none.
    MeshAttr getMesh();
  }];
}

def Sdy_ShardingGroupOp : Sdy_Op<"sharding_group"> {
  let summary = "asks for the same placement as the rest of a group";
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$group_id);
  let assemblyFormat = "$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)";
}

def Sdy_PropagationBarrierOp : Sdy_Op<"propagation_barrier", [Pure, SameOperandsAndResultType]> {
  let summary = "lets placements flow in one direction only";
  let arguments = (ins AnyRankedTensor:$input, Sdy_PropagationDirection:$allowed_direction);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input `allowed_direction` `` `=` `` $allowed_direction attr-dict `:` type($input)";
  let hasVerifier = 1;
}

def Sdy_NamedComputationOp : Sdy_Op<"named_computation",
    [IsolatedFromAbove, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "a named body, as if inlined";
  let arguments = (ins StrAttr:$name, Variadic<AnyType>:$operands,
                       OptionalAttr<Sdy_TensorShardingPerValue>:$in_shardings,
                       OptionalAttr<Sdy_TensorShardingPerValue>:$out_shardings);
  let results = (outs Variadic<AnyType>);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Sdy_DataFlowEdgeOp : Sdy_Op<"data_flow_edge", [SameOperandsAndResultType]> {
  let summary = "marks a value that must have one placement at all its sources and targets";
  let arguments = (ins AnyShaped:$input, OptionalAttr<Sdy_TensorSharding>:$sharding);
  let results = (outs AnyShaped:$result);
  let assemblyFormat = "$input (`sharding` `` `=` `` $sharding^)? attr-dict `:` type($result)";
}

def Sdy_FuncDataFlowEdgeOp : Sdy_Op<"func_data_flow_edge", [SameOperandsAndResultType]> {
  let summary = "a data flow edge between a call and the function it calls";
  let arguments = (ins AnyShaped:$operand);
  let results = (outs AnyShaped:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

// Communication that changes the placement of a tensor whose global value stays.
class Sdy_CollectiveOp<string name, dag parameter> : Sdy_PlacementOp<name, [Pure]> {
  let arguments = !con((ins AnyTensor:$tensor), parameter, (ins Sdy_TensorSharding:$out_sharding));
}
class Sdy_GatherLikeOp<string name, string axes> : Sdy_CollectiveOp<name, !dag(ins, [Sdy_ListOfAxisRefLists], [axes])> {
  let assemblyFormat = "$" # axes # " $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)";
}
class Sdy_ReduceLikeOp<string name, string axes> : Sdy_CollectiveOp<name, !dag(ins, [Sdy_AxisRefList], [axes])> {
  let assemblyFormat = "$" # axes # " $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)";
}

def Sdy_AllGatherOp : Sdy_GatherLikeOp<"all_gather", "gathering_axes"> {
  let summary = "dims lose their last axes";
}
def Sdy_AllSliceOp : Sdy_GatherLikeOp<"all_slice", "slicing_axes"> {
  let summary = "dims gain axes";
}
def Sdy_ReduceScatterOp : Sdy_GatherLikeOp<"reduce_scatter", "reduce_scatter_axes"> {
  let summary = "dims gain axes along which the pieces were addends";
}
def Sdy_ShardedToUnreducedOp : Sdy_GatherLikeOp<"sharded_to_unreduced", "axes"> {
  let summary = "pieces become addends, zero outside of their place";
}
def Sdy_AllReduceOp : Sdy_ReduceLikeOp<"all_reduce", "reduction_axes"> {
  let summary = "adds the pieces along axes";
}
def Sdy_ReplicatedToUnreducedOp : Sdy_ReduceLikeOp<"replicated_to_unreduced", "axes"> {
  let summary = "copies become addends, all zero but the first";
}
def Sdy_AllToAllOp : Sdy_CollectiveOp<"all_to_all", (ins Sdy_AllToAllParamList:$params)> {
  let summary = "moves axes from one dim to another";
  let assemblyFormat = "$params $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)";
}
def Sdy_CollectivePermuteOp : Sdy_CollectiveOp<"collective_permute", (ins)> {
  let summary = "exchanges axes for others of the same size";
  let assemblyFormat = "$tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)";
}

#endif
