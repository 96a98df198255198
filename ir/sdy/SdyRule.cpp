// Text form of sharding rules. Factors are written i, j, ... z, z_1, z_2, ... by index; a dim made of several factors
// is written as their names run together ("ij", "z_1z_2").
#include "ir/sdy/SdyOps.h"

#include "llvm/ADT/SmallSet.h"

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;
using mlir::AsmParser;
using mlir::AsmPrinter;
using mlir::Attribute;
using mlir::failure;
using mlir::LogicalResult;
using mlir::ParseResult;
using mlir::success;
using mlir::Type;

namespace lockstep::sdy {
namespace {

using Delimiter = AsmParser::Delimiter;
constexpr int64_t kLastLetter = 'z' - 'i';
constexpr int64_t kMostFactors = 1 << 16; // an index beyond is a typing error

std::string factorName(int64_t index) {
  if (index <= kLastLetter)
    return std::string(1, char('i' + index));
  return "z_" + std::to_string(index - kLastLetter);
}

// Takes one factor name off the front of `text`.
LogicalResult takeFactor(StringRef &text, int64_t &index) {
  if (text.empty() || text.front() < 'i' || text.front() > 'z')
    return failure();
  index = text.front() - 'i';
  text = text.drop_front();
  if (index != kLastLetter || !text.consume_front("_"))
    return success();
  int64_t beyond;
  if (text.consumeInteger(10, beyond) || beyond < 1 || beyond > kMostFactors)
    return failure();
  index = kLastLetter + beyond;
  return success();
}

ParseResult parseFactors(AsmParser &parser, SmallVectorImpl<int64_t> &factors, bool several) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  StringRef rest = word;
  do {
    if (failed(takeFactor(rest, factors.emplace_back())))
      return parser.emitError(loc) << "expected factor names i, j, ... z, z_1, ..., found '" << word << "'";
  } while (several && !rest.empty());
  if (!rest.empty())
    return parser.emitError(loc) << "expected one factor name, found '" << word << "'";
  return success();
}

ParseResult parseMappings(AsmParser &parser, SmallVector<TensorMappingAttr> &mappings) {
  return parser.parseCommaSeparatedList(Delimiter::Paren, [&]() -> ParseResult {
    auto mapping = llvm::cast_or_null<TensorMappingAttr>(TensorMappingAttr::parse(parser, Type()));
    mappings.push_back(mapping);
    return success(bool(mapping));
  });
}

// `{i=8, j=16}`; the names are positional and only repeated for the reader.
ParseResult parseFactorSizes(AsmParser &parser, SmallVector<int64_t> &sizes) {
  return parser.parseCommaSeparatedList(Delimiter::OptionalBraces, [&]() -> ParseResult {
    SmallVector<int64_t, 1> factor;
    llvm::SMLoc loc = parser.getCurrentLocation();
    if (parseFactors(parser, factor, /*several=*/false))
      return failure();
    if (factor[0] != int64_t(sizes.size()))
      return parser.emitError(loc) << "expected the size of factor " << factorName(sizes.size()) << ", found "
                                   << factorName(factor[0]);
    return failure(parser.parseEqual() || parser.parseInteger(sizes.emplace_back()));
  });
}

// ` word={i, k}` when present.
ParseResult parseFactorGroup(AsmParser &parser, StringRef word, SmallVector<int64_t> &factors) {
  if (failed(parser.parseOptionalKeyword(word)))
    return success();
  return failure(parser.parseEqual() || parser.parseCommaSeparatedList(Delimiter::Braces, [&] {
    return parseFactors(parser, factors, /*several=*/false);
  }));
}

void printFactorGroup(AsmPrinter &printer, StringRef word, ArrayRef<int64_t> factors) {
  if (factors.empty())
    return;
  printer << " " << word << "={";
  llvm::interleaveComma(factors, printer, [&](int64_t factor) { printer << factorName(factor); });
  printer << "}";
}

void printMappings(AsmPrinter &printer, ArrayRef<TensorMappingAttr> mappings) {
  printer << "(";
  llvm::interleaveComma(mappings, printer, [&](TensorMappingAttr mapping) { mapping.print(printer); });
  printer << ")";
}

LogicalResult verifyMapping(llvm::function_ref<mlir::InFlightDiagnostic()> emitError, TensorMappingAttr mapping,
                            ArrayRef<int64_t> sizes) {
  llvm::SmallSet<int64_t, 8> seen;
  for (DimMappingAttr dim : mapping.getDimMappings())
    for (int64_t factor : dim.getFactorIndices()) {
      if (factor < 0 || factor >= int64_t(sizes.size()))
        return emitError() << "factor " << factorName(factor) << " has no size";
      if (!seen.insert(factor).second)
        return emitError() << "factor " << factorName(factor) << " occurs twice in one tensor";
    }
  return success();
}

} // namespace

Attribute DimMappingAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> factors;
  if (failed(parser.parseOptionalStar()) && parseFactors(parser, factors, /*several=*/true))
    return {};
  return DimMappingAttr::get(parser.getContext(), factors);
}

void DimMappingAttr::print(AsmPrinter &printer) const {
  if (getFactorIndices().empty())
    printer << "*";
  for (int64_t factor : getFactorIndices())
    printer << factorName(factor);
}

Attribute TensorMappingAttr::parse(AsmParser &parser, Type) {
  SmallVector<DimMappingAttr> dims;
  auto parseDim = [&]() -> ParseResult {
    dims.push_back(llvm::cast_or_null<DimMappingAttr>(DimMappingAttr::parse(parser, Type())));
    return success(bool(dims.back()));
  };
  if (parser.parseCommaSeparatedList(Delimiter::Square, parseDim))
    return {};
  return TensorMappingAttr::get(parser.getContext(), dims);
}

void TensorMappingAttr::print(AsmPrinter &printer) const {
  printer << "[";
  llvm::interleaveComma(getDimMappings(), printer, [&](DimMappingAttr dim) { dim.print(printer); });
  printer << "]";
}

Attribute OpShardingRuleAttr::parse(AsmParser &parser, Type) {
  SmallVector<TensorMappingAttr> operands, results;
  SmallVector<int64_t> sizes, reduction, replication, permutation, blocked;
  bool custom = false;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseMappings(parser, operands) || parser.parseArrow() || parseMappings(parser, results) ||
      parseFactorSizes(parser, sizes) || parseFactorGroup(parser, "reduction", reduction) ||
      parseFactorGroup(parser, "need_replication", replication) ||
      parseFactorGroup(parser, "permutation", permutation) || parseFactorGroup(parser, "blocked_propagation", blocked))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    custom = true;
    if (parser.parseKeyword("custom"))
      return {};
  }
  if (parser.parseGreater())
    return {};
  if (failed(verify([&] { return parser.emitError(loc); }, sizes, operands, results, reduction, replication, permutation,
                    blocked, custom)))
    return {};
  return OpShardingRuleAttr::get(parser.getContext(), sizes, operands, results, reduction, replication, permutation,
                                 blocked, custom);
}

void OpShardingRuleAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printMappings(printer, getOperandMappings());
  printer << "->";
  printMappings(printer, getResultMappings());
  if (!getFactorSizes().empty()) {
    printer << " {";
    for (auto [factor, size] : llvm::enumerate(getFactorSizes()))
      printer << (factor ? ", " : "") << factorName(factor) << "=" << size;
    printer << "}";
  }
  printFactorGroup(printer, "reduction", getReductionFactors());
  printFactorGroup(printer, "need_replication", getNeedReplicationFactors());
  printFactorGroup(printer, "permutation", getPermutationFactors());
  printFactorGroup(printer, "blocked_propagation", getBlockedPropagationFactors());
  printer << (getIsCustomRule() ? ", custom>" : ">");
}

LogicalResult OpShardingRuleAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                                         ArrayRef<int64_t> sizes, ArrayRef<TensorMappingAttr> operands,
                                         ArrayRef<TensorMappingAttr> results, ArrayRef<int64_t> reduction,
                                         ArrayRef<int64_t> replication, ArrayRef<int64_t> permutation,
                                         ArrayRef<int64_t> blocked, bool) {
  for (ArrayRef<TensorMappingAttr> mappings : {operands, results})
    for (TensorMappingAttr mapping : mappings)
      if (failed(verifyMapping(emitError, mapping, sizes)))
        return failure();
  for (ArrayRef<int64_t> group : {reduction, replication, permutation, blocked})
    for (int64_t factor : group)
      if (factor < 0 || factor >= int64_t(sizes.size()))
        return emitError() << "factor " << factorName(factor) << " has no size";
  llvm::SmallSet<int64_t, 8> seen;
  for (ArrayRef<int64_t> group : {reduction, replication, permutation})
    for (int64_t factor : group)
      if (!seen.insert(factor).second)
        return emitError() << "factor " << factorName(factor)
                           << " may be in one of reduction, need_replication and permutation, once";
  return success();
}

} // namespace lockstep::sdy
