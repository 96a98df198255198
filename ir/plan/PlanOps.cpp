// Text form of the step, and access to its parts.
#include "ir/plan/PlanOps.h"

#define GET_OP_CLASSES
#include "ir/plan/PlanOps.cpp.inc"

using llvm::SmallVector;
using mlir::failure;
using mlir::OpAsmParser;
using mlir::OpAsmPrinter;
using mlir::OperationState;
using mlir::ParseResult;

namespace lockstep::plan {
namespace {

ParseResult parsePlacements(OpAsmParser &parser, llvm::StringRef word, PlacementListAttr &placements) {
  if (parser.parseKeyword(word) || parser.parseEqual())
    return failure();
  placements = llvm::cast_or_null<PlacementListAttr>(PlacementListAttr::parse(parser, mlir::Type()));
  return mlir::success(bool(placements));
}

// `stage(%x: T, ...) { ... }`, as often as it stands there.
ParseResult parsePrograms(OpAsmParser &parser, OperationState &state) {
  while (succeeded(parser.parseOptionalKeyword("stage"))) {
    SmallVector<OpAsmParser::Argument> arguments;
    mlir::Region *body = state.addRegion();
    if (parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren, /*allowType=*/true) ||
        parser.parseRegion(*body, arguments, /*enableNameShadowing=*/true))
      return failure();
  }
  return mlir::success();
}

SmallVector<unsigned> placedOn(PlacementListAttr placements, int64_t stage) {
  SmallVector<unsigned> numbers;
  for (auto [index, placement] : llvm::enumerate(placements))
    if (placement.isOn(stage))
      numbers.push_back(index);
  return numbers;
}

} // namespace

ParseResult StepOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  auto &properties = state.getOrAddProperties<Properties>();
  llvm::SMLoc loc;
  mlir::FunctionType type;
  if (parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren) || parser.parseKeyword("mesh") ||
      parser.parseEqual() || parser.parseAttribute(properties.mesh) || parser.parseKeyword("stage_axis") ||
      parser.parseEqual() || parser.parseAttribute(properties.stage_axis) ||
      parsePlacements(parser, "in_placements", properties.in_placements) ||
      parsePlacements(parser, "out_placements", properties.out_placements) || parsePrograms(parser, state) ||
      parser.parseOptionalAttrDict(state.attributes) || parser.getCurrentLocation(&loc) || parser.parseColonType(type))
    return failure();
  state.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), loc, state.operands);
}

void StepOp::print(OpAsmPrinter &printer) {
  printer << "(" << getTensors() << ") mesh=" << getMeshAttr() << " stage_axis=" << getStageAxisAttr();
  printer.printNewline();
  printer << "    in_placements=";
  getInPlacements().print(printer);
  printer.printNewline();
  printer << "    out_placements=";
  getOutPlacements().print(printer);
  printer.printNewline();
  printer << "   ";
  for (mlir::Region &program : getPrograms()) {
    printer << " stage(";
    llvm::interleaveComma(program.getArguments(), printer,
                          [&](auto argument) { printer.printRegionArgument(argument); });
    printer << ") ";
    printer.printRegion(program, /*printEntryBlockArgs=*/false, /*printBlockTerminators=*/true);
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), {"mesh", "stage_axis", "in_placements", "out_placements"});
  printer << " : ";
  printer.printFunctionalType(*this);
}

sdy::MeshAttr StepOp::getMeshAttrValue() {
  auto module = (*this)->getParentOfType<mlir::ModuleOp>();
  auto op = module ? llvm::dyn_cast_or_null<sdy::MeshOp>(mlir::SymbolTable::lookupSymbolIn(module, getMeshAttr()))
                   : sdy::MeshOp();
  return op ? op.getMesh() : sdy::MeshAttr();
}

SmallVector<unsigned> StepOp::operandsOn(int64_t stage) { return placedOn(getInPlacements(), stage); }
SmallVector<unsigned> StepOp::resultsOn(int64_t stage) { return placedOn(getOutPlacements(), stage); }

StepOp stepOf(mlir::func::FuncOp main) {
  if (!main || main.isDeclaration() || !main.getBody().hasOneBlock())
    return {};
  for (auto step : main.getBody().front().getOps<StepOp>())
    return step;
  return {};
}

} // namespace lockstep::plan
