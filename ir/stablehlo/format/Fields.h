// `<name = [1, 2], other = 3>`: attributes of named lists and numbers, in any order, each at most once. What is empty
// or zero is left out in print.
#pragma once

#include "mlir/IR/OpImplementation.h"

#include <variant>

namespace lockstep::stablehlo {

struct Field {
  llvm::StringRef name;
  std::variant<llvm::SmallVector<int64_t> *, int64_t *> target;
};

mlir::ParseResult parseFields(mlir::AsmParser &parser, llvm::ArrayRef<Field> fields);
/// The same without the angle brackets.
mlir::ParseResult parseFieldsInside(mlir::AsmParser &parser, llvm::ArrayRef<Field> fields);

class FieldPrinter {
public:
  explicit FieldPrinter(mlir::AsmPrinter &printer) : printer(printer) { printer << '<'; }
  ~FieldPrinter() { printer << '>'; }
  FieldPrinter &list(llvm::StringRef name, llvm::ArrayRef<int64_t> values);
  FieldPrinter &number(llvm::StringRef name, int64_t value);

private:
  void start(llvm::StringRef name);
  mlir::AsmPrinter &printer;
  bool first = true;
};

} // namespace lockstep::stablehlo
