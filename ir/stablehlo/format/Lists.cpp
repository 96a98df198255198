#include "ir/stablehlo/format/Lists.h"

#include "mlir/IR/BuiltinTypeInterfaces.h"

using namespace mlir;

namespace lockstep::stablehlo {

FailureOr<SmallVector<int64_t>> parseDims(AsmParser &parser) {
  SmallVector<int64_t> dims;
  if (failed(parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                            [&] { return parser.parseInteger(dims.emplace_back()); })))
    return failure();
  return dims;
}

void printDims(AsmPrinter &printer, ArrayRef<int64_t> dims) {
  printer << '[';
  llvm::interleaveComma(dims, printer);
  printer << ']';
}

ParseResult parseBounds(AsmParser &parser, AsmParser::Delimiter delimiter, SmallVectorImpl<int64_t> &bounds) {
  return parser.parseCommaSeparatedList(delimiter, [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion())) {
      bounds.push_back(ShapedType::kDynamic);
      return success();
    }
    return parser.parseInteger(bounds.emplace_back());
  });
}

void printBounds(AsmPrinter &printer, ArrayRef<int64_t> bounds) {
  llvm::interleaveComma(bounds, printer, [&](int64_t bound) {
    if (ShapedType::isDynamic(bound))
      printer << '?';
    else
      printer << bound;
  });
}

ParseResult parseBoundsList(AsmParser &parser, SmallVectorImpl<int64_t> &bounds) {
  return parseBounds(parser, AsmParser::Delimiter::Square, bounds);
}

void printBoundsList(AsmPrinter &printer, ArrayRef<int64_t> bounds) {
  printer << '[';
  printBounds(printer, bounds);
  printer << ']';
}

} // namespace lockstep::stablehlo
