// Attributes and types, with the field names and the text of the specification.
#ifndef LOCKSTEP_STABLEHLO_ATTRIBUTES_TD
#define LOCKSTEP_STABLEHLO_ATTRIBUTES_TD

include "ir/stablehlo/ods/Enums.td"
include "mlir/IR/AttrTypeBase.td"

class Stablehlo_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Stablehlo_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}
class Stablehlo_Type<string name, string typeMnemonic> : TypeDef<Stablehlo_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def TokenType : Stablehlo_Type<"Token", "token"> { let summary = "orders side effects"; }
def FutureType : Stablehlo_Type<"Future", "future"> {
  let summary = "values of a computation that was started";
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
}

// `[0, 2]`; an empty list is `[]`.
def Dims : ArrayRefParameter<"int64_t", "dimensions"> {
  let parser = "::lockstep::stablehlo::parseDims($_parser)";
  let printer = "::lockstep::stablehlo::printDims($_printer, $_self)";
}

def GatherDimensionNumbersAttr : Stablehlo_Attr<"GatherDimensionNumbers", "gather"> {
  let summary = "how gather reads its operands";
  let parameters = (ins Dims:$offsetDims, Dims:$collapsedSliceDims, Dims:$operandBatchingDims,
    Dims:$startIndicesBatchingDims, Dims:$startIndexMap, "int64_t":$indexVectorDim);
  let hasCustomAssemblyFormat = 1;
}
def ScatterDimensionNumbersAttr : Stablehlo_Attr<"ScatterDimensionNumbers", "scatter"> {
  let summary = "how scatter reads its operands";
  let parameters = (ins Dims:$updateWindowDims, Dims:$insertedWindowDims, Dims:$inputBatchingDims,
    Dims:$scatterIndicesBatchingDims, Dims:$scatterDimsToOperandDims, "int64_t":$indexVectorDim);
  let hasCustomAssemblyFormat = 1;
}
def DotDimensionNumbersAttr : Stablehlo_Attr<"DotDimensionNumbers", "dot"> {
  let summary = "batching and contracting dimensions of dot_general";
  let parameters = (ins Dims:$lhsBatchingDimensions, Dims:$rhsBatchingDimensions, Dims:$lhsContractingDimensions,
    Dims:$rhsContractingDimensions);
  let hasCustomAssemblyFormat = 1;
}
def ConvDimensionNumbersAttr : Stablehlo_Attr<"ConvDimensionNumbers", "conv"> {
  let summary = "which dimension of convolution plays which part";
  let parameters = (ins
    "int64_t":$inputBatchDimension, "int64_t":$inputFeatureDimension, Dims:$inputSpatialDimensions,
    "int64_t":$kernelInputFeatureDimension, "int64_t":$kernelOutputFeatureDimension, Dims:$kernelSpatialDimensions,
    "int64_t":$outputBatchDimension, "int64_t":$outputFeatureDimension, Dims:$outputSpatialDimensions);
  let hasCustomAssemblyFormat = 1;
}
def DotAlgorithmAttr : Stablehlo_Attr<"DotAlgorithm", "dot_algorithm"> {
  let summary = "the arithmetic a contraction must use";
  let parameters = (ins "::mlir::Type":$lhsPrecisionType, "::mlir::Type":$rhsPrecisionType,
    "::mlir::Type":$accumulationType, "int64_t":$lhsComponentCount, "int64_t":$rhsComponentCount,
    "int64_t":$numPrimitiveOperations, "bool":$allowImpreciseAccumulation);
  let assemblyFormat = [{
    `<` `lhs_precision_type` `=` $lhsPrecisionType `,` `rhs_precision_type` `=` $rhsPrecisionType `,`
    `accumulation_type` `=` $accumulationType `,` `lhs_component_count` `=` $lhsComponentCount `,`
    `rhs_component_count` `=` $rhsComponentCount `,` `num_primitive_operations` `=` $numPrimitiveOperations `,`
    `allow_imprecise_accumulation` `=` $allowImpreciseAccumulation `>`
  }];
}
def ResultAccuracyAttr : Stablehlo_Attr<"ResultAccuracy", "result_accuracy"> {
  let summary = "accuracy asked of a transcendental function";
  let parameters = (ins "::llvm::APFloat":$atol, "::llvm::APFloat":$rtol, "int64_t":$ulps,
    "::lockstep::stablehlo::ResultAccuracyModeAttr":$mode);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}
def ChannelHandleAttr : Stablehlo_Attr<"ChannelHandle", "channel_handle"> {
  let summary = "number and kind of a channel";
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
  let assemblyFormat = "`<` struct(params) `>`";
}
def OutputOperandAliasAttr : Stablehlo_Attr<"OutputOperandAlias", "output_operand_alias"> {
  let summary = "an output of a custom call that lives in an operand";
  let parameters = (ins Dims:$outputTupleIndices, "int64_t":$operandIndex, Dims:$operandTupleIndices);
  let assemblyFormat = [{
    `<` `output_tuple_indices` `=` $outputTupleIndices `,` `operand_index` `=` $operandIndex `,`
    `operand_tuple_indices` `=` $operandTupleIndices `>`
  }];
}
def TypeExtensionsAttr : Stablehlo_Attr<"TypeExtensions", "type_extensions",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "upper bounds of dynamic dimensions, printed as #stablehlo.bounds";
  let parameters = (ins ArrayRefParameter<"int64_t">:$bounds);
  let assemblyFormat = "`<` `bounds` `=` ` ` custom<BoundsList>($bounds) `>`";
}

//===-- Replica groups by mesh axes ----------------------------------------------------------------------------===//

def SubAxisInfoAttr : Stablehlo_Attr<"SubAxisInfo", "sub_axis_info"> {
  let summary = "which digits of an axis: `(pre_size)size`";
  let parameters = (ins "int64_t":$pre_size, "int64_t":$size);
  let assemblyFormat = "`(` $pre_size `)` `` $size";
}
def AxisRefAttr : Stablehlo_Attr<"AxisRef", "axis_ref"> {
  let summary = "an axis of a mesh or a part of one";
  let parameters = (ins StringRefParameter<"axis">:$name,
    OptionalParameter<"::lockstep::stablehlo::SubAxisInfoAttr">:$sub_axis_info);
  let assemblyFormat = "`<` struct(params) `>`";
}
def MeshAxisAttr : Stablehlo_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "a named axis and its size";
  let parameters = (ins StringRefParameter<"axis">:$name, "int64_t":$size);
  let assemblyFormat = "`<` struct(params) `>`";
}
def MeshAttr : Stablehlo_Attr<"Mesh", "mesh"> {
  let summary = "axes, and the device at every position if that is not the position itself";
  let parameters = (ins ArrayRefParameter<"::lockstep::stablehlo::MeshAxisAttr">:$axes,
    OptionalParameter<"::mlir::DenseIntElementsAttr">:$device_ids);
  let hasCustomAssemblyFormat = 1;
}
def ReplicaGroupMeshAxesAttr : Stablehlo_Attr<"ReplicaGroupMeshAxes", "replica_group_mesh_axes"> {
  let summary = "replica groups as the devices that differ in the given axes only";
  let parameters = (ins "::mlir::Attribute":$mesh, "::mlir::ArrayAttr":$axes);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}
def ReplicaGroupsAttr : AnyAttrOf<[I64ElementsAttr, ReplicaGroupMeshAxesAttr]> {
  let summary = "replica groups, listed or by mesh axes";
}

def LayoutAttr : Attr<CPred<"::lockstep::stablehlo::isLayout($_self)">, "1D tensor of index"> {
  let storageType = "::mlir::DenseIntElementsAttr";
  let returnType = "::mlir::DenseIntElementsAttr";
}
def LayoutArrayAttr : TypedArrayAttrBase<LayoutAttr, "layouts">;
def OutputOperandAliasArrayAttr : TypedArrayAttrBase<OutputOperandAliasAttr, "aliases">;
def SymbolArrayAttr : TypedArrayAttrBase<FlatSymbolRefAttr, "functions">;

#endif
