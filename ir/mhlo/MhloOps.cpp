// Text form and checks of mhlo.topk; the rest follows from the table.
#include "ir/mhlo/MhloOps.h"

#include "ir/dialects/StrictProperties.h"

#include "ir/mhlo/MhloDialect.cpp.inc"

#define GET_OP_CLASSES
#include "ir/mhlo/MhloOps.cpp.inc"

using llvm::SmallVector;
using mlir::failure;
using mlir::LogicalResult;
using mlir::OpAsmParser;
using mlir::OpAsmPrinter;
using mlir::OperationState;
using mlir::ParseResult;
using mlir::success;

namespace lockstep::mhlo {

void MhloDialect::initialize() {
  addStrictOperations<
#define GET_OP_LIST
#include "ir/mhlo/MhloOps.cpp.inc"
      >(*this);
}

LogicalResult AddDependencyOp::verify() {
  if (getOperand().getType() != getOutput().getType())
    return emitOpError() << "result must have the operand's type " << getOperand().getType() << ", found "
                         << getOutput().getType();
  return success();
}

// `(%x, k = 2, largest = false) {...} : T -> (T, T)`; largest is written when it is false.
ParseResult TopKOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand operand;
  mlir::Type type;
  SmallVector<mlir::Type> results;
  int64_t k;
  auto &properties = state.getOrAddProperties<Properties>();
  llvm::SMLoc loc;
  if (parser.parseLParen() || parser.getCurrentLocation(&loc) || parser.parseOperand(operand) || parser.parseComma() ||
      parser.parseKeyword("k") || parser.parseEqual() || parser.parseInteger(k))
    return failure();
  if (succeeded(parser.parseOptionalComma())) {
    mlir::BoolAttr largest;
    if (parser.parseKeyword("largest") || parser.parseEqual() || parser.parseAttribute(largest))
      return failure();
    properties.largest = largest;
  }
  if (parser.parseRParen() || parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(type) ||
      parser.parseArrowTypeList(results))
    return failure();
  if (results.size() != 2)
    return parser.emitError(loc) << "expected the types of values and indices, found " << results.size() << " types";
  properties.k = parser.getBuilder().getI64IntegerAttr(k);
  state.addTypes(results);
  return parser.resolveOperand(operand, type, state.operands);
}

void TopKOp::print(OpAsmPrinter &printer) {
  printer << "(" << getOperand() << ", k = " << getK();
  if (getLargest() && !*getLargest())
    printer << ", largest = false";
  printer << ")";
  printer.printOptionalAttrDict((*this)->getAttrs(), {"k", "largest"});
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
  int64_t k = getK(), last = operand.getShape().back();
  if (k < 0 || (!mlir::ShapedType::isDynamic(last) && last < k))
    return emitOpError() << "k = " << k << " is not in 0.." << last << ", the extent of the last dim";
  SmallVector<int64_t> shape(operand.getShape());
  shape.back() = k;
  if (getValues().getType() != operand.clone(shape))
    return emitOpError() << "values must be " << operand.clone(shape) << ", found " << getValues().getType();
  if (indices.getShape() != llvm::ArrayRef<int64_t>(shape))
    return emitOpError() << "indices must have the shape of the values, found " << indices;
  return success();
}

} // namespace lockstep::mhlo
