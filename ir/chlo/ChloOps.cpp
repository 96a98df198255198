// Text forms and checks of the `chlo` operators that need more than the table.
#include "ir/chlo/ChloOps.h"

#include "ir/dialects/StrictProperties.h"

#include "ir/chlo/ChloDialect.cpp.inc"

#define GET_OP_CLASSES
#include "ir/chlo/ChloOps.cpp.inc"

using llvm::SmallVector;
using mlir::failure;
using mlir::LogicalResult;
using mlir::OpAsmParser;
using mlir::OpAsmPrinter;
using mlir::OperationState;
using mlir::ParseResult;
using mlir::success;

namespace lockstep::chlo {

void ChloDialect::initialize() {
  registerAttributes();
  addStrictOperations<
#define GET_OP_LIST
#include "ir/chlo/ChloOps.cpp.inc"
      >(*this);
}

mlir::OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult ConstantLikeOp::verify() {
  auto result = llvm::cast<mlir::ShapedType>(getType());
  if (getValue().getType() != result.getElementType())
    return emitOpError() << "value of type " << getValue().getType() << " does not fit a result of " << result;
  return success();
}

//===-- top_k --------------------------------------------------------------------------------------------------===//

ParseResult TopKOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand operand;
  mlir::Type type;
  SmallVector<mlir::Type> results;
  int64_t k;
  llvm::SMLoc loc;
  if (parser.parseLParen() || parser.getCurrentLocation(&loc) || parser.parseOperand(operand) || parser.parseComma() ||
      parser.parseKeyword("k") || parser.parseEqual() || parser.parseInteger(k) || parser.parseRParen() ||
      parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(type) ||
      parser.parseArrowTypeList(results))
    return failure();
  if (results.size() != 2)
    return parser.emitError(loc) << "expected the types of values and indices, found " << results.size() << " types";
  state.getOrAddProperties<Properties>().k = parser.getBuilder().getI64IntegerAttr(k);
  state.addTypes(results);
  return parser.resolveOperand(operand, type, state.operands);
}

void TopKOp::print(OpAsmPrinter &printer) {
  printer << "(" << getOperand() << ", k = " << getK() << ")";
  printer.printOptionalAttrDict((*this)->getAttrs(), {"k"});
  printer << " : " << getOperand().getType() << " -> (" << getValues().getType() << ", " << getIndices().getType()
          << ")";
}

void TopKOp::getAsmResultNames(mlir::OpAsmSetValueNameFn setName) {
  setName(getValues(), "values");
  setName(getIndices(), "indices");
}

LogicalResult TopKOp::verify() {
  auto operand = llvm::dyn_cast<mlir::RankedTensorType>(getOperand().getType());
  auto indices = llvm::dyn_cast<mlir::RankedTensorType>(getIndices().getType());
  if (!operand || !indices)
    return success();
  if (operand.getRank() < 1)
    return emitOpError("needs an operand with at least one dim");
  if (int64_t(getK()) < 0)
    return emitOpError() << "k must not be negative, found " << int64_t(getK());
  int64_t last = operand.getShape().back();
  if (!mlir::ShapedType::isDynamic(last) && last < int64_t(getK()))
    return emitOpError() << "k = " << getK() << " is more than the extent " << last << " of the last dim";
  SmallVector<int64_t> shape(operand.getShape());
  shape.back() = getK();
  mlir::Type expected = operand.clone(shape);
  if (getValues().getType() != expected)
    return emitOpError() << "values must be " << expected << ", found " << getValues().getType();
  if (indices.getShape() != llvm::ArrayRef<int64_t>(shape))
    return emitOpError() << "indices must have the shape of the values, found " << indices;
  return success();
}

//===-- ragged_dot ---------------------------------------------------------------------------------------------===//

namespace {

// Every dim of a list is a dim of the tensor and none occurs twice over all lists.
LogicalResult verifyDims(RaggedDotOp op, mlir::Type type, llvm::StringRef side,
                         std::initializer_list<llvm::ArrayRef<int64_t>> lists) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor)
    return success();
  llvm::SmallDenseSet<int64_t> seen;
  for (llvm::ArrayRef<int64_t> list : lists)
    for (int64_t dim : list) {
      if (dim < 0 || dim >= tensor.getRank())
        return op.emitOpError() << "dim " << dim << " is not a dim of the " << side << " " << tensor;
      if (!seen.insert(dim).second)
        return op.emitOpError() << "dim " << dim << " of the " << side << " is named twice";
    }
  return success();
}

} // namespace

LogicalResult RaggedDotOp::verify() {
  RaggedDotDimensionNumbersAttr dims = getRaggedDotDimensionNumbers();
  // The ragged dim may itself be a batching or a contracting dim.
  if (failed(verifyDims(*this, getLhs().getType(), "left operand",
                        {dims.getLhsBatchingDimensions(), dims.getLhsContractingDimensions()})) ||
      failed(verifyDims(*this, getLhs().getType(), "left operand", {dims.getLhsRaggedDimensions()})) ||
      failed(verifyDims(*this, getRhs().getType(), "right operand",
                        {dims.getRhsBatchingDimensions(), dims.getRhsContractingDimensions(),
                         dims.getRhsGroupDimensions()})))
    return failure();
  if (dims.getLhsBatchingDimensions().size() != dims.getRhsBatchingDimensions().size())
    return emitOpError("both operands must have the same number of batching dims");
  if (dims.getLhsContractingDimensions().size() != dims.getRhsContractingDimensions().size())
    return emitOpError("both operands must have the same number of contracting dims");
  if (dims.getLhsRaggedDimensions().size() != 1)
    return emitOpError("needs exactly one ragged dim");
  if (dims.getRhsGroupDimensions().size() > 1)
    return emitOpError("takes at most one group dim");
  return success();
}

//===-- broadcast_compare --------------------------------------------------------------------------------------===//

ParseResult BroadcastCompareOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand, 2> operands;
  mlir::FunctionType type;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands, 2) || parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type))
    return failure();
  state.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), loc, state.operands);
}

void BroadcastCompareOp::print(OpAsmPrinter &printer) {
  printer << " " << getLhs() << ", " << getRhs();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : ";
  printer.printFunctionalType(*this);
}

} // namespace lockstep::chlo
