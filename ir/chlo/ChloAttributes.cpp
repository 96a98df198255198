// Attributes of the `chlo` dialect: enumerations and the dims of ragged products.
#include "ir/chlo/ChloOps.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "ir/chlo/ChloEnums.cpp.inc"

using llvm::SmallVector;
using llvm::StringRef;
using mlir::AsmParser;
using mlir::AsmPrinter;
using mlir::Attribute;
using mlir::ParseResult;

namespace lockstep::chlo {

namespace {

constexpr StringRef kDimLists[] = {"lhs_batching_dimensions",    "rhs_batching_dimensions",
                                   "lhs_contracting_dimensions", "rhs_contracting_dimensions",
                                   "lhs_ragged_dimensions",      "rhs_group_dimensions"};

} // namespace

// `<name = [dims], ...>` with each name at most once, in any order.
Attribute RaggedDotDimensionNumbersAttr::parse(AsmParser &parser, mlir::Type) {
  SmallVector<int64_t> lists[std::size(kDimLists)];
  bool seen[std::size(kDimLists)] = {};
  auto parseList = [&]() -> ParseResult {
    llvm::SMLoc loc = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word))
      return mlir::failure();
    size_t index = llvm::find(kDimLists, word) - std::begin(kDimLists);
    if (index == std::size(kDimLists))
      return parser.emitError(loc) << "unknown list of dims '" << word << "'";
    if (std::exchange(seen[index], true))
      return parser.emitError(loc) << "'" << word << "' is given twice";
    return mlir::failure(parser.parseEqual() ||
                         parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
                           return parser.parseInteger(lists[index].emplace_back());
                         }));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, parseList))
    return {};
  return RaggedDotDimensionNumbersAttr::get(parser.getContext(), lists[0], lists[1], lists[2], lists[3], lists[4],
                                            lists[5]);
}

void RaggedDotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  llvm::ArrayRef<int64_t> lists[] = {getLhsBatchingDimensions(),    getRhsBatchingDimensions(),
                                     getLhsContractingDimensions(), getRhsContractingDimensions(),
                                     getLhsRaggedDimensions(),      getRhsGroupDimensions()};
  StringRef separator = "<";
  for (auto [name, list] : llvm::zip(kDimLists, lists)) {
    if (list.empty())
      continue;
    printer << separator << name << " = [";
    llvm::interleaveComma(list, printer);
    printer << "]";
    separator = ", ";
  }
  printer << (separator == "<" ? "<>" : ">");
}

} // namespace lockstep::chlo

#define GET_ATTRDEF_CLASSES
#include "ir/chlo/ChloAttributes.cpp.inc"

namespace lockstep::chlo {

void ChloDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ir/chlo/ChloAttributes.cpp.inc"
      >();
}

} // namespace lockstep::chlo
