// Text of while:
//   while(%iterArg = %x, %iterArg_0 = %y) : t, u attributes {...}
//   cond { ... } do { ... }
// Both regions name their arguments in the head.
#include "ir/stablehlo/StablehloOps.h"

using namespace mlir;

namespace lockstep::stablehlo {

static ParseResult parseHead(OpAsmParser &parser, SmallVectorImpl<OpAsmParser::Argument> &arguments,
                             SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) || parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()));
  });
}

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  auto location = parser.getCurrentLocation();
  if (parseHead(parser, arguments, operands))
    return failure();
  if (!operands.empty() && parser.parseColonTypeList(result.types))
    return failure();
  if (result.types.size() != operands.size())
    return parser.emitError(location) << "expected " << operands.size() << " types, found " << result.types.size();
  for (auto [argument, type] : llvm::zip(arguments, result.types))
    argument.type = type;
  Region *cond = result.addRegion(), *body = result.addRegion();
  std::optional<Location> given;
  if (parser.resolveOperands(operands, result.types, location, result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) || parser.parseKeyword("cond") ||
      parser.parseRegion(*cond, arguments) || parser.parseKeyword("do") || parser.parseRegion(*body, arguments) ||
      parser.parseOptionalLocationSpecifier(given))
    return failure();
  // The arguments have no location of their own in this text.
  if (given)
    result.location = *given;
  for (Region *region : {cond, body})
    if (!region->empty())
      for (BlockArgument argument : region->front().getArguments())
        argument.setLoc(result.location);
  return success();
}

void WhileOp::print(OpAsmPrinter &printer) {
  printer << '(';
  if (!getBody().empty())
    llvm::interleaveComma(llvm::zip(getBody().getArguments(), getOperands()), printer, [&](auto pair) {
      printer << std::get<0>(pair) << " = " << std::get<1>(pair);
    });
  printer << ')';
  if (getNumOperands()) {
    printer << " : ";
    llvm::interleaveComma((*this)->getOperandTypes(), printer);
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void WhileOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument, "iterArg");
}

} // namespace lockstep::stablehlo
