// Dimension numbers, precision and algorithm of dot and dot_general.
#include "ir/stablehlo/format/Lists.h"
#include "ir/stablehlo/format/OpFormats.h"

using namespace mlir;

namespace lockstep::stablehlo {

static ParseResult parsePair(OpAsmParser &parser, SmallVector<int64_t> &lhs, SmallVector<int64_t> &rhs) {
  if (parser.parseEqual())
    return failure();
  auto first = parseDims(parser);
  if (failed(first) || parser.parseKeyword("x"))
    return failure();
  auto second = parseDims(parser);
  if (failed(second))
    return failure();
  lhs = std::move(*first);
  rhs = std::move(*second);
  return success();
}

static void printPair(OpAsmPrinter &printer, StringRef name, ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
  printer << name << " = ";
  printDims(printer, lhs);
  printer << " x ";
  printDims(printer, rhs);
}

ParseResult parseDotDimensionNumbers(OpAsmParser &parser, DotDimensionNumbersAttr &numbers) {
  SmallVector<int64_t> lhsBatching, rhsBatching, lhsContracting, rhsContracting;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")) &&
      (parsePair(parser, lhsBatching, rhsBatching) || parser.parseComma()))
    return failure();
  if (parser.parseKeyword("contracting_dims") || parsePair(parser, lhsContracting, rhsContracting))
    return failure();
  numbers =
      DotDimensionNumbersAttr::get(parser.getContext(), lhsBatching, rhsBatching, lhsContracting, rhsContracting);
  return success();
}

void printDotDimensionNumbers(OpAsmPrinter &printer, Operation *, DotDimensionNumbersAttr numbers) {
  if (!numbers.getLhsBatchingDimensions().empty() || !numbers.getRhsBatchingDimensions().empty()) {
    printPair(printer, "batching_dims", numbers.getLhsBatchingDimensions(), numbers.getRhsBatchingDimensions());
    printer << ", ";
  }
  printPair(printer, "contracting_dims", numbers.getLhsContractingDimensions(), numbers.getRhsContractingDimensions());
}

ParseResult parsePrecisionConfig(OpAsmParser &parser, ArrayAttr &precision) {
  SmallVector<Attribute> items;
  auto parseItem = [&]() -> ParseResult {
    StringRef word;
    auto location = parser.getCurrentLocation();
    if (parser.parseKeyword(&word))
      return failure();
    auto value = symbolizePrecision(word);
    if (!value)
      return parser.emitError(location) << "expected DEFAULT, HIGH or HIGHEST, found " << word;
    items.push_back(PrecisionAttr::get(parser.getContext(), *value));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseItem))
    return failure();
  precision = ArrayAttr::get(parser.getContext(), items);
  return success();
}

void printPrecisionConfig(OpAsmPrinter &printer, Operation *, ArrayAttr precision) {
  printer << '[';
  llvm::interleaveComma(precision, printer,
                        [&](Attribute item) { printer << stringifyPrecision(cast<PrecisionAttr>(item).getValue()); });
  printer << ']';
}

ParseResult parsePrecisionConfigAndAlgorithm(OpAsmParser &parser, ArrayAttr &precision, DotAlgorithmAttr &algorithm) {
  while (succeeded(parser.parseOptionalComma())) {
    auto location = parser.getCurrentLocation();
    if (!precision && !algorithm && succeeded(parser.parseOptionalKeyword("precision"))) {
      if (parser.parseEqual() || parsePrecisionConfig(parser, precision))
        return failure();
    } else if (!algorithm && succeeded(parser.parseOptionalKeyword("algorithm"))) {
      if (parser.parseEqual() || parser.parseCustomAttributeWithFallback(algorithm))
        return failure();
    } else {
      return parser.emitError(location) << "expected precision or algorithm";
    }
  }
  return success();
}

void printPrecisionConfigAndAlgorithm(OpAsmPrinter &printer, Operation *op, ArrayAttr precision,
                                      DotAlgorithmAttr algorithm) {
  if (precision) {
    printer << ", precision = ";
    printPrecisionConfig(printer, op, precision);
  }
  if (algorithm) {
    printer << ", algorithm = ";
    printer.printStrippedAttrOrType(algorithm);
  }
}

} // namespace lockstep::stablehlo
