// The part of an operator's text behind the colon.
#include "ir/stablehlo/format/OpFormats.h"

using namespace mlir;

namespace lockstep::stablehlo {

static ParseResult assignFunctionType(OpAsmParser &parser, SMLoc location, FunctionType type,
                                      ArrayRef<Type *> operands, Type &result) {
  if (type.getNumInputs() != operands.size())
    return parser.emitError(location) << "expected " << operands.size() << " operand types, found "
                                      << type.getNumInputs();
  if (type.getNumResults() != 1)
    return parser.emitError(location) << "expected one result type, found " << type.getNumResults();
  for (auto [target, input] : llvm::zip(operands, type.getInputs()))
    *target = input;
  result = type.getResult(0);
  return success();
}

static void printFunction(OpAsmPrinter &printer, TypeRange operands, Type result) {
  printer << '(';
  llvm::interleaveComma(operands, printer);
  printer << ") -> " << result;
}

ParseResult parseOneTypeOrFunction(OpAsmParser &parser, ArrayRef<Type *> operands, Type &result) {
  auto location = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type))
    return assignFunctionType(parser, location, function, operands, result);
  for (Type *operand : operands)
    *operand = type;
  result = type;
  return success();
}

void printOneTypeOrFunction(OpAsmPrinter &printer, TypeRange operands, Type result) {
  if (llvm::all_of(operands, [&](Type type) { return type == result; })) {
    printer << result;
    return;
  }
  printFunction(printer, operands, result);
}

ParseResult parseVariadicSameOperandsAndResultType(OpAsmParser &parser, Operands &operands, Types &operandTypes,
                                                   Type &result) {
  operandTypes.resize(operands.size());
  SmallVector<Type *> targets;
  for (Type &type : operandTypes)
    targets.push_back(&type);
  return parseOneTypeOrFunction(parser, targets, result);
}

void printVariadicSameOperandsAndResultType(OpAsmPrinter &printer, Operation *, OperandRange, TypeRange operandTypes,
                                            Type result) {
  printOneTypeOrFunction(printer, operandTypes, result);
}

static Type realPart(RankedTensorType complex) {
  return complex.clone(cast<ComplexType>(complex.getElementType()).getElementType());
}

static RankedTensorType complexTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<ComplexType>(tensor.getElementType()) ? tensor : RankedTensorType();
}

ParseResult parseComplexOpType(OpAsmParser &parser, Type &lhs, Type &rhs, Type &result) {
  auto location = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type))
    return assignFunctionType(parser, location, function, {&lhs, &rhs}, result);
  auto complex = complexTensor(type);
  if (!complex)
    return parser.emitError(location) << "expected a tensor of complex elements, found " << type;
  lhs = rhs = realPart(complex);
  result = type;
  return success();
}

void printComplexOpType(OpAsmPrinter &printer, Operation *, Type lhs, Type rhs, Type result) {
  auto complex = complexTensor(result);
  if (complex && lhs == rhs && lhs == realPart(complex)) {
    printer << result;
    return;
  }
  printFunction(printer, {lhs, rhs}, result);
}

ParseResult parseSelectOpType(OpAsmParser &parser, Type &pred, Type &onTrue, Type &onFalse, Type &result) {
  auto location = parser.getCurrentLocation();
  SmallVector<Type> types;
  if (parser.parseTypeList(types))
    return failure();
  if (types.size() == 2) {
    pred = types[0];
    onTrue = onFalse = result = types[1];
    return success();
  }
  auto function = types.size() == 1 ? dyn_cast<FunctionType>(types[0]) : FunctionType();
  if (!function)
    return parser.emitError(location) << "expected the types of predicate and value, or a function type";
  return assignFunctionType(parser, location, function, {&pred, &onTrue, &onFalse}, result);
}

void printSelectOpType(OpAsmPrinter &printer, Operation *, Type pred, Type onTrue, Type onFalse, Type result) {
  if (onTrue == result && onFalse == result) {
    printer << pred << ", " << result;
    return;
  }
  printFunction(printer, {pred, onTrue, onFalse}, result);
}

ParseResult parsePairwiseOpType(OpAsmParser &parser, Types &operands, Types &results) {
  if (parser.parseTypeList(operands))
    return failure();
  results.assign(operands.begin(), operands.end());
  return success();
}

void printPairwiseOpType(OpAsmPrinter &printer, Operation *, TypeRange operands, TypeRange) {
  llvm::interleaveComma(operands, printer);
}

ParseResult parseTupleOpType(OpAsmParser &parser, Types &operands, Type &result) {
  auto location = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple)
    return parser.emitError(location) << "expected a tuple type, found " << result;
  operands.append(tuple.begin(), tuple.end());
  return success();
}

void printTupleOpType(OpAsmPrinter &printer, Operation *, TypeRange, Type result) { printer << result; }

} // namespace lockstep::stablehlo
