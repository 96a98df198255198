#include "ir/stablehlo/format/Fields.h"

#include "ir/stablehlo/format/Lists.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace lockstep::stablehlo {

static ParseResult parseField(AsmParser &parser, ArrayRef<Field> fields, SmallVectorImpl<StringRef> &seen) {
  StringRef name;
  auto location = parser.getCurrentLocation();
  if (parser.parseKeyword(&name))
    return failure();
  const auto *field = llvm::find_if(fields, [&](const Field &candidate) { return candidate.name == name; });
  if (field == fields.end()) {
    auto known = llvm::map_range(fields, [](const Field &each) { return each.name; });
    return parser.emitError(location) << "expected one of " << llvm::join(known, ", ") << "; found " << name;
  }
  if (llvm::is_contained(seen, name))
    return parser.emitError(location) << "expected " << name << " once";
  seen.push_back(field->name);
  if (parser.parseEqual())
    return failure();
  if (auto *const *number = std::get_if<int64_t *>(&field->target))
    return parser.parseInteger(**number);
  auto dims = parseDims(parser);
  if (failed(dims))
    return failure();
  *std::get<SmallVector<int64_t> *>(field->target) = std::move(*dims);
  return success();
}

ParseResult parseFields(AsmParser &parser, ArrayRef<Field> fields) {
  SmallVector<StringRef> seen;
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                        [&] { return parseField(parser, fields, seen); });
}

ParseResult parseFieldsInside(AsmParser &parser, ArrayRef<Field> fields) {
  SmallVector<StringRef> seen;
  return parser.parseCommaSeparatedList([&] { return parseField(parser, fields, seen); });
}

void FieldPrinter::start(StringRef name) {
  if (!first)
    printer << ", ";
  first = false;
  printer << name << " = ";
}

FieldPrinter &FieldPrinter::list(StringRef name, ArrayRef<int64_t> values) {
  if (values.empty())
    return *this;
  start(name);
  printDims(printer, values);
  return *this;
}

FieldPrinter &FieldPrinter::number(StringRef name, int64_t value) {
  if (value == 0)
    return *this;
  start(name);
  printer << value;
  return *this;
}

} // namespace lockstep::stablehlo
