// Locations as JAX and other exporters nest them: names around call sites around files.
#include "verifier/import/GraphReader.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/TypeSwitch.h"

namespace lockstep::verifier {

namespace {

/// Fills what `location` says; true when it leads to a file.
bool resolve(mlir::Location location, Location &found) {
  return llvm::TypeSwitch<mlir::LocationAttr, bool>(location)
      .Case<mlir::FileLineColLoc>([&](mlir::FileLineColLoc file) {
        found.file = file.getFilename().str();
        found.line = file.getLine();
        found.column = file.getColumn();
        return true;
      })
      .Case<mlir::NameLoc>([&](mlir::NameLoc named) {
        // The outermost name is the operator's; inner ones are names of functions on the call stack.
        if (found.name.empty())
          found.name = named.getName().str();
        return resolve(named.getChildLoc(), found);
      })
      // The callee is the innermost frame, where the operator was written.
      .Case<mlir::CallSiteLoc>([&](mlir::CallSiteLoc site) {
        return resolve(site.getCallee(), found) || resolve(site.getCaller(), found);
      })
      .Case<mlir::FusedLoc>([&](mlir::FusedLoc fused) {
        for (mlir::Location part : fused.getLocations())
          if (resolve(part, found))
            return true;
        return false;
      })
      .Default([](mlir::LocationAttr) { return false; });
}

} // namespace

Location locationOf(mlir::Operation *operation) {
  Location found;
  resolve(operation->getLoc(), found);
  return found;
}

std::optional<SourceLocation> textLocationOf(mlir::Operation *operation, std::string_view programPath) {
  // The parser gives every operator without a written location its place in the text.
  auto file = mlir::dyn_cast<mlir::FileLineColLoc>(operation->getLoc());
  if (!file || file.getFilename().strref() != llvm::StringRef(programPath))
    return std::nullopt;
  return SourceLocation{file.getFilename().str(), file.getLine(), file.getColumn()};
}

} // namespace lockstep::verifier
