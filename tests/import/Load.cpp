#include "tests/import/Load.h"

#include <gtest/gtest.h>

namespace lockstep::test {

std::string corpus(const std::string &name) { return std::string(LOCKSTEP_TEST_CORPUS) + "/" + name + ".gz"; }

namespace {

Program unwrap(llvm::Expected<Program> program) {
  if (program)
    return std::move(*program);
  ADD_FAILURE() << llvm::toString(program.takeError());
  return Program();
}

} // namespace

Program load(mlir::MLIRContext &context, const std::string &path, const Contract *contract, Reading reading) {
  return unwrap(loadProgram(path, context, contract, reading));
}

Program analyze(mlir::MLIRContext &context, llvm::StringRef text, const Contract *contract, Reading reading) {
  auto module = parseModuleText(text, "t.mlir", context);
  if (!module) {
    ADD_FAILURE() << llvm::toString(module.takeError());
    return Program();
  }
  return unwrap(analyzeProgram(std::move(*module), "t.mlir", contract, reading));
}

std::string message(llvm::Error error) {
  if (!error) {
    ADD_FAILURE() << "expected an error";
    return "";
  }
  return llvm::toString(std::move(error));
}

std::string errorOf(llvm::StringRef text, const Contract *contract, Reading reading) {
  mlir::MLIRContext context;
  auto module = parseModuleText(text, "t.mlir", context);
  if (!module)
    return message(module.takeError());
  return message(analyzeProgram(std::move(*module), "t.mlir", contract, reading));
}

Contract contract(llvm::StringRef toml) {
  auto parsed = Contract::parse(toml, "c.toml");
  if (parsed)
    return std::move(*parsed);
  ADD_FAILURE() << llvm::toString(parsed.takeError());
  return Contract();
}

} // namespace lockstep::test
