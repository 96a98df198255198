// Text forms and invariants of meshes, axes and shardings. Everything is read by hand-written rules so that messages
// name what was expected.
#include "ir/sdy/SdyOps.h"

#include "llvm/ADT/SmallSet.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using mlir::AsmParser;
using mlir::AsmPrinter;
using mlir::Attribute;
using mlir::failure;
using mlir::LogicalResult;
using mlir::ParseResult;
using mlir::success;
using mlir::Type;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;

#include "ir/sdy/SdyEnums.cpp.inc"

namespace lockstep::sdy {
namespace {

using Delimiter = AsmParser::Delimiter;

// A quoted name, also accepted empty here: verifiers say more than "expected string".
ParseResult parseName(AsmParser &parser, std::string &name) { return parser.parseString(&name); }

// Names with characters that need escaping are written as MLIR strings.
void printName(AsmPrinter &printer, StringRef name) { printer.printString(name); }

// An element whose text form is that of attribute T.
template <typename T> ParseResult parseElement(AsmParser &parser, SmallVectorImpl<T> &elements) {
  auto element = llvm::cast_or_null<T>(T::parse(parser, Type()));
  if (!element)
    return failure();
  elements.push_back(element);
  return success();
}

template <typename T>
ParseResult parseElements(AsmParser &parser, Delimiter delimiter, SmallVector<T> &elements) {
  return parser.parseCommaSeparatedList(delimiter, [&] { return parseElement(parser, elements); });
}

template <typename Range> void printElements(AsmPrinter &printer, StringRef open, const Range &elements, StringRef close) {
  printer << open;
  llvm::interleaveComma(elements, printer, [&](auto element) { element.print(printer); });
  printer << close;
}

} // namespace

//===-- mesh ---------------------------------------------------------------------------------------------------===//

Attribute MeshAxisAttr::parse(AsmParser &parser, Type) {
  std::string name;
  int64_t size;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parseName(parser, name) || parser.parseEqual() || parser.parseInteger(size))
    return {};
  return parser.getChecked<MeshAxisAttr>(loc, parser.getContext(), name, size);
}

void MeshAxisAttr::print(AsmPrinter &printer) const {
  printName(printer, getName());
  printer << "=" << getSize();
}

LogicalResult MeshAxisAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError, StringRef name,
                                   int64_t size) {
  if (name.empty())
    return emitError() << "the name of a mesh axis must not be empty";
  if (size < 1)
    return emitError() << "the size of mesh axis \"" << name << "\" must be at least 1, found " << size;
  return success();
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<MeshAxisAttr> axes;
  SmallVector<int64_t> ids;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseElements(parser, Delimiter::Square, axes))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("device_ids") || parser.parseEqual() ||
        parser.parseCommaSeparatedList(Delimiter::Square, [&] { return parser.parseInteger(ids.emplace_back()); }))
      return {};
  }
  if (parser.parseGreater())
    return {};
  // Ids in counting order are the default and say nothing.
  bool counting = !axes.empty();
  for (auto [position, id] : llvm::enumerate(ids))
    counting &= id == int64_t(position);
  auto mesh = parser.getChecked<MeshAttr>(loc, parser.getContext(), axes, ids);
  return mesh && counting ? MeshAttr::get(parser.getContext(), axes, {}) : mesh;
}

void MeshAttr::print(AsmPrinter &printer) const {
  printElements(printer, "<[", getAxes(), "]");
  if (!getDeviceIds().empty()) {
    printer << ", device_ids=[";
    llvm::interleaveComma(getDeviceIds(), printer);
    printer << "]";
  }
  printer << ">";
}

LogicalResult MeshAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError, ArrayRef<MeshAxisAttr> axes,
                               ArrayRef<int64_t> ids) {
  llvm::SmallSet<StringRef, 4> names;
  int64_t total = 1;
  for (MeshAxisAttr axis : axes) {
    if (!names.insert(axis.getName()).second)
      return emitError() << "mesh axis \"" << axis.getName() << "\" is declared twice";
    if (llvm::MulOverflow(total, axis.getSize(), total) || total > int64_t(1) << 31)
      return emitError() << "the mesh has more than 2^31 devices";
  }
  if (ids.empty())
    return success();
  if (axes.empty() && ids.size() == 1 && ids[0] >= 0)
    return success();
  if (axes.empty())
    return emitError() << "a mesh without axes takes exactly one device id, at least 0";
  if (int64_t(ids.size()) != total)
    return emitError() << "expected " << total << " device ids, one per position of the mesh, found " << ids.size();
  std::vector<bool> seen(total);
  for (int64_t id : ids) {
    if (id < 0 || id >= total)
      return emitError() << "device id " << id << " is not in 0.." << total - 1;
    if (seen[id])
      return emitError() << "device id " << id << " occurs twice";
    seen[id] = true;
  }
  return success();
}

bool MeshAttr::hasAxis(StringRef axis) const { return getAxisSize(axis) != 0; }

int64_t MeshAttr::getAxisSize(StringRef axis) const {
  for (MeshAxisAttr candidate : getAxes())
    if (candidate.getName() == axis)
      return candidate.getSize();
  return 0;
}

int64_t MeshAttr::getTotalSize() const {
  int64_t total = 1;
  for (MeshAxisAttr axis : getAxes())
    total *= axis.getSize();
  return total;
}

//===-- axes ---------------------------------------------------------------------------------------------------===//

Attribute SubAxisInfoAttr::parse(AsmParser &parser, Type) {
  int64_t preSize, size;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLParen() || parser.parseInteger(preSize) || parser.parseRParen() || parser.parseInteger(size))
    return {};
  return parser.getChecked<SubAxisInfoAttr>(loc, parser.getContext(), preSize, size);
}

void SubAxisInfoAttr::print(AsmPrinter &printer) const { printer << "(" << getPreSize() << ")" << getSize(); }

LogicalResult SubAxisInfoAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError, int64_t preSize,
                                      int64_t size) {
  constexpr int64_t kLimit = int64_t(1) << 31; // as for whole meshes; keeps products in range
  if (preSize < 1 || preSize > kLimit)
    return emitError() << "the size before a sub-axis must be in 1..2^31, found " << preSize;
  if (size < 2 || size > kLimit)
    return emitError() << "the size of a sub-axis must be in 2..2^31, found " << size;
  return success();
}

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  std::string name;
  if (parseName(parser, name))
    return {};
  SubAxisInfoAttr info;
  if (succeeded(parser.parseOptionalColon())) {
    info = llvm::cast_or_null<SubAxisInfoAttr>(SubAxisInfoAttr::parse(parser, Type()));
    if (!info)
      return {};
  }
  return AxisRefAttr::get(parser.getContext(), name, info);
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  printName(printer, getName());
  if (getSubAxisInfo()) {
    printer << ":";
    getSubAxisInfo().print(printer);
  }
}

std::string AxisRefAttr::toString() const {
  std::string text = "\"" + getName().str() + "\"";
  if (SubAxisInfoAttr info = getSubAxisInfo())
    text += ":(" + std::to_string(info.getPreSize()) + ")" + std::to_string(info.getSize());
  return text;
}

int64_t AxisRefAttr::getSize(MeshAttr mesh) const {
  return getSubAxisInfo() ? getSubAxisInfo().getSize() : mesh.getAxisSize(getName());
}

bool AxisRefAttr::overlaps(AxisRefAttr other) const {
  if (getName() != other.getName())
    return false;
  SubAxisInfoAttr mine = getSubAxisInfo(), theirs = other.getSubAxisInfo();
  if (!mine || !theirs)
    return true;
  // Digits [preSize, preSize * size) of the axis, counted from the major end.
  return mine.getPreSize() < theirs.getPreSize() * theirs.getSize() &&
         theirs.getPreSize() < mine.getPreSize() * mine.getSize();
}

Attribute AxisRefListAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  if (parseElements(parser, Delimiter::Braces, axes))
    return {};
  return AxisRefListAttr::get(parser.getContext(), axes);
}

void AxisRefListAttr::print(AsmPrinter &printer) const { printElements(printer, "{", getValue(), "}"); }

Attribute ListOfAxisRefListsAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefListAttr> lists;
  if (parseElements(parser, Delimiter::Square, lists))
    return {};
  return ListOfAxisRefListsAttr::get(parser.getContext(), lists);
}

void ListOfAxisRefListsAttr::print(AsmPrinter &printer) const { printElements(printer, "[", getValue(), "]"); }

Attribute ManualAxesAttr::parse(AsmParser &parser, Type) {
  SmallVector<mlir::StringAttr> names;
  auto parseOne = [&]() -> ParseResult {
    std::string name;
    if (parseName(parser, name))
      return failure();
    names.push_back(mlir::StringAttr::get(parser.getContext(), name));
    return success();
  };
  if (parser.parseCommaSeparatedList(Delimiter::Braces, parseOne))
    return {};
  return ManualAxesAttr::get(parser.getContext(), names);
}

void ManualAxesAttr::print(AsmPrinter &printer) const {
  printer << "{";
  llvm::interleaveComma(getValue(), printer, [&](mlir::StringAttr name) { printName(printer, name); });
  printer << "}";
}

//===-- shardings ----------------------------------------------------------------------------------------------===//

namespace {

// The priority is glued to the brace ("}p1"): a keyword of the letter p and digits.
ParseResult parsePriority(AsmParser &parser, std::optional<int64_t> &priority) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word)))
    return success();
  int64_t value;
  if (!word.consume_front("p") || word.getAsInteger(10, value))
    return parser.emitError(loc, "expected a priority 'pN' or the end of the dim sharding");
  priority = value;
  return success();
}

} // namespace

Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  bool closed = true;
  auto parseAxisOrOpen = [&]() -> ParseResult {
    if (!closed)
      return parser.emitError(parser.getCurrentLocation(), "'?' must be the last of a dim sharding");
    if (succeeded(parser.parseOptionalQuestion())) {
      closed = false;
      return success();
    }
    return parseElement(parser, axes);
  };
  llvm::SMLoc loc = parser.getCurrentLocation();
  std::optional<int64_t> priority;
  if (parser.parseCommaSeparatedList(Delimiter::Braces, parseAxisOrOpen) || parsePriority(parser, priority))
    return {};
  return parser.getChecked<DimensionShardingAttr>(loc, parser.getContext(), axes, closed, priority);
}

void DimensionShardingAttr::print(AsmPrinter &printer) const {
  printElements(printer, "{", getAxes(), getIsClosed() ? "}" : getAxes().empty() ? "?}" : ", ?}");
  if (getPriority())
    printer << "p" << *getPriority();
}

LogicalResult DimensionShardingAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                                            ArrayRef<AxisRefAttr> axes, bool isClosed, std::optional<int64_t> priority) {
  if (priority && isClosed && axes.empty())
    return emitError() << "a closed dim without axes takes no priority";
  return success();
}

int64_t DimensionShardingAttr::getShardedSize(MeshAttr mesh) const {
  int64_t size = 1;
  for (AxisRefAttr axis : getAxes())
    size *= axis.getSize(mesh);
  return size;
}

namespace {

// `@name` or `mesh<...>` in place.
ParseResult parseMeshOrRef(AsmParser &parser, Attribute &mesh) {
  if (succeeded(parser.parseOptionalKeyword("mesh"))) {
    mesh = MeshAttr::parse(parser, Type());
    return success(bool(mesh));
  }
  mlir::StringAttr name;
  if (parser.parseSymbolName(name))
    return failure();
  mesh = mlir::FlatSymbolRefAttr::get(name);
  return success();
}

// `, replicated={...}` and `, unreduced={...}`, each at most once.
ParseResult parseAxisGroups(AsmParser &parser, SmallVector<AxisRefAttr> &replicated,
                              SmallVector<AxisRefAttr> &unreduced) {
  while (succeeded(parser.parseOptionalComma())) {
    llvm::SMLoc loc = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseOptionalKeyword(&word, {"replicated", "unreduced"}))
      return parser.emitError(loc, "expected 'replicated' or 'unreduced'");
    SmallVector<AxisRefAttr> &axes = word == "replicated" ? replicated : unreduced;
    if (!axes.empty())
      return parser.emitError(loc) << "'" << word << "' is given twice";
    if (parser.parseEqual() || parseElements(parser, Delimiter::Braces, axes))
      return failure();
    if (axes.empty())
      return parser.emitError(loc) << "'" << word << "' needs at least one axis";
  }
  return success();
}

} // namespace

Attribute TensorShardingAttr::parse(AsmParser &parser, Type) {
  Attribute mesh;
  SmallVector<DimensionShardingAttr> dims;
  SmallVector<AxisRefAttr> replicated, unreduced;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseMeshOrRef(parser, mesh) || parser.parseComma() ||
      parseElements(parser, Delimiter::Square, dims) || parseAxisGroups(parser, replicated, unreduced) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<TensorShardingAttr>(loc, parser.getContext(), mesh, dims, replicated, unreduced);
}

void TensorShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (auto mesh = llvm::dyn_cast<MeshAttr>(getMeshOrRef())) {
    printer << "mesh";
    mesh.print(printer);
  } else {
    printer << getMeshOrRef();
  }
  printElements(printer, ", [", getDimShardings(), "]");
  if (!getReplicatedAxes().empty())
    printElements(printer, ", replicated={", getReplicatedAxes(), "}");
  if (!getUnreducedAxes().empty())
    printElements(printer, ", unreduced={", getUnreducedAxes(), "}");
  printer << ">";
}

LogicalResult TensorShardingAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError, Attribute mesh,
                                         ArrayRef<DimensionShardingAttr>, ArrayRef<AxisRefAttr>,
                                         ArrayRef<AxisRefAttr>) {
  if (!llvm::isa_and_nonnull<MeshAttr, mlir::FlatSymbolRefAttr>(mesh))
    return emitError() << "expected a mesh or the name of one";
  return success();
}

void TensorShardingAttr::forEachAxisRef(llvm::function_ref<void(AxisRefAttr)> visit) const {
  for (DimensionShardingAttr dim : getDimShardings())
    llvm::for_each(dim.getAxes(), visit);
  llvm::for_each(getReplicatedAxes(), visit);
  llvm::for_each(getUnreducedAxes(), visit);
}

Attribute TensorShardingPerValueAttr::parse(AsmParser &parser, Type) {
  SmallVector<TensorShardingAttr> shardings;
  if (parser.parseLess() || parseElements(parser, Delimiter::Square, shardings) || parser.parseGreater())
    return {};
  return TensorShardingPerValueAttr::get(parser.getContext(), shardings);
}

void TensorShardingPerValueAttr::print(AsmPrinter &printer) const {
  printElements(printer, "<[", getShardings(), "]>");
}

//===-- all-to-all ---------------------------------------------------------------------------------------------===//

Attribute AllToAllParamAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  int64_t source, target;
  if (parseElements(parser, Delimiter::Braces, axes) || parser.parseColon() || parser.parseInteger(source) ||
      parser.parseArrow() || parser.parseInteger(target))
    return {};
  return AllToAllParamAttr::get(parser.getContext(), axes, source, target);
}

void AllToAllParamAttr::print(AsmPrinter &printer) const {
  printElements(printer, "{", getAxes(), "}: ");
  printer << getSrcDim() << "->" << getTgtDim();
}

Attribute AllToAllParamListAttr::parse(AsmParser &parser, Type) {
  SmallVector<AllToAllParamAttr> params;
  if (parseElements(parser, Delimiter::Square, params))
    return {};
  return AllToAllParamListAttr::get(parser.getContext(), params);
}

void AllToAllParamListAttr::print(AsmPrinter &printer) const { printElements(printer, "[", getValue(), "]"); }

} // namespace lockstep::sdy

#define GET_ATTRDEF_CLASSES
#include "ir/sdy/SdyAttributes.cpp.inc"

namespace lockstep::sdy {

void SdyDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ir/sdy/SdyAttributes.cpp.inc"
      >();
}

} // namespace lockstep::sdy
