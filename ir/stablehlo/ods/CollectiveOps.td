// Operators that know of other devices.
#ifndef LOCKSTEP_STABLEHLO_COLLECTIVE_TD
#define LOCKSTEP_STABLEHLO_COLLECTIVE_TD

include "ir/stablehlo/ods/Attributes.td"

class Stablehlo_Resource<string name> : Resource<"::lockstep::stablehlo::" # name>;
def SendResource : Stablehlo_Resource<"SendResource">;
def RecvResource : Stablehlo_Resource<"RecvResource">;
def InfeedResource : Stablehlo_Resource<"InfeedResource">;
def OutfeedResource : Stablehlo_Resource<"OutfeedResource">;
class ReadsAndWrites<Resource resource> : MemoryEffects<[MemRead<resource>, MemWrite<resource>]>;

def PartitionIdOp : Stablehlo_InferOp<"partition_id", [Pure]> {
  let results = (outs 0DTensorOf<[UI32]>:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
  let hasVerifier = 0;
}
def ReplicaIdOp : Stablehlo_InferOp<"replica_id", [Pure]> {
  let results = (outs 0DTensorOf<[UI32]>:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
  let hasVerifier = 0;
}

// Collectives declare no effects: nobody may drop, duplicate or move one, for every device of a group has to take part.
// The groups are checked against the mesh they name once symbols can be looked up.
class Stablehlo_Collective<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits # [DeclareOpInterfaceMethods<SymbolUserOpInterface>]>;

def AllReduceOp : Stablehlo_Collective<"all_reduce", [SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins Variadic<Tensor>:$operands, ReplicaGroupsAttr:$replica_groups,
    OptionalAttr<ChannelHandleAttr>:$channel_handle, UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<Tensor>);
  let regions = (region SizedRegion<1>:$computation);
  let hasRegionVerifier = 1;
}

def AllGatherOp : Stablehlo_Collective<"all_gather"> {
  let arguments = (ins Variadic<Tensor>:$operands, I64Attr:$all_gather_dim, ReplicaGroupsAttr:$replica_groups,
    OptionalAttr<ChannelHandleAttr>:$channel_handle, UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<Tensor>);
}

def ReduceScatterOp : Stablehlo_Collective<"reduce_scatter", [SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins Tensor:$operand, I64Attr:$scatter_dimension, ReplicaGroupsAttr:$replica_groups,
    OptionalAttr<ChannelHandleAttr>:$channel_handle, UnitAttr:$use_global_device_ids);
  let results = (outs Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
  let hasRegionVerifier = 1;
}

def AllToAllOp : Stablehlo_Collective<"all_to_all"> {
  let arguments = (ins Variadic<Tensor>:$operands, I64Attr:$split_dimension, I64Attr:$concat_dimension,
    I64Attr:$split_count, ReplicaGroupsAttr:$replica_groups, OptionalAttr<ChannelHandleAttr>:$channel_handle);
  let results = (outs Variadic<Tensor>);
}

def CollectiveBroadcastOp : Stablehlo_Collective<"collective_broadcast"> {
  let arguments = (ins Variadic<Tensor>:$operands, ReplicaGroupsAttr:$replica_groups,
    OptionalAttr<ChannelHandleAttr>:$channel_handle, UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<Tensor>);
}

def CollectiveReduceOp : Stablehlo_Collective<"collective_reduce", [SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins Variadic<Tensor>:$operands, ReplicaGroupsAttr:$replica_groups,
    OptionalAttr<ChannelHandleAttr>:$channel_handle, UnitAttr:$use_global_device_ids, UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<Tensor>);
  let regions = (region SizedRegion<1>:$computation);
  let hasRegionVerifier = 1;
}

def CollectivePermuteOp : Stablehlo_Op<"collective_permute"> {
  let arguments = (ins Tensor:$operand, I64ElementsAttr:$source_target_pairs,
    OptionalAttr<ChannelHandleAttr>:$channel_handle);
  let results = (outs Tensor:$result);
}

def CrossReplicaSumOp : Stablehlo_Op<"cross-replica-sum"> {
  let arguments = (ins Tensor:$operand, I64ElementsAttr:$replica_groups);
  let results = (outs Tensor:$result);
}

def SendOp : Stablehlo_InferOp<"send", [ReadsAndWrites<SendResource>]> {
  let arguments = (ins Variadic<Tensor>:$inputs, Token:$token, ChannelHandleAttr:$channel_handle,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer, OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Token:$result);
}
def RecvOp : Stablehlo_Op<"recv", [ReadsAndWrites<RecvResource>]> {
  let arguments = (ins Token:$token, ChannelHandleAttr:$channel_handle,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer, OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<Value>);
}
def InfeedOp : Stablehlo_Op<"infeed", [ReadsAndWrites<InfeedResource>]> {
  let arguments = (ins Token:$token, DefaultValuedOptionalStrAttr<StrAttr, "">:$infeed_config,
    OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<Value>);
}
def OutfeedOp : Stablehlo_InferOp<"outfeed", [ReadsAndWrites<OutfeedResource>]> {
  let arguments = (ins Variadic<Tensor>:$inputs, Token:$token, DefaultValuedOptionalStrAttr<StrAttr, "">:$outfeed_config);
  let results = (outs Token:$result);
  let hasVerifier = 0;
}

def AsyncStartOp : Stablehlo_Op<"async_start", [RecursiveMemoryEffects, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins Variadic<Tensor>:$operands);
  let results = (outs FutureValue:$result);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
  let hasVerifier = 0;
}
def AsyncDoneOp : Stablehlo_Op<"async_done"> {
  let arguments = (ins FutureValue:$operand);
  let results = (outs Tensor:$result);
}

#endif
