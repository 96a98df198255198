// Lists of numbers inside attributes.
#pragma once

#include "mlir/IR/OpImplementation.h"

namespace lockstep::stablehlo {

/// `[0, 2]`.
mlir::FailureOr<llvm::SmallVector<int64_t>> parseDims(mlir::AsmParser &parser);
void printDims(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> dims);

/// `2, ?` with or without delimiters; `?` is ShapedType::kDynamic.
mlir::ParseResult parseBounds(mlir::AsmParser &parser, mlir::AsmParser::Delimiter delimiter,
                              llvm::SmallVectorImpl<int64_t> &bounds);
void printBounds(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> bounds);

/// Directive of #stablehlo.type_extensions: `[2, ?]`.
mlir::ParseResult parseBoundsList(mlir::AsmParser &parser, llvm::SmallVectorImpl<int64_t> &bounds);
void printBoundsList(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> bounds);

} // namespace lockstep::stablehlo
