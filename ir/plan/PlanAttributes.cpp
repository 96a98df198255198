// Text forms and invariants of placements and orders.
#include "ir/plan/PlanOps.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/TypeSwitch.h"

#include "ir/plan/PlanEnums.cpp.inc"

using llvm::SmallVector;
using mlir::AsmParser;
using mlir::AsmPrinter;
using mlir::Attribute;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;
using mlir::Type;

using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

#define GET_ATTRDEF_CLASSES
#include "ir/plan/PlanAttributes.cpp.inc"

namespace lockstep::plan {

void PlanDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ir/plan/PlanAttributes.cpp.inc"
      >();
}

//===-- placement ----------------------------------------------------------------------------------------------===//

Attribute PlacementAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> stages;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&] { return parser.parseInteger(stages.emplace_back()); }) ||
      parser.parseComma())
    return {};
  auto sharding = llvm::cast_or_null<sdy::TensorShardingAttr>(sdy::TensorShardingAttr::parse(parser, Type()));
  if (!sharding || parser.parseGreater())
    return {};
  return parser.getChecked<PlacementAttr>(loc, parser.getContext(), stages, sharding);
}

void PlacementAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getStages(), printer);
  printer << "], ";
  getSharding().print(printer);
  printer << ">";
}

LogicalResult PlacementAttr::verify(EmitError emitError, llvm::ArrayRef<int64_t> stages, sdy::TensorShardingAttr) {
  llvm::SmallSet<int64_t, 8> seen;
  if (stages.empty())
    return emitError() << "C3: expected a placement on at least one stage";
  for (int64_t stage : stages) {
    if (stage < 0)
      return emitError() << "C3: expected stages from 0 on, found " << stage;
    if (!seen.insert(stage).second)
      return emitError() << "C3: expected every stage once, found " << stage << " twice";
  }
  if (!llvm::is_sorted(stages))
    return emitError() << "C3: expected stages in ascending order";
  return success();
}

Attribute PlacementListAttr::parse(AsmParser &parser, Type) {
  SmallVector<PlacementAttr> placements;
  auto parseOne = [&]() -> mlir::ParseResult {
    auto placement = llvm::cast_or_null<PlacementAttr>(PlacementAttr::parse(parser, Type()));
    placements.push_back(placement);
    return success(bool(placement));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return {};
  return get(parser.getContext(), placements);
}

void PlacementListAttr::print(AsmPrinter &printer) const {
  printer << "[";
  llvm::interleaveComma(getValue(), printer, [&](PlacementAttr one) { one.print(printer); });
  printer << "]";
}

//===-- order --------------------------------------------------------------------------------------------------===//

Attribute OrderAttr::parse(AsmParser &parser, Type) {
  llvm::StringRef word;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseKeyword(&word))
    return {};
  std::optional<OrderKind> kind = symbolizeOrderKind(word);
  if (!kind) {
    parser.emitError(loc, "expected any, ring or tree, found ") << word;
    return {};
  }
  int64_t slots = 0;
  Type accumulate;
  while (succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("slots"))) {
      if (parser.parseEqual() || parser.parseInteger(slots))
        return {};
    } else if (parser.parseKeyword("accumulate") || parser.parseEqual() || parser.parseType(accumulate)) {
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<OrderAttr>(loc, parser.getContext(), *kind, slots, accumulate);
}

void OrderAttr::print(AsmPrinter &printer) const {
  printer << "<" << stringifyOrderKind(getKind());
  if (getSlots())
    printer << ", slots = " << getSlots();
  if (getAccumulate())
    printer << ", accumulate = " << getAccumulate();
  printer << ">";
}

LogicalResult OrderAttr::verify(EmitError emitError, OrderKind kind, int64_t slots, Type accumulate) {
  if ((kind == OrderKind::Tree) != (slots > 0))
    return emitError() << "expected a positive number of slots for a tree and for nothing else, found " << slots;
  if (accumulate && !llvm::isa<mlir::FloatType, mlir::IntegerType>(accumulate))
    return emitError() << "expected a scalar type to accumulate in, found " << accumulate;
  return success();
}

} // namespace lockstep::plan
