// Text of reduce:
//   reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : (...) -> ...
//   reduce(%x init: %i), (%y init: %j) across dimensions = [1] : (...) -> (...)
//    reducer(%a: t, %b: t) (%c: u, %d: u) { ... }
// The short form stands for a body that is one commutative operator of the dialect on its two arguments, in order.
#include "ir/stablehlo/StablehloOps.h"
#include "ir/stablehlo/format/Lists.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace lockstep::stablehlo {

//===-- Short form ---------------------------------------------------------------------------------------------===//

static bool isReducer(OperationName name, Dialect *dialect) {
  return name.getDialect() == dialect && name.hasTrait<OpTrait::NOperands<2>::Impl>() &&
         name.hasTrait<OpTrait::OneResult>() && name.hasTrait<OpTrait::IsCommutative>() &&
         name.hasTrait<OpTrait::ZeroRegions>();
}

/// The one operator of a body that has the short form, else null. Modules are also printed in diagnostics, so nothing
/// may be taken for granted.
static Operation *shortBody(ReduceOp reduce) {
  Region &body = reduce.getBody();
  if (reduce.getNumOperands() != 2 || !body.hasOneBlock() || body.front().getOperations().size() != 2)
    return nullptr;
  Block &block = body.front();
  Operation &inner = block.front();
  auto result = dyn_cast<ReturnOp>(block.back());
  auto input = dyn_cast<RankedTensorType>(reduce.getOperand(0).getType());
  if (!result || !input || !isReducer(inner.getName(), reduce->getDialect()) || !inner.getAttrDictionary().empty())
    return nullptr;
  Type scalar = RankedTensorType::get({}, input.getElementType());
  bool plain = llvm::equal(block.getArguments(), inner.getOperands()) && inner.getResult(0).getType() == scalar &&
               llvm::all_of(inner.getOperandTypes(), [&](Type type) { return type == scalar; }) &&
               llvm::equal(inner.getResults(), result->getOperands());
  return plain ? &inner : nullptr;
}

static ParseResult buildShortBody(OpAsmParser &parser, OperationState &result, SMLoc location, OperationName reducer,
                                  FunctionType type) {
  auto input = type.getNumInputs() == 2 ? dyn_cast<RankedTensorType>(type.getInput(0)) : RankedTensorType();
  if (!input)
    return parser.emitError(location) << "expected one input and one init value, both tensors";
  Type scalar = RankedTensorType::get({}, input.getElementType());
  Block &block = result.addRegion()->emplaceBlock();
  block.addArguments({scalar, scalar}, {result.location, result.location});
  OpBuilder builder(parser.getContext());
  builder.setInsertionPointToEnd(&block);
  OperationState state(result.location, reducer);
  state.addOperands(block.getArguments());
  state.addTypes(scalar);
  Operation *inner = builder.create(state);
  ReturnOp::create(builder, result.location, inner->getResults());
  return success();
}

//===-- Parts --------------------------------------------------------------------------------------------------===//

static ParseResult parsePairs(OpAsmParser &parser, SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  auto parsePair = [&]() -> ParseResult {
    return failure(parser.parseLParen() || parser.parseOperand(operands.emplace_back()) ||
                   parser.parseKeyword("init") || parser.parseColon() || parser.parseOperand(inits.emplace_back()) ||
                   parser.parseRParen());
  };
  if (parser.parseCommaSeparatedList(parsePair))
    return failure();
  operands.append(inits);
  return success();
}

/// `across dimensions = [1] {attributes} : (...) -> ...`.
static ParseResult parseSignature(OpAsmParser &parser, OperationState &result, FunctionType &type) {
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") || parser.parseEqual())
    return failure();
  auto dims = parseDims(parser);
  if (failed(dims) || parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type))
    return failure();
  result.getOrAddProperties<ReduceOp::Properties>().dimensions = parser.getBuilder().getDenseI64ArrayAttr(*dims);
  result.addTypes(type.getResults());
  return success();
}

/// `reducer(%a: t, %b: t) (%c: u, %d: u) {...}`: pairs of element and accumulator, elements first in the block.
static ParseResult parseReducer(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments, accumulators;
  if (parser.parseKeyword("reducer"))
    return failure();
  while (succeeded(parser.parseOptionalLParen())) {
    if (parser.parseArgument(arguments.emplace_back(), /*allowType=*/true) || parser.parseComma() ||
        parser.parseArgument(accumulators.emplace_back(), /*allowType=*/true) || parser.parseRParen())
      return failure();
  }
  arguments.append(accumulators);
  return parser.parseRegion(*result.addRegion(), arguments);
}

//===-- Entry points -------------------------------------------------------------------------------------------===//

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  FunctionType type;
  auto location = parser.getCurrentLocation();
  if (parsePairs(parser, operands))
    return failure();
  if (failed(parser.parseOptionalKeyword("applies")))
    return failure(parseSignature(parser, result, type) ||
                   parser.resolveOperands(operands, type.getInputs(), location, result.operands) ||
                   parseReducer(parser, result));

  auto nameLocation = parser.getCurrentLocation();
  FailureOr<OperationName> reducer = parser.parseCustomOperationName();
  if (failed(reducer))
    return failure();
  if (!isReducer(*reducer, result.name.getDialect()))
    return parser.emitError(nameLocation) << "expected a commutative stablehlo operator of two operands, found "
                                          << *reducer;
  if (parseSignature(parser, result, type) ||
      parser.resolveOperands(operands, type.getInputs(), location, result.operands))
    return failure();
  // The location behind the operator is the one of the body as well.
  std::optional<Location> given;
  if (parser.parseOptionalLocationSpecifier(given))
    return failure();
  if (given)
    result.location = *given;
  return buildShortBody(parser, result, location, *reducer, type);
}

void ReduceOp::print(OpAsmPrinter &printer) {
  unsigned count = getNumOperands() / 2;
  llvm::interleaveComma(llvm::seq(count), printer, [&](unsigned index) {
    printer << '(' << getOperand(index) << " init: " << getOperand(index + count) << ')';
  });
  Operation *inner = shortBody(*this);
  if (inner)
    printer << " applies " << inner->getName();
  printer << " across dimensions = ";
  printDims(printer, getDimensions());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"dimensions"});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (inner)
    return;
  printer.printNewline();
  printer << " reducer";
  Region &body = getBody();
  unsigned pairs = body.empty() ? 0 : body.front().getNumArguments() / 2;
  for (unsigned index = 0; index < pairs; ++index) {
    printer << '(';
    printer.printRegionArgument(body.front().getArgument(index));
    printer << ", ";
    printer.printRegionArgument(body.front().getArgument(index + pairs));
    printer << ") ";
  }
  printer << ' ';
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

} // namespace lockstep::stablehlo
