#include "ir/interpreter/machine/Diagnostics.h"

#include "ir/core/InputError.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

namespace lockstep::interp {
namespace {

mlir::FileLineColLoc fileLocation(mlir::Location location) {
  mlir::FileLineColLoc found;
  location->walk([&](mlir::Location inner) {
    if (auto file = mlir::dyn_cast<mlir::FileLineColLoc>(inner)) {
      found = file;
      return mlir::WalkResult::interrupt();
    }
    return mlir::WalkResult::advance();
  });
  return found;
}

} // namespace

llvm::Error errorAt(mlir::Operation *op, const llvm::Twine &message, const char *code) {
  // Functions that do not know the place begin with the operator's name.
  llvm::StringRef name = op->getName().getStringRef();
  std::string whole = message.str();
  llvm::StringRef rest = whole;
  if (rest.consume_front(name))
    rest.consume_front(": ");
  std::string text = ("'" + name + "': " + rest).str();
  mlir::FileLineColLoc location = fileLocation(op->getLoc());
  if (!location)
    return llvm::make_error<InputError>(code, "", 0, 0, std::move(text));
  return llvm::make_error<InputError>(code, location.getFilename().str(), location.getLine(), location.getColumn(),
                                      std::move(text));
}

llvm::Error placedAt(mlir::Operation *op, llvm::Error error) {
  if (!error || error.isA<InputError>())
    return error;
  return errorAt(op, llvm::toString(std::move(error)));
}

std::string placeOf(mlir::Operation *op) {
  mlir::FileLineColLoc location = fileLocation(op->getLoc());
  if (!location)
    return {};
  return location.getFilename().str() + ":" + std::to_string(location.getLine()) + ":" +
         std::to_string(location.getColumn());
}

} // namespace lockstep::interp
