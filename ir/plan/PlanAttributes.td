// Attributes of the `plan` dialect; text forms and invariants are in PlanAttributes.cpp.
#ifndef LOCKSTEP_IR_PLAN_ATTRIBUTES
#define LOCKSTEP_IR_PLAN_ATTRIBUTES

class Plan_Attr<string name, string word> : AttrDef<Plan_Dialect, name> {
  let mnemonic = word;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Plan_Placement : Plan_Attr<"Placement", "placement"> {
  let summary = "where a global tensor is: stages, and its sharding within each, `<[0, 1], <@mesh, [{\"dp\"}, {}]>>`";
  let parameters = (ins ArrayRefParameter<"int64_t">:$stages, "::lockstep::sdy::TensorShardingAttr":$sharding);
  let extraClassDeclaration = [{
    bool isOn(int64_t stage) const { return llvm::is_contained(getStages(), stage); }
  }];
}

def Plan_PlacementList : AttrDef<Plan_Dialect, "PlacementList"> {
  let mnemonic = "placements";
  let summary = "a placement per value, `[<[0], <@mesh, [{}]>>, ...]`";
  let parameters = (ins OptionalArrayRefParameter<"PlacementAttr">:$value);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    auto begin() const { return getValue().begin(); }
    auto end() const { return getValue().end(); }
    size_t size() const { return getValue().size(); }
    PlacementAttr operator[](size_t index) const { return getValue()[index]; }
  }];
}

def Plan_OrderKind : I32EnumAttr<"OrderKind", "how the addends of a reduction are combined", [
    I32EnumAttrCase<"Any", 0, "any">, I32EnumAttrCase<"Ring", 1, "ring">, I32EnumAttrCase<"Tree", 2, "tree">]> {
  let cppNamespace = "::lockstep::plan";
}

def Plan_Order : Plan_Attr<"Order", "order"> {
  let summary = "the declared order of a reduction, `<any>`, `<ring>`, `<tree, slots = 8, accumulate = f32>`";
  let description = [{
    `tree` is a canonical binary tree over `slots` logical slots, whatever the number of members. `accumulate` is the
    type in which sums are formed; without it that of the operand.
  }];
  let parameters = (ins "OrderKind":$kind, "int64_t":$slots, OptionalParameter<"mlir::Type">:$accumulate);
}

#endif
