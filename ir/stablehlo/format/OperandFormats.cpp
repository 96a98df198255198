// Operands and attributes in front of the colon: slices, reduced formats, call targets.
#include "ir/stablehlo/format/OpFormats.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace lockstep::stablehlo {

ParseResult parseVariadicOperandWithAttribute(OpAsmParser &parser, Operands &operands) {
  // Without operands some tools leave their comma behind.
  if (succeeded(parser.parseOptionalComma()))
    return success();
  OpAsmParser::UnresolvedOperand operand;
  for (OptionalParseResult next = parser.parseOptionalOperand(operand); next.has_value();
       next = parser.parseOptionalOperand(operand)) {
    if (failed(*next) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
  return success();
}

void printVariadicOperandWithAttribute(OpAsmPrinter &printer, Operation *, OperandRange operands) {
  llvm::interleaveComma(operands, printer);
  if (!operands.empty())
    printer << ',';
}

ParseResult parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &start, DenseI64ArrayAttr &limit,
                             DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> starts, limits, steps;
  auto parseRange = [&]() -> ParseResult {
    if (parser.parseInteger(starts.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limits.emplace_back()))
      return failure();
    steps.push_back(1);
    return succeeded(parser.parseOptionalColon()) ? parser.parseInteger(steps.back()) : success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRange))
    return failure();
  start = parser.getBuilder().getDenseI64ArrayAttr(starts);
  limit = parser.getBuilder().getDenseI64ArrayAttr(limits);
  strides = parser.getBuilder().getDenseI64ArrayAttr(steps);
  return success();
}

void printSliceRanges(OpAsmPrinter &printer, Operation *, ArrayRef<int64_t> start, ArrayRef<int64_t> limit,
                      ArrayRef<int64_t> strides) {
  printer << '[';
  // Modules are printed in diagnostics too, where the three lists may differ in length.
  size_t count = std::min({start.size(), limit.size(), strides.size()});
  for (size_t dim = 0; dim < count; ++dim) {
    printer << (dim ? ", " : "") << start[dim] << ':' << limit[dim];
    if (strides[dim] != 1)
      printer << ':' << strides[dim];
  }
  printer << ']';
}

ParseResult parseExponentMantissa(OpAsmParser &parser, IntegerAttr &exponent, IntegerAttr &mantissa) {
  StringRef word;
  auto location = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  StringRef digits = word;
  int32_t exponentBits = 0, mantissaBits = 0;
  if (!digits.consume_front("e") || digits.consumeInteger(10, exponentBits) || !digits.consume_front("m") ||
      digits.getAsInteger(10, mantissaBits))
    return parser.emitError(location) << "expected a format such as e5m10, found " << word;
  exponent = parser.getBuilder().getI32IntegerAttr(exponentBits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissaBits);
  return success();
}

void printExponentMantissa(OpAsmPrinter &printer, Operation *, IntegerAttr exponent, IntegerAttr mantissa) {
  printer << 'e' << exponent.getInt() << 'm' << mantissa.getInt();
}

ParseResult parseCustomCallTarget(OpAsmParser &parser, StringAttr &target) { return parser.parseSymbolName(target); }

void printCustomCallTarget(OpAsmPrinter &printer, Operation *, StringAttr target) {
  printer.printSymbolName(target.getValue());
}

} // namespace lockstep::stablehlo
