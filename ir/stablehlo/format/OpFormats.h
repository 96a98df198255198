// Directives that the assembly formats of ods/*.td call, and the type suffixes operators share.
#pragma once

#include "ir/stablehlo/StablehloAttributes.h"

#include "mlir/IR/OpImplementation.h"

namespace lockstep::stablehlo {

using Operands = llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand>;
using Types = llvm::SmallVectorImpl<mlir::Type>;

//===-- Type suffixes ------------------------------------------------------------------------------------------===//

/// One type if all are equal, else `(operands) -> result`.
mlir::ParseResult parseOneTypeOrFunction(mlir::OpAsmParser &parser, llvm::ArrayRef<mlir::Type *> operands,
                                         mlir::Type &result);
void printOneTypeOrFunction(mlir::OpAsmPrinter &printer, mlir::TypeRange operands, mlir::Type result);

/// Types of all operands, then the result's.
template <typename... T>
mlir::ParseResult parseSameOperandsAndResultType(mlir::OpAsmParser &parser, T &...types) {
  llvm::SmallVector<mlir::Type *> all{&types...};
  mlir::Type *result = all.pop_back_val();
  return parseOneTypeOrFunction(parser, all, *result);
}
template <typename... T>
void printSameOperandsAndResultType(mlir::OpAsmPrinter &printer, mlir::Operation *, T... types) {
  llvm::SmallVector<mlir::Type> all{types...};
  mlir::Type result = all.pop_back_val();
  printOneTypeOrFunction(printer, all, result);
}

mlir::ParseResult parseVariadicSameOperandsAndResultType(mlir::OpAsmParser &parser, Operands &operands,
                                                         Types &operandTypes, mlir::Type &result);
void printVariadicSameOperandsAndResultType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::OperandRange,
                                            mlir::TypeRange operandTypes, mlir::Type result);

/// The result's complex type, from which the operands' types follow.
mlir::ParseResult parseComplexOpType(mlir::OpAsmParser &parser, mlir::Type &lhs, mlir::Type &rhs, mlir::Type &result);
void printComplexOpType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Type lhs, mlir::Type rhs,
                        mlir::Type result);

/// `predicate, value`, or a function type.
mlir::ParseResult parseSelectOpType(mlir::OpAsmParser &parser, mlir::Type &pred, mlir::Type &onTrue,
                                    mlir::Type &onFalse, mlir::Type &result);
void printSelectOpType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Type pred, mlir::Type onTrue,
                       mlir::Type onFalse, mlir::Type result);

/// Operand types that are also the result types.
mlir::ParseResult parsePairwiseOpType(mlir::OpAsmParser &parser, Types &operands, Types &results);
void printPairwiseOpType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::TypeRange operands,
                         mlir::TypeRange results);

/// The tuple type, from which the operand types follow.
mlir::ParseResult parseTupleOpType(mlir::OpAsmParser &parser, Types &operands, mlir::Type &result);
void printTupleOpType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::TypeRange operands, mlir::Type result);

//===-- Operands and attributes --------------------------------------------------------------------------------===//

/// `%a, %b,` in front of an attribute: every operand is followed by a comma.
mlir::ParseResult parseVariadicOperandWithAttribute(mlir::OpAsmParser &parser, Operands &operands);
void printVariadicOperandWithAttribute(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::OperandRange operands);

/// `[0:4, 1:9:2]`.
mlir::ParseResult parseSliceRanges(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &start,
                                   mlir::DenseI64ArrayAttr &limit, mlir::DenseI64ArrayAttr &strides);
void printSliceRanges(mlir::OpAsmPrinter &printer, mlir::Operation *, llvm::ArrayRef<int64_t> start,
                      llvm::ArrayRef<int64_t> limit, llvm::ArrayRef<int64_t> strides);

/// `e8m7`.
mlir::ParseResult parseExponentMantissa(mlir::OpAsmParser &parser, mlir::IntegerAttr &exponent,
                                        mlir::IntegerAttr &mantissa);
void printExponentMantissa(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::IntegerAttr exponent,
                           mlir::IntegerAttr mantissa);

/// `@target`, quoted if it is no identifier.
mlir::ParseResult parseCustomCallTarget(mlir::OpAsmParser &parser, mlir::StringAttr &target);
void printCustomCallTarget(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::StringAttr target);

//===-- Contractions -------------------------------------------------------------------------------------------===//

/// `batching_dims = [0] x [0], contracting_dims = [2] x [1]`; empty batching dims may be left out.
mlir::ParseResult parseDotDimensionNumbers(mlir::OpAsmParser &parser, DotDimensionNumbersAttr &numbers);
void printDotDimensionNumbers(mlir::OpAsmPrinter &printer, mlir::Operation *, DotDimensionNumbersAttr numbers);

/// `[DEFAULT, HIGH]`.
mlir::ParseResult parsePrecisionConfig(mlir::OpAsmParser &parser, mlir::ArrayAttr &precision);
void printPrecisionConfig(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::ArrayAttr precision);

/// `, precision = [...]` and `, algorithm = <...>`, each optional.
mlir::ParseResult parsePrecisionConfigAndAlgorithm(mlir::OpAsmParser &parser, mlir::ArrayAttr &precision,
                                                   DotAlgorithmAttr &algorithm);
void printPrecisionConfigAndAlgorithm(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::ArrayAttr precision,
                                      DotAlgorithmAttr algorithm);

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
mlir::ParseResult parseConvolutionDimensions(mlir::AsmParser &parser, ConvDimensionNumbersAttr &numbers);
void printConvolutionDimensions(mlir::AsmPrinter &printer, ConvDimensionNumbersAttr numbers);
inline void printConvolutionDimensions(mlir::AsmPrinter &printer, mlir::Operation *, ConvDimensionNumbersAttr numbers) {
  printConvolutionDimensions(printer, numbers);
}

/// `stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = ..., rhs_dilate = ..., reverse = [false, true]`, each optional.
mlir::ParseResult parseWindowAttributes(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &strides,
                                        mlir::DenseIntElementsAttr &padding, mlir::DenseI64ArrayAttr &lhsDilation,
                                        mlir::DenseI64ArrayAttr &rhsDilation, mlir::DenseBoolArrayAttr &reversal);
void printWindowAttributes(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::DenseI64ArrayAttr strides,
                           mlir::DenseIntElementsAttr padding, mlir::DenseI64ArrayAttr lhsDilation,
                           mlir::DenseI64ArrayAttr rhsDilation, mlir::DenseBoolArrayAttr reversal);

} // namespace lockstep::stablehlo
