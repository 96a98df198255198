// Text forms of the operators with bodies and of constants.
#include "ir/sdy/SdyOps.h"

#define GET_OP_CLASSES
#include "ir/sdy/SdyOps.cpp.inc"

using llvm::SmallVector;
using llvm::StringRef;
using mlir::failure;
using mlir::LogicalResult;
using mlir::OpAsmParser;
using mlir::OpAsmPrinter;
using mlir::OperationState;
using mlir::ParseResult;
using mlir::success;

namespace lockstep::sdy {
namespace {

// `[<@mesh, [...]>, ...]` without the attribute's name.
ParseResult parseShardings(OpAsmParser &parser, TensorShardingPerValueAttr &attribute) {
  SmallVector<TensorShardingAttr> shardings;
  auto parseOne = [&]() -> ParseResult {
    auto sharding = llvm::cast_or_null<TensorShardingAttr>(TensorShardingAttr::parse(parser, mlir::Type()));
    shardings.push_back(sharding);
    return success(bool(sharding));
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseOne))
    return failure();
  attribute = TensorShardingPerValueAttr::get(parser.getContext(), shardings);
  return success();
}

void printShardings(OpAsmPrinter &printer, StringRef word, TensorShardingPerValueAttr shardings) {
  printer << " " << word << "=[";
  llvm::interleaveComma(shardings.getShardings(), printer, [&](TensorShardingAttr one) { one.print(printer); });
  printer << "]";
}

// `(%x: T, ...) { ... }`.
ParseResult parseBody(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::Argument> arguments;
  mlir::Region *body = state.addRegion();
  return failure(parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren, /*allowType=*/true) ||
                 parser.parseRegion(*body, arguments));
}

void printBody(OpAsmPrinter &printer, mlir::Region &body) {
  printer << " (";
  llvm::interleaveComma(body.getArguments(), printer, [&](auto argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false, /*printBlockTerminators=*/true);
}

// `{attributes} : (types) -> types`, after the body.
ParseResult parseTail(OpAsmParser &parser, OperationState &state,
                      llvm::ArrayRef<OpAsmParser::UnresolvedOperand> operands) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  mlir::FunctionType type;
  if (parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(type))
    return failure();
  state.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), loc, state.operands);
}

void printTail(OpAsmPrinter &printer, mlir::Operation *op, llvm::ArrayRef<StringRef> elided) {
  printer.printOptionalAttrDict(op->getAttrs(), elided);
  printer << " : ";
  printer.printFunctionalType(op);
}

} // namespace

//===-- manual_computation -------------------------------------------------------------------------------------===//

ParseResult ManualComputationOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  auto &properties = state.getOrAddProperties<Properties>();
  if (parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren) || parser.parseKeyword("in_shardings") ||
      parser.parseEqual() || parseShardings(parser, properties.in_shardings) || parser.parseKeyword("out_shardings") ||
      parser.parseEqual() || parseShardings(parser, properties.out_shardings) || parser.parseKeyword("manual_axes") ||
      parser.parseEqual())
    return failure();
  properties.manual_axes = llvm::cast_or_null<ManualAxesAttr>(ManualAxesAttr::parse(parser, mlir::Type()));
  if (!properties.manual_axes || parseBody(parser, state) || parseTail(parser, state, operands))
    return failure();
  ensureTerminator(*state.regions.front(), parser.getBuilder(), state.location);
  return success();
}

void ManualComputationOp::print(OpAsmPrinter &printer) {
  printer << "(" << getTensors() << ")";
  printShardings(printer, "in_shardings", getInShardings());
  printShardings(printer, "out_shardings", getOutShardings());
  printer << " manual_axes=";
  getManualAxes().print(printer);
  printBody(printer, getBody());
  printTail(printer, *this, {"in_shardings", "out_shardings", "manual_axes"});
}

//===-- named_computation --------------------------------------------------------------------------------------===//

ParseResult NamedComputationOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  auto &properties = state.getOrAddProperties<Properties>();
  std::string name;
  if (parser.parseLess() || parser.parseString(&name) || parser.parseGreater() ||
      parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren))
    return failure();
  properties.name = parser.getBuilder().getStringAttr(name);
  if (succeeded(parser.parseOptionalKeyword("in_shardings")) &&
      (parser.parseEqual() || parseShardings(parser, properties.in_shardings)))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("out_shardings")) &&
      (parser.parseEqual() || parseShardings(parser, properties.out_shardings)))
    return failure();
  if (parseBody(parser, state) || parseTail(parser, state, operands))
    return failure();
  ensureTerminator(*state.regions.front(), parser.getBuilder(), state.location);
  return success();
}

void NamedComputationOp::print(OpAsmPrinter &printer) {
  printer << "<" << getNameAttr() << ">(" << getOperands() << ")";
  if (getInShardingsAttr())
    printShardings(printer, "in_shardings", getInShardingsAttr());
  if (getOutShardingsAttr())
    printShardings(printer, "out_shardings", getOutShardingsAttr());
  printBody(printer, getBody());
  printTail(printer, *this, {"name", "in_shardings", "out_shardings"});
}

//===-- constant -----------------------------------------------------------------------------------------------===//

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &state) {
  mlir::ElementsAttr value;
  llvm::SMLoc loc;
  if (parser.parseOptionalAttrDict(state.attributes) || parser.getCurrentLocation(&loc) ||
      parser.parseAttribute(value))
    return failure();
  if (!llvm::isa<mlir::RankedTensorType>(value.getType()))
    return parser.emitError(loc, "expected a ranked tensor constant");
  state.getOrAddProperties<Properties>().value = value;
  state.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
  printer << " " << getValue();
}

LogicalResult ConstantOp::inferReturnTypes(mlir::MLIRContext *, std::optional<mlir::Location>, mlir::ValueRange,
                                           mlir::DictionaryAttr, mlir::OpaqueProperties properties, mlir::RegionRange,
                                           llvm::SmallVectorImpl<mlir::Type> &types) {
  mlir::ElementsAttr value = properties.as<Properties *>()->value;
  if (!value)
    return failure();
  types.push_back(value.getType());
  return success();
}

} // namespace lockstep::sdy
