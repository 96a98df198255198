// Attributes of the `sdy` dialect. Text forms are read and written in SdyAttributes.cpp and SdyRule.cpp.
#ifndef LOCKSTEP_IR_SDY_ATTRIBUTES
#define LOCKSTEP_IR_SDY_ATTRIBUTES

class Sdy_Attr<string name, string word> : AttrDef<Sdy_Dialect, name> {
  let mnemonic = word;
  let hasCustomAssemblyFormat = 1;
}

// An attribute that is a list; iterates like one.
class Sdy_ListAttr<string name, string word, string element> : Sdy_Attr<name, word> {
  let parameters = (ins OptionalArrayRefParameter<element>:$value);
  let extraClassDeclaration = [{
    auto begin() const { return getValue().begin(); }
    auto end() const { return getValue().end(); }
    bool empty() const { return getValue().empty(); }
    size_t size() const { return getValue().size(); }
  }];
}

def Sdy_MeshAxis : Sdy_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "a named axis and its size, `\"dp\"=4`";
  let parameters = (ins StringRefParameter<>:$name, "int64_t":$size);
  let genVerifyDecl = 1;
}

def Sdy_Mesh : Sdy_Attr<"Mesh", "mesh"> {
  let summary = "axes, major first, and optionally the device at each position, `<[\"dp\"=2, \"tp\"=2], device_ids=[0, 2, 1, 3]>`";
  let description = [{
    The devices at consecutive positions (row-major over the axes) are `device_ids`, or 0, 1, 2, ... when absent; ids
    that are just 0, 1, 2, ... are dropped when read. A mesh without axes and with one id means that single device.
  }];
  let parameters = (ins OptionalArrayRefParameter<"MeshAxisAttr">:$axes, OptionalArrayRefParameter<"int64_t">:$device_ids);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool hasAxis(llvm::StringRef axis) const;
    /// Size of an axis of this mesh; 0 when there is none of that name.
    int64_t getAxisSize(llvm::StringRef axis) const;
    /// Number of devices.
    int64_t getTotalSize() const;
    bool empty() const { return getAxes().empty() && getDeviceIds().empty(); }
    /// No axes and one device id: everything lives on that device.
    bool isMaximal() const { return getAxes().empty() && getDeviceIds().size() == 1; }
  }];
}

def Sdy_SubAxisInfo : Sdy_Attr<"SubAxisInfo", "sub_axis_info"> {
  let summary = "which digit of an axis a sub-axis is, `(pre_size)size`";
  let parameters = (ins "int64_t":$pre_size, "int64_t":$size);
  let genVerifyDecl = 1;
}

def Sdy_AxisRef : Sdy_Attr<"AxisRef", "axis_ref"> {
  let summary = "an axis or a sub-axis, `\"tp\"` or `\"tp\":(2)4`";
  let parameters = (ins StringRefParameter<>:$name, OptionalParameter<"SubAxisInfoAttr">:$sub_axis_info);
  let extraClassDeclaration = [{
    /// Number of pieces along it; 0 when the mesh has no such axis.
    int64_t getSize(MeshAttr mesh) const;
    bool overlaps(AxisRefAttr other) const;
    std::string toString() const;
  }];
}

def Sdy_AxisRefList : Sdy_ListAttr<"AxisRefList", "axis_ref_list", "AxisRefAttr"> {
  let summary = "axes in braces, `{\"a\", \"b\"}`";
}

def Sdy_ListOfAxisRefLists : Sdy_ListAttr<"ListOfAxisRefLists", "list_of_axis_ref_lists", "AxisRefListAttr"> {
  let summary = "a list of axes per dim, `[{\"a\"}, {}]`";
}

def Sdy_ManualAxes : Sdy_ListAttr<"ManualAxes", "manual_axes", "mlir::StringAttr"> {
  let summary = "names of whole axes, `{\"dp\", \"tp\"}`";
}

def Sdy_DimensionSharding : Sdy_Attr<"DimensionSharding", "dimension_sharding"> {
  let summary = "axes that cut one dim, major first; `?` leaves it open to propagation; `pN` is a priority";
  let parameters = (ins OptionalArrayRefParameter<"AxisRefAttr">:$axes, "bool":$is_closed,
                        OptionalParameter<"std::optional<int64_t>">:$priority);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Number of pieces of the dim.
    int64_t getShardedSize(MeshAttr mesh) const;
  }];
}

def Sdy_TensorSharding : Sdy_Attr<"TensorSharding", "sharding"> {
  let summary = "how a tensor lies on a mesh, `<@mesh, [{\"dp\"}, {?}], replicated={\"a\"}, unreduced={\"b\"}>`";
  let parameters = (ins "mlir::Attribute":$mesh_or_ref, OptionalArrayRefParameter<"DimensionShardingAttr">:$dim_shardings,
                        OptionalArrayRefParameter<"AxisRefAttr">:$replicated_axes,
                        OptionalArrayRefParameter<"AxisRefAttr">:$unreduced_axes);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getDimShardings().size(); }
    DimensionShardingAttr getDimSharding(int64_t dim) const { return getDimShardings()[dim]; }
    /// The mesh written in place, or the one of that name in the module around `from`; null when there is none.
    MeshAttr getMesh(mlir::Operation *from) const;
    /// Checks the sharding against a mesh and a tensor type; `what` starts the messages. Divisibility is a matter of
    /// the place where the sharding stands and not checked here.
    mlir::LogicalResult verifyForType(mlir::Type type, MeshAttr mesh,
                                      llvm::function_ref<mlir::InFlightDiagnostic()> emitError, const llvm::Twine &what) const;
    void forEachAxisRef(llvm::function_ref<void(AxisRefAttr)> visit) const;
  }];
}

def Sdy_TensorShardingPerValue : Sdy_Attr<"TensorShardingPerValue", "sharding_per_value"> {
  let summary = "a sharding per operand or result, `<[<@mesh, [{}]>, <@mesh, [{\"a\"}]>]>`";
  let parameters = (ins OptionalArrayRefParameter<"TensorShardingAttr">:$shardings);
  let extraClassDeclaration = [{
    bool empty() const { return getShardings().empty(); }
    int64_t size() const { return getShardings().size(); }
    TensorShardingAttr getSharding(int64_t index) const { return getShardings()[index]; }
  }];
}

def Sdy_DimMapping : Sdy_Attr<"DimMapping", "dim_mapping"> {
  let summary = "the factors a dim consists of, major first; none is written `*`";
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$factor_indices);
}

def Sdy_TensorMapping : Sdy_Attr<"TensorMapping", "tensor_mapping"> {
  let summary = "the factors of every dim, `[i, jk]`";
  let parameters = (ins OptionalArrayRefParameter<"DimMappingAttr">:$dim_mappings);
  let extraClassDeclaration = [{ int64_t getRank() const { return getDimMappings().size(); } }];
}

def Sdy_OpShardingRule : Sdy_Attr<"OpShardingRule", "op_sharding_rule"> {
  let summary = "how an operator's dims correspond, `<([i, k], [k, j])->([i, j]) {i=8, j=16, k=4} reduction={k}>`";
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$factor_sizes,
                        OptionalArrayRefParameter<"TensorMappingAttr">:$operand_mappings,
                        OptionalArrayRefParameter<"TensorMappingAttr">:$result_mappings,
                        OptionalArrayRefParameter<"int64_t">:$reduction_factors,
                        OptionalArrayRefParameter<"int64_t">:$need_replication_factors,
                        OptionalArrayRefParameter<"int64_t">:$permutation_factors,
                        OptionalArrayRefParameter<"int64_t">:$blocked_propagation_factors,
                        DefaultValuedParameter<"bool", "false">:$is_custom_rule);
  let genVerifyDecl = 1;
}

def Sdy_AllToAllParam : Sdy_Attr<"AllToAllParam", "all_to_all_param"> {
  let summary = "axes moved between two dims, `{\"b\"}: 0->2`";
  let parameters = (ins OptionalArrayRefParameter<"AxisRefAttr">:$axes, "int64_t":$src_dim, "int64_t":$tgt_dim);
}

def Sdy_AllToAllParamList : Sdy_ListAttr<"AllToAllParamList", "all_to_all_param_list", "AllToAllParamAttr"> {
  let summary = "all-to-all parameters, `[{\"b\"}: 0->2, {\"c\"}: 1->3]`";
}

def Sdy_PropagationDirection : I32EnumAttr<"PropagationDirection", "directions a sharding may flow", [
    I32EnumAttrCase<"NONE", 0>, I32EnumAttrCase<"FORWARD", 1>, I32EnumAttrCase<"BACKWARD", 2>, I32EnumAttrCase<"BOTH", 3>]> {
  let cppNamespace = "::lockstep::sdy";
}

#endif
