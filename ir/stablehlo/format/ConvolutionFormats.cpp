// Dimension numbers and window of a convolution.
#include "ir/stablehlo/format/Fields.h"
#include "ir/stablehlo/format/Lists.h"
#include "ir/stablehlo/format/OpFormats.h"

#include "llvm/ADT/StringExtras.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace lockstep::stablehlo {

//===-- Dimension numbers --------------------------------------------------------------------------------------===//

namespace {
/// One of the three bracketed lists: `spatial[i]` is the dim that holds spatial dimension i, `letters` are the two
/// other parts ("bf" or "io") with their dims.
struct ConvolutionSide {
  SmallVector<int64_t> spatial;
  int64_t first = -1, second = -1;
};
} // namespace

static ParseResult placeLetter(AsmParser &parser, StringRef letter, StringRef letters, int64_t dim,
                               ConvolutionSide &side) {
  auto location = parser.getCurrentLocation();
  size_t which = letter.size() == 1 ? letters.find(letter) : StringRef::npos;
  if (which == StringRef::npos)
    return parser.emitError(location) << "expected " << letters[0] << ", " << letters[1] << " or a number, found "
                                      << letter;
  int64_t &target = which == 0 ? side.first : side.second;
  if (target >= 0)
    return parser.emitError(location) << "expected " << letter << " once";
  target = dim;
  return success();
}

static ParseResult parseSide(AsmParser &parser, StringRef letters, ConvolutionSide &side) {
  auto start = parser.getCurrentLocation();
  SmallVector<std::pair<int64_t, int64_t>> spatial; // (spatial index, dim)
  int64_t dim = 0;
  auto parseItem = [&]() -> ParseResult {
    int64_t index = 0;
    OptionalParseResult number = parser.parseOptionalInteger(index);
    if (number.has_value()) {
      spatial.push_back({index, dim++});
      return *number;
    }
    if (succeeded(parser.parseOptionalQuestion())) { // a dim of no known part
      ++dim;
      return success();
    }
    StringRef letter;
    return failure(parser.parseKeyword(&letter) || placeLetter(parser, letter, letters, dim++, side));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseItem))
    return failure();
  if (side.first < 0 || side.second < 0)
    return parser.emitError(start) << "expected " << letters[0] << " and " << letters[1] << " among the dimensions";
  llvm::sort(spatial);
  for (auto [position, item] : llvm::enumerate(spatial)) {
    if (item.first != static_cast<int64_t>(position))
      return parser.emitError(start) << "expected spatial dimensions 0 to " << spatial.size() - 1 << ", each once";
    side.spatial.push_back(item.second);
  }
  return success();
}

ParseResult parseConvolutionDimensions(AsmParser &parser, ConvDimensionNumbersAttr &numbers) {
  ConvolutionSide input, kernel, output;
  auto location = parser.getCurrentLocation();
  if (parseSide(parser, "bf", input) || parser.parseKeyword("x") || parseSide(parser, "io", kernel) ||
      parser.parseArrow() || parseSide(parser, "bf", output))
    return failure();
  if (input.spatial.size() != kernel.spatial.size() || input.spatial.size() != output.spatial.size())
    return parser.emitError(location) << "expected as many spatial dimensions on every side";
  numbers = ConvDimensionNumbersAttr::get(parser.getContext(), input.first, input.second, input.spatial, kernel.first,
                                          kernel.second, kernel.spatial, output.first, output.second, output.spatial);
  return success();
}

/// False if the dims are not a permutation of 0 .. n-1: such an attribute has no bracket form.
static bool layOut(StringRef letters, int64_t first, int64_t second, ArrayRef<int64_t> spatial,
                   SmallVectorImpl<std::string> &words) {
  words.assign(spatial.size() + 2, "");
  auto place = [&](int64_t dim, std::string word) {
    if (dim < 0 || dim >= static_cast<int64_t>(words.size()) || !words[dim].empty())
      return false;
    words[dim] = std::move(word);
    return true;
  };
  bool fits = place(first, letters.substr(0, 1).str()) && place(second, letters.substr(1, 1).str());
  for (auto [index, dim] : llvm::enumerate(spatial))
    fits = fits && place(dim, std::to_string(index));
  return fits;
}

static bool bracketForm(ConvDimensionNumbersAttr numbers, std::string &text) {
  SmallVector<std::string> input, kernel, output;
  if (!layOut("bf", numbers.getInputBatchDimension(), numbers.getInputFeatureDimension(),
              numbers.getInputSpatialDimensions(), input) ||
      !layOut("io", numbers.getKernelInputFeatureDimension(), numbers.getKernelOutputFeatureDimension(),
              numbers.getKernelSpatialDimensions(), kernel) ||
      !layOut("bf", numbers.getOutputBatchDimension(), numbers.getOutputFeatureDimension(),
              numbers.getOutputSpatialDimensions(), output))
    return false;
  text = "[" + llvm::join(input, ", ") + "]x[" + llvm::join(kernel, ", ") + "]->[" + llvm::join(output, ", ") + "]";
  return true;
}

void printConvolutionDimensions(AsmPrinter &printer, ConvDimensionNumbersAttr numbers) {
  std::string text;
  if (bracketForm(numbers, text))
    printer << text;
  else // only seen in diagnostics: the verifier rejects such numbers
    printer << "[?]x[?]->[?]";
}

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  if (failed(parser.parseOptionalKeyword("raw"))) {
    ConvDimensionNumbersAttr numbers;
    if (parseConvolutionDimensions(parser, numbers) || parser.parseGreater())
      return {};
    return numbers;
  }
  int64_t inputBatch = 0, inputFeature = 0, kernelInput = 0, kernelOutput = 0, outputBatch = 0, outputFeature = 0;
  SmallVector<int64_t> input, kernel, output;
  if (parseFieldsInside(parser, {{"input_batch_dimension", &inputBatch},
                                 {"input_feature_dimension", &inputFeature},
                                 {"input_spatial_dimensions", &input},
                                 {"kernel_input_feature_dimension", &kernelInput},
                                 {"kernel_output_feature_dimension", &kernelOutput},
                                 {"kernel_spatial_dimensions", &kernel},
                                 {"output_batch_dimension", &outputBatch},
                                 {"output_feature_dimension", &outputFeature},
                                 {"output_spatial_dimensions", &output}}) ||
      parser.parseGreater())
    return {};
  return get(parser.getContext(), inputBatch, inputFeature, input, kernelInput, kernelOutput, kernel, outputBatch,
             outputFeature, output);
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  std::string text;
  if (bracketForm(*this, text)) {
    printer << '<' << text << '>';
    return;
  }
  printer << "<raw input_batch_dimension = " << getInputBatchDimension()
          << ", input_feature_dimension = " << getInputFeatureDimension() << ", input_spatial_dimensions = ";
  printDims(printer, getInputSpatialDimensions());
  printer << ", kernel_input_feature_dimension = " << getKernelInputFeatureDimension()
          << ", kernel_output_feature_dimension = " << getKernelOutputFeatureDimension()
          << ", kernel_spatial_dimensions = ";
  printDims(printer, getKernelSpatialDimensions());
  printer << ", output_batch_dimension = " << getOutputBatchDimension()
          << ", output_feature_dimension = " << getOutputFeatureDimension() << ", output_spatial_dimensions = ";
  printDims(printer, getOutputSpatialDimensions());
  printer << '>';
}

//===-- Window -------------------------------------------------------------------------------------------------===//

static ParseResult parseArray(OpAsmParser &parser, DenseI64ArrayAttr &target) {
  auto dims = parseDims(parser);
  if (failed(dims))
    return failure();
  target = parser.getBuilder().getDenseI64ArrayAttr(*dims);
  return success();
}

static ParseResult parsePadding(OpAsmParser &parser, DenseIntElementsAttr &target) {
  SmallVector<int64_t> values;
  auto location = parser.getCurrentLocation();
  auto parsePair = [&]() -> ParseResult {
    auto pair = parseDims(parser);
    if (failed(pair))
      return failure();
    if (pair->size() != 2)
      return parser.emitError(location) << "expected pairs of low and high padding, found " << pair->size()
                                        << " numbers";
    values.append(*pair);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parsePair))
    return failure();
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size() / 2), 2}, parser.getBuilder().getI64Type());
  target = DenseIntElementsAttr::get(type, values);
  return success();
}

static ParseResult parseReversal(OpAsmParser &parser, DenseBoolArrayAttr &target) {
  SmallVector<bool> values;
  auto parseItem = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalKeyword("true"))) {
      values.push_back(true);
      return success();
    }
    if (succeeded(parser.parseOptionalKeyword("false"))) {
      values.push_back(false);
      return success();
    }
    int64_t number = 0; // older text spells truth values as numbers
    if (parser.parseInteger(number))
      return failure();
    values.push_back(number != 0);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseItem))
    return failure();
  target = parser.getBuilder().getDenseBoolArrayAttr(values);
  return success();
}

ParseResult parseWindowAttributes(OpAsmParser &parser, DenseI64ArrayAttr &strides, DenseIntElementsAttr &padding,
                                  DenseI64ArrayAttr &lhsDilation, DenseI64ArrayAttr &rhsDilation,
                                  DenseBoolArrayAttr &reversal) {
  StringRef name;
  auto location = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(&name)))
    return success(); // `window = {}`
  do {
    if (parser.parseEqual())
      return failure();
    ParseResult parsed = name == "stride" && !strides              ? parseArray(parser, strides)
                         : name == "pad" && !padding               ? parsePadding(parser, padding)
                         : name == "lhs_dilate" && !lhsDilation    ? parseArray(parser, lhsDilation)
                         : name == "rhs_dilate" && !rhsDilation    ? parseArray(parser, rhsDilation)
                         : name == "reverse" && !reversal          ? parseReversal(parser, reversal)
                                                                   : parser.emitError(location)
                                                                         << "expected stride, pad, lhs_dilate, "
                                                                            "rhs_dilate or reverse, each once; found "
                                                                         << name;
    if (parsed)
      return failure();
    if (failed(parser.parseOptionalComma()))
      return success();
    location = parser.getCurrentLocation();
  } while (succeeded(parser.parseKeyword(&name)));
  return failure();
}

void printWindowAttributes(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr strides, DenseIntElementsAttr padding,
                           DenseI64ArrayAttr lhsDilation, DenseI64ArrayAttr rhsDilation, DenseBoolArrayAttr reversal) {
  StringRef separator = "";
  auto start = [&](StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
  };
  auto printArray = [&](StringRef name, DenseI64ArrayAttr array) {
    if (!array)
      return;
    start(name);
    printDims(printer, array.asArrayRef());
  };
  printArray("stride", strides);
  if (padding) {
    start("pad");
    SmallVector<int64_t> values(padding.getValues<int64_t>());
    printer << '[';
    for (size_t dim = 0; 2 * dim + 1 < values.size(); ++dim)
      printer << (dim ? ", [" : "[") << values[2 * dim] << ", " << values[2 * dim + 1] << ']';
    printer << ']';
  }
  printArray("lhs_dilate", lhsDilation);
  printArray("rhs_dilate", rhsDilation);
  if (reversal) {
    start("reverse");
    printer << '[';
    llvm::interleaveComma(reversal.asArrayRef(), printer, [&](bool value) { printer << (value ? "true" : "false"); });
    printer << ']';
  }
}

} // namespace lockstep::stablehlo
