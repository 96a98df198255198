// Operators of the `plan` dialect.
#ifndef LOCKSTEP_IR_PLAN_OPS
#define LOCKSTEP_IR_PLAN_OPS

class Plan_Op<string name, list<Trait> traits = []> : Op<Plan_Dialect, name, traits>;

def Plan_Tensor : StaticShapeTensorOf<[AnyType]>;
def Plan_MicroBatch : ConfinedAttr<I64Attr, [IntNonNegative]>;
def Plan_StageNumber : ConfinedAttr<I64Attr, [IntNonNegative]>;

def Plan_StepOp : Plan_Op<"step", [IsolatedFromAbove, RecursiveMemoryEffects, HasParent<"mlir::func::FuncOp">,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "one training step as one program per stage";
  let description = [{
    Operands and results are whole tensors. Stage s is the set of devices at coordinate s of the mesh axis
    `stage_axis`; its program is region s, run by each of them (SPMD over the remaining axes). A program takes the
    pieces of the operands that are placed on its stage, in their order, and returns the pieces of the results that are
    placed on it, in theirs. Programs share no values: what passes between them are messages and collectives.

    Constraints:
    (C1) there is one program per coordinate of `stage_axis`;
    (C2) there is one placement per operand and per result;
    (C3) the stages of a placement exist, each is named once, and there is at least one;
    (C4) shardings are on the mesh of the step and do not use `stage_axis`;
    (C5) a program's arguments are the pieces of the operands placed on its stage;
    (C6) a program returns the pieces of the results placed on its stage;
    (C7) `in_flight`, if present, has one bound per stage;
    (C8) a collective that crosses stages stands directly in the programs, not in a function or region;
    (C9) the peer of a message is another stage of the step;
    (C10) the function around holds nothing but the step, whose results it returns in their order.
  }];
  let arguments = (ins Variadic<Plan_Tensor>:$tensors, FlatSymbolRefAttr:$mesh, StrAttr:$stage_axis,
                       Plan_PlacementList:$in_placements, Plan_PlacementList:$out_placements,
                       OptionalAttr<DenseI64ArrayAttr>:$in_flight);
  let results = (outs Variadic<Plan_Tensor>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$programs);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    int64_t getStageCount() { return getPrograms().size(); }
    /// The mesh that the step names; null when the module declares none of that name.
    ::lockstep::sdy::MeshAttr getMeshAttrValue();
    /// Numbers of the operands (or results) that are placed on a stage, ascending.
    llvm::SmallVector<unsigned> operandsOn(int64_t stage);
    llvm::SmallVector<unsigned> resultsOn(int64_t stage);
  }];
}

def Plan_ReturnOp : Plan_Op<"return", [Pure, Terminator, HasParent<"StepOp">]> {
  let summary = "ends the program of a stage";
  let arguments = (ins Variadic<Plan_Tensor>:$results);
  let assemblyFormat = "($results^ `:` type($results))? attr-dict";
}

def Plan_SendOp : Plan_Op<"send", [ParentOneOf<["StepOp", "GroupOp"]>]> {
  let summary = "sends a tensor to the devices of another stage";
  let description = [{
    Each device sends to the one that differs from it in the stage only. A message is known by source, target, tag and
    micro-batch. Outside of a group it waits until the other side has posted its receive.
  }];
  let arguments = (ins Plan_Tensor:$value, Plan_StageNumber:$stage, OptionalAttr<Plan_MicroBatch>:$micro_batch, StrAttr:$tag);
  let assemblyFormat = [{
    $value `to` $stage (`micro_batch` $micro_batch^)? `tag` $tag attr-dict `:` type($value)
  }];
}

def Plan_RecvOp : Plan_Op<"recv", [ParentOneOf<["StepOp", "GroupOp"]>]> {
  let summary = "receives a tensor from the devices of another stage";
  let arguments = (ins Plan_StageNumber:$stage, OptionalAttr<Plan_MicroBatch>:$micro_batch, StrAttr:$tag);
  let results = (outs Plan_Tensor:$result);
  let assemblyFormat = [{
    `from` $stage (`micro_batch` $micro_batch^)? `tag` $tag attr-dict `:` type($result)
  }];
}

def Plan_GroupOp : Plan_Op<"group", [HasParent<"StepOp">, SingleBlock]> {
  let summary = "sends and receives that are posted together";
  let description = [{
    Ends when all of them have ended. Operations to the same peer keep their order; others do not wait for one another.

    Constraints:
    (C1) the body holds sends and receives only, at least one;
    (C2) nothing received in the group is sent in it;
    (C3) the results are the values yielded, each received in the group.
  }];
  let results = (outs Variadic<Plan_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$body attr-dict (`:` type($results)^)?";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Plan_YieldOp : Plan_Op<"yield", [Pure, Terminator, HasParent<"GroupOp">]> {
  let summary = "ends a group";
  let arguments = (ins Variadic<Plan_Tensor>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

def Plan_CallOp : Plan_Op<"call", [HasParent<"StepOp">, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs a function, for one micro-batch or once a step";
  let description = [{
    With `micro_batch` the function takes the number as its first argument, a `tensor<i32>`, before the operands. The
    buffers of the operands listed in `donates` are given up: nothing may read them later.

    Constraints:
    (C1) the callee is a function with a body;
    (C2) its arguments and results are those of the call, after the micro-batch number if there is one;
    (C3) `donates` lists operands, each once, ascending.
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, OptionalAttr<Plan_MicroBatch>:$micro_batch,
                       Variadic<Plan_Tensor>:$operands, OptionalAttr<DenseI64ArrayAttr>:$donates);
  let results = (outs Variadic<Plan_Tensor>:$results);
  let assemblyFormat = [{
    $callee (`micro_batch` $micro_batch^)? `(` $operands `)` (`donates` $donates^)? attr-dict
    `:` functional-type($operands, $results)
  }];
  let hasVerifier = 1;
}

#endif
