// Text of the attributes whose syntax is not declared in ods/Attributes.td.
#include "ir/stablehlo/StablehloAttributes.h"

#include "ir/stablehlo/format/Fields.h"
#include "ir/stablehlo/format/Lists.h"

using namespace mlir;

namespace lockstep::stablehlo {

//===-- Dimension numbers --------------------------------------------------------------------------------------===//

Attribute GatherDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> offset, collapsed, operandBatching, indicesBatching, startIndexMap;
  int64_t indexVectorDim = 0;
  if (parseFields(parser, {{"offset_dims", &offset},
                           {"collapsed_slice_dims", &collapsed},
                           {"operand_batching_dims", &operandBatching},
                           {"start_indices_batching_dims", &indicesBatching},
                           {"start_index_map", &startIndexMap},
                           {"index_vector_dim", &indexVectorDim}}))
    return {};
  return get(parser.getContext(), offset, collapsed, operandBatching, indicesBatching, startIndexMap, indexVectorDim);
}

void GatherDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter(printer)
      .list("offset_dims", getOffsetDims())
      .list("collapsed_slice_dims", getCollapsedSliceDims())
      .list("operand_batching_dims", getOperandBatchingDims())
      .list("start_indices_batching_dims", getStartIndicesBatchingDims())
      .list("start_index_map", getStartIndexMap())
      .number("index_vector_dim", getIndexVectorDim());
}

Attribute ScatterDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> window, inserted, inputBatching, indicesBatching, scatterDims;
  int64_t indexVectorDim = 0;
  if (parseFields(parser, {{"update_window_dims", &window},
                           {"inserted_window_dims", &inserted},
                           {"input_batching_dims", &inputBatching},
                           {"scatter_indices_batching_dims", &indicesBatching},
                           {"scatter_dims_to_operand_dims", &scatterDims},
                           {"index_vector_dim", &indexVectorDim}}))
    return {};
  return get(parser.getContext(), window, inserted, inputBatching, indicesBatching, scatterDims, indexVectorDim);
}

void ScatterDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter(printer)
      .list("update_window_dims", getUpdateWindowDims())
      .list("inserted_window_dims", getInsertedWindowDims())
      .list("input_batching_dims", getInputBatchingDims())
      .list("scatter_indices_batching_dims", getScatterIndicesBatchingDims())
      .list("scatter_dims_to_operand_dims", getScatterDimsToOperandDims())
      .number("index_vector_dim", getIndexVectorDim());
}

Attribute DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> lhsBatching, rhsBatching, lhsContracting, rhsContracting;
  if (parseFields(parser, {{"lhs_batching_dimensions", &lhsBatching},
                           {"rhs_batching_dimensions", &rhsBatching},
                           {"lhs_contracting_dimensions", &lhsContracting},
                           {"rhs_contracting_dimensions", &rhsContracting}}))
    return {};
  return get(parser.getContext(), lhsBatching, rhsBatching, lhsContracting, rhsContracting);
}

void DotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter(printer)
      .list("lhs_batching_dimensions", getLhsBatchingDimensions())
      .list("rhs_batching_dimensions", getRhsBatchingDimensions())
      .list("lhs_contracting_dimensions", getLhsContractingDimensions())
      .list("rhs_contracting_dimensions", getRhsContractingDimensions());
}

//===-- Accuracy -----------------------------------------------------------------------------------------------===//

// `<atol = 0.1, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>`; zero tolerances are left out.
Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  double atol = 0, rtol = 0;
  int64_t ulps = 0;
  ResultAccuracyModeAttr mode;
  auto location = parser.getCurrentLocation();
  auto parseItem = [&]() -> ParseResult {
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    if (name == "atol")
      return parser.parseFloat(atol);
    if (name == "rtol")
      return parser.parseFloat(rtol);
    if (name == "ulps")
      return parser.parseInteger(ulps);
    if (name == "mode")
      return parser.parseAttribute(mode);
    return parser.emitError(location) << "expected atol, rtol, ulps or mode; found " << name;
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, parseItem))
    return {};
  if (!mode)
    mode = ResultAccuracyModeAttr::get(parser.getContext(), ResultAccuracyMode::DEFAULT);
  return parser.getChecked<ResultAccuracyAttr>(location, parser.getContext(), APFloat(atol), APFloat(rtol), ulps, mode);
}

void ResultAccuracyAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (!getAtol().isZero()) {
    printer << "atol = ";
    printer.printFloat(getAtol());
    printer << ", ";
  }
  if (!getRtol().isZero()) {
    printer << "rtol = ";
    printer.printFloat(getRtol());
    printer << ", ";
  }
  if (getUlps() != 0)
    printer << "ulps = " << getUlps() << ", ";
  printer << "mode = ";
  printer.printAttribute(getMode());
  printer << '>';
}

//===-- Mesh ---------------------------------------------------------------------------------------------------===//

// `<axes=[<name = "x", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>>`; an axis may also be written in full.
Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<MeshAxisAttr> axes;
  DenseIntElementsAttr deviceIds;
  auto parseAxis = [&]() -> ParseResult { return parser.parseCustomAttributeWithFallback(axes.emplace_back()); };
  if (parser.parseLess() || parser.parseKeyword("axes") || parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseAxis))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("device_ids") || parser.parseEqual() || parser.parseAttribute(deviceIds)))
    return {};
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), axes, deviceIds);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<axes=[";
  llvm::interleaveComma(getAxes(), printer, [&](MeshAxisAttr axis) { printer.printStrippedAttrOrType(axis); });
  printer << ']';
  if (getDeviceIds())
    printer << ", device_ids=" << getDeviceIds();
  printer << '>';
}

} // namespace lockstep::stablehlo
